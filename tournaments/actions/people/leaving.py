"""Removing an entry from a tournament, so that whoever waits for a place moves up; and erasing sign-ups with a person's
name."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import sealed
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.audit_log import note_change
from tournaments.actions.states import lock_evening
from tournaments.models import AuditEntry, Entry, Player, Seat, SignUp, SignUpMail

from .entries import check_may_go, check_table_stays_playable, delete_entry, vacate_seat
from .recognising import build_person_key
from .signing_up import SEATED, drop_sign_up, move_up_waiting


@sealed
def remove_entry(entry: Entry, *, actor: str | None = None) -> None:
    """Delete the entry, and its seats at tables without a record; the first who waits for a place moves up. Raises
    NotNow if one of its tables has a record or would have too few players, if it was given a bonus or a penalty, or if
    it has paid."""
    lock_evening(entry.tournament, "remove_entry")
    seats = Seat.objects.filter(entry=entry)
    if seats.filter(table__records__isnull=False).exists():
        raise NotNow(_("Cette personne a joué : mettez plutôt quelqu’un d’autre à sa place."))
    check_may_go(entry)
    for table in {seat.table for seat in seats.select_related("table__round")}:
        check_table_stays_playable(entry, table)
        vacate_seat(entry, table.pk)
    note_removal(entry, actor)
    SignUpMail.objects.filter(sign_up__entry=entry).delete()
    SignUp.objects.filter(entry=entry).update(state=SignUp.State.REFUSED, entry=None, **SignUp.PRIVATE)
    delete_entry(entry)
    move_up_waiting(entry.tournament)


def note_removal(entry: Entry, actor: str | None, person: SignUp | None = None) -> None:
    """Write to the audit log that an organiser takes the entry out. `person`: how the player signed up, if he did."""
    number = entry.shown_name.removeprefix(f"{entry.player.name} ")
    before = {"entry": entry.pk, "player": entry.player_id, "number": number if number.isdecimal() else ""}
    before |= {"sign_up": person.pk} if person else {}
    note_change(entry.tournament, AuditEntry.Action.REMOVED, actor=actor, before=before)


@sealed
@sealed
def refuse_sign_up(person: SignUp, *, actor: str | None = None) -> None:
    """Take somebody off the list of those who signed up, whether he has a place or waits for one. Raises NotNow if he
    sits at a table, was given a bonus or a penalty, or has paid."""
    if person.entry is not None:
        refuse_entry(person.entry, actor=actor)
        return
    lock_evening(person.tournament, "drop_sign_up")
    person.refresh_from_db()
    if person.state == SignUp.State.WAITING:
        note_change(person.tournament, AuditEntry.Action.REMOVED, actor=actor, before={"sign_up": person.pk})
        drop_sign_up(person, SignUp.State.REFUSED)


@sealed
def refuse_entry(entry: Entry, *, actor: str | None = None) -> None:
    """Take an entry off the list, whether the player signed up or was entered by an organiser; the first who waits for
    a place moves up. Raises NotNow if the player sits at a table, was given a bonus or a penalty, or has paid."""
    lock_evening(entry.tournament, "refuse_entry")
    if entry.seats.exists():
        raise NotNow(SEATED)
    person = SignUp.objects.filter(entry=entry).select_related("tournament").first()
    if person is None:
        remove_entry(entry, actor=actor)
    else:
        note_removal(entry, actor, person)
        drop_sign_up(person, SignUp.State.REFUSED)


def erase_sign_ups(players: Iterable[Player]) -> None:
    """Delete the sign-ups of these players of one club, whose names are about to be erased: those that led to their
    entries, and those without an entry under one of their names. Their private codes open nothing any more."""
    SignUp.objects.filter(entry__player__in=(everybody := list(players))).delete()
    keys = {build_person_key(player.name) for player in everybody}
    alone = SignUp.objects.filter(tournament__club=everybody[0].club_id, entry=None)
    SignUp.objects.filter(pk__in=[each.pk for each in alone if build_person_key(each.name) in keys]).delete()
