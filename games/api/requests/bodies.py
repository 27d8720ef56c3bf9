"""The bodies of requests: JSON, or the reason why one isn't."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from dmr import Controller, ResponseSpec
from dmr.components import BodyComponent
from dmr.exceptions import DataParsingError
from dmr.metadata import EndpointMetadata
from dmr.parsers import DeserializeFunc, Raw
from dmr.plugins.msgspec import MsgspecJsonParser

NO_JSON: Final = "Send a JSON object, with `Content-Type: application/json`."


class JsonBody(MsgspecJsonParser):
    """Reads JSON, and says where it breaks off."""

    __slots__ = ()

    def parse(
        self,
        to_deserialize: Raw,
        deserializer_hook: DeserializeFunc | None = None,
        *,
        request: HttpRequest,
        model: Any,
    ) -> Any:
        """Decode a body.

        :raises DataParsingError: if it isn't JSON; it says why.
        """
        try:
            return super().parse(to_deserialize, deserializer_hook, request=request, model=model)
        except (DataParsingError, msgspec.ValidationError) as error:
            why = str(error).removeprefix("JSON is malformed: ")
            if "truncated" in why:
                why = f"it ends too soon, after byte {len(to_deserialize)}"
            elif isinstance(error.__cause__, UnicodeDecodeError):
                why = "it isn't UTF-8"
            raise DataParsingError(f"The body isn't valid JSON: {why}.") from None

    def provide_response_specs(
        self,
        metadata: EndpointMetadata,
        controller_cls: type[Controller[Any]],
        existing_responses: Mapping[HTTPStatus, ResponseSpec],
    ) -> list[ResponseSpec]:
        """Add what is answered to a body of another type."""
        if not any(isinstance(spec.parser, BodyComponent) for spec in metadata.component_parsers):
            return []
        status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        other = ResponseSpec(
            controller_cls.error_model, status_code=status, description="The body isn't JSON."
        )
        return self._add_new_response(other, existing_responses)
