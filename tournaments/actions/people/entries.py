"""The entries of a tournament: who takes part, each under a name that nobody else bears there."""

from collections.abc import Container, Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.letters import fold_letters
from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.audit_log import note_change, write_audit_entry
from tournaments.actions.saving import save_fields
from tournaments.actions.states import lock_evening
from tournaments.models import AuditEntry, Entry, Fee, Player, Renaming, Rest, Seat, Table, Tournament, UnplayedTable
from tournaments.reading.grouping import group_pairs

from .names import UniqueNames, clean_name, make_name_unique

TOO_FEW_LEFT = _(
    "%(name)s est à la table %(table)s de la ronde %(round)s, qui n’aurait plus assez de joueurs : mettez d’abord "
    "quelqu’un à cette place, ou retirez la ronde si personne n’y joue encore."
)


@transaction.atomic
def add_entries(tournament: Tournament, players: Iterable[Player | str], *, actor: str | None = None) -> list[Entry]:
    """Enter players of the club, or names typed in, and return all entries. A typed name stands for the player of the
    club who bears it and is not entered yet, else for a new player. Somebody who is entered already is not entered
    twice. `actor`: the organiser who enters them, for the audit log. Raises Refused for an invalid name,
    TournamentClosed."""
    lock_evening(tournament, "add_entries")
    return enter_players(tournament, players, actor=actor)


def enter_players(tournament: Tournament, players: Iterable[Player | str], *, actor: str | None = None) -> list[Entry]:
    """Enter the players; the caller holds the tournament's lock. Returns all entries, the earlier ones first."""
    entered = {entry.player_id: entry for entry in tournament.entries.all()}
    unique_names = UniqueNames(entry.shown_name for entry in entered.values())
    fresh = {
        player.pk: player for player in find_or_create_players(tournament, players, entered) if player.pk not in entered
    }
    from_round = find_first_round(tournament)
    entries = [
        Entry(
            tournament=tournament, player=player, shown_name=unique_names.reserve(player.name), first_round=from_round
        )
        for player in fresh.values()
    ]
    made = Entry.objects.bulk_create(entries)
    seal_new(*made)
    if made:
        after = {"entries": [entry.pk for entry in made]}
        note_change(tournament, AuditEntry.Action.ENTERED, actor=actor, after=after)
    return [*entered.values(), *made]


def find_first_round(tournament: Tournament) -> int:
    """Return the first round that a newcomer is drawn for: the one after the published rounds."""
    current = None if tournament.format == Tournament.Format.FREE else tournament.rounds.current()
    return current.n + 1 if current else 1


def find_or_create_players(
    tournament: Tournament, players: Iterable[Player | str], entered: Container[int]
) -> list[Player]:
    """Return a player of the club for each of `players`, in order. A typed name stands for an active player who bears
    it, whatever its accents and capitals, and is not entered yet; if there is none, a new player is created. `entered`:
    the ids of the players entered already."""
    people = [each if isinstance(each, Player) else clean_name(each, "players") for each in players]
    chosen = {each.pk for each in people if isinstance(each, Player)}
    active = tournament.club.players.filter(active=True).order_by("-pk")
    left = (each for each in active if each.pk not in entered and each.pk not in chosen)
    free = group_pairs((fold_letters(each.name), each) for each in left)
    found = [
        each if isinstance(each, Player) else take_known_or_build_player(tournament, each, free) for each in people
    ]
    Player.objects.bulk_create([player for player in found if player.pk is None])
    return found


def take_known_or_build_player(tournament: Tournament, name: str, known: dict[str, list[Player]]) -> Player:
    """Return a known player of this name and remove him from `known` (players by name in small letters without
    accents), or a new unsaved player. Of several known ones, the one whose name is written exactly like this is
    taken."""
    some = known.get(fold_letters(name), [])
    own = [each for each in some if each.name == name] or some
    if not own:
        return Player(club_id=tournament.club_id, name=name)
    player = own[-1]
    some.remove(player)
    return player


@sealed
def rename_entry(entry: Entry, name: str, *, actor: str = "") -> Entry:
    """Rename the player, in this tournament and at the club. Writes an audit entry if the name shown changes. Raises
    Refused."""
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=entry.tournament_id)
    name, was, fields = clean_name(name), entry.shown_name, {"entry": entry.pk}
    show_under_name(entry, name)
    Player.objects.filter(pk=entry.player_id).update(name=name)
    if entry.shown_name != was:
        deed = write_audit_entry(tournament, AuditEntry.Action.RENAMED, actor=actor, before=fields, after=fields)
        Renaming.objects.create(deed=deed, entry=entry, was=was, now=entry.shown_name)
    return entry


def show_under_name(entry: Entry, name: str) -> None:
    """Show the entry under this name, with a number where somebody else in the tournament bears it."""
    others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
    save_fields(entry, shown_name=make_name_unique(name, others.values_list("shown_name", flat=True)))
    seal_changed(Entry, [entry.pk])


def check_may_go(entry: Entry) -> None:
    """Raise NotNow if the entry was given a bonus or a penalty, which stays in the standings' log, or if money that it
    paid lies in the cash box."""
    if entry.adjustments.exists():
        raise NotNow(_("Cette personne a reçu un bonus ou une pénalité au classement : elle reste dans la liste."))
    if Fee.objects.filter(entry=entry, paid_cents__gt=0).exists():
        raise NotNow(_("Un paiement est noté : l’organisateur note d’abord qu’il est rendu."))


def check_table_stays_playable(entry: Entry, table: Table) -> None:
    """Raise NotNow if the table is to be played and would have too few people for the game without this entry. A table
    that would be empty is allowed, and so are free tables of a tournament in preparation, which are still filled by
    hand."""
    tournament, left = entry.tournament, table.seats.exclude(entry=entry).count()
    is_prepared = tournament.format == Tournament.Format.FREE and tournament.status == Tournament.Status.DRAFT
    if not left or is_prepared or UnplayedTable.objects.filter(table=table).exists():
        return
    if table.sides or left not in tournament.table_sizes:
        raise NotNow(TOO_FEW_LEFT % {"name": entry.shown_name, "table": table.n, "round": table.round.n})


def vacate_seat(entry: Entry, table_id: int) -> None:
    """Remove the entry from a table that has no record; those who sit after it move up one place."""
    Seat.objects.filter(entry=entry, table_id=table_id).delete()
    for position, seat in enumerate(Seat.objects.filter(table_id=table_id).order_by("position"), 1):
        if seat.position != position:
            Seat.objects.filter(pk=seat.pk).update(position=position)
    seal_changed(UnplayedTable, [table_id])


@sealed
def delete_entry(entry: Entry) -> None:
    """Delete an entry that sits nowhere, with its rests and its fee, and write links of the hash chain that say that
    these rows are gone."""
    rests = list(Rest.objects.filter(entry=entry).values_list("pk", flat=True))
    seal_changed(Rest, rests)
    seal_changed(Fee, [entry.pk])
    seal_changed(Entry, [entry.pk])
    entry.delete()
