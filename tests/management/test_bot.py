"""Which bot the command lets race: `tests/live/test_bots.py` has it race."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.client import Api, ApiError, ClientError
from games.models import AccessToken, Player
from tests.api.programs import token_of
from tests.players import alice as alice
from tests.players import bot as bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def tokens(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tokens with which bots have come to a race."""
    seen: list[str] = []

    async def come(api: Api, *_: Any) -> None:
        seen.append(api.token)

    monkeypatch.setattr("games.management.commands.bot.join_and_race", come)
    monkeypatch.delenv("SAME_DEAL_TOKEN", raising=False)
    return seen


def test_the_token_of_another_bot_is_in_the_environment_alone(
    bot: Player, tokens: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = token_of(bot)
    monkeypatch.setenv("SAME_DEAL_TOKEN", text)
    call_command("bot", "QFXKMP")
    assert tokens == [text]
    with pytest.raises(CommandError, match="unrecognized arguments: --token"):
        call_command("bot", "QFXKMP", "--token", "x")


@pytest.mark.parametrize(("options", "name"), [([], "House bot"), (["--name", "Robby"], "Robby")])
def test_a_bot_of_the_site_has_a_token_for_as_long_as_it_races(
    bot: Player,
    tokens: list[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    name: str,
) -> None:
    if options:
        monkeypatch.setenv("SAME_DEAL_TOKEN", token_of(bot))
    call_command("bot", "QFXKMP", *options)
    assert Player.objects.filter(bot=True, owner=None).get().name == name
    assert len(tokens) == 1
    assert not AccessToken.objects.filter(player__name=name).exists()


def test_a_bot_that_reached_no_race_leaves_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise ClientError("there is no such race")

    monkeypatch.setattr("games.management.commands.bot.join_and_race", fail)
    monkeypatch.delenv("SAME_DEAL_TOKEN", raising=False)
    with pytest.raises(CommandError, match="there is no such race"):
        call_command("bot", "QFXKMP")
    assert not Player.objects.exists()


def test_a_site_that_does_not_know_the_token_is_named(
    bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise ApiError(401, None, "The token isn't valid.")

    monkeypatch.setattr("games.management.commands.bot.join_and_race", refuse)
    monkeypatch.delenv("SAME_DEAL_TOKEN", raising=False)
    said = "http://127.0.0.1:8000 says 401: The token isn't valid."
    with pytest.raises(CommandError, match=f"^{said} .* give this site's address as --url"):
        call_command("bot", "QFXKMP")
    monkeypatch.setenv("SAME_DEAL_TOKEN", token_of(bot))
    with pytest.raises(CommandError, match=f"^{said}$"):
        call_command("bot", "QFXKMP")
