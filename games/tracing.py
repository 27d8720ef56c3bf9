"""Traces by OpenTelemetry: spans of requests, moves, transitions and tasks for a collector.

Without `OTEL_EXPORTER_OTLP_ENDPOINT` it imports nothing, and all that is left is a check whether
it is on. A span is begun for what others happen in; the rest is recorded once it is over, so that
a move carries nothing around.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from django.core.exceptions import ImproperlyConfigured

from games.logged import also_about, ids

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as Begun

Value = str | int | float | bool
"""What a span may say. Never a text that a player wrote, a token, or the message of an error."""

SERVICE: Final = "same-deal"


class Part(NamedTuple):
    """A stretch of something that is over, in seconds of `time.perf_counter`."""

    name: str
    began: float
    ended: float


class Span(Protocol):
    """What is begun and not yet over."""

    def say(self, name: str, failed: bool = False, **values: Value) -> None:
        """Give it its name and values, now that they are known."""


class Silence:
    """No span."""

    def say(self, name: str, failed: bool = False, **values: Value) -> None:
        """Do nothing."""


SILENCE: Final = Silence()

_provider: TracerProvider | None = None


def is_on() -> bool:
    """Return whether traces are sent."""
    return _provider is not None


def start(role: str, release: str) -> None:
    """Send traces from now on; the variables of OpenTelemetry say where to.

    :raises ImproperlyConfigured: if the packages for it are missing.
    """
    global _provider
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces need more packages:"
            " pip install -c constraints.txt '.[traces]'"
        ) from error
    ours = {SERVICE_NAME: SERVICE, "service.version": release, "samedeal.role": role}
    resource = Resource.create(ours).merge(OTELResourceDetector().detect())
    _provider = TracerProvider(resource=resource)
    _provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))


def stop() -> None:
    """Send what waits, and nothing more."""
    global _provider
    if _provider is not None:
        _provider.shutdown()
        _provider = None


@contextmanager
def span(name: str) -> Iterator[Span]:
    """Trace a block: what is recorded in it is part of it, and log lines have its trace id."""
    if _provider is None:
        yield SILENCE
        return
    from opentelemetry.trace import format_trace_id, get_tracer

    tracer = get_tracer(SERVICE, tracer_provider=_provider)
    # The message of an error may hold anything.
    with tracer.start_as_current_span(
        name, record_exception=False, set_status_on_exception=False
    ) as begun:
        known = format_trace_id(begun.get_span_context().trace_id)
        with also_about(trace_id=known):
            yield Telling(begun)


class Telling:
    """A span that OpenTelemetry gets."""

    def __init__(self, begun: Begun) -> None:
        self._begun = begun

    def say(self, name: str, failed: bool = False, **values: Value) -> None:
        """Give it its name and values."""
        from opentelemetry.trace import StatusCode

        self._begun.update_name(name)
        self._begun.set_attributes(_attributes({**ids(), **values}))
        if failed:
            self._begun.set_status(StatusCode.ERROR)


def record(
    name: str,
    began: float,
    parts: tuple[Part, ...] = (),
    failed: bool = False,
    **values: Value | None,
) -> None:
    """Record something that began at a time of `time.perf_counter` and ends now."""
    if _provider is None:
        return
    from opentelemetry.trace import StatusCode, get_tracer, set_span_in_context

    tracer = get_tracer(SERVICE, tracer_provider=_provider)
    # Both clocks now: their distance drifts.
    zero = time.time_ns() - round(time.perf_counter() * 1e9)

    def write(name: str, began: float, ended: float, inside: Context | None) -> Context:
        made = tracer.start_span(
            name,
            context=inside,
            start_time=zero + round(began * 1e9),
            attributes=_attributes({**ids(), **values}),
        )
        if failed and inside is None:
            made.set_status(StatusCode.ERROR)
        made.end(zero + round(ended * 1e9))
        return set_span_in_context(made)

    whole = write(name, began, time.perf_counter(), None)
    for part in parts:
        write(*part, whole)


def _attributes(values: Mapping[str, object]) -> dict[str, Value]:
    """Return the values under the site's own names; the trace's id is part of every span."""
    return {
        f"samedeal.{name}": value
        for name, value in values.items()
        if isinstance(value, Value) and name != "trace_id"
    }
