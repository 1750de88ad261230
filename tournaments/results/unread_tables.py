"""The tables that may still move the standings: nobody has read and confirmed their sheets."""

from tournaments.models import Table, Tournament


def list_unread_tables(tournament: Tournament) -> list[tuple[int, int, bool]]:
    """Return (round number, table number, whether it played) of the tables whose sheets nobody has confirmed since
    their last event, but for those that are never to be played: one query."""
    unread = Table.objects.filter(round__tournament=tournament).unread()
    found = unread.order_by("round__n", "n").values_list("round__n", "n", "summary")
    return [(round_n, n, summary is not None) for round_n, n, summary in found]
