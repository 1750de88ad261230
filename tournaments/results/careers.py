"""Read a player's evenings and tables, and a club's records, from the database. Knows no page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Sum

from tournaments.models import Club, Entry, Event, Player
from tournaments.standings.careers import Sitting
from tournaments.standings.ranking import anew
from tournaments.standings.tournament_results import Played

from .tallies import counting, played, standing, who_played

BEST = 3  # how many figures each club record has


@dataclass(frozen=True)
class Past:
    """One evening of a player.

    entry: the id of his entry; `rank`: his rank among those who played a coup; `players`: how many these are.
    total: his gain.
    tables: the tables that he played.
    """

    event: Event
    entry: int
    rank: int
    field: int
    total: int
    sittings: tuple[Sitting, ...]


def past_of(player: Player) -> list[Past]:
    """Return the player's public evenings, the earliest first; those at which he played no coup are left out."""
    events = Event.objects.shown().filter(entries__player=player)
    return [past for event in events if (past := evening_of(player, event))]


def evening_of(player: Player, event: Event) -> Past | None:
    """Return the player's part in one tournament; None where he played no coup."""
    player_of = dict(Entry.objects.filter(event=event).values_list("pk", "player"))
    entry = next(pk for pk, owner in player_of.items() if owner == player.pk)
    rows = anew(row for row in standing(event) if row.tally.coups)
    mine = next((row for row in rows if row.tally.entry == entry), None)
    if mine is None:
        return None
    return Past(event, entry, mine.rank, len(rows), mine.tally.total, sittings(event, entry, player_of))


def sittings(event: Event, entry: int, player_of: dict[int, int]) -> tuple[Sitting, ...]:
    """Return the tables that an entry played in the tournament. `player_of`: the player of each entry."""
    return tuple(_sittings(event, entry, player_of, played(event)))


def _sittings(event: Event, entry: int, player_of: dict[int, int], everything: Played) -> Iterable[Sitting]:
    """Yield the tables that an entry played. `results`: all results of the tournament."""
    for result in everything.mine(entry):
        others = everything.others(result)
        yield Sitting(
            event.pk,
            event.game,
            result.place == 1,
            tuple(player_of[other.entry] for other in others if other.place > result.place),
            tuple(player_of[other.entry] for other in others if other.place == result.place),
            tuple(player_of[other.entry] for other in others if other.place < result.place),
            tuple(player_of[mate.entry] for mate in everything.partners(result)),
        )


@dataclass(frozen=True)
class Best:
    """One figure of a club record: the player, how much, at which tournament."""

    player: int
    figure: int
    event: Event


def best_coups(events: Iterable[Event], game: str) -> list[Best]:
    """Return the largest gains from single coups; none where a coup is worth one point.

    Corrected coups count as they stand now.
    """
    each = _lines(events, game).values("record__table", "record__position", "seat__entry")
    return _best(each.annotate(figure=Sum("net"), counted=Sum("coups")).filter(counted=1, figure__gt=1), events)


def best_evenings(events: Iterable[Event], game: str) -> list[Best]:
    """Return the largest gains from whole evenings."""
    each = _lines(events, game).values("seat__entry")
    return _best(each.annotate(figure=Sum("net")).filter(figure__gt=0), events)


def most_brusquembilles(events: Iterable[Event]) -> list[Best]:
    """Return the largest numbers of brusquembilles won in one evening."""
    each = _lines(events, "brusquembille").values("seat__entry")
    return _best(each.annotate(figure=Sum("brusquembilles_won")).filter(figure__gt=0), events)


def _lines(events: Iterable[Event], game: str) -> Any:
    """Return the ledger lines that count in those of the tournaments that play this game."""
    wanted = [event.pk for event in events if event.game == game]
    return counting().filter(seat__table__round__event__in=wanted)


def _best(found: Any, events: Iterable[Event]) -> list[Best]:
    """Return the first BEST figures, the largest first. `found`: a queryset with one figure for each entry."""
    by_pk = {event.pk: event for event in events}
    rows = found.order_by("-figure", "seat__entry").values_list("seat__entry", "figure")[:BEST]
    entries = {each.pk: each for each in Entry.objects.filter(pk__in=[entry for entry, _ in rows])}
    return [Best(entries[entry].player_id, figure, by_pk[entries[entry].event_id]) for entry, figure in rows]


def most_faithful(club: Club) -> list[tuple[int, int]]:
    """Return (player, evenings at which he played a coup) for the club's most frequent players, the most first."""
    lines = counting().filter(seat__entry__event__in=Event.objects.shown().filter(club=club).values("pk"))
    counts = who_played(lines).values("player").annotate(evenings=Count("event"))
    return list(counts.order_by("-evenings", "player").values_list("player", "evenings")[:BEST])
