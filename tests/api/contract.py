"""The OpenAPI document as requests to make, and what every answer must keep."""

from __future__ import annotations

from typing import Final

import schemathesis
from django.core.wsgi import get_wsgi_application
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.documents.openapi import document

CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

SCHEMA: Final = schemathesis.openapi.from_dict(dict(document()))
SCHEMA.app = get_wsgi_application()
