from __future__ import annotations

import runpy
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire_site import settings
from solitaire_site.proxies import Proxies
from solitaire_site.secret import stored_key

if TYPE_CHECKING:
    from pathlib import Path


class Read(Protocol):
    def __call__(self, **environment: str) -> dict[str, Any]: ...


CHOSEN = "a secret that the operator has chosen"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Read:
    """Return a reader of the settings with only these variables set."""

    def read(**environment: str) -> dict[str, Any]:
        for name in (
            "ALLOWED_HOSTS",
            "DATABASE_URL",
            "DEBUG",
            "OIDC_PRIVATE_KEY",
            "LOG_FORMAT",
            "REDIS_URL",
            "ROLE",
            "SECRET_KEY",
            "SECRET_KEY_FILE",
            "VAPID_PRIVATE_KEY",
            "TRUSTED_PROXIES",
        ):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"DATA_DIR": str(tmp_path / "var"), **environment}.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(settings.__file__)

    return read


def test_nothing_needs_to_be_set(read: Read, tmp_path: Path) -> None:
    settings = read()
    assert settings["DATABASES"]["default"]["NAME"] == tmp_path / "var" / "db.sqlite3"
    assert not settings["DEBUG"]


def test_by_default_only_this_machine_is_served(read: Read) -> None:
    assert set(read()["ALLOWED_HOSTS"]) == {"localhost", "127.0.0.1", "[::1]"}


def test_the_secret_key_survives_a_restart(read: Read) -> None:
    assert read()["SECRET_KEY"] == read()["SECRET_KEY"]


def test_a_secret_key_can_be_set(read: Read, tmp_path: Path) -> None:
    assert read(SECRET_KEY=CHOSEN)["SECRET_KEY"] == CHOSEN
    assert not (tmp_path / "var" / "secret_key").exists()


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("SECRET_KEY", "guess", "at least 32 characters"),
        ("ALLOWED_HOSTS", "https://play.example.org", "play.example.org, without https://"),
        ("ALLOWED_HOSTS", "play.example.org:8000", "play.example.org, without https://"),
        ("CSRF_TRUSTED_ORIGINS", "example.org", "https://example.org, not 'example.org'"),
        ("API_ORIGINS", "https://example.org/", "https://example.org, not"),
        ("EMBED_ORIGINS", "foo", "https://example.org, or *, or none, not 'foo'"),
        ("DEFAULT_FROM_EMAIL", "nope", "club@example.org, not 'nope'"),
        ("DEFAULT_FROM_EMAIL", "nope@", "club@example.org, not 'nope@'"),
        ("DEFAULT_FROM_EMAIL", "club@https://example.org", "club@example.org, not"),
        ("EMAIL_HOST", "http://a b", "mail.example.org, without https:// and port, not 'http"),
        ("EMAIL_HOST", "mail.example.org:25", "mail.example.org, without https:// and port"),
        ("CONTACT", "club@example.org", "mailto:club@example.org or https://example.org"),
        ("VAPID_CONTACT", "foo", "mailto:club@example.org or https://example.org, not 'foo'"),
        ("VAPID_CONTACT", "mailto:foo", "mailto:club@example.org or https://example.org"),
        ("VAPID_CONTACT", "http://example.org", "mailto:club@example.org or https://example.org"),
        ("BUNDLE_DIR", "/nope", "a folder that is there, not '/nope'"),
        ("LOGIN_PROVIDER_URL", "https://", "https://host.example.org, with a host"),
        ("LOGIN_PROVIDER_URL", "https://a b", "https://host.example.org, with a host"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:x", "a number as its port"),
        ("REDIS_URL", "redis://localhost:guess", "redis://host:6379/0"),
        ("DATABASE_URL", "postgres://localhost", "postgres://user:password@host:5432/name"),
        ("DATABASE_URL", "postgres://db/games?sslmod=require", "such as sslmode, not 'sslmod'"),
        ("DATABASE_URL", "postgres://db/games?guess=1", "libpq's parameters behind its question"),
        ("METRICS_ADDRESS", "http://127.0.0.1:9100", "127.0.0.1:9100, not 'http"),
    ],
)
def test_a_wrong_value_stops_the_start_and_says_what_would_be_right(
    read: Read, name: str, value: str, right: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name} must") as refusal:
        read(**{name: value})
    assert right in str(refusal.value)
    assert "guess" not in str(refusal.value)


@pytest.mark.parametrize(
    "given",
    [
        {"LOGIN_PROVIDER_URL": "https://id.example.org"},
        {"LOGIN_PROVIDER_CLIENT_ID": "same-deal"},
    ],
)
def test_half_a_provider_is_refused(read: Read, given: dict[str, str]) -> None:
    with pytest.raises(ImproperlyConfigured, match="need each other"):
        read(**given)


def test_all_that_is_wrong_is_named_at_once(read: Read, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    given = {
        "DEBUG": "yes",
        "SECRET_KEY_FILE": str(empty),
        "DATABASE_URL": "postgres://me:a#b@host:x/games",
        "REDIS_URL": "localhost",
        "ROLE": "live",
        "METRICS_ADDRESS": "9100",
    }
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(**given)
    first, *lines = str(refusal.value).splitlines()
    assert first == "these are wrong:"
    named = [line.removeprefix("- ").partition(" must")[0].partition("=")[0] for line in lines]
    assert named == ["DEBUG", "SECRET_KEY_FILE", "DATABASE_URL", "REDIS_URL", "METRICS_ADDRESS"]
    # The next start finds nothing of it.
    for name in given:
        given[name] = ""
    assert not read(**given)["DEBUG"]


def test_right_values_of_every_form_are_taken(read: Read, tmp_path: Path) -> None:
    settings = read(
        ALLOWED_HOSTS="play.example.org,.example.org,192.168.1.20,[::1],localhost",
        CSRF_TRUSTED_ORIGINS="https://play.example.org,https://*.example.org:8443",
        API_ORIGINS="http://localhost:3000,https://[::1]:8000",
        EMBED_ORIGINS="*",
        DEFAULT_FROM_EMAIL="The club <club@example.org>",
        EMAIL_HOST="mail",
        VAPID_CONTACT="mailto:club@localhost",
        BUNDLE_DIR=str(tmp_path),
        REDIS_URL="unix:///run/redis/redis.sock?db=1",
        DATABASE_URL="postgres:///games?sslmode=require&tcp_user_timeout=60000",
        METRICS_ADDRESS="[::1]:9100",
        OTEL_EXPORTER_OTLP_ENDPOINT="http://[::1]:4318/",
        LOGIN_PROVIDER_URL="https://id.example.org/realms/club",
        LOGIN_PROVIDER_CLIENT_ID="same-deal",
    )
    assert settings["METRICS_ADDRESS"] == ("::1", 9100)
    assert len(settings["ALLOWED_HOSTS"]) == 5
    assert len(settings["CSRF_TRUSTED_ORIGINS"]) == len(settings["API_ORIGINS"]) == 2
    assert settings["DEFAULT_FROM_EMAIL"] == "The club <club@example.org>"


def test_a_secret_can_be_in_a_file(read: Read, tmp_path: Path) -> None:
    for name, value in (("SECRET_KEY", CHOSEN), ("DATABASE_URL", "postgres://me:word@db/games")):
        (tmp_path / name).write_text(f"{value}\n")
    settings = read(
        SECRET_KEY_FILE=str(tmp_path / "SECRET_KEY"),
        DATABASE_URL_FILE=str(tmp_path / "DATABASE_URL"),
    )
    assert settings["SECRET_KEY"] == CHOSEN
    assert settings["DATABASES"]["default"]["PASSWORD"] == "word"


def test_a_secret_has_one_home(read: Read, tmp_path: Path) -> None:
    path = tmp_path / "key"
    with pytest.raises(ImproperlyConfigured, match=f"{path} can't be read: No such file"):
        read(SECRET_KEY_FILE=str(path))
    path.write_text("\n")
    with pytest.raises(ImproperlyConfigured, match=f"SECRET_KEY_FILE={path} is empty"):
        read(SECRET_KEY_FILE=str(path))
    path.write_bytes(b"\xff")
    with pytest.raises(ImproperlyConfigured, match="it is not a text"):
        read(SECRET_KEY_FILE=str(path))
    path.write_text("chosen")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY and SECRET_KEY_FILE are both set"):
        read(SECRET_KEY_FILE=str(path), SECRET_KEY="another")


def test_the_key_of_the_provider_is_made_when_it_is_needed(read: Read, tmp_path: Path) -> None:
    path = tmp_path / "var" / "oidc_key.pem"
    key = read()["IDP_OIDC_PRIVATE_KEY"]
    assert not path.exists()
    assert str(key) == path.read_text().strip() == str(read()["IDP_OIDC_PRIVATE_KEY"])


def test_a_key_of_the_provider_can_be_set(read: Read, tmp_path: Path) -> None:
    pem = stored_key(tmp_path / "key").strip()
    for text in (pem, pem.replace("\n", "\\n")):
        assert read(OIDC_PRIVATE_KEY=text)["IDP_OIDC_PRIVATE_KEY"] == pem


DAMAGED = (
    ("secret_key", b"x", "1 character, not 32 or more", "signs everyone out, and guests for good"),
    ("secret_key", b"", "0 characters, not 32 or more", "signs everyone out, and guests for good"),
    ("oidc_key.pem", b"\xff", "not a private key in PEM", "voids what it signed for applications"),
    (
        "vapid_key",
        b"x",
        "not 32 bytes in URL-safe base64",
        "each browser has to turn push on again",
    ),
)


@pytest.mark.parametrize(("name", "content", "fault", "cost"), DAMAGED)
def test_a_damaged_key_stops_the_start(
    read: Read, tmp_path: Path, name: str, content: bytes, fault: str, cost: str
) -> None:
    path = tmp_path / "var" / name
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(ImproperlyConfigured) as raised:
        read()
    said = f"{path} is damaged ({fault}): put back the copy from your backup; "
    assert str(raised.value).startswith(said)
    assert str(raised.value).endswith(f"{cost}.")


def test_every_damaged_key_is_named_at_once(read: Read, tmp_path: Path) -> None:
    names = {name for name, *_ in DAMAGED}
    (tmp_path / "var").mkdir()
    for name in names:
        (tmp_path / "var" / name).write_text("x")
    with pytest.raises(ImproperlyConfigured, match="these are wrong:") as raised:
        read()
    assert all(f"{name} is damaged" in str(raised.value) for name in names)


def test_what_stands_in_a_setting_needs_no_file(read: Read, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / "secret_key").write_text("x")
    assert read(SECRET_KEY=CHOSEN)["SECRET_KEY"] == CHOSEN


@pytest.mark.parametrize("kind", ["", " EC"])
def test_what_is_no_rsa_key_stops_the_start(read: Read, kind: str) -> None:
    bad = f"-----BEGIN{kind} PRIVATE KEY-----\nsecret\n-----END{kind} PRIVATE KEY-----"
    with pytest.raises(ImproperlyConfigured, match="OIDC_PRIVATE_KEY") as raised:
        read(OIDC_PRIVATE_KEY=bad)
    assert "secret" not in str(raised.value)


def test_no_port_is_above_the_last(read: Read) -> None:
    assert read(EMAIL_PORT="65535")["EMAIL_PORT"] == 65535
    with pytest.raises(ImproperlyConfigured, match="EMAIL_PORT must be a number from 1 to 65535"):
        read(EMAIL_PORT="99999")


def test_a_database_url_leads_to_postgresql(read: Read) -> None:
    database = read(DATABASE_URL="postgres://me:word@db:5433/games")["DATABASES"]["default"]
    assert database["ENGINE"] == "solitaire_site.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", 5433, "games")


@pytest.mark.parametrize("character", "#/?[")
def test_a_password_that_is_not_encoded_stops_the_start(read: Read, character: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"URL-encoded: %23 for #") as raised:
        read(DATABASE_URL=f"postgres://me:very{character}secret@db:5433/games")
    assert "secret" not in str(raised.value)


def test_a_database_that_goes_silent_is_given_up_soon(read: Read) -> None:
    options = read(DATABASE_URL="postgres://db/games")["DATABASES"]["default"]["OPTIONS"]
    assert (options["tcp_user_timeout"], options["connect_timeout"]) == (10_000, 5)
    probes = options["keepalives_interval"] * options["keepalives_count"]
    assert options["keepalives_idle"] + probes == 30


def test_connection_options_in_the_database_url_come_first(read: Read) -> None:
    url = "postgres://db/games?tcp_user_timeout=60000&keepalives_idle=1"
    options = read(DATABASE_URL=url)["DATABASES"]["default"]["OPTIONS"]
    assert int(options["tcp_user_timeout"]) == 60_000
    assert int(options["keepalives_idle"]) == 1
    assert options["keepalives_count"] == 3


def test_an_unsupported_database_is_refused(read: Read) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        read(DATABASE_URL="mysql://db/games")


def test_a_redis_url_serves_the_channel_layer_and_the_cache(read: Read) -> None:
    settings = read(REDIS_URL="redis://news:6379/2")
    [host] = settings["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"]
    assert host["address"] == "redis://news:6379/2"
    assert settings["CACHES"]["default"]["LOCATION"] == "redis://news:6379/2"
    caches = settings["CACHES"].values()
    in_redis = [cache for cache in caches if cache.get("LOCATION") == "redis://news:6379/2"]
    # Nothing there is unpickled.
    assert [cache["OPTIONS"]["serializer"] for cache in in_redis] == [settings["CACHE_FORMAT"]] * 3


def test_a_process_with_only_pages_or_sockets_needs_redis(read: Read) -> None:
    for role in ("pages", "live"):
        with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
            read(ROLE=role)
        assert read(ROLE=role, REDIS_URL="redis://news:6379/2")["ROLE"] == role
    with pytest.raises(ImproperlyConfigured, match="all, pages, live"):
        read(ROLE="sockets")


def test_behind_a_tls_proxy_cookies_are_secure(read: Read) -> None:
    settings = read(BEHIND_TLS_PROXY="True")
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["CSRF_COOKIE_SECURE"]
    assert settings["SECURE_SSL_REDIRECT"]


def test_forwarding_headers_are_trusted_in_one_place_and_from_listed_proxies(read: Read) -> None:
    assert read()["TRUSTED_PROXIES"] == Proxies()
    behind = read(BEHIND_TLS_PROXY="True")
    assert ip_address("127.0.0.1") in behind["TRUSTED_PROXIES"]
    assert ip_address("10.0.0.1") not in behind["TRUSTED_PROXIES"]
    assert ip_address("127.0.0.1") not in read(TRUSTED_PROXIES="10.0.0.0/24")["TRUSTED_PROXIES"]
    # Each of these makes Django or allauth trust a header from any client.
    for found in (read(), behind):
        assert not {
            "SECURE_PROXY_SSL_HEADER",
            "USE_X_FORWARDED_HOST",
            "USE_X_FORWARDED_PORT",
            "ALLAUTH_TRUSTED_PROXY_COUNT",
            "ALLAUTH_TRUSTED_CLIENT_IP_HEADER",
        } & set(found)


def test_templates_are_not_static_files(read: Read) -> None:
    assert "templates" not in [prefix for prefix, _ in read()["STATICFILES_DIRS"]]


def test_the_url_of_static_files_contains_the_version(read: Read) -> None:
    settings = read()
    assert settings["STATIC_URL"].startswith(f"/static/{settings['VERSION']}-")
