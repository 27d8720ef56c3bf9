"""How values are stored in Redis: as MessagePack.

Django pickles them, and what it unpickles can run any code. Whoever can write to Redis would own
the processes of the site.
"""

from __future__ import annotations

from typing import Any

from msgspec import msgpack


class MessagePackFormat:
    """Turns plain values into bytes and back."""

    def dumps(self, value: Any) -> int | bytes:
        """Return what is stored; integers stay as they are, so that Redis can count.

        :raises TypeError: if the value is more than a plain one.
        """
        return value if type(value) is int else msgpack.encode(value)

    def loads(self, stored: bytes) -> Any:
        """Return the value.

        :raises DecodeError: if no process of this site has stored it.
        """
        # No value that is packed begins with a digit.
        try:
            return int(stored)
        except ValueError:
            return msgpack.decode(stored)
