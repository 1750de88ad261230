"""What a game declares about itself for others to ask: the keys that name players, its penalties, its own statistics.

Knows no game. Whoever records, ranks or shows a partie asks the game for these, and holds no such list of its own.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NamedTuple

from scoring.language import Text
from scoring.model import Outcome, Rule


class PlayerKeys(NamedTuple):
    """The keys of a game's events that hold players, so that a record can hold seats in place of names.

    `single`: the value is a player, or null. `by_player`: the value is an object by player, as {"Anne": 42}; any other
    value holds no player. `nested`: the value is an object with keys of this kind, or a list of such objects.
    """

    single: frozenset[str]
    by_player: frozenset[str] = frozenset()
    nested: frozenset[str] = frozenset()

    def union(self, other: "PlayerKeys") -> "PlayerKeys":
        """Return these keys together with `other`'s, kind by kind."""
        return PlayerKeys(*(mine | its for mine, its in zip(self, other, strict=True)))


COMMON_PLAYER_KEYS = PlayerKeys(single=frozenset({"dealer", "player"}))
"""The keys that hold players in the events of every game: who deals a coup, and the player whom another event is
about."""


class Penalty(NamedTuple):
    """A fault that may be recorded as an event of its own. `has_recipient`: the event may name who receives (`to`)."""

    rule: Rule
    has_recipient: bool = False


class GainBounds(NamedTuple):
    """The least and the most that something can bring, in jetons or points; None where no rule bounds it."""

    low: int | None
    high: int | None


class TotalUnit(Enum):
    """What a player's total counts: jetons won or lost, points, or coups won."""

    JETONS = "jetons"
    POINTS = "points"
    COUPS_WON = "coups_won"


class UsualRanking(NamedTuple):
    """An order of metrics by which a game's standings usually rank the players. `about`: a sentence on it;
    `precedence`: the keys of the metrics, the weightiest first."""

    name: Text
    about: Text
    precedence: tuple[str, ...]


class RemainingGains(NamedTuple):
    """What the coups left can bring at one table: `seats`, by seat; `total`, to all players together.

    Penalties and departures are not counted: no rule says how many there are.
    """

    seats: tuple[GainBounds, ...]
    total: GainBounds


class Statistic(NamedTuple):
    """A figure of its own that a game counts for each player in each coup.

    `key` names it everywhere: the ledger column that holds it, the metric that ranks by it, its key in exports.
    `count_in_coup` reads it from a coup's outcome, for the player of that name.
    """

    key: str
    count_in_coup: Callable[[Outcome, str], int]
    lower_is_better: bool
    words: "StatisticWords"


class StatisticWords(NamedTuple):
    """The words for a statistic, such as the aces won.

    `name`: of it as a criterion of the ranking («as gagnés»). `level`: what players share who have equally many
    («autant d’as gagnés»). `help`: what it counts, as a sentence. `heading`, `short`: over its column, in full and
    abbreviated. `coups`: over the list of coups in which it counts something. `sum`: the words for a number of it («3
    as gagnés»). `best`: over the club's best in one evening; None where no such list is shown.
    """

    name: Text
    level: Text
    help: Text
    heading: Text
    short: Text
    coups: Text
    sum: Callable[[int], Text]
    best: Text | None = None


def read_counts(outcome: Outcome, key: str, name: str) -> Mapping[str, Any]:
    """Return what a coup's outcome holds of the player `name` under a key of its `extra`, as {"aces_won": 2}; empty
    where there is nothing."""
    found = outcome.extra.get(key, {}).get(name, {})
    return found if isinstance(found, Mapping) else {}


class ValueRow(NamedTuple):
    """One row of a `ValueTable`, such as «tierce». `cells`: the points in each of the table's columns; None where a
    cell has no value. `provenance`: where the values come from, written as in a `Rule` («src», «house»)."""

    label: Text
    cells: tuple[int | None, ...]
    provenance: str


class ValueTable(NamedTuple):
    """A table of points that a rule leaves open, so that each table of players may choose them, as the points of
    sequences. `columns`: card ranks, the highest first."""

    rule: str
    title: Text
    columns: tuple[str, ...]
    rows: tuple[ValueRow, ...]


class AnnouncementKind(NamedTuple):
    """One kind of announcement that may be made.

    `keys`: the keys and values of its record, without player and trick. `name`: what it is called. `group`: the title
    under which a list shows it. `cards`: the cards that it names, if any.
    """

    keys: Mapping[str, Any]
    name: Text
    group: Text
    cards: tuple[str, ...] = ()


class Announcement(NamedTuple):
    """Points that a player marked before a trick, for an announcement or the turn-up; with `met`, for a mariage whose
    king and queen met in that trick."""

    before_trick: int
    player: str
    points: int
    rule: str
    text: Text
    met: bool = False
