"""The deal of a race, with what the solver knows of it."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from dmr import Path, Query, modify
from msgspec import Meta, Struct

from games.api.requests.callers import Bearer, known_caller
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.resources.leaderboards import BoardQuery, Ranking, ranking
from games.api.resources.races import RacePath, found_race
from games.live.protocol import Difficulty
from games.models import Player, Proof, Race
from games.models.deals.proof import ProofKind
from games.models.people.token import Scope
from games.models.standings.booking import deal_leaderboard_name
from games.models.visibility import are_leaderboards_shown, is_solution_secret
from games.pages.site.clock import now


class ProofDocument(Struct, frozen=True):
    """What the solver found out about a deal."""

    verdict: Annotated[
        ProofKind, Meta(description="`unknown` if the search ended before it had an answer.")
    ]
    states: Annotated[int, Meta(description="How many positions the search visited.")]
    difficulty: Difficulty | None
    solution: Annotated[list[str], Meta(description="Moves that win; empty if none are known.")]


class DealDocument(Struct, frozen=True):
    """A deal that is no longer secret, under the rules of a race."""

    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    cards: Annotated[str, Meta(description="The 52 cards in dealing order.")]
    key: Annotated[str | None, Meta(description="The key that deals them; null if listed.")]
    commitment: Annotated[str | None, Meta(description="The SHA-256 of the key.")]
    published: Annotated[bool, Meta(description="Whether it ships with the program.")]
    proof: Annotated[ProofDocument | None, Meta(description="Null if the solver hasn't tried.")]
    ranking: Annotated[
        Ranking,
        Meta(description="Everyone's best race on it, if it is published or was listed."),
    ]


class DealResource(Resource):
    """The deal of a race."""

    auth = (Bearer(Scope.READ, optional=True),)

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[RacePath], parsed_query: Query[BoardQuery]) -> DealDocument:
        """Return a race's deal and its proof, once no race is on the deal any more."""
        player = known_caller(self.request)
        race = found_race(parsed_path.code, player)
        if not are_leaderboards_shown(race, player, now()):
            raise Http404(f"The deal of {race.code} isn't public yet.")
        deal = race.deal
        return DealDocument(
            rules=race.rules,
            cards=deal.cards,
            key=None if deal.key is None else bytes(deal.key).hex(),
            commitment=deal.commitment,
            published=deal.public,
            proof=_proof(race, player),
            ranking=ranking(deal_leaderboard_name(deal.pk, race.rules), parsed_query),
        )


def _proof(race: Race, player: Player | None) -> ProofDocument | None:
    proof = Proof.objects.filter(deal=race.deal, rules=race.rules).select_related("deal").first()
    if proof is None or is_solution_secret(proof, player, now()):
        return None
    difficulty: Difficulty | None = proof.difficulty or None  # type: ignore[assignment]
    return ProofDocument(ProofKind(proof.kind), proof.states, difficulty, proof.line.split())
