"""Sum up a player's tables: rivals, partners, the game played most, series of tables won. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class CareerTable:
    """One table that a player played, in the order of evenings and rounds.

    won: True if his side won, alone or with others.
    ahead, level, behind: the players of other sides whom he was placed before, level with, and after.
    partners: the other players of his own side.
    """

    tournament: int
    game: str
    won: bool
    ahead: tuple[int, ...]
    level: tuple[int, ...]
    behind: tuple[int, ...]
    partners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableCompanion:
    """Somebody with whom a player sat at tables.

    tables: at how many tables.
    ahead: how often the player was placed before him.
    behind: how often after him.
    won: with a partner, how many of the tables they won.
    """

    player: int
    tables: int
    ahead: int = 0
    behind: int = 0
    won: int = 0


@dataclass(frozen=True, slots=True)
class Streaks:
    """Series of tables won in a row: how many the longest series has so far, and how many the one that still goes
    on."""

    longest: int
    current: int


def list_rivals(sittings: Iterable[CareerTable]) -> list[TableCompanion]:
    """Return the players met as opponents, the most frequent first. `sittings`: a player's tables."""
    met, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    for each in sittings:
        met.update((*each.ahead, *each.level, *each.behind))
        ahead.update(each.ahead)
        behind.update(each.behind)
    order = sorted(met, key=lambda player: (-met[player], player))
    return [TableCompanion(player, met[player], ahead[player], behind[player]) for player in order]


def list_partners(sittings: Iterable[CareerTable]) -> list[TableCompanion]:
    """Return the players played with on one side, the most frequent first. `sittings`: a player's tables."""
    met, won = Counter[int](), Counter[int]()
    for each in sittings:
        met.update(each.partners)
        won.update(each.partners if each.won else ())
    return [
        TableCompanion(player, met[player], won=won[player]) for player in sorted(met, key=lambda one: (-met[one], one))
    ]


def find_favourite_game(sittings: Iterable[CareerTable]) -> str | None:
    """Return the game played at the most tables; of equals, the one played last. None where there is no table.
    `sittings`: a player's tables, in order."""
    counts: dict[str, tuple[int, int]] = {}
    for n, each in enumerate(sittings):
        counts[each.game] = (counts.get(each.game, (0, 0))[0] + 1, n)
    return max(counts, key=counts.__getitem__) if counts else None


def compute_streaks(sittings: Sequence[CareerTable]) -> Streaks:
    """Return the longest and the current series of tables won in a row. `sittings`: the player's tables, in order."""
    longest = current = 0
    for each in sittings:
        current = current + 1 if each.won else 0
        longest = max(longest, current)
    return Streaks(longest, current)


def list_running_totals(totals: Iterable[int]) -> list[int]:
    """Return a player's total before his first evening (0), then after each one. `totals`: what each evening brought,
    all in one unit."""
    return list(accumulate(totals, initial=0))
