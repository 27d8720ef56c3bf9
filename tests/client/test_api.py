"""`games.client.api`, at a server that answers what the test says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from games.client import Api, ApiError, ClientError, NoAnswerError

BODY = b'{"code":"QFXKMP","detail":"No."}'

Heard = list[tuple[str, str, str | None, str | None]]
"""Verb, path, key and token of each request that came."""


@contextmanager
def answering(
    *statuses: int | None, target: str = "", body: bytes = BODY, kind: str = ""
) -> Iterator[tuple[str, Heard]]:
    """Answer one request with each status, breaking off for None; note what came."""
    left = list(statuses)
    heard: Heard = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = self.headers
            token = headers["Authorization"]
            heard.append((self.command, self.path, headers["Idempotency-Key"], token))
            status = left.pop(0)
            self.send_response(status or 200)
            self.send_header("Retry-After", "600" if status == 429 else "0")
            self.send_header("Content-Length", str(len(body)))
            if kind:
                self.send_header("Content-Type", kind)
            if target:
                self.send_header("Location", target + self.path)
            self.end_headers()
            self.wfile.write(body if status else body[:5])

        def do_GET(self) -> None:
            self.do_POST()

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask again at once."""
    monkeypatch.setattr("games.client.api.WAITS", (0, 0))


def practise(url: str) -> object:
    return asyncio.run(Api(url, "x").practise("agnes-sorel/standard"))["code"]


def test_lost_answers_are_asked_for_again() -> None:
    with answering(None, 503, 200) as (url, heard):
        assert practise(url) == "QFXKMP"
        assert len(heard) == 3
        assert len({key for _, _, key, _ in heard}) == 1
    with answering(502, 504, 503) as (url, _), pytest.raises(ApiError, match="503: No"):
        practise(url)
    with answering(429) as (url, _), pytest.raises(ApiError, match="429"):
        practise(url)
    with answering(500) as (url, _), pytest.raises(ApiError, match="500"):
        practise(url)
    with answering(None, None, None) as (url, _), pytest.raises(NoAnswerError):
        practise(url)


def test_a_server_that_is_no_api_is_quoted_if_it_says_a_line() -> None:
    line = b"This process serves websockets.\nNothing else.\n"
    with (
        answering(421, body=line, kind="text/plain; charset=utf-8") as (url, _),
        pytest.raises(ApiError, match=r"^421: This process serves websockets\.$"),
    ):
        practise(url)
    with (
        answering(400, body=b"<html>", kind="text/html") as (url, _),
        pytest.raises(ApiError, match=r"^400: Bad Request$"),
    ):
        practise(url)


@pytest.mark.parametrize(("lost", "raised"), [(None, NoAnswerError), (503, ApiError)])
def test_what_could_be_done_twice_is_asked_once(
    lost: int | None, raised: type[ClientError]
) -> None:
    with answering(lost, 200) as (url, heard):
        with pytest.raises(raised):
            asyncio.run(Api(url, "x").ask("POST", "me/webhooks", {}))
        assert len(heard) == 1
    with answering(lost, 200) as (url, heard):
        assert asyncio.run(Api(url, "x").ask("GET", "me"))["code"] == "QFXKMP"
        assert len(heard) == 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_the_token_follows_no_redirect(status: int) -> None:
    with (
        answering(200) as (elsewhere, stolen),
        answering(status, target=elsewhere) as (url, heard),
    ):
        moved = f"{status}: {url}/api/v1/races/A/join has moved to {elsewhere}/api/v1/races/A/join"
        with pytest.raises(ApiError, match=moved):
            asyncio.run(Api(url, "x").join("A"))
        assert [(verb, token) for verb, _, _, token in heard] == [("POST", "Bearer x")]
        assert stolen == []


@pytest.mark.parametrize(
    "url",
    [
        "",
        "play.example.org",
        "ftp://play.example.org",
        "https://",
        "https://play.example.org:x",
        "https://play.example.org:0",
        "https://[play.example.org",
        "https://play.example.org/?a=b",
        "https://play.example.org/ ",
    ],
)
def test_what_is_no_address_is_refused_at_once(url: str) -> None:
    with pytest.raises(ClientError, match=r"isn't an address such as https://play\.example\.org"):
        Api(url, "x")


@pytest.mark.parametrize("token", ["", "two words", "secret\n", "secret…"])
def test_what_is_no_token_is_refused_and_not_shown(token: str) -> None:
    with pytest.raises(ClientError, match="a token is one word of ASCII") as refused:
        Api("https://play.example.org", token)
    assert not token or token.strip() not in str(refused.value)


def test_a_code_stays_within_its_part_of_the_address() -> None:
    with answering(200) as (url, heard):
        asyncio.run(Api(url, "x").race("../me?x=1"))
    assert heard[0][1] == "/api/v1/races/..%2Fme%3Fx%3D1"


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"null", b"\xff"])
def test_what_is_no_document_is_no_answer(body: bytes) -> None:
    with answering(200, 200, 200, body=body) as (url, _), pytest.raises(NoAnswerError):
        practise(url)
