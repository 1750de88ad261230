"""Briscola's config: the options as one typed object, with its packs and how tricks go (BLA-01 to 04)."""

from functools import lru_cache
from typing import NamedTuple

from scoring.cards import Pack
from scoring.model import Setting
from scoring.tricks import TrickConfig, TrickRuleIds

RANKS = ("2", "4", "5", "6", "7", "V", "D", "R", "3", "A")
POINTS = {"A": 11, "3": 10, "R": 4, "D": 3, "V": 2}
FORTY = Pack.build(RANKS, POINTS)
WITHOUT_TWOS = Pack.build(RANKS[1:], POINTS)
HALF = 60  # card points: more than half wins, BLA-06
HAND = 3  # cards, BLA-04


class BriscolaConfig(NamedTuple):
    """The options of one table in the form that scoring uses.

    `coup_count`, `wins_needed`, `target`: the number of coups, of coups won, or of points that ends the partie; None
    where another of them does. `all_mark`: whether the losers of a coup mark their points too. `most_wins`: whether the
    most points win a coup, even if they are not more than half.
    """

    coup_count: int | None
    wins_needed: int | None
    target: int | None
    all_mark: bool
    most_wins: bool
    tricks: TrickConfig


def build_config(setting: Setting) -> BriscolaConfig:
    """Build the config of a table from its options (BLA-07, 08, 10)."""
    options = setting.options
    match, n = options["match"], options["match_n"]
    return BriscolaConfig(
        coup_count={"single": 1, "fixed": n}.get(match),
        wins_needed=(n + 1) // 2 if match == "best_of" else None,
        target=options["target"] if match == "target" else None,
        all_mark=options["target_marks"] == "all",
        most_wins=setting.size == 3 and options["three_player_win"] == "most",
        tricks=build_trick_config(setting.size, options["three_player_pack"] == "one", options["follow_after_talon"]),
    )


@lru_cache(maxsize=16)
def build_trick_config(size: int, one_two: bool, follow: bool) -> TrickConfig:
    """Return the pack and number of tricks: three players leave out all twos, or one (`one_two`); six leave out all
    (BLA-03). `follow`: players must follow suit."""
    twos = frozenset(FORTY.get_cards_of_rank("2"))
    one_out = size == 3 and one_two
    pack = WITHOUT_TWOS if size in (3, 6) and not one_out else FORTY
    cards = 39 if one_out else len(tuple(pack.iter_cards()))
    rule = "BLA-03" if size in (3, 6) else "BLA-01"
    return TrickConfig(
        pack,
        size,
        tricks=cards // size,
        draws=cards // size - HAND,
        ids=TrickRuleIds(how_many=rule, pack="BLA-01", last_card="BLA-04", follow="BLA-04", left_out="BLA-03"),
        removable_cards=twos if one_out else frozenset(),
        kept_sets=tuple(twos - {two} for two in sorted(twos)) if one_out else (),
        duty=grade_follow_suit if follow else None,
        full_pack=FORTY,
    )


def grade_follow_suit(card: int, led: int, trump: int) -> int:
    """Return a card's duty grade, the highest of a hand being due: 1 follows suit, 0 does not (BLA-04, an option).
    `led`: the card that leads the trick."""
    return card >> 4 == led >> 4
