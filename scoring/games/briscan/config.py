"""Briscan's config: its options as one typed object; the pack, the sequences, the tricks (BRC-01, 03, 06, 18).

Brisque has the same config with other values of its options.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.cards import Pack
from scoring.model import Setting
from scoring.provenance import is_house
from scoring.tricks import TrickConfig, TrickRuleIds

PACK = Pack.build(("7", "8", "9", "V", "D", "R", "10", "A"), {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2})
PIQUET = ("7", "8", "9", "10", "V", "D", "R", "A")  # the order of sequences, BRC-06
SEVEN, KNAVE, QUEEN, KING, TEN, ACE = (PACK.ranks.index(rank) for rank in ("7", "V", "D", "R", "10", "A"))
COURT = frozenset((KNAVE, QUEEN, KING))
TRICKS = 16
LAST_TRICKS = 5  # that score 20 points if one player takes them all, BRC-14
LENGTHS = {"tierce": 3, "quatrieme": 4, "quinte": 5}

SequenceValues = Mapping[str, Mapping[str, int]]
QUINTES = {"A": 600, "R": 300, "D": 200, "V": 100}
SEQUENCE_TABLES: Mapping[str, SequenceValues] = {
    "litteral": {
        "quinte": QUINTES,
        "quatrieme": {"A": 120, "R": 100, "D": 80, "V": 60, "10": 40},
        "tierce": {"A": 60, "R": 50, "D": 40, "V": 30, "10": 20, "9": 10},
    },
    "reconstitue": {
        "quinte": QUINTES,
        "quatrieme": {"A": 140, "R": 120, "D": 100, "V": 80, "10": 60},
        "tierce": {"A": 120, "R": 100, "D": 80, "V": 60, "10": 40, "9": 20},
    },
}
"""The values of sequences in trump, by preset table; in another suit, half."""
SEQUENCE_PROVENANCES = {
    "litteral": {"quinte": "src", "quatrieme": "src", "tierce": "house"},
    "reconstitue": {"quinte": "src", "quatrieme": "house", "tierce": "inf"},
    "libre": {"quinte": "house", "quatrieme": "house", "tierce": "house"},
}
"""By reading of S3, the provenance of each row of its table."""


class BriscanConfig(NamedTuple):
    """The options of one table in the form that scoring uses."""

    target: int
    hand_size: int
    """The number of cards of a hand while the talon lasts."""
    draws: int
    """The number of tricks after which a card is drawn."""
    last_exchange: int
    """The number of the last trick before which the seven of trump may be exchanged."""
    last_ten_on_talon_card: bool
    """True where the ten points of BRC-13 go with the last card of the talon; False: with the last trick."""
    allows_mariage_of_sequence: bool
    mariages_only: bool
    """True where mariages are the only announcements (BRC-22)."""
    marks_win: bool
    """True where a mark that reaches the target wins at once, marks being taken in order (BRC-19)."""
    sequences: Mapping[tuple[int, int], int]
    """By length and the height of the highest card, the value of a sequence in trump."""
    house_lengths: frozenset[int]
    """The lengths of the sequences whose values are in no source."""
    tricks: TrickConfig

    @property
    def last_key(self) -> str:
        """The key of a coup that names who has the ten points of BRC-13."""
        return "last_talon_card" if self.last_ten_on_talon_card else "last_trick"


def build_config(setting: Setting) -> BriscanConfig:
    """Build the config of a table from its options."""
    options = setting.options
    hand = options["cards"]
    draws = TRICKS - hand
    own: SequenceValues | None = options["sequence_values"]
    return BriscanConfig(
        target=options["target"],
        hand_size=hand,
        draws=draws,
        last_exchange=draws if options["exchange"] == "until_drawn" else draws - 1,
        last_ten_on_talon_card=options["last_ten"] == "talon_card",
        allows_mariage_of_sequence=options["mariage_of_sequence"] == "allowed",
        mariages_only=options["announcements"] == "mariages",
        marks_win=options["order"] == "marked",
        sequences=SEQUENCES_BY_HEIGHT[options["sequences"]] if own is None else _index_by_height(own),
        house_lengths=HOUSE_LENGTHS[options["sequences"]],
        tricks=build_trick_config(draws),
    )


def get_sequence_values(options: Mapping[str, Any]) -> SequenceValues:
    """Return the table of sequence values in force, as values in trump."""
    own: SequenceValues | None = options["sequence_values"]
    return SEQUENCE_TABLES[options["sequences"]] if own is None else own


def _index_by_height(table: SequenceValues) -> Mapping[tuple[int, int], int]:
    """Return the values of sequences by (length, height of the highest card)."""
    return {
        (LENGTHS[row], PACK.ranks.index(rank)): value for row, cells in table.items() for rank, value in cells.items()
    }


SEQUENCES_BY_HEIGHT = {name: _index_by_height(table) for name, table in SEQUENCE_TABLES.items()}

HOUSE_LENGTHS = {
    name: frozenset(LENGTHS[row] for row, provenance in rows.items() if is_house(provenance))
    for name, rows in SEQUENCE_PROVENANCES.items()
}


@lru_cache(maxsize=2)
def build_trick_config(draws: int) -> TrickConfig:
    """Return the number and the rules of a coup's tricks (BRC-01, 18, 21), with `draws` draws from the talon."""
    ids = TrickRuleIds(how_many="BRC-01", pack="BRC-01", last_card="BRC-21", follow="BRC-18")
    return TrickConfig(PACK, 2, TRICKS, draws, ids, duty=grade_follow_and_beat)


def grade_follow_and_beat(card: int, led: int, trump: int) -> int:
    """Return a card's duty grade (BRC-18), the highest in hand being due: 3 follows and beats, 2 follows, 1 trumps.
    `led`: the card that leads the trick."""
    if card >> 4 == led >> 4:
        return 3 if card > led else 2
    return card >> 4 == trump
