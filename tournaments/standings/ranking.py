"""Rank tallies by an order of precedence that is data.

The first metric by which two players differ ranks them; where there is none they share the rank, and the next rank
skips as many (1, 2, 2, 4). Inside a shared rank players are sorted by name. Pure: knows no database, no game, no
language.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from .figures_at_once import FiguresAtOnce
from .metrics import METRICS, MetricReader
from .scores import SCORES, Number
from .tournament_results import Tally, TournamentResults

# BRU-21 ranks by gain or loss; GEN-01 and PEN-12 put players who left before the end last, whatever they hold.
PRECEDENCE = ("left", "total")


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's row of the standings.

    rank: from 1.
    tied: True if somebody else has the same rank.
    figures: by metric of the precedence, the player's figure, his bonuses and penalties included.
    """

    rank: int
    tied: bool
    tally: Tally
    figures: Mapping[str, Number] = field(default_factory=dict)

    @property
    def name_key(self) -> str:
        """The key that sorts rows by player name."""
        return get_name_key(self.tally.player)

    def get_unadjusted_figure(self, key: str) -> Number:
        """Return the player's figure in this metric as the tables gave it, without bonuses and penalties."""
        return self.figures[key] - self.tally.adjustments.get(key, 0)


def rank_tallies(
    tallies: Iterable[Tally],
    precedence: Sequence[str] = PRECEDENCE,
    results: TournamentResults | None = None,
    at_once: FiguresAtOnce | None = None,
) -> tuple[StandingsRow, ...]:
    """Return a row for every tally, best first.

    precedence: keys of `METRICS`, the weightiest first.
    results: needed by metrics that depend on tables, and by lots.
    at_once: the figures of those metrics, where they can be computed without the results of tables.
    """
    reader = MetricReader(results or TournamentResults(), find_main_score(precedence), at_once)
    groups = [sorted(tallies, key=_get_tally_key)]
    figures: dict[int, dict[str, Number]] = {tally.entry: {} for tally in groups[0]}
    for key in precedence:
        groups = _split_groups(groups, key, reader, figures)
    return tuple(_iter_rows(groups, figures))


def rerank(rows: Iterable[StandingsRow]) -> tuple[StandingsRow, ...]:
    """Return some rows of the standings, in their order, with new ranks among themselves."""
    found: list[StandingsRow] = []
    for _, equals in groupby(rows, key=lambda row: row.rank):
        group = list(equals)
        found += [replace(row, rank=len(found) + 1, tied=len(group) > 1) for row in group]
    return tuple(found)


def find_main_score(precedence: Iterable[str]) -> str:
    """Return the first score that ranks the tournament, which also measures opponents; "total" where there is none."""
    return next((key for key in precedence if key in SCORES), "total")


def _split_groups(
    groups: Iterable[list[Tally]], key: str, reader: MetricReader, figures: Mapping[int, dict[str, Number]]
) -> list[list[Tally]]:
    """Split each group where the metric tells its players apart, the better first; add the figures to `figures`."""
    get_figure, low = reader.get_function(key), METRICS[key].lower_is_better
    found: list[list[Tally]] = []
    for group in groups:
        if len(group) == 1:
            found.append(group)
            alone = group[0]
            figures[alone.entry][key] = get_figure(alone, (alone.entry,)) + alone.adjustments.get(key, 0)
            continue
        tied = frozenset([tally.entry for tally in group])
        values = {tally.entry: get_figure(tally, tied) + tally.adjustments.get(key, 0) for tally in group}
        for entry, figure in values.items():
            figures[entry][key] = figure
        found += _split_group(group, values, lower_is_better=low)
    return found


def _split_group(
    group: Iterable[Tally], values: Mapping[int, Number], *, lower_is_better: bool
) -> Iterator[list[Tally]]:
    """Yield the parts of the group that have equal values, the better ones first. `values`: by entry."""

    def get_value(tally: Tally) -> Number:
        return values[tally.entry]

    ordered = sorted(group, key=get_value, reverse=not lower_is_better)
    return (list(part) for _, part in groupby(ordered, get_value))


def _iter_rows(groups: Iterable[list[Tally]], figures: Mapping[int, Mapping[str, Number]]) -> Iterable[StandingsRow]:
    """Yield the rows of all groups; each group shares a rank."""
    rank = 1
    for group in groups:
        yield from (StandingsRow(rank, len(group) > 1, tally, figures[tally.entry]) for tally in group)
        rank += len(group)


def _get_tally_key(tally: Tally) -> tuple[str, int]:
    """Return the key that sorts tallies by name, then by entry."""
    return get_name_key(tally.player), tally.entry


def get_name_key(name: str) -> str:
    """Return a key that sorts names as a reader looks for them: accents and capitals do not count (Élise among the
    E)."""
    if name.isascii():
        return name.casefold()
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
