"""Brusquembille (S0, S1): 2 to 5 players, singly or two against two, in fiches or «aux points» (card points to a
target).

Its declarations are here: options, presets, form. The rest is in modules beside: `rules` (the rule texts), `config`
(pack and tricks), `coup` (the reading of a coup), `score` (the jetons that it moves, and its statistics), `slips` (the
mistakes that may have happened in it), `narration`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.card_points import PACK_POINTS, build_points_field
from scoring.declarations import COMMON_PLAYER_KEYS, Penalty, PlayerKeys, RemainingGains, Statistic, TotalUnit
from scoring.game import GENERAL_CHAPTERS, GENERAL_RULES, Game, PossibleSlip, ScoredCoup
from scoring.games.brusquembille import coup as coups
from scoring.games.brusquembille import hand_overs, narration, slips
from scoring.games.brusquembille import score as scores
from scoring.games.brusquembille.config import BrusquembilleConfig, build_config
from scoring.games.brusquembille.rules import CHAPTERS, EXAMPLE, RULES, SOURCES, TABLE_FACTS
from scoring.language import Text, plural
from scoring.model import CountedCards, CoupField, DealerRotation, Outcome, Problem, Setting, Step, TableState
from scoring.options import Option, Preset
from scoring.phrases import describe_points, format_signed
from scoring.seating import Sides, are_partners_adjacent, map_seats_to_sides

OPTIONS = (
    Option(
        "tours",
        Text("Nombre de tours"),
        Text("Un tour est fini quand chacun a donné une fois ; à deux contre deux, il est de deux coups."),
        1,
        "src house",
        ("BRU-06", "BRU-07"),
        low=1,
        high=100,
        only_where=("mode", ("fiches",)),
    ),
    Option(
        "coups",
        Text("Nombre de coups"),
        Text("Laissé vide, il suit le nombre de tours."),
        None,
        "house",
        ("BRU-06",),
        low=1,
        high=1000,
        nullable=True,
        only_where=("mode", ("fiches",)),
    ),
    Option(
        "mode",
        Text("Façon de jouer"),
        Text("En fiches : cave, mises et paiements. Aux points : les points de cartes s’ajoutent de coup en coup."),
        "fiches",
        "src",
        ("BRU-07", "BRU-23"),
        choices=(("fiches", Text("en fiches")), ("points", Text("aux points"))),
    ),
    Option(
        "target",
        Text("Points à atteindre"),
        Text("Aux points seulement : la partie finit avec le coup où quelqu’un les atteint. On joue en 300 ou en 500."),
        300,
        "src",
        ("BRU-23",),
        low=1,
        high=1_000_000,
        only_where=("mode", ("points",)),
    ),
    Option(
        "payments",
        Text("Paiement des brusquembilles"),
        Text("Selon la règle : à 3, à 4 chacun pour soi et à 5 ; ni à 2, ni à deux contre deux."),
        "auto",
        "src house",
        ("BRU-18",),
        choices=(("auto", Text("selon la règle")), ("on", Text("toujours")), ("off", Text("jamais"))),
        only_where=("mode", ("fiches",)),
    ),
    Option(
        "sevens",
        Text("Les deux sept ôtés"),
        Text("À 3 ou à 5 joueurs : les deux rouges ou les deux noirs (1718), ou n’importe lesquels (Encyclopédie)."),
        "one_colour",
        "src",
        ("BRU-01",),
        choices=(
            ("one_colour", Text("d’une même couleur, rouges ou noirs")),
            ("any", Text("n’importe lesquels")),
        ),
    ),
    Option(
        "follow_after_talon",
        Text("Fournir quand le talon est épuisé"),
        Text("Une fois le talon épuisé, il faut fournir à la couleur demandée, sinon couper."),
        False,
        "src",
        ("BRU-22",),
    ),
    Option(
        "short_pack_pot",
        Text("Les mises d’un coup au paquet incomplet"),
        Text(
            "Quand il manque une carte, personne ne gagne : chacun reprend sa mise, ou elle reste pour le coup suivant."
        ),
        "returned",
        "house",
        ("PEN-02",),
        choices=(("returned", Text("chacun la reprend")), ("stays", Text("elles restent au corbillon"))),
        only_where=("mode", ("fiches",)),
    ),
    Option(
        "exhausted",
        Text("Quand un joueur n’a plus assez"),
        Text("Il joue à découvert, ou bien il rachète des fiches à la banque avant le coup suivant."),
        "debt",
        "house",
        ("BRU-20",),
        choices=(("debt", Text("il s’endette")), ("recave", Text("il se recave"))),
        only_where=("mode", ("fiches",)),
    ),
    Option(
        "four",
        Text("À quatre joueurs"),
        Text("La règle de 1718 permet de jouer chacun pour soi ; l’Encyclopédie, seulement à deux contre deux."),
        "singly_or_sides",
        "src",
        ("BRU-19",),
        choices=(
            ("singly_or_sides", Text("chacun pour soi ou à deux contre deux")),
            ("sides", Text("à deux contre deux seulement")),
        ),
    ),
)

PRESETS = (
    Preset(
        "academie-1718",
        Text("Académie universelle des jeux, 1718"),
        Text("La règle la plus ancienne, à la lettre."),
    ),
    Preset(
        "encyclopedie-1751",
        Text("Encyclopédie, 1751"),
        Text(
            "On ôte deux sept quelconques ; à quatre, on joue deux contre deux. Elle ne donne pas de cave : celle de "
            "1718, choix de la maison."
        ),
        {"sevens": "any", "four": "sides"},
        provenances={"cave": "house"},  # its source knows jetons only: the cave is S0's (BRU-07)
    ),
    Preset(
        "aux-points",
        Text("Aux points"),
        Text("Sans fiches ni paiements : on joue jusqu’au nombre de points convenu, et le plus haut total gagne."),
        {"mode": "points"},
    ),
)

COUNT_LABELS = {
    "aces_won": Text("as gagnés"),
    "aces_lost": Text("as perdus"),
    "tens_won": Text("dix gagnés"),
    "tens_lost": Text("dix perdus"),
}
ACES: CountedCards = ("aces", Text("as"), 4)
TENS: CountedCards = ("tens", Text("dix"), 4)

LEAVING = GENERAL_RULES[0]._replace(
    text=Text(
        "Qui quitte avant la fin : la partie s’arrête là, il est classé dernier{with_side}, et "
        "rien d’autre ne bouge. À la Brusquembille en fiches : voir l’article PEN-12.",
        with_side=Text(" (avec son camp)"),
    )
)
"""Rule GEN-01 (leaving early) as this game words it, because in fiches an article of its own (PEN-12) holds instead."""


class Brusquembille(Game):
    """The game of Brusquembille: the rules BRU-01 to BRU-24 and PEN-01 to PEN-12."""

    key = "brusquembille"
    name = Text("Brusquembille")
    sizes = (2, 3, 4, 5)
    options = OPTIONS
    presets = PRESETS
    rules = (LEAVING, *GENERAL_RULES[1:], *RULES)
    chapters = GENERAL_CHAPTERS | CHAPTERS
    sources = SOURCES
    table_facts = TABLE_FACTS
    sides_option = "four"
    specific_events = scores.SPECIFIC_EVENTS
    player_keys = COMMON_PLAYER_KEYS.union(
        PlayerKeys(frozenset({"to"}), by_player=frozenset({"points", "brusquembilles", "claimed"}))
    )
    statistics = scores.STATISTICS
    example = EXAMPLE
    statistics_name = Text("Brusquembilles")

    def determine_sides(
        self,
        players: tuple[str, ...],
        sides: Sides | None,
        options: Mapping[str, Any],
        problems: list[Problem],
    ) -> Sides | None:
        """Return the sides (BRU-19): four players may play two against two, partners side by side."""
        if sides is None:
            if len(players) == 4 and options["four"] == "sides":
                text = Text("À quatre, cette table joue à deux contre deux : dites qui joue avec qui.")
                problems.append(Problem("sides", "BRU-19", text))
            return None
        side_of = map_seats_to_sides(sides, players)
        if side_of is None or not are_partners_adjacent(side_of):
            text = Text("Il faut deux camps de deux joueurs, les partenaires assis côte à côte.")
            problems.append(Problem("sides", "BRU-19", text))
        return sides

    def arrange_sides(self, players: tuple[str, ...]) -> Sides | None:
        """Return the sides of four players, partners side by side (BRU-19); None for any other number."""
        return (players[:2], players[2:]) if len(players) == 4 else None

    def list_door_rules(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the rules on what cards count and who takes a trick; then what is staked, won and paid, or how points
        add up."""
        if options["mode"] == "points":
            return ("BRU-05", "BRU-09", "BRU-23")
        paid = ("BRU-13", "BRU-14", "BRU-15", "BRU-18") if options["payments"] != "off" else ()
        return ("BRU-05", "BRU-09", "BRU-08", "BRU-10", *paid, "BRU-21")

    def requires_sides(self, options: Mapping[str, Any]) -> bool:
        """Return True if four players may not play singly (BRU-19)."""
        return bool(options["four"] == "sides")

    def list_specific_events(self, setting: Setting) -> tuple[str, ...]:
        """Return penalty, and recave where it is agreed (BRU-20)."""
        config: BrusquembilleConfig = setting.config
        return ("penalty", "recave") if config.allows_recave and not config.in_points else ("penalty",)

    def list_penalties(self, setting: Setting) -> tuple[Penalty, ...]:
        """Return the faults that may be recorded, for the coup that comes next; two of them only two against two."""
        return scores.list_penalties(self.rules, setting)

    def list_statistics(self, setting: Setting) -> tuple[Statistic, ...]:
        """Return two figures that each player has, brusquembilles won and lost; none if they are not paid (BRU-18)."""
        config: BrusquembilleConfig = setting.config
        return self.statistics if config.pays_brusquembilles else ()

    def describe_coup(self, event: Mapping[str, Any]) -> Sequence[Text]:
        """Return the turn-up, the points, the brusquembilles, and what only some coups have."""
        return tuple(narration.describe_coup(event))

    def build_config(self, setting: Setting) -> BrusquembilleConfig:
        """Build Brusquembille's config."""
        return build_config(setting)

    def build_dealer_rotation(self, setting: Setting) -> DealerRotation:
        """Return who deals: all in turn (BRU-04); two against two, the right-hand player of each side (BRU-06)."""
        side_of = setting.side_of
        if side_of is None:
            return DealerRotation.in_turn(tuple(range(setting.size)), "BRU-04")
        right_hand = tuple(seat for seat in range(4) if side_of[seat] == side_of[seat - 1])
        return DealerRotation.in_turn(right_hand, "BRU-06")

    def count_planned_coups(self, setting: Setting) -> int | None:
        """Return the agreed number of coups (BRU-06); None where the club plays «aux points», to a target."""
        config: BrusquembilleConfig = setting.config
        return config.coups

    def get_target(self, setting: Setting) -> int | None:
        """Return the number of points that ends the partie (BRU-23); None where the club plays in fiches."""
        config: BrusquembilleConfig = setting.config
        return config.target if config.in_points else None

    def narrate_opening(self, setting: Setting) -> Sequence[Text]:
        """Say how many coups are played and what the cave is; where the club plays «aux points», what the target is."""
        return tuple(narration.narrate_opening(setting))

    def explain_payments(self, setting: Setting) -> Sequence[Text]:
        """Say what a fiche is worth, who takes the corbillon, and what brusquembilles are; empty where the club plays
        «aux points»."""
        return tuple(narration.explain_payments(setting))

    def explain_settlement(self, setting: Setting) -> Text | None:
        """Say that what was paid during the tricks is not paid again; None where brusquembilles are not paid."""
        config: BrusquembilleConfig = setting.config
        return narration.SETTLEMENT if config.pays_brusquembilles else None

    def get_total_unit(self, setting: Setting) -> TotalUnit:
        """Return the unit of totals: jetons, or points where the club plays «aux points»."""
        return TotalUnit.JETONS if self.get_target(setting) is None else TotalUnit.POINTS

    def describe_total(self, setting: Setting, total: int) -> Text:
        """Return a total as a gain or a loss in jetons; as points where the club plays «aux points»."""
        return format_signed(total) if self.get_total_unit(setting) is TotalUnit.JETONS else describe_points(total)

    def describe_unit(self, setting: Setting, total: int) -> Text:
        """Return the unit of totals: jetons, or points where the club plays «aux points»."""
        if self.get_total_unit(setting) is TotalUnit.POINTS:
            return super().describe_unit(setting, total)
        return plural("jeton", "jetons", total)

    def narrate_coup(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate who takes the corbillon and why, who hands whom what."""
        return narration.narrate_coup(before, step)

    def narrate_other_event(self, before: TableState, step: Step) -> Iterable[Text]:
        """Narrate a penalty, a recave or a departure: who hands whom what."""
        return narration.narrate_other_event(before, step)

    def narrate_trick(
        self, setting: Setting, played: Sequence[tuple[str, str]], taker: str, listener: str
    ) -> Sequence[Text]:
        """Say what each pays for the aces and tens of a trick; empty where brusquembilles are not paid."""
        config: BrusquembilleConfig = setting.config
        return tuple(hand_overs.narrate_trick(played, taker, listener)) if config.pays_brusquembilles else ()

    def narrate_hand_overs(self, before: TableState, step: Step) -> Sequence[Text]:
        """Say what changes hands in a coup: the stakes, the brusquembilles, the corbillon."""
        return tuple(hand_overs.narrate_hand_overs(before, step))

    def narrate_stakes(self, state: TableState) -> Sequence[Text]:
        """Say that each stakes a fiche, and what lies in the corbillon (BRU-08); empty where the club plays «aux
        points»."""
        return tuple(hand_overs.narrate_stakes(state))[:1] if state.seat_purses else ()

    def narrate_lent_stakes(self, state: TableState) -> Sequence[Text]:
        """Say to whom the bank must lend a fiche for the next coup (BRU-20)."""
        return tuple(hand_overs.narrate_lent_stakes(state))

    def list_possible_slips(self, before: TableState, step: Step) -> Iterator[PossibleSlip]:
        """Yield each mistake that may have been made with a brusquembille, the corbillon or a payment."""
        return slips.list_possible_slips(before, step)

    def prepare_initial_state(self, state: TableState) -> TableState:
        """Return the state with each player's cave in his purse and an empty pot (BRU-07)."""
        return scores.add_caves(state)

    def list_fields(self, setting: Setting) -> tuple[CoupField, ...]:
        """Return the fields: points by player (or one a side), brusquembilles where they are paid, then rare facts."""
        config: BrusquembilleConfig = setting.config
        sides = setting.list_scoring_sides()
        named = [side[0] for side in sides]
        points = [build_points_field(side) for side in sides]
        counts = [
            _build_count_field(name, key)
            for name in setting.players
            for key in COUNT_LABELS
            if config.pays_brusquembilles
        ]
        claims = [
            CoupField(f"claimed.{name}", name, "integer", 0, PACK_POINTS, False, Text("points annoncés"), None)
            for name in named
        ]
        short = CoupField("short_pack", None, "integer", 1, 2, False, Text("cartes manquant au paquet"), None)
        return (*points, *counts, *claims, short)

    def derive_totals_from_tricks(self, step: Step) -> dict[str, Any]:
        """Return the keys of the totals form that tricks show: the points and the brusquembilles of each player."""
        assert step.outcome is not None
        return super().derive_totals_from_tricks(step) | {"brusquembilles": step.outcome.extra["brusquembilles"]}

    def read_coup(
        self, state: TableState, event: Mapping[str, Any], dealer: int, path: str, problems: list[Problem]
    ) -> coups.BrusquembilleCoup | None:
        """Read a coup given in tricks or in totals."""
        return coups.read_coup(state, event, dealer, path, problems)

    def bound_gains(self, setting: Setting, totals: Sequence[int], coups_left: int | None) -> RemainingGains:
        """Return the least and the most that the coups left can bring, in jetons; no bounds where the club plays «aux
        points» (BRU-23)."""
        config: BrusquembilleConfig = setting.config
        if coups_left is None:
            return super().bound_gains(setting, totals, coups_left)
        return scores.bound_gains(config, totals, coups_left)

    def score_coup(self, state: TableState, coup: coups.BrusquembilleCoup, dealer: int) -> ScoredCoup:
        """Score a coup in fiches or in points."""
        return scores.score_coup(state.setting.config, state, coup, dealer)

    def is_over(self, state: TableState) -> bool:
        """Return True if the club plays «aux points» and the target is reached (BRU-23); in fiches, `session` counts
        the coups."""
        config: BrusquembilleConfig = state.setting.config
        return config.in_points and scores.is_target_reached(config, state)

    def score_leave(self, state: TableState, seat: int) -> Outcome:
        """Return the outcome of leaving early: by PEN-12 in fiches, by GEN-01 where the club plays «aux points»."""
        config: BrusquembilleConfig = state.setting.config
        if config.in_points:
            return super().score_leave(state, seat)
        return scores.score_leave(config, state, seat)


def _build_count_field(name: str, key: str) -> CoupField:
    """Build the form field for one number of the player `name`: his aces won («aces_won» as `key`), aces lost, tens won
    or tens lost."""
    counted = ACES if key.startswith("aces") else TENS
    path = f"brusquembilles.{name}.{key}"
    return CoupField(path, name, "integer", 0, counted[2], False, COUNT_LABELS[key], None, counted)
