"""Briscola chiamata (S4): 5 players, a caller and his secret partner against three (CHI-01 to CHI-08).

The rule texts are in `rules`, the reading of a coup in `coup`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.card_points import PACK_POINTS
from scoring.declarations import COMMON_PLAYER_KEYS, GainBounds, PlayerKeys, RemainingGains, UsualRanking
from scoring.game import GENERAL_CHAPTERS, GENERAL_RULES, Game, ScoredCoup
from scoring.games.briscola.rules import CARDS
from scoring.games.chiamata import coup as coups
from scoring.games.chiamata import narration
from scoring.games.chiamata.rules import CHAPTERS, EXAMPLE, OPTIONS, PRESETS, RULES, TABLE_FACTS
from scoring.language import Text, plural
from scoring.model import CoupField, DealerRotation, Mark, Outcome, Problem, Setting, Step, TableState
from scoring.outcomes import build_outcome_from_marks
from scoring.phrases import format_signed
from scoring.reading import join_path
from scoring.tricks import TricksSetup


class Chiamata(Game):
    """The game of Chiamata: the rules CHI-01 to CHI-08."""

    key = "chiamata"
    counts_card_points = False
    name = Text("Briscola chiamata")
    sizes = (5,)
    example = EXAMPLE
    ranking = UsualRanking(
        Text("Chiamata"), Text("Le plus grand gain, puis le plus de coups gagnés."), ("left", "total", "coups_won")
    )
    italian_cards = Text("à la chiamata")
    sides_change = True
    options = OPTIONS
    presets = PRESETS
    rules = (*GENERAL_RULES, CARDS, *RULES)
    chapters = GENERAL_CHAPTERS | CHAPTERS
    door_rules = ("BLA-01", "CHI-01", "CHI-02", "CHI-03", "CHI-04", "CHI-08")
    table_facts = TABLE_FACTS
    no_sides = Text("À la chiamata il n’y a pas de camps fixes : chaque coup fait les siens.")
    tricks_form_keys = ("caller", "bid", "called", "tricks")
    decompte_keys = ("side_points", "partner")
    player_keys = COMMON_PLAYER_KEYS.union(PlayerKeys(frozenset({"caller", "partner"})))

    def build_config(self, setting: Setting) -> coups.ChiamataConfig:
        """Build the chiamata's config."""
        options = setting.options
        return coups.ChiamataConfig(options["coups"], options["solo"] // 4, options["cappotto"], options["multiplier"])

    def build_dealer_rotation(self, setting: Setting) -> DealerRotation:
        """Return the order of dealing: every player in turn (CHI-08)."""
        return DealerRotation.in_turn(tuple(range(setting.size)), "CHI-08")

    def count_planned_coups(self, setting: Setting) -> int | None:
        """Return the agreed number of coups."""
        config: coups.ChiamataConfig = setting.config
        return config.coups

    def bound_gains(self, setting: Setting, totals: Sequence[int], coups_left: int | None) -> RemainingGains:
        """Return the least and the most that the coups left can bring: a lone caller loses or wins each (CHI-04 to
        07)."""
        config: coups.ChiamataConfig = setting.config
        by_bid = coups.MAX_BY_BID if config.multiplies_by_bid else 1
        most = 4 * config.solo_stake * by_bid * (2 if config.counts_cappotto else 1)
        most *= coups_left or 0
        return RemainingGains((GainBounds(-most, most),) * setting.size, GainBounds(0, 0))

    def list_fields(self, setting: Setting) -> tuple[CoupField, ...]:
        """Return the fields: caller, bid and card from the auction; partner and points from the result, and the
        cappotto where it counts."""
        all_tricks = CoupField("cappotto", None, "boolean", 0, 1, False, Text("les huit levées"), None)
        return (
            CoupField("caller", None, "player", 0, 0, True, Text("demandeur"), None),
            CoupField("bid", None, "integer", coups.LEAST_BID, PACK_POINTS, True, Text("enchère"), None),
            CoupField("called", None, "card", 0, 0, True, Text("carte nommée"), None),
            CoupField("partner", None, "player", 0, 0, False, Text("partenaire"), None),
            CoupField("points", None, "integer", 0, PACK_POINTS, True, Text("points du camp du demandeur"), None),
            *([all_tricks] if setting.options["cappotto"] else []),
        )

    def derive_totals_from_tricks(self, step: Step) -> dict[str, Any]:
        """Return the keys of the totals form that tricks show: the partner, the points of the caller's side, and
        whether it took all eight tricks."""
        coup, names = step.record, step.state.setting.players
        assert isinstance(coup, coups.ChiamataCoup)
        shown = {"partner": None if coup.partner is None else names[coup.partner], "points": coup.points}
        return {**shown, **({"cappotto": True} if coup.cappotto else {})}

    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> coups.ChiamataCoup | None:
        """Read a coup given in tricks or in totals."""
        return coups.read_coup(state.setting, event, dealer, path, problems)

    def read_tricks_setup(
        self, setting: Setting, event: Mapping[str, Any], path: str, problems: list[Problem]
    ) -> TricksSetup:
        """Read the card that was called, whose suit is trump (CHI-01); nothing is drawn."""
        called = coups.read_called(event, join_path(path, "called"), problems) if "called" in event else None
        return TricksSetup(coups.TRICK_CONFIG, None if called is None else called >> 4)

    def score_coup(self, state: TableState, coup: coups.ChiamataCoup, dealer: int) -> ScoredCoup:
        """Score a coup (CHI-02 to 06)."""
        reached = coup.points >= coup.bid
        marks = _build_marks(state.setting.config, coup, reached)
        winners = tuple(seat for seat in range(coups.PLAYERS) if (seat in coup.side) == reached)
        return ScoredCoup(
            build_outcome_from_marks(state, marks, dealer=dealer, points=None, winners=winners, details=coup)
        )

    def narrate_opening(self, setting: Setting) -> Sequence[Text]:
        """Say how many coups are played."""
        config: coups.ChiamataConfig = setting.config
        return (plural("On joue {n} coup.", "On joue {n} coups.", config.coups),)

    def narrate_coup(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate the call, the result, what each marks."""
        return narration.narrate_coup(before, step)

    def describe_coup(self, event: Mapping[str, Any]) -> Sequence[Text]:
        """Return the auction, the partner and the points, then the dealer, the cappotto and the tricks."""
        return tuple(narration.describe_coup(event))

    def describe_camp(self, outcome: Outcome, player: str) -> Text | None:
        """Say whether the player called, or with or against whom he played, and whether the bid was reached."""
        coup, names = outcome.details, outcome.setting.players
        if not isinstance(coup, coups.ChiamataCoup):
            return None
        seat, caller = names.index(player), names[coup.caller]
        if seat == coup.caller:
            who = _name_role(coup, seat)
        else:
            who = Text("avec {name}", name=caller) if seat in coup.side else Text("contre {name}", name=caller)
        return _describe_bid(coup, who, reached=coup.points >= coup.bid)

    def describe_total(self, setting: Setting, total: int) -> Text:
        """Return a total with its sign, as a gain or a loss."""
        return format_signed(total)


def _build_marks(config: coups.ChiamataConfig, coup: coups.ChiamataCoup, reached: bool) -> list[Mark]:
    """Return what each player marks (CHI-02 to 06), as marks. `reached`: the bid is reached."""
    factor = coups.compute_factor(config, coup)
    sign = factor if reached else -factor
    if coup.partner is None:
        rule, worth, other = "CHI-04", {coup.caller: 4 * config.solo_stake}, -config.solo_stake
    else:
        rule = "CHI-02" if reached else "CHI-03"
        worth, other = {coup.caller: 2, coup.partner: 1}, -1
    return [
        (seat, sign * worth.get(seat, other), rule, _describe_reason(coup, seat, reached))
        for seat in range(coups.PLAYERS)
    ]


def _describe_reason(coup: coups.ChiamataCoup, seat: int, reached: bool) -> Text:
    """Return why a player gains or loses points in a coup: «adversaire : l’enchère est réussie»."""
    if seat in coup.side:
        return _describe_bid(coup, _name_role(coup, seat), reached=reached)
    return Text("adversaire : l’enchère est réussie") if reached else Text("adversaire : l’enchère est manquée")


def _describe_bid(coup: coups.ChiamataCoup, who: Text, *, reached: bool) -> Text:
    """Return what became of the bid: «demandeur : 71 points pour une enchère de 65, réussie»; `who`: the role."""
    said: dict[str, Any] = {"who": who, "points": coup.points, "bid": coup.bid}
    if reached:
        return Text("{who} : {points} points pour une enchère de {bid}, réussie", **said)
    return Text("{who} : {points} points pour une enchère de {bid}, manquée", **said)


def _name_role(coup: coups.ChiamataCoup, seat: int) -> Text:
    """Name what a player of the caller's side is: «demandeur, seul», «demandeur» or «partenaire»."""
    if coup.partner is None:
        return Text("demandeur, seul")
    return Text("demandeur") if seat == coup.caller else Text("partenaire")
