"""The AsyncAPI document of the race socket as it is served, and its page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.pages.page import text
from tests.repository.protocol.asyncapi import document


@pytest.mark.parametrize("secure", [False, True])
def test_the_document_is_served_as_it_was_made_for_this_site(
    client: Client, db: None, secure: bool
) -> None:
    answer = client.get("/api/v1/asyncapi.json", secure=secure)
    served, made = answer.json(), document()
    here = {"host": "testserver", "protocol": "wss" if secure else "ws"}
    assert served.pop("servers")["site"].items() >= here.items()
    assert "servers" in made
    assert served == {name: part for name, part in made.items() if name != "servers"}
    assert answer["Cache-Control"].startswith("public")


@pytest.mark.parametrize("name", ["api", "client", "protocol", "verification"])
def test_the_documents_are_there_to_read(client: Client, db: None, name: str) -> None:
    page = client.get("/api/" if name != "protocol" else "/api/socket/").content.decode()
    assert f'href="/api/{name}.md"' in page
    answer = client.get(f"/api/{name}.md")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().startswith("# ")


def test_the_page_shows_every_frame_field_and_type(client: Client, db: None) -> None:
    page = client.get("/api/socket/")
    said, made = text(page), document()["components"]
    for message in made["messages"].values():
        assert message["name"] in said
    for name, schema in made["schemas"].items():
        assert set(schema.get("properties", ())) <= set(re.findall(r"[\w-]+", said))
        assert name in made["messages"] or f'id="{name}"' in page.content.decode()
    assert "`" not in said
