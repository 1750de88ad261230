"""A player's evenings and tables, and the records of a club, as the book tells them. Knows no page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Sum

from tournaments.models import Club, Entry, Event, Player

from .careers import Sitting
from .played import Played
from .queries import counting, played, standing, who_played
from .ranking import anew

BEST = 3  # figures of each record


@dataclass(frozen=True)
class Past:
    """One evening of a player: his rank, of how many, his total; the tables that he played."""

    event: Event
    entry: int
    rank: int
    field: int
    total: int
    sittings: tuple[Sitting, ...]


def past_of(player: Player) -> list[Past]:
    """His evenings that anybody may see, the first one first; those at which he played no coup left out."""
    events = Event.objects.shown().filter(entries__player=player)
    return [past for event in events if (past := evening_of(player, event))]


def evening_of(player: Player, event: Event) -> Past | None:
    player_of = dict(Entry.objects.filter(event=event).values_list("pk", "player"))
    entry = next(pk for pk, owner in player_of.items() if owner == player.pk)
    rows = anew(row for row in standing(event) if row.tally.coups)
    mine = next((row for row in rows if row.tally.entry == entry), None)
    if mine is None:
        return None
    return Past(event, entry, mine.rank, len(rows), mine.tally.total, sittings(event, entry, player_of))


def sittings(event: Event, entry: int, player_of: dict[int, int]) -> tuple[Sitting, ...]:
    return tuple(_sittings(event, entry, player_of, played(event)))


def _sittings(event: Event, entry: int, player_of: dict[int, int], everything: Played) -> Iterable[Sitting]:
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
    """One figure of a record: whose, how much, at which evening."""

    player: int
    figure: int
    event: Event


def best_coups(events: Iterable[Event], game: str) -> list[Best]:
    """The most that single coups brought, corrected ones as they stand now; none where a coup is worth one point."""
    each = _lines(events, game).values("record__table", "record__position", "seat__entry")
    return _best(each.annotate(figure=Sum("net"), counted=Sum("coups")).filter(counted=1, figure__gt=1), events)


def best_evenings(events: Iterable[Event], game: str) -> list[Best]:
    """The most that a whole evening brought."""
    each = _lines(events, game).values("seat__entry")
    return _best(each.annotate(figure=Sum("net")).filter(figure__gt=0), events)


def most_brusquembilles(events: Iterable[Event]) -> list[Best]:
    """The most brusquembilles won in an evening."""
    each = _lines(events, "brusquembille").values("seat__entry")
    return _best(each.annotate(figure=Sum("brusquembilles_won")).filter(figure__gt=0), events)


def _lines(events: Iterable[Event], game: str) -> Any:
    wanted = [event.pk for event in events if event.game == game]
    return counting().filter(seat__table__round__event__in=wanted)


def _best(found: Any, events: Iterable[Event]) -> list[Best]:
    by_pk = {event.pk: event for event in events}
    rows = found.order_by("-figure", "seat__entry").values_list("seat__entry", "figure")[:BEST]
    entries = {each.pk: each for each in Entry.objects.filter(pk__in=[entry for entry, _ in rows])}
    return [Best(entries[entry].player_id, figure, by_pk[entries[entry].event_id]) for entry, figure in rows]


def most_faithful(club: Club) -> list[tuple[int, int]]:
    """(player, evenings at which he played a coup), the most first."""
    lines = counting().filter(seat__entry__event__in=Event.objects.shown().filter(club=club).values("pk"))
    counts = who_played(lines).values("player").annotate(evenings=Count("event"))
    return list(counts.order_by("-evenings", "player").values_list("player", "evenings")[:BEST])
