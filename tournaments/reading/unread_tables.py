"""The tables that may still move the standings: nobody has read and confirmed their sheets."""

from tournaments.models import Table, Tournament


def list_unread_tables(tournament: Tournament) -> list[tuple[int, int, bool | None]]:
    """Return (round number, table number, whether it ended; None if it played nothing) of the tables whose sheets
    nobody has confirmed since their last event, but for those that are never to be played: one query."""
    unread = Table.objects.filter(round__tournament=tournament).unread()
    return list(unread.order_by("round__n", "n").values_list("round__n", "n", "summary__complete"))
