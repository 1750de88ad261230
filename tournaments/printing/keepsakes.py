"""Documents that are kept of a tournament: its log of corrections, labels for envelopes, a diploma for each player."""

from typing import Any
from zoneinfo import ZoneInfo

from tournaments.models import Entry, Event
from tournaments.results.tallies import standing
from tournaments.standings.ranking import anew, name_order
from tournaments.text.audit_log import chronicle

from .cut_cards import sheets_of_cards
from .round_papers import sheets_of

TITLED = 3
"""How many of the first ranks a diploma prints large."""


def log(event: Event) -> dict[str, Any]:
    """Return the context of the log: what was done to the tournament and every corrected line, with the club's local
    time."""
    zone = ZoneInfo(event.club.time_zone)
    return {"entries": [(line, line.at.astimezone(zone)) for line in chronicle(event)]}


def labels(event: Event) -> dict[str, Any]:
    """Return the context of the labels: one for each player and one for each table, for envelopes, folders, purses of
    fiches."""
    names = sorted(Entry.objects.filter(event=event).values_list("shown_name", flat=True), key=name_order)
    tables = sorted({sheet.table.n for sheet in sheets_of(event, None)})
    return sheets_of_cards([*({"name": name} for name in names), *({"table": n} for n in tables)])


def diplomas(event: Event) -> dict[str, Any]:
    """Return the context of the diplomas: a page for each player who played, in standings order, ranked among those;
    equal players share their rank."""
    rows = anew(row for row in standing(event) if row.tally.tables)
    return {"diplomas": rows, "titled": TITLED, "players": len(rows)}
