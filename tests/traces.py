"""What a collector of OpenTelemetry gets."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.receiver import Receiver

PATIENCE = 60


@dataclass(frozen=True)
class Span:
    """A span as it was sent."""

    name: str
    trace: str
    key: str
    parent: str
    began: int
    ended: int
    failed: bool
    values: dict[str, str | int]
    service: dict[str, str]


def spans(receiver: Receiver) -> list[Span]:
    """Decode all spans that a receiver was sent."""
    found = []
    for body in receiver.bodies:
        for sent in ExportTraceServiceRequest.FromString(body).resource_spans:
            service = {one.key: one.value.string_value for one in sent.resource.attributes}
            for span in (span for scope in sent.scope_spans for span in scope.spans):
                values: dict[str, str | int] = {
                    one.key: one.value.string_value or one.value.int_value
                    for one in span.attributes
                }
                ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                times = (span.start_time_unix_nano, span.end_time_unix_nano)
                failed = span.status.code == span.status.STATUS_CODE_ERROR
                found.append(Span(span.name, *ids, *times, failed, values, service))
    return found


def spans_once(receiver: Receiver, enough: Callable[[list[Span]], bool]) -> list[Span]:
    """Return all spans once there are enough."""
    until = time.monotonic() + PATIENCE
    while not enough(found := spans(receiver)):
        assert time.monotonic() < until, sorted({span.name for span in found})
        time.sleep(0.1)
    return found
