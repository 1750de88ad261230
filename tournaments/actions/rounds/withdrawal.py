"""Withdrawing a round that has begun: every table of it counts no more, whatever was played there, and who rested or
was given a forfeit gets nothing for it. The book is not changed: the records stay, and stay readable.

A withdrawn round keeps its number. The next round takes the number after it, and its tables are proposed as a draft.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import FieldError, NotNow
from tournaments.actions.evenings.adjustments import cancel_adjustments
from tournaments.actions.evenings.audit_log import require_reason, write_audit_entry
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.states import check_state
from tournaments.models import Adjustment, ArbiterCall, AuditEntry, Round, RoundDraft, Tournament, UnplayedTable

from .drafts import build_published_row, return_to_draft
from .participation import MOST_ROUNDS

WITHDRAWN = UnplayedTable.UnplayedKind.WITHDRAWN
NO_REASON = FieldError("reason", _("Dites pourquoi : la raison est gardée au journal."))


def get_round_to_withdraw(tournament: Tournament, n: int) -> Round:
    """Return round n, which has begun and may be withdrawn: the last round that is not withdrawn yet. Raises NotNow
    otherwise, with what to do first."""
    if tournament.format == Tournament.Format.FREE:
        raise NotNow(_("Cette soirée est à tables libres : annulez une table, plutôt qu’une ronde."))
    check_state(tournament, "withdraw_begun_round")
    last = tournament.rounds.in_force().order_by("-n").first()
    if last is None or n > last.n:
        raise NotNow(_("La ronde %(n)s n’est pas publiée, ou elle est déjà retirée.") % {"n": n})
    if n < last.n:
        raise NotNow(_("La ronde %(last)s vient après elle : retirez-la d’abord.") % {"last": last.n})
    if not last.tables.filter(records__isnull=False).exists():
        raise NotNow(
            _("Aucune table de cette ronde n’a commencé : elle se remet en préparation, sans raison à donner.")
        )
    return last


@sealed
def withdraw_begun_round(tournament: Tournament, n: int, *, actor: str, reason: str) -> RoundDraft:
    """Withdraw the round n, which has begun, for good, and return the draft of the next round, with the same tables.

    Bonuses and penalties of the round are cancelled, calls from its tables and its clock end; rules and phases that
    were to begin after it begin one round later, and one more round is planned. Writes an audit entry. Raises Refused
    without a reason, NotNow (`get_round_to_withdraw`).
    """
    why = require_reason(reason, NO_REASON)
    lock_tournament(tournament, "withdraw_begun_round")
    current = get_round_to_withdraw(tournament, n)
    row, seed = build_published_row(current), current.seed or 0
    given = Adjustment.objects.in_force().for_tournament(tournament).filter(round=n)
    cancel_adjustments(tournament, given, actor=actor, reason=why)
    withdraw_tables(current, actor, why)
    end_calls_and_clock(current)
    make_room_for_another_round(tournament, n)
    return return_to_draft(tournament, row, seed, tournament.rounds.current().n + 1)


def withdraw_tables(current: Round, actor: str, why: str) -> None:
    """Mark every table of the round as withdrawn, and write an audit entry, which names the tables that were already
    decided not to be played and how."""
    decided = UnplayedTable.objects.filter(table__round=current)
    kinds = {str(table): kind for table, kind in decided.order_by("table__n").values_list("table__n", "kind")}
    decided.delete()
    tables = list(current.tables.all())
    UnplayedTable.objects.bulk_create(UnplayedTable(table=table, kind=WITHDRAWN) for table in tables)
    seal_changed(UnplayedTable, [table.pk for table in tables])
    after = {"round": current.n, "tables": len(tables)}
    write_audit_entry(
        current.tournament, AuditEntry.Action.WITHDRAWN, actor=actor, reason=why, before={"kinds": kinds}, after=after
    )


def end_calls_and_clock(current: Round) -> None:
    """Withdraw the open calls from the round's tables, and remove its clock."""
    ArbiterCall.objects.open().filter(table__round=current).update(withdrawn_at=timezone.now())
    Round.objects.filter(pk=current.pk).update(started_at=None, paused_at=None, paused_seconds=0)


def make_room_for_another_round(tournament: Tournament, n: int) -> None:
    """Plan one round more, since the withdrawn round n counts nothing; not if round n went beyond the plan, or if
    MOST_ROUNDS are planned. Rules that begin after the last published round begin one round later. A phase that was to
    begin with round n or later begins with the round after the last published one, and finals from round n on are
    settled again (`move_phases`)."""
    published = tournament.rounds.current().n
    if n <= tournament.planned_rounds < MOST_ROUNDS:
        tournament.planned_rounds += 1
    tournament.stages = [
        {**stage, "since": stage["since"] + (stage["since"] > published)} for stage in tournament.stages
    ]
    tournament.phases = move_phases(tournament.phases, n, published + 1)
    tournament.save(update_fields=["planned_rounds", "stages", "phases"])
    seal_changed(Tournament, [tournament.pk])


def move_phases(kept: Sequence[Mapping[str, Any]], n: int, following: int) -> list[dict[str, Any]]:
    """Return the stored phases once round n is withdrawn: a phase that was to begin with it begins with round
    `following`; finals that it began, or that were to follow it, are settled again."""
    before = [dict(phase) for phase in kept if phase["since"] < n]
    later = [{**phase, "since": following} for phase in kept if phase["since"] >= n]
    return [{**phase, "finals": None} if (phase.get("finals") or 0) >= n else phase for phase in [*before, *later[-1:]]]
