"""The standings on paper: the rows and the table class of the screen; why each has his rank, for an appeal; the
seasons that an evening belongs to."""

from typing import Any

from tournaments.models import Event
from tournaments.ranks import CALLED, criteria, sentences
from tournaments.standings.crossing import crossing
from tournaments.standings.explain import why
from tournaments.standings.game import figures_of
from tournaments.standings.metrics import Reader
from tournaments.standings.orders import Order
from tournaments.standings.queries import played, standing, weighed
from tournaments.standings.ranking import main_score
from tournaments.standings.season_queries import club_names, season_rows
from tournaments.tables import StandingsTable

ACROSS = 6  # figures beside a rank and a name


def ranked(event: Event) -> dict[str, Any]:
    """The table, leading nowhere, and its rows. Where many figures rank, those that do not make room for the names."""
    table = StandingsTable(standing(event), figures_of(event))
    names = [column.name for column in table.columns]
    beside = [key for key in names if key not in ("rank", "player", *table.ranking)]
    for key in beside[::-1][: max(0, len(names) - 2 - ACROSS)]:
        table.columns.hide(key)
    return {"table": table, "rows": list(table.rows)}


def reasons(event: Event) -> dict[str, Any]:
    """Everybody's rank with its reason, his figures, and table by table what makes them."""
    precedence = Order.of(event.ranking).precedence
    rows, ranked_by = weighed(event)
    found, reader = crossing(rows, played(event)), Reader(ranked_by, main_score(precedence))
    named = {line.number: line.row.tally.player for line in found.lines}
    people = [
        {
            "row": line.row,
            "why": sentences(why(rows, line.row.tally.entry, precedence)),
            "figures": criteria(reader, rows, line.row),
            "granted": ranked_by.granted.get(line.row.tally.entry, ()),
            "rounds": [(cell, [(it, [named[n] for n in it.opponents]) for it in cell.meetings]) for cell in line.cells],
        }
        for line in found.lines
    ]
    return {"people": people, "criteria": [CALLED[key] for key in precedence]}


def seasons(event: Event) -> dict[str, Any]:
    """Each season that counts the event: its evenings, and everybody's part in each, None where he was not there."""
    found = []
    names = club_names(event.club)
    for season in event.seasons.filter(hidden=False):
        events, rows = season_rows(season, names)
        parts = [{part.event: part for part in row.parts} for row in rows]
        lines = [(row, [mine.get(each.pk) for each in events]) for row, mine in zip(rows, parts, strict=True)]
        found.append((season, events, lines))
    return {"seasons": found}
