"""Tell who took part in a tournament from who was registered, or seated at a table that was never begun."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Exists, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat, Replace

from tournaments.models import Adjustment, Entry, Rest, Seat, SeatSummary, Tournament, UnplayedTable
from tournaments.standings.ranking import StandingsRow, get_name_key, rerank
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import NOTHING, Tally


def filter_who_took_part(tournament: Tournament, up_to_round: int | None = None, *, everybody_before: bool = True) -> Q:
    """Return a filter for the entries that took part up to round `up_to_round` (None: in any), withdrawn rounds aside.

    An entry took part if it played, rested in a round, was given a bonus or a penalty, or sat at a table that an
    organiser declared not played. An annulled table is not such a table where annulling counts nothing. At free tables
    only a forfeit is. Whoever did not come to it took no part in it, except where matches decide: then he lost one.

    everybody_before: the filter lets everybody pass as long as nobody has played. If False, whoever waits for an
    adjourned table of an open tournament has not taken part yet, unless such a table counts something.
    """
    gone = UnplayedTable.objects.filter(
        table__round__tournament=tournament, kind=UnplayedTable.UnplayedKind.WITHDRAWN
    ).values("table__round")

    def limit(to: str) -> Q:
        """Return the filter for the rounds counted: of the tournament, not withdrawn, up to `up_to_round`. `to`: the
        path of field names that leads to the round."""
        wanted = Q(**{f"{to}tournament": tournament}) & ~Q(**{f"{to}pk__in": gone})
        return wanted if up_to_round is None else wanted & Q(**{f"{to}n__lte": up_to_round})

    played = SeatSummary.objects.filter(limit("seat__table__round__")).exclude(coups=0, net=0)
    unplayed = Seat.objects.filter(limit("table__round__"), table__unplayed__isnull=False)
    scales = RankingOrder.from_json(tournament.ranking).scales
    if tournament.format == Tournament.Format.FREE:
        unplayed = unplayed.filter(table__unplayed__kind=UnplayedTable.UnplayedKind.FORFEIT)
    elif scales.annulled == NOTHING:
        unplayed = unplayed.exclude(table__unplayed__kind=UnplayedTable.UnplayedKind.ANNULLED)
    if tournament.format not in Tournament.DUELS:
        unplayed = _exclude_absent(unplayed)
    if not everybody_before and tournament.status == Tournament.Status.OPEN and scales.adjourned == NOTHING:
        unplayed = unplayed.exclude(table__unplayed__kind=UnplayedTable.UnplayedKind.ADJOURNED)
    given = Adjustment.objects.in_force().filter(tournament=tournament).up_to_round(up_to_round)
    condition = (
        Q(pk__in=played.values("seat__entry"))
        | Q(pk__in=Rest.objects.filter(limit("round__")).values("entry"))
        | Q(pk__in=unplayed.values("entry"))
        | Q(pk__in=given.values("entry"))
    )
    return condition | Q(~Exists(played)) if everybody_before else condition


def _exclude_absent(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the seats (of unplayed tables) whose players came. The absent positions are stored as a list in JSON, «[1,
    3]», which is read here as the text «, 1, 3,»."""
    comma = Value(", ", TextField())
    absent: Any = Cast("table__unplayed__absent", TextField())
    absent = Replace(absent, Value("[", TextField()), comma)
    absent = Replace(absent, Value("]", TextField()), Value(",", TextField()))
    position = Concat(comma, Cast("position", TextField()), Value(",", TextField()))
    return seats.alias(absent=absent).exclude(absent__contains=position)


def find_who_played(tournament: Tournament) -> set[int]:
    """Return the entries that have played a coup: they are there, whether anybody checked them in or not."""
    played = SeatSummary.objects.filter(seat__table__round__tournament=tournament, coups__gt=0)
    return set(played.values_list("seat__entry", flat=True))


def mark_who_played(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Set these entries' presence as pages show it, without saving it: who was expected and has played is there."""
    seen = find_who_played(tournament)
    for entry in entries:
        if entry.pk in seen and entry.presence == Entry.Presence.EXPECTED:
            entry.presence = Entry.Presence.PRESENT


def place_waiting_last(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    up_to_round: int | None = None,
    playing: Collection[int] = (),
) -> tuple[StandingsRow, ...]:
    """Return the standings as people read them: whoever took no part yet stands last, without a rank, and ranks count
    only the others. Once the tournament is closed they are not in its last standings at all.

    up_to_round: the round after which these are the standings.
    playing: entries that are taken to have played.
    """
    if tournament.status == Tournament.Status.CLOSED and up_to_round is None:
        return tuple(rows)
    absent = tournament.entries.exclude(filter_who_took_part(tournament, up_to_round, everybody_before=False))
    waiting = set(absent.values_list("pk", flat=True)).difference(playing)
    if waiting.isdisjoint(row.tally.entry for row in rows):
        return tuple(rows)
    ranked = rerank(row for row in rows if row.tally.entry not in waiting)
    last = sorted((row for row in rows if row.tally.entry in waiting), key=lambda row: row.name_key)
    return (*ranked, *(row._replace(rank=len(ranked) + 1, tied=False, waiting=True) for row in last))


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
