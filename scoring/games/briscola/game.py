"""Briscola (S4): 2 or 3 players singly, 4 in pairs, 6 in two sides of three (BLA-01 to BLA-11).

The rule texts are in `rules`, packs and tricks in `config`, the reading of a coup in `coup`.
Nothing is staked: a coup won is a point, or card points are marked to a target.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from scoring.card_points import build_points_field
from scoring.coup_text import (
    describe_claims,
    describe_dealer,
    describe_player_points,
    describe_tricks,
    describe_turn_up,
)
from scoring.declarations import COMMON_PLAYER_KEYS, GainBounds, PlayerKeys, RemainingGains, TotalUnit
from scoring.game import GENERAL_CHAPTERS, GENERAL_RULES, Game, ScoredCoup
from scoring.games.briscola import coup as deals
from scoring.games.briscola import narration
from scoring.games.briscola.config import HALF, BriscolaConfig, build_config
from scoring.games.briscola.rules import CHAPTERS, OPTIONS, PRESETS, RULES, SOURCES, TABLE_FACTS
from scoring.language import Text, plural
from scoring.model import CoupField, DealerRotation, Mark, Problem, Setting, Step, TableState
from scoring.outcomes import build_outcome_from_marks
from scoring.seating import Sides, alternate_sides


class Briscola(Game):
    """The game of Briscola: the rules BLA-01 to BLA-11."""

    key = "briscola"
    name = Text("Briscola")
    sizes = (2, 3, 4, 6)
    options = OPTIONS
    presets = PRESETS
    rules = (*GENERAL_RULES, *RULES)
    chapters = GENERAL_CHAPTERS | CHAPTERS
    sources = SOURCES
    door_rules = ("BLA-01", "BLA-02", "BLA-04", "BLA-06", "BLA-08", "BLA-10")
    table_facts = TABLE_FACTS
    example: ClassVar[Mapping[str, Any]] = {"type": "coup", "points": {"Anne": 70, "Basile": 50}}
    known_in = ("it",)
    italian_cards = Text("à la Briscola")
    zero_wins = False
    tricks_only_keys = ("retourne",)
    player_keys = COMMON_PLAYER_KEYS.union(PlayerKeys(frozenset(), by_player=frozenset({"points", "claimed"})))

    def reconcile_options(
        self, options: Mapping[str, Any], standard: Mapping[str, Any], problems: list[Problem]
    ) -> Mapping[str, Any]:
        """Return the options. If they say the best of an even number of coups, append a problem, and put the preset's
        number in its place (BLA-08)."""
        if options["match"] != "best_of" or options["match_n"] % 2:
            return options
        text = Text(
            "Au meilleur de {n} coups, personne ne serait sûr de gagner : il faut un nombre impair.",
            n=options["match_n"],
        )
        problems.append(Problem("options.match_n", "BLA-08", text))
        return {**options, "match_n": standard["match_n"]}

    def determine_sides(
        self,
        players: tuple[str, ...],
        sides: Sides | None,
        options: Mapping[str, Any],
        problems: list[Problem],
    ) -> Sides | None:
        """Return the sides (BLA-02): four players form two pairs face to face, six alternate; fewer play singly."""
        if len(players) < 4:
            if sides is not None:
                text = Text("À deux ou à trois, chacun joue pour soi : il n’y a pas de camps.")
                problems.append(Problem("sides", "BLA-02", text))
            return None
        return alternate_sides(players, sides, "BLA-02", problems)

    def build_config(self, setting: Setting) -> BriscolaConfig:
        """Build Briscola's config."""
        return build_config(setting)

    def build_dealer_rotation(self, setting: Setting) -> DealerRotation:
        """Return the order of dealing: every player in turn (BLA-09)."""
        return DealerRotation.in_turn(tuple(range(setting.size)), "BLA-09")

    def count_planned_coups(self, setting: Setting) -> int | None:
        """Return the number of coups (BLA-08): one, or n; None where wins or points end the partie."""
        config: BriscolaConfig = setting.config
        return config.coup_count

    def bound_gains(self, setting: Setting, totals: Sequence[int], coups_left: int | None) -> RemainingGains:
        """Return the least and the most that can be gained in the coups left: a coup won counts 1 for each winner
        (BLA-06 to 08); points have no upper limit."""
        config: BriscolaConfig = setting.config
        if config.target is not None:
            return super().bound_gains(setting, totals, coups_left)
        if config.wins_needed is not None:
            seats = tuple(GainBounds(0, config.wins_needed - total) for total in totals)
            return RemainingGains(seats, GainBounds(0, sum(config.wins_needed - total for total in totals)))
        coups, winners = coups_left or 0, max(2, setting.size // 2)
        return RemainingGains((GainBounds(0, coups),) * setting.size, GainBounds(0, coups * winners))

    def get_target(self, setting: Setting) -> int | None:
        """Return the number of card points that ends the partie (BLA-10); None where coups won are counted."""
        config: BriscolaConfig = setting.config
        return config.target

    def list_fields(self, setting: Setting) -> tuple[CoupField, ...]:
        """Return one field of card points for each player, or for each side."""
        return tuple(build_points_field(side) for side in setting.list_scoring_sides())

    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> deals.BriscolaDeal | None:
        """Read a coup given in tricks or in totals."""
        return deals.read_coup(state.setting, event, dealer, path, problems)

    def score_coup(self, state: TableState, coup: deals.BriscolaDeal, dealer: int) -> ScoredCoup:
        """Score a coup (BLA-06, 07, 10)."""
        config: BriscolaConfig = state.setting.config
        won = deals.find_winners(config, coup.points)
        marks = _build_marks(config, coup.points, won)
        outcome = build_outcome_from_marks(state, marks, dealer=dealer, points=coup.points, winners=won, details=coup)
        return ScoredCoup(outcome)

    def is_over(self, state: TableState) -> bool:
        """Return True if enough coups are won (BLA-08), or the target is reached and one player, or side, leads
        (BLA-10)."""
        config: BriscolaConfig = state.setting.config
        best = max(state.seat_totals)
        if config.wins_needed is not None:
            return best >= config.wins_needed
        if config.target is None or best < config.target:
            return False
        side_of = state.setting.side_of or range(state.setting.size)
        return len({side_of[seat] for seat, total in enumerate(state.seat_totals) if total == best}) == 1

    def describe_coup(self, event: Mapping[str, Any]) -> Sequence[Text]:
        """Return the turn-up, the points, the dealer, points claimed wrongly, the tricks."""
        parts = (describe_turn_up, describe_player_points, describe_dealer, describe_claims, describe_tricks)
        return tuple(text for describe in parts for text in describe(event))

    def narrate_opening(self, setting: Setting) -> Sequence[Text]:
        """Say what ends the partie."""
        return (narration.narrate_opening(setting.config),)

    def narrate_coup(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate the points of a coup, who wins it and why."""
        return narration.narrate_coup(before, step)

    def describe_total(self, setting: Setting, total: int) -> Text:
        """Return a total as coups won, or as points."""
        return narration.describe_total(setting.config, total)

    def get_total_unit(self, setting: Setting) -> TotalUnit:
        """Return coups won, or points where a target ends the partie (BLA-08, 10)."""
        config: BriscolaConfig = setting.config
        return TotalUnit.COUPS_WON if config.target is None else TotalUnit.POINTS

    def describe_unit(self, setting: Setting, total: int) -> Text:
        """Return the unit of totals: coups won, or points."""
        if self.get_total_unit(setting) is TotalUnit.POINTS:
            return super().describe_unit(setting, total)
        return plural("coup gagné", "coups gagnés", total)


def _build_marks(config: BriscolaConfig, points: Sequence[int], won: tuple[int, ...]) -> list[Mark]:
    """Return what each seat marks: 1 for a coup won (BLA-06, 07), or, to a target, its card points (BLA-10)."""
    if config.target is None:
        rule = "BLA-06" if max(points) > HALF else "BLA-07"
        return [(seat, 1, rule, Text("coup gagné avec {n} points", n=points[seat])) for seat in won]
    everybody = config.all_mark and not deals.is_void(points)
    return [
        (seat, number, "BLA-10", plural("{n} point de cartes", "{n} points de cartes", number))
        for seat, number in enumerate(points)
        if number and (everybody or seat in won)
    ]
