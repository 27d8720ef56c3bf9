"""No address, query, form or header makes the server fail.

The tests send every address that the resolver knows to a real process on PostgreSQL, which refuses
values that SQLite accepts. Each address gets one hostile request in ten, in `.ci/run` one in two,
and the next one others; with `EVERY_CASE=1` it gets all.
"""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing
from ipaddress import IPv4Address
from urllib.parse import quote, urlencode

import pytest

from tests.addresses import STREAMS, Address, addresses
from tests.processes import Launch, Site
from tests.sampling import sample
from tests.stores import Stores

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

CONTROLS = ("%00", "a%00b", "%C2%85")
TEXTS = ("9" * 4500, "-1", "9223372036854775808", "%D9%A1%D9%A2", "%ED%A0%80", "x" * 3000)
CREDENTIALS = (
    *("{}", "[]", "1", "null", '{"response": {}}', '{"response": 1}', '{"id": 1, "rawId": []}'),
    '{"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {"userHandle": "YQ"}}',
    '{"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {'
    '"clientDataJSON": "YQ", "authenticatorData": "YQ", "attestationObject": "YQ",'
    '"signature": "YQ", "userHandle": "MQ"}}',
)
"""Text, some of it JSON, that is no passkey."""

PARTS = (*CONTROLS, *TEXTS, "0", "%FF%FE", "%C0%80", "%0A", "%", "_00", "..%2F..")
"""Numbers too long, negative, too large or in other digits; surrogates and invalid UTF-8."""

KEYS = (CONTROLS[0], TEXTS[0], TEXTS[2], "%ED%A0%80", "%FF%FE", "_00")
"""Those of the parts to try as primary keys in the admin: all its pages parse keys alike."""

USUAL = {"game": "applegate", "preset": "standard", "limit": "10", "countdown": "5", "draw": "any"}
"""Valid values for the other fields, so that the one bad field is what the server meets."""

EVERYWHERE = ("login", "password1", "language")
"""Fields that libraries add only when they create a form."""

ELSEWHERE = (
    *("/\t/evil.test", "/\\evil.test", "//evil.test", "\t//evil.test", "/\n/evil.test"),
    *("https:/evil.test", "https://evil.test/", "http:///evil.test", "javascript:evil.test"),
)
"""Addresses of another site, in spellings that browsers accept and other parsers may not."""

NOT_ALLOWED = 405
NOT_IMPLEMENTED = 501
"""What oEmbed has for a format that a provider doesn't offer: the server knows what it can't do."""

TOKEN = "t" * 32

SESSION = """
from django.test import Client
from games.models import Deal, Player
from games.models.play.practice import begin_practice
player = Player.objects.create_user("dana", password="x")
client = Client()
client.force_login(player)
race = begin_practice(player, "applegate/standard", Deal.objects.draw(bytes(32)), lambda: 0)
print(client.cookies["sessionid"].value, race.code, player.pk, race.entries.get().pk)
"""


STAFF = """
import time
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from games.models import Player
player = Player.objects.create_superuser("warden", password="x")
factor = TOTP.activate(player, "JBSWY3DPEHPK3PXP").instance
client = Client()
client.force_login(player)
session = client.session
used = {"method": "mfa", "id": factor.pk, "reauthenticated": True, "at": time.time() + 3600}
session["account_authentication_methods"] = [used]
session["account_authentication_methods_user"] = str(player.pk)
session.save()
print(session.session_key)
"""

ADMIN_FIELDS = (
    *("q", "p", "o", "e", "all", "_popup", "_to_field", "_changelist_filters", "app_label"),
    *("model_name", "field_name", "term", "pk", "pk__in", "id__exact", "entry", "decision"),
    *("username", "action", "_selected_action", "created_at__gte", "created_at__year", "day__year"),
)
"""Parameters that the pages of Django's admin may read from a query or a form."""


class Visitor:
    """Sends requests unchanged, over a persistent connection."""

    def __init__(self, site: Site, session: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", site.processes[0].port)
        self._origin = site.urls[0].replace("http", "https")
        self._asked = int(IPv4Address("10.0.0.0"))
        self._cookie = f"csrftoken={TOKEN}; sessionid={session}"

    def close(self) -> None:
        self._connection.close()

    def ask(
        self, path: str, form: str | None = None, method: str = "", **headers: str
    ) -> tuple[int, bytes]:
        """Return the status and the body of the answer; without a method, a form sends a POST."""
        self._asked += 1
        sent = {
            **{"Cookie": self._cookie, "X-CSRFToken": TOKEN, "Referer": f"{self._origin}/"},
            # Each request has a new address, so that no limit cuts the test short.
            "X-Forwarded-For": str(IPv4Address(self._asked)),
            "X-Forwarded-Proto": "https",
            **headers,
        }
        if form is not None:
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        method = method or ("GET" if form is None else "POST")
        # Send addresses unchecked, as an attacker would.
        self._connection._validate_path = lambda url: None  # type: ignore[attr-defined]
        self._connection.request(method, path, form, sent)
        answer = self._connection.getresponse()
        if answer.headers.get_content_type() not in STREAMS:
            return answer.status, answer.read()
        # A stream of events has no end.
        said = answer.read1()
        self._connection.close()
        return answer.status, said


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, stores: Stores) -> Iterator[Site]:
    """Yield a process without player limits; afterwards, its log must show no error."""
    with closing(Launch(tmp_path_factory.mktemp("hostile"), stores)) as launch:
        yield launch("postgres", BEHIND_TLS_PROXY="True", RACES_PER_HOUR="0", SEATS_PER_PLAYER="0")


@pytest.fixture(scope="module")
def known(site: Site) -> dict[str, str]:
    """Return a session, and address parts that exist."""
    session, code, player, entry = site.manage("shell", "--no-imports", "-c", SESSION).split()
    return {
        **{"session": session, "code": code, "player": player, "entry": entry},
        **{"day": "2026-01-01", "game": "applegate", "preset": "standard", "period": "all"},
        **{"text": "x", "release": "0", "language": "de", "provider_id": "oidc"},
        **{"uidb36": "1", "client": "x", "key": "set-password", "id": player, "address": "v1/x"},
    }


@pytest.fixture(scope="module")
def staff_session(site: Site) -> str:
    """Return a session with access to the admin."""
    return site.manage("shell", "--no-imports", "-c", STAFF).strip()


@pytest.fixture
def stranger(site: Site) -> Iterator[Visitor]:
    with closing(Visitor(site)) as visitor:
        yield visitor


@pytest.fixture
def player(site: Site, known: dict[str, str]) -> Iterator[Visitor]:
    with closing(Visitor(site, known["session"])) as visitor:
        yield visitor


ADDRESSES = [address for address in addresses() if not str(address).startswith("/admin/")]
IN_ADMIN = [address for address in addresses() if str(address).startswith("/admin/")]

ENTRANCES = {f"/accounts/{name}/" for name in ("login", "signup", "login/code", "password/reset")}
ENTRANCES |= {"/accounts/2fa/authenticate/", "/accounts/2fa/webauthn/login/"}

ENDINGS = {"/accounts/logout/", "/account/delete/"}
"""Addresses where a valid form ends the session."""


def values(address: Address, known: dict[str, str]) -> dict[str, str]:
    """Return the parts of an address that exist."""
    pk = known["player"] if str(address).startswith("/player/") else known["entry"]
    return known | {"pk": pk}


def sent(
    address: Address, known: dict[str, str], *, asked: bool, posted: bool
) -> Iterator[tuple[str, str | None]]:
    """Yield paths with queries, and forms, each with one hostile part."""
    usual = values(address, known)
    for name in address.parameters:
        for value in PARTS:
            path = address.path(usual | {name: value})
            if asked:
                yield path, None
            if posted:
                yield path, urlencode(USUAL)
    path = address.path(usual)
    if str(address) in ENDINGS:
        return
    fields = [*address.fields(), *(() if address.is_ours else EVERYWHERE)]
    for field in fields:
        rest = urlencode({name: value for name, value in USUAL.items() if name != field})
        for value in TEXTS + (CONTROLS if field == fields[0] else ()):
            if asked:
                yield f"{path}?{rest}&{field}={value}", None
            if posted:
                yield path, f"{rest}&{field}={value}"


SHARES = 4
"""How many tests share the addresses, so that they can run in parallel."""


@pytest.mark.parametrize("share", range(SHARES))
def test_no_address_query_or_form_makes_the_server_fail(
    stranger: Visitor, player: Visitor, known: dict[str, str], share: int
) -> None:
    faults = []
    for number, address in enumerate(ADDRESSES[share::SHARES]):
        # An account page shows its form either to strangers or to players, never to both.
        visitor = stranger if str(address) in ENTRANCES else player
        path = address.path(values(address, known))
        asked = visitor.ask(path)[0] != NOT_ALLOWED
        # An address that ends the session gets no POST unless the path does not exist.
        posted = str(address) in ENDINGS or visitor.ask(path, "")[0] != NOT_ALLOWED
        # A program deletes at an address that does nothing else.
        method = "" if asked or posted else "DELETE"
        assert not method or visitor.ask(path, method=method)[0] != NOT_ALLOWED, path
        requests = [*sent(address, known, asked=asked or not posted, posted=posted)]
        for path, form in sample(requests, 10, number, large=2):
            status, _body = visitor.ask(path, form, method)
            if status >= 500 and status != NOT_IMPLEMENTED:
                faults.append((status, path[:200], form and form[:200]))
    assert faults == []


@pytest.mark.parametrize("share", range(SHARES))
def test_no_address_of_the_admin_makes_the_server_fail(
    site: Site, staff_session: str, share: int
) -> None:
    faults = []
    with closing(Visitor(site, staff_session)) as staff:
        assert staff.ask("/admin/")[0] == 200
        for address in IN_ADMIN[share::SHARES]:
            if str(address) == "/admin/logout/":
                continue
            usual = dict.fromkeys(address.parameters, "1")
            asked: list[tuple[str, str | None]] = [
                (address.path(usual | {name: value}), None)
                for name in address.parameters
                for value in KEYS
            ]
            path = address.path(usual)
            if not address.parameters and not path.endswith("/add/"):
                # The page of a single row reads no query field on its own.
                asked += [(f"{path}?{field}={TEXTS[2]}", None) for field in ADMIN_FIELDS]
                # Addresses are limited to 16,000 characters.
                asked += [(f"{path}?p={TEXTS[0]}&id__exact={TEXTS[0]}", None)]
            for value in (TEXTS[0], TEXTS[2], CONTROLS[0]):
                fields = "&".join(f"{field}={value}" for field in ADMIN_FIELDS)
                asked.append((path, fields))
                if len(fields) < 10_000:
                    asked.append((f"{path}?{fields}", None))
            faults += [
                (status, path[:200], form and form[:200])
                for path, form in asked
                if (status := staff.ask(path, form)[0]) >= 500
            ]
    assert faults == []
    # Django logs its refusals there with a traceback.
    site.processes[0].log.write_text("")


def test_an_invalid_passkey_does_not_make_the_server_fail(
    stranger: Visitor, player: Visitor
) -> None:
    for visitor, path in (
        (stranger, "/accounts/2fa/webauthn/login/"),
        (player, "/accounts/2fa/webauthn/add/"),
        (player, "/accounts/2fa/webauthn/reauthenticate/"),
    ):
        for credential in (*CREDENTIALS, "9" * 4500, '{"response": ' + "9" * 4500 + "}"):
            visitor.ask(path)
            status, _body = visitor.ask(path, urlencode({"credential": credential}))
            assert status < 500, (path, credential[:200])


def test_no_header_makes_the_server_fail(site: Site, known: dict[str, str]) -> None:
    headers = [
        *({"Content-Type": f"text/plain; charset={name}"} for name in ("hex", "utf-7", "\xff", "")),
        *({"Cookie": f"sessionid={text}"} for text in (r'"\000bcdefghi"', "\xe9" * 40, "x" * 4000)),
        {"Cookie": r'preferences="theme=\000"; django_language="\000"; messages="\000"'},
        *({"Accept-Language": text} for text in ("x" * 5000, "\xff\xfe", "de;q=9", ",,;;")),
        *({"Referer": text} for text in ("http://[", "//", "\xff")),
        *({"Accept": text} for text in ("", "/", "\xff", "text/html;q=x")),
        {"Host": "localhost:x"},
    ]
    with closing(Visitor(site)) as visitor:
        for header in headers:
            for form in (None, "language=de&next=/daily/"):
                for path in ("/", "/setlang/", "/history/?page=2", "/accounts/login/"):
                    assert visitor.ask(path, form, **header)[0] < 500, (header, path)


def test_a_control_character_is_named_to_browsers_and_to_others(site: Site) -> None:
    page = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": "en"}
    with closing(Visitor(site)) as visitor:
        for path, form, sentence in (
            ("/race/QFX%00KM/", None, "The address has a control character (U+0000)."),
            ("/?code=a%00b", None, "“code” in the address has a control character (U+0000)."),
            ("/quick/", "game=%1b", "The field “game” has a control character (U+001B)."),
        ):
            sentence += " Remove it and try again."
            status, body = visitor.ask(path, form, **page)
            assert (status, sentence in body.decode()) == (400, True)
            assert "<h1>" in body.decode()
            assert visitor.ask(path, form, Accept="*/*") == (400, f"{sentence}\n".encode())


def test_multi_line_text_is_accepted(site: Site, known: dict[str, str]) -> None:
    with closing(Visitor(site, known["session"])) as visitor:
        form = urlencode({"game": "applegate", "preset": "standard", "deal": "a\r\nb\tc"})
        status, body = visitor.ask("/practice/", form)
    assert status == 400
    assert "control character" not in body.decode()


def test_no_page_redirects_or_links_off_the_site(
    stranger: Visitor, player: Visitor, known: dict[str, str]
) -> None:
    for number, address in enumerate(ADDRESSES):
        path = address.path(values(address, known))
        visitor = stranger if str(address) in ENTRANCES else player
        # All pages call the same function, so each gets a third of the spellings.
        for target in ELSEWHERE[number % 3 :: 3]:
            query = f"next={quote(target)}"
            forms = [None] if str(address) in ENDINGS else [None, query]
            for form in forms:
                status, body = visitor.ask(f"{path}?{query}", form)
                assert b"evil.test" not in body, (path, target, form)
                assert status < 500
