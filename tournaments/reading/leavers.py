"""Who left a table of the last round before its end, and would be drawn for the next one all the same."""

from django.db.models import Q

from tournaments.book.loading import load_sheet
from tournaments.models import Entry, MentionsLeaving, Record, Tournament


def list_leavers(tournament: Tournament, n: int) -> list[str]:
    """Return the names of those who left a table of the last published round and are still to play in round n."""
    left = Record.objects.filter(MentionsLeaving("body"), table__round=tournament.rounds.current())
    sheets = [load_sheet(pk) for pk in left.values_list("table", flat=True).distinct()]
    names = {name for sheet in sheets if sheet.state for name in sheet.state.left}
    if not names:
        return []
    staying = Q(last_round=None) | Q(last_round__gte=n)
    found = tournament.entries.filter(staying, shown_name__in=names).exclude(presence=Entry.Presence.ABSENT)
    return list(found.order_by("shown_name").values_list("shown_name", flat=True))
