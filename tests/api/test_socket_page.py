"""The AsyncAPI document of the race socket as it is served, and its page."""

from __future__ import annotations

import re

from django.test import Client

from tests.pages.page import text
from tests.repository.protocol.asyncapi import document


def test_the_document_is_served_as_it_was_made(client: Client, db: None) -> None:
    answer = client.get("/api/v1/asyncapi.json")
    assert answer.json() == document()
    assert answer["Cache-Control"].startswith("public")


def test_the_page_shows_every_frame_field_and_type(client: Client, db: None) -> None:
    page = client.get("/api/socket/")
    said, made = text(page), document()["components"]
    for message in made["messages"].values():
        assert message["name"] in said
    for name, schema in made["schemas"].items():
        assert set(schema.get("properties", ())) <= set(re.findall(r"[\w-]+", said))
        assert name in made["messages"] or f'id="{name}"' in page.content.decode()
    assert "`" not in said
