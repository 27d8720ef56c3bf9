"""Link previews: what a chat shows beside a link to a page."""
