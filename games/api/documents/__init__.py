"""The API described from its types: OpenAPI, AsyncAPI and the pages that show them."""

from __future__ import annotations
