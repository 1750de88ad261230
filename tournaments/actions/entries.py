"""Who takes part in an event, under a name that nobody else bears there."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, Player, Seat

from .clubs import add_player
from .errors import NotNow
from .names import apart, clean_name


@transaction.atomic
def add_entries(event: Event, players: Iterable[Player | str]) -> list[Entry]:
    """Enter players of the club, or names typed in: a name the club knows is that player, unless he is in already.
    Who is in already is not entered twice. Raises Refused for a name that is none."""
    Event.objects.select_for_update().get(pk=event.pk)
    return enter(event, players)


def enter(event: Event, players: Iterable[Player | str]) -> list[Entry]:
    taken = {entry.player_id: entry for entry in event.entries.all()}
    shown = [entry.shown_name for entry in taken.values()]
    for each in players:
        player = each if isinstance(each, Player) else person(event, each, taken)
        if player.pk not in taken:
            name = apart(player.name, shown)
            taken[player.pk] = Entry.objects.create(event=event, player=player, shown_name=name)
            shown.append(name)
    return list(taken.values())


def person(event: Event, typed: str, taken: dict[int, Entry]) -> Player:
    """The club's player of that name who is not in yet, or somebody new."""
    name = clean_name(typed, "players")
    known = Player.objects.filter(club_id=event.club_id, name=name, active=True).exclude(pk__in=taken).first()
    return known or add_player(event.club, name)


@transaction.atomic
def rename_entry(entry: Entry, name: str) -> Entry:
    """The player's name, in this event and at the club. Raises Refused."""
    Event.objects.select_for_update().get(pk=entry.event_id)
    name = clean_name(name)
    others = Entry.objects.filter(event_id=entry.event_id).exclude(pk=entry.pk)
    entry.shown_name = apart(name, others.values_list("shown_name", flat=True))
    entry.save(update_fields=["shown_name"])
    Player.objects.filter(pk=entry.player_id).update(name=name)
    return entry


@transaction.atomic
def remove_entry(entry: Entry) -> None:
    """Take somebody off the list, and from his table. Raises NotNow once that table has written."""
    Event.objects.select_for_update().get(pk=entry.event_id)
    seats = Seat.objects.filter(entry=entry)
    if seats.filter(table__records__isnull=False).exists():
        raise NotNow(_("Cette personne a joué : mettez plutôt quelqu’un d’autre à sa place."))
    for table in {seat.table for seat in seats.select_related("table")}:
        vacate(entry, table.pk)
    entry.delete()


def vacate(entry: Entry, table_id: int) -> None:
    """Take the entry from a table that has written nothing; who sits after it moves up one place."""
    Seat.objects.filter(entry=entry, table_id=table_id).delete()
    for position, seat in enumerate(Seat.objects.filter(table_id=table_id).order_by("position"), 1):
        if seat.position != position:
            Seat.objects.filter(pk=seat.pk).update(position=position)
