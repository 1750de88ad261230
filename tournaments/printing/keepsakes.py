"""What is kept of an evening: its log of corrections, labels for its envelopes, a diploma for everybody."""

from typing import Any
from zoneinfo import ZoneInfo

from tournaments.chronicle import chronicle
from tournaments.models import Entry, Event
from tournaments.standings.queries import standing
from tournaments.standings.ranking import anew, name_order

from .cut_cards import sheets_of_cards
from .round_papers import sheets_of

TITLED = 3
"""Ranks that a diploma names large."""


def log(event: Event) -> dict[str, Any]:
    """What was done to the evening and every line put right, with the hour of the club."""
    zone = ZoneInfo(event.club.time_zone)
    return {"entries": [(line, line.at.astimezone(zone)) for line in chronicle(event)]}


def labels(event: Event) -> dict[str, Any]:
    """A label for everybody and one for every table of the evening: for envelopes, folders, purses of fiches."""
    names = sorted(Entry.objects.filter(event=event).values_list("shown_name", flat=True), key=name_order)
    tables = sorted({sheet.table.n for sheet in sheets_of(event, None)})
    return sheets_of_cards([*({"name": name} for name in names), *({"table": n} for n in tables)])


def diplomas(event: Event) -> dict[str, Any]:
    """One page for each player who played, in the order of the standings: ranked among those; equal ranks are the
    same."""
    rows = anew(row for row in standing(event) if row.tally.tables)
    return {"diplomas": rows, "titled": TITLED, "players": len(rows)}
