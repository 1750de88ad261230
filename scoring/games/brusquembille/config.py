"""Brusquembille's config: its options as one typed object; its pack, its tricks (BRU-01 to 06, BRU-18, BRU-22)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.cards import RED_SUITS, Pack
from scoring.model import FICHE, Move, Setting
from scoring.tricks import TrickConfig, TrickRuleIds

PACK = Pack.build(("7", "8", "9", "V", "D", "R", "10", "A"), {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2})
ACES = frozenset(PACK.get_cards_of_rank("A"))
TENS = frozenset(PACK.get_cards_of_rank("10"))
ACE_JETONS, TEN_JETONS = 2, 1  # paid by or to each other player, BRU-13
RULE_IDS = TrickRuleIds(how_many="BRU-03", pack="BRU-01", last_card="BRU-05", follow="BRU-22")


class BrusquembilleConfig(NamedTuple):
    """The options of one table in the form that scoring uses.

    `coups`: how many are played; None where a target ends the partie (BRU-23). `pays_brusquembilles`: whether
    brusquembilles are paid. `stakes`: the moves by which all players stake for one coup.
    """

    in_points: bool
    target: int
    coups: int | None
    pays_brusquembilles: bool
    stakes_stay: bool
    allows_recave: bool
    by_side: bool
    tricks: TrickConfig
    stakes: tuple[Move, ...]


def build_config(setting: Setting) -> BrusquembilleConfig:
    """Build the config of a table from its options."""
    options, by_side = setting.options, setting.sides is not None
    in_points = options["mode"] == "points"
    return BrusquembilleConfig(
        in_points=in_points,
        target=options["target"],
        coups=None if in_points else count_agreed_coups(setting),
        pays_brusquembilles=not in_points and are_brusquembilles_paid(options["payments"], setting.size, by_side),
        stakes_stay=options["short_pack_pot"] == "stays",
        allows_recave=not in_points and options["exhausted"] == "recave",
        by_side=by_side,
        tricks=build_trick_config(setting.size, options["sevens"] == "any", options["follow_after_talon"]),
        stakes=tuple((seat, setting.size, FICHE, "BRU-08") for seat in range(setting.size)),
    )


def count_agreed_coups(setting: Setting) -> int:
    """Return how many coups are agreed (BRU-06): the option `coups`, else those of the agreed tours."""
    coups: int | None = setting.options["coups"]
    if coups is not None:
        return coups
    tours: int = setting.options["tours"]
    return tours * (setting.size if setting.sides is None else 2)


def are_brusquembilles_paid(option: str, size: int, by_side: bool) -> bool:
    """Return True if players pay each other for brusquembilles; `size`: how many they are; `by_side`: they play two
    against two; `option`: "on", "off" or "auto", by the rule BRU-18."""
    if option == "auto":
        return size > 2 and not by_side
    return option == "on"


@lru_cache(maxsize=16)
def build_trick_config(size: int, any_sevens: bool, follow: bool) -> TrickConfig:
    """Return the pack and the number of tricks (BRU-01, 03, 05, 22); with 3 or 5 players, two sevens are left out, of
    one colour or, with `any_sevens`, any two. `follow`: players must follow suit, or else trump."""
    cards = 30 if size in (3, 5) else 32
    loose = frozenset(PACK.get_cards_of_rank("7")) if cards == 30 else frozenset[int]()
    return TrickConfig(
        PACK,
        size,
        tricks=cards // size,
        draws=cards // size - 3,
        ids=RULE_IDS,
        removable_cards=loose,
        kept_sets=list_allowed_sevens(sorted(loose), any_sevens),
        duty=grade_follow_else_trump if follow else None,
    )


def list_allowed_sevens(sevens: Sequence[int], any_two: bool) -> tuple[frozenset[int], ...]:
    """Return the pairs of sevens that may stay in the pack (BRU-01): two of one colour, red or black, or any two."""
    pairs = [frozenset((one, two)) for one in sevens for two in sevens if one < two]
    return tuple(pair for pair in pairs if any_two or len({seven >> 4 in RED_SUITS for seven in pair}) == 1)


def grade_follow_else_trump(card: int, led: int, trump: int) -> int:
    """Return a card's duty grade (BRU-22), the highest of a hand being due: 2 follows suit, 1 trumps, 0 neither. `led`:
    the card that leads the trick."""
    if card >> 4 == led >> 4:
        return 2
    return card >> 4 == trump
