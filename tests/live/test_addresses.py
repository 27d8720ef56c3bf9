"""The client address of a socket."""

from __future__ import annotations

import pytest

from games.addresses import UNKNOWN, client_address


def scope(address: str | None, *forwarded: str) -> dict[str, object]:
    headers = [(b"host", b"localhost"), *((b"x-forwarded-for", f.encode()) for f in forwarded)]
    return {"client": None if address is None else (address, 40123), "headers": headers}


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("unix socket", "unix socket"),
        (None, UNKNOWN),
    ],
)
def test_an_ipv4_address_counts_whole_and_an_ipv6_one_by_its_network(
    address: str | None, counted: str
) -> None:
    assert client_address(scope(address)) == counted


def test_an_ipv4_mapped_address_counts_as_ipv4() -> None:
    one, other = (client_address(scope(f"::ffff:192.0.2.{n}")) for n in (7, 8))
    assert one != other


def test_an_address_in_a_header_is_ignored() -> None:
    assert client_address(scope("192.0.2.7", "198.51.100.1")) == "192.0.2.7"
