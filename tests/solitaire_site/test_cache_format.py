from __future__ import annotations

import os
import pickle
from collections.abc import Iterator

import pytest
import redis
from django.core.cache.backends.redis import RedisCache
from hypothesis import given
from hypothesis import strategies as st
from msgspec import DecodeError

from solitaire_site.cache_format import MessagePackFormat
from tests.stores import redis_database

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


class Malice:
    """Runs a program wherever it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.putenv, ("MALICE",)


@pytest.fixture
def url() -> Iterator[str]:
    with redis_database() as url:
        yield url


@given(VALUES)
def test_what_is_stored_is_read_again(value: object) -> None:
    stored = MessagePackFormat().dumps(value)
    found = MessagePackFormat().loads(stored if isinstance(stored, bytes) else b"%d" % stored)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.needs_redis
def test_no_code_in_redis_is_run(url: str) -> None:
    cache = RedisCache(
        url, {"OPTIONS": {"serializer": "solitaire_site.cache_format.MessagePackFormat"}}
    )
    cache.set("count", 1)
    assert cache.incr("count") == 2
    with redis.Redis.from_url(url) as server:
        server.set(cache.make_key("page"), pickle.dumps(Malice()))
    with pytest.raises(DecodeError):
        cache.get("page")
    cache.close()
