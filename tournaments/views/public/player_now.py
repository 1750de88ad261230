"""What a player wants to know first on his own page: his table and opponents now, his holding, rank and next round."""

from dataclasses import replace
from typing import Any

from tournaments.book.sheet import Sheet
from tournaments.models import Entry, Tournament
from tournaments.reading.byes import is_resting
from tournaments.standings.ranking import StandingsRow

from .whereabouts import find_current_seat, find_next_round


def build_present_context(tournament: Tournament, entry: int, sheets: list[Sheet], row: StandingsRow) -> dict[str, Any]:
    """Return what a player wants to know first, for a template: table and opponents now, holding, rank, next round."""
    current = tournament.find_shown_round()
    withdrawn = current is not None and current.withdrawn
    now = None if withdrawn else find_current_seat(tournament, entry, current, sheets)
    if (coming := find_next_round(tournament, current)) and current:
        coming = replace(coming, due=current.has_ended())
    last, player, presence = tournament.entries.values_list("last_round", "player", "presence").get(pk=entry)
    left = last is not None and current is not None and last < current.n
    return {
        "tournament": tournament,
        "entry": entry,
        "player": player,
        "round": current,
        "now": now,
        "rests": current is not None and not withdrawn and now is None and is_resting(current, entry),
        "row": row,
        "gone": left or presence == Entry.Presence.ABSENT,
        "coming": coming if coming and (last is None or coming.n <= last) else None,
    }
