"""The HTTP API: what anyone may read of the site, as JSON that an OpenAPI document describes."""
