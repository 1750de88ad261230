"""Tell who took part in a tournament from who was registered, or seated at a table that was never begun."""

from collections.abc import Sequence

from django.db.models import Exists, Q

from tournaments.models import Adjustment, Rest, Seat, SeatSummary, Tournament
from tournaments.standings.ranking import StandingsRow, get_name_key
from tournaments.standings.tournament_results import Tally


def filter_who_took_part(tournament: Tournament) -> Q:
    """Return a filter for the entries that played, rested in a round, sat at a table that an organiser declared not
    played, or were given a bonus or a penalty. It lets everybody pass where nobody has played."""
    played = SeatSummary.objects.filter(seat__table__round__tournament=tournament).exclude(coups=0, net=0)
    unplayed = Seat.objects.filter(table__round__tournament=tournament, table__unplayed__isnull=False)
    return (
        Q(pk__in=played.values("seat__entry"))
        | Q(pk__in=Rest.objects.filter(round__tournament=tournament).values("entry"))
        | Q(pk__in=unplayed.values("entry"))
        | Q(pk__in=Adjustment.objects.in_force().filter(tournament=tournament).values("entry"))
        | Q(~Exists(played))
    )


def list_who_took_no_part(tournament: Tournament) -> list[Tally]:
    """Return an empty tally for each entry of a closed tournament that is not ranked, by name; none while it is
    open."""
    if tournament.status != Tournament.Status.CLOSED:
        return []
    absent = tournament.entries.exclude(filter_who_took_part(tournament)).values_list("pk", "shown_name")
    return [Tally(pk, name) for pk, name in sorted(absent, key=lambda each: get_name_key(each[1]))]


def place_absent_last(rows: Sequence[StandingsRow], absent: Sequence[Tally]) -> tuple[StandingsRow, ...]:
    """Return the standings with a row for everybody: who took no part shares the last rank."""
    figures = dict.fromkeys(rows[0].figures, 0) if rows else {}
    return (*rows, *(StandingsRow(len(rows) + 1, len(absent) > 1, tally, figures) for tally in absent))
