"""Actions at a table that are not events of the partie: a substitute, the tokens counted at the end, the sheet's
confirmation, the auction shown, revoked keys."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused, StaleSheet
from tournaments.actions.evenings.audit_log import locate_table, note_change, write_audit_entry
from tournaments.book import history
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import (
    ArbiterCall,
    Auction,
    AuditEntry,
    Confirmation,
    Entry,
    Seat,
    Table,
    TokenCount,
    UnplayedTable,
)

from .posting import change_sitter
from .preconditions import check_no_forfeit, lock_sheet

MOST_TOKENS = 1_000_000


@sealed
def substitute_player(table_id: int, position: int, entry: Entry, *, actor: str) -> Sheet:
    """Let `entry` take over the place, with its purse, from the table's next event on; return the new sheet. Writes an
    audit entry. Raises NotNow, TournamentClosed."""
    sheet = lock_sheet(table_id, "substitute_player")
    check_can_substitute(sheet, position, entry)
    since = len(sheet.events) + 1
    fields = locate_table(sheet.table) | {"place": position, "since": since}
    before, after = fields | {"entry": sheet.seats[position - 1].entry_id}, fields | {"entry": entry.pk}
    write_audit_entry(sheet.tournament, AuditEntry.Action.SUBSTITUTED, actor=actor, before=before, after=after)
    seat = next((seat for seat in sheet.all_seats if (seat.position, seat.since) == (position, since)), None)
    if seat:
        change_sitter(seat, entry.pk, actor)
    else:
        Seat.objects.create(table=sheet.table, position=position, since=since, entry=entry)
    if sheet.unplayed:
        seal_changed(UnplayedTable, [table_id])
    if entry.first_round > sheet.table.round.n:  # a newcomer, who was to be drawn from the next round on
        entry.first_round = sheet.table.round.n
        entry.save(update_fields=["first_round"])
    return load_sheet(table_id)


def check_can_substitute(sheet: Sheet, position: int, entry: Entry) -> None:
    """Raise NotNow if the table has no such place or has a forfeit, or if the entry is not of this tournament or
    already sits in the round."""
    if position not in range(1, len(sheet.seats) + 1):
        raise NotNow(_("Cette place n’existe pas à cette table."))
    check_no_forfeit(sheet.table)
    if entry.tournament_id != sheet.tournament.pk:
        raise NotNow(_("Cette personne n’est pas inscrite à la soirée."))
    if is_seated(entry, sheet.table.round_id):
        raise NotNow(_("Cette personne joue déjà à une table de cette ronde."))


def is_seated(entry: Entry, round_id: int) -> bool:
    """True if the entry now sits at some table of the round."""
    tables = Table.objects.filter(round_id=round_id, seats__entry=entry).prefetch_related("seats").distinct()
    last = [
        max(table.seats.filter(position=p), key=lambda s: s.since) for table in tables for p in list_positions(table)
    ]
    return any(seat.entry_id == entry.pk for seat in last)


def list_positions(table: Table) -> set[int]:
    """Return the table's places that have a seat."""
    return {seat.position for seat in table.seats.all()}


@transaction.atomic
def save_token_counts(
    table_id: int, counts: Mapping[int, tuple[int, int]], *, actor: str, read_off: bool = False
) -> Sheet:
    """Save the tokens that the players of these places (1…n) counted, as (fiches, jetons), and return the sheet.
    `read_off`: nobody counted, they are what the sheet says. Raises NotNow, TournamentClosed, Refused."""
    sheet = lock_sheet(table_id, "save_token_counts")
    check_finished(sheet)
    assert sheet.state is not None
    if not sheet.state.purses:
        raise NotNow(_("Dans ce jeu, on ne compte pas de jetons."))
    check_counts(sheet, counts)
    saved = []
    for position, (fiches, jetons) in counts.items():
        fields = {"fiches": fiches, "jetons": jetons, "number": 0 if read_off else sheet.next_number - 1}
        count, _made = TokenCount.objects.update_or_create(table=sheet.table, position=position, defaults=fields)
        saved.append(count.pk)
    seal_changed(TokenCount, saved)
    return load_sheet(table_id)


@transaction.atomic
def note_debt(table_id: int, position: int, owed_to: int) -> Sheet:
    """Save that the player of a place owes his debt (what he holds below zero in the book) to the one at position
    `owed_to` (0: to the bank), and return the sheet. Nothing moves. Raises NotNow, TournamentClosed."""
    sheet = lock_sheet(table_id, "note_debt")
    check_finished(sheet)
    debtors = {sheet.positions[debt.debtor] for debt in sheet.settled_counts.debts}
    if position not in debtors or owed_to == position or owed_to not in range(len(sheet.names) + 1):
        raise NotNow(_("Cette dette n’est pas sur la feuille."))
    counted = TokenCount.objects.filter(table=sheet.table, position=position)
    if not counted.update(owed_to=owed_to):
        raise NotNow(_("Que chacun compte d’abord ce qu’il a devant lui."))
    seal_changed(TokenCount, counted.values_list("pk", flat=True))
    return load_sheet(table_id)


def check_counts(sheet: Sheet, counts: Mapping[int, tuple[int, int]]) -> None:
    """Raise Refused for a number out of bounds (0 to MOST_TOKENS) or an unknown place, each under its path."""
    message = _("Comptez les fiches et les jetons : un nombre entier, de 0 à 1 000 000.")
    wrong = [place for place, held in counts.items() if not all(0 <= each <= MOST_TOKENS for each in held)]
    strange = [place for place in counts if place not in range(1, len(sheet.seats) + 1)]
    if wrong or strange:
        raise Refused([FieldError(f"counts.{place}", message) for place in (*wrong, *strange)])


def check_finished(sheet: Sheet) -> None:
    """Raise NotNow while the partie is not finished."""
    if sheet.state is None or not sheet.state.complete:
        raise NotNow(_("La partie n’est pas finie : cela se fait après le dernier coup."))


@transaction.atomic
def confirm_sheet(table_id: int, position: int, *, actor: str) -> Sheet:
    """Confirm the sheet for the player of a place, who must not be the one who kept the score last; return the sheet.
    Raises NotNow, TournamentClosed."""
    sheet = lock_sheet(table_id, "confirm_sheet")
    was_confirmed = sheet.is_confirmed
    check_finished(sheet)
    if position not in range(1, len(sheet.seats) + 1):
        raise NotNow(_("Cette place n’existe pas à cette table."))
    if actor.startswith("table"):
        check_undisputed(sheet)
        check_still_here(sheet, position)
    if history.find_scorer(sheet.records) == f"table:{position}":
        raise NotNow(_("Un autre joueur que celui qui tient la feuille doit la confirmer."))
    word, is_new = Confirmation.objects.get_or_create(
        table=sheet.table, position=position, number=sheet.next_number - 1
    )
    if is_new:
        seal_new(word)
    sheet = load_sheet(table_id)
    if sheet.is_confirmed and not was_confirmed and not actor.startswith("table"):
        note_change(sheet.tournament, AuditEntry.Action.CONFIRMED, actor=actor, after=locate_table(sheet.table))
    return sheet


def check_still_here(sheet: Sheet, position: int) -> None:
    """Raise NotNow if the player of this place has left the table: he has read nothing of what came after."""
    if sheet.state and sheet.names[position - 1] in sheet.state.left:
        raise NotNow(_("Ce joueur a quitté la table : un autre confirme, ou l’organisateur à sa place."))


def check_undisputed(sheet: Sheet) -> None:
    """Raise NotNow while a player disputes a line of the sheet."""
    if ArbiterCall.objects.open().filter(table=sheet.table, kind=ArbiterCall.CallKind.DISPUTE).exists():
        raise NotNow(_("Un joueur n’est pas d’accord : l’organisateur tranche d’abord."))


@sealed
def confirm_signed_paper(table_id: int, *, number: int, actor: str) -> Sheet:
    """Record what the signed paper says of a sheet that organisers copied: who has not counted holds what the sheet
    says, and every player confirms. Return the sheet; one that is confirmed already stays as it is.

    `number`: the record expected to be next on the sheet that was compared. Raises NotNow, TournamentClosed,
    StaleSheet."""
    sheet = lock_sheet(table_id, "confirm_signed_paper")
    check_finished(sheet)
    if sheet.is_confirmed:
        return sheet
    if number != sheet.next_number:
        raise StaleSheet(sheet)
    if history.find_scorer(sheet.records) is not None:
        raise NotNow(_("Un téléphone a tenu cette feuille : un de ses joueurs la confirme."))
    check_undisputed(sheet)
    if missing := find_uncounted_purses(sheet):
        save_token_counts(table_id, missing, actor=actor, read_off=True)
    for position in sheet.positions.values():
        confirm_sheet(table_id, position, actor=actor)
    return load_sheet(table_id)


def find_uncounted_purses(sheet: Sheet) -> dict[int, tuple[int, int]]:
    """Return, by position, the (fiches, jetons) that the sheet gives each player who has not counted; (0, 0) for a
    player in debt; {} in a game of points. Raises NotNow if another player has counted something else than the sheet
    says."""
    purses = sheet.state.purses if sheet.state else {}
    settled = sheet.settled_counts.settled
    if any(purses[name].total != jetons for name, jetons in settled.items()):
        raise NotNow(_("Les jetons comptés et la feuille ne disent pas la même chose."))
    missing = {sheet.positions[name]: purse for name, purse in purses.items() if name not in settled}
    return {place: (0, 0) if purse.total < 0 else (purse.fiches, purse.jetons) for place, purse in missing.items()}


@transaction.atomic
def save_auction(table_id: int, body: dict[str, Any], *, number: int) -> Sheet:
    """Save what the auction of the table's next coup settled, so that others can see it; return the sheet. `body`: some
    keys of the coup's record, with seats («2») for players; `number`: the record number that the coup will have. Raises
    TournamentClosed, StaleSheet."""
    sheet = lock_sheet(table_id, "save_auction")
    if number != sheet.next_number or sheet.state is None or sheet.state.complete:
        raise StaleSheet(sheet)
    Auction.objects.update_or_create(table=sheet.table, defaults={"number": number, "body": body})
    return load_sheet(table_id)


@transaction.atomic
def revoke_keys(table_id: int, *, actor: str = "") -> None:
    """Give the table its next generation of keys: every key and code handed out before is void. Writes an audit
    entry."""
    Table.objects.filter(pk=table_id).update(generation=F("generation") + 1)
    table = Table.objects.select_related("round__tournament").get(pk=table_id)
    here = locate_table(table)
    before, after = here | {"generation": table.generation - 1}, here | {"generation": table.generation}
    write_audit_entry(table.round.tournament, AuditEntry.Action.CARD, actor=actor, before=before, after=after)
