from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from games.engine import Board, Deal, IllegalMoveError, Rules, Sentence
from games.spoken import spoken
from tests.pages.page import text


def test_a_page_is_in_the_language_that_the_browser_asks_for(client: Client, db: None) -> None:
    answer = client.get("/", headers={"accept-language": "fr, de-AT;q=0.8, en;q=0.5"})
    assert '<html lang="de"' in answer.content.decode()
    assert "Wer ist zuerst im Ziel?" in text(answer)
    assert "Who gets home first?" in text(client.get("/", headers={"accept-language": "fr"}))


def test_a_chosen_language_stays(client: Client, db: None) -> None:
    answer = client.post("/setlang/", {"language": "de", "next": "/how-to-play/"})
    assert answer.headers["Location"] == "/how-to-play/"
    assert "Jedes Spiel nach" in text(
        client.get("/how-to-play/", headers={"accept-language": "en"})
    )


def test_modules_get_the_catalogue_of_the_page_and_cache_it(client: Client, db: None) -> None:
    page = client.get("/", headers={"accept-language": "de"}).content.decode()
    found = re.search(r'<script defer src="(/catalogue/[^"]+/de.js)"', page)
    assert found
    answer = client.get(found[1])
    assert "Kein Zug mehr m\\u00f6glich." in answer.content.decode()
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get("/catalogue/0/de.js").status_code == 404
    assert client.get(found[1].replace("de.js", "xx.js")).status_code == 404
    assert "/catalogue/" not in client.get("/").content.decode()


def test_a_refusal_is_translated_with_its_cards() -> None:
    board = Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"same deal"))
    with pytest.raises(IllegalMoveError) as refusal:
        board.find_move("t1t2")
    with override("de"):
        assert spoken(refusal.value.sentence) == (
            "Auf Karo\u20113 passt nur eine Karte mit dem Wert 2: "
            "In den Spalten geht es abwärts in beliebiger Farbe."
        )
        assert spoken("The race is over.") == "Das Rennen ist vorbei."
        assert spoken("Nobody has translated this.") == "Nobody has translated this."


def test_the_next_card_of_a_foundation_is_named_with_its_suit() -> None:
    template = "The foundation of %(suit)s takes the %(wanted)s next, not the %(card)s."
    with override("de"):
        assert spoken(Sentence(template, suit="clubs", wanted="A", card="9")) == (
            "Auf den Grundstapel kommt als Nächstes Kreuz\u2011Ass, nicht Kreuz\u20119."
        )


def test_a_card_s_name_comes_with_its_letter_where_it_begins_with_another() -> None:
    there = "There is no card %(card)s on %(pile)s."
    told = {
        "QH": "Herz\u2011Dame\u00a0(Q)",
        "J": "Bube\u00a0(J)",
        "KS": "Pik\u2011König",
        "TD": "Karo\u201110",
    }
    for card, name in told.items():
        with override("de"):
            assert name in spoken(Sentence(there, card=card, pile="t3"))
        with override("en"):
            assert "(" not in spoken(Sentence(there, card=card, pile="t3"))


def test_a_refusal_names_cards_and_piles_as_the_page_does() -> None:
    fills = "Only a %(rank)s or a run from a %(rank)s may fill an empty column."
    told = {
        Sentence("The %(card)s is there.", card="QH"): "The queen of hearts is there.",
        Sentence(fills, rank="A"): fills.replace("a %(rank)s", "an ace"),
        Sentence(fills, rank="8"): fills.replace("a %(rank)s", "an 8"),
        Sentence(fills, rank="T"): fills.replace("a %(rank)s", "a 10"),
        Sentence("There is no card on %(pile)s.", pile="t3"): "There is no card on column 3.",
        Sentence("There is no card on %(pile)s.", pile="s"): "There is no card on the stock.",
        Sentence("There is no card in %(pile)s.", pile="c3"): "There is no card in cell 3.",
    }
    # A page that was fetched before leaves its language behind.
    with override("en"):
        for sentence, said in told.items():
            assert spoken(sentence) == said
