"""The preview of a change that is not written yet, for a page: what it would move at its table and in the tournament's
standings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.book.recount import Recount
from tournaments.book.sheet import Sheet
from tournaments.models import Event, Prize
from tournaments.results.prizes import Given, given
from tournaments.results.tallies import standing
from tournaments.standings.ranking import Row
from tournaments.text.event_text import event_rows

from .qualification_preview import drawn_from, parts, qualified


@dataclass(frozen=True)
class Shown:
    """The preview of one table. `moves`: each player's state before and after; `rescored_titles`: the titles of the
    lines that are scored again; `after`: the sheet as it would be."""

    sheet: Sheet
    after: Sheet
    moved: list[dict[str, Any]]
    later: list[str]

    @property
    def still(self) -> bool:
        """True if no holding and no rank would change."""
        return not any(row["changed"] for row in self.moved)


def shown(change: Recount) -> Shown:
    """Build the preview of one table's change."""
    titles = [row.title for row in event_rows(change.sheet, {})]
    later = [titles[n - 1] for n in change.consequences]
    return Shown(change.sheet, change.after, list(moves(change)), later)


def moves(change: Recount) -> Iterator[dict[str, Any]]:
    """Yield each player's state before and after the change, by position: {name, before, after, changed}."""
    for place, (before, after) in sorted(change.moved.items()):
        yield {
            "name": change.sheet.names[place - 1],
            "before": before,
            "after": after,
            "changed": before != after,
        }


def moved(event: Event, recounts: Iterable[Recount], since: int = 1) -> dict[str, Any]:
    """Return what the tournament's page would show differently: `ranks`; `prizes`; `qualified`, who would qualify
    instead; and `drawn`, the numbers of the rounds after round `since` that were drawn from the present standings."""
    foreseen = [each.after for each in recounts]
    before, after = standing(event), standing(event, foreseen=foreseen)
    by_rank = event.format == Event.Format.STANDING and before != after
    later = list(event.rounds.published().filter(n__gt=since).order_by("n").values_list("n", flat=True))
    found = parts(event, foreseen)
    return {
        "ranks": ranks_moved(before, after),
        "prizes": prizes_moved(event, before, after),
        "qualified": list(qualified(found)),
        "drawn": later if by_rank else drawn_from(found, later, before, after),
    }


def ranks_moved(before: Sequence[Row], after: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Return (row before, row after) of the players whose rank would change, the best rank after it first."""
    old = {row.tally.entry: row for row in before}
    pairs = [(old[row.tally.entry], row) for row in after]
    return [(was, now) for was, now in pairs if (was.rank, was.tied) != (now.rank, now.tied)]


def prizes_moved(event: Event, before: Sequence[Row], after: Sequence[Row]) -> list[tuple[Prize, list[str], list[str]]]:
    """Return the prizes that would go to others: (prize, winners now, winners then)."""
    now = winners(given(event, before))
    if not now:
        return []
    then = winners(given(event, after))
    lots = Prize.objects.in_bulk({*now, *then})
    return [
        (lot, now.get(pk, []), then.get(pk, []))
        for pk, lot in sorted(lots.items())
        if now.get(pk, []) != then.get(pk, [])
    ]


def winners(awards: Iterable[Given]) -> dict[int, list[str]]:
    """Return the names of each prize's winners, by prize id."""
    return {lot.pk: [row.tally.player for row in each.winners] for each in awards for lot in each.lots}
