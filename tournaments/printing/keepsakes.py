"""Documents that are kept of a tournament: its log of corrections, labels for envelopes, a diploma for each player."""

from typing import Any
from zoneinfo import ZoneInfo

import scoring
from tournaments.models import Entry, Tournament
from tournaments.results.game_figures import get_game_figures
from tournaments.results.tallies import get_standings
from tournaments.results.unread_tables import list_unread_tables
from tournaments.rounds.final_order import read_final_order
from tournaments.standings.ranking import get_name_key, rerank
from tournaments.text.audit_log import build_audit_log
from tournaments.text.option_text import localise
from tournaments.text.provisional_text import describe_provisional

from .cut_cards import build_card_pages
from .round_papers import list_seated_cards

LARGE_RANKS = 3
"""How many of the first ranks a diploma prints large."""


def build_log(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the log: what was done to the tournament and every corrected line, with the club's local
    time."""
    zone = ZoneInfo(tournament.club.time_zone)
    return {"entries": [(line, line.at.astimezone(zone)) for line in build_audit_log(tournament)]}


def build_labels(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the labels: one for each player and one for each table, for envelopes, folders, purses of
    fiches."""
    names = sorted(Entry.objects.filter(tournament=tournament).values_list("shown_name", flat=True), key=get_name_key)
    tables = sorted({card.table.n for card in list_seated_cards(tournament, None)})
    return build_card_pages([*({"name": name} for name in names), *({"table": n} for n in tables)])


def build_diplomas(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the diplomas: a page for each player who played, in the final order, ranked among those;
    equal players share their rank. Where matches decide the order, no figure is told."""
    order = read_final_order(tournament, rerank(row for row in get_standings(tournament) if row.tally.tables))
    rows = order.rows
    return {
        "diplomas": rows,
        "by_matches": order.by_matches,
        "titled": LARGE_RANKS,
        "players": len(rows),
        "game": localise(scoring.get_game(tournament.game).name),
        "unit": get_game_figures(tournament).unit.value,
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
    }
