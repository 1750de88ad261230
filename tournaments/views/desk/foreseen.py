"""What a change not written yet would move, as a page shows it: at its table, and in the evening's standings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.actions.recounting import Recount
from tournaments.models import Event
from tournaments.sheets import Sheet
from tournaments.standings.queries import standing
from tournaments.standings.ranking import Row
from tournaments.telling import event_rows


@dataclass(frozen=True)
class Shown:
    """One table: `moved` by player, `later` the titles of the lines that are scored again, `still` where no holding and
    no rank changes; `after` is the table as it would be."""

    sheet: Sheet
    after: Sheet
    moved: list[dict[str, Any]]
    later: list[str]

    @property
    def still(self) -> bool:
        return not any(row["changed"] for row in self.moved)


def shown(change: Recount) -> Shown:
    titles = [row.title for row in event_rows(change.sheet, {})]
    later = [titles[n - 1] for n in change.consequences]
    return Shown(change.sheet, change.after, list(moves(change)), later)


def moves(change: Recount) -> Iterator[dict[str, Any]]:
    """Each player before and after."""
    for place, (before, after) in sorted(change.moved.items()):
        yield {
            "name": change.sheet.names[place - 1],
            "before": before,
            "after": after,
            "changed": before != after,
        }


def ranks_moved(event: Event, recounts: Iterable[Recount]) -> list[tuple[Row, Row]]:
    """In the evening's standings, before and after, who would bear another rank; the best after first."""
    before = {row.tally.entry: row for row in standing(event)}
    after = standing(event, foreseen=[each.after for each in recounts])
    pairs = [(before[row.tally.entry], row) for row in after]
    return [(old, new) for old, new in pairs if (old.rank, old.tied) != (new.rank, new.tied)]
