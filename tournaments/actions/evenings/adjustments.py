"""Bonuses and penalties in the standings: given with a reason and a rule, cancelled with a reason, never removed. They
change ranks, and move nothing in the book."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.models import Adjustment, AuditEntry, Entry, Tournament
from tournaments.reading.grouping import group_pairs
from tournaments.standings.ranking_orders import BOUNDS, RankingOrder

from .audit_log import require_reason, write_audit_entry
from .lifecycle import lock_tournament

RULE_LENGTH, REASON_LENGTH = 80, 300
NO_REASON = FieldError("reason", _("Dites pourquoi : tout le monde le lit à côté du rang."))
NO_RULE = FieldError("rule", _("Dites d’après quelle règle : un article, ou quelques mots."))
OUT_OF_BOUNDS = FieldError("amount", _("Un nombre entier de −10 000 à 10 000, et pas zéro."))
NO_SUCH_ROUND = FieldError("round", _("Cette ronde n’est pas publiée, ou elle est retirée."))


@sealed
def give_adjustment(
    tournament: Tournament, entry: Entry, *, amount: int, rule: str, reason: str, round: int | None = None, actor: str
) -> list[Adjustment]:
    """Give an entry a bonus (`amount` above 0) or a penalty (below 0) in the unit of the metric that ranks first, and
    to its partner where pairs are fixed. Return what was given.

    `rule`: what it rests on; `round`: the round that it belongs to (0: none; None: the last one). Writes an audit
    entry. Raises Refused with every problem, NotNow if the tournament is not open yet or is ranked by lot.
    """
    lock_tournament(tournament, "give_adjustment")
    metric = RankingOrder.from_json(tournament.ranking).leading
    check_not_by_lot(metric)
    rounds = list_adjustable_rounds(tournament)
    n = rounds[-1] if round is None else round
    rule, reason = rule.strip()[:RULE_LENGTH], reason.strip()[:REASON_LENGTH]
    low, high = BOUNDS
    faults = [OUT_OF_BOUNDS] if not amount or not low <= amount <= high else []
    faults += [NO_RULE] if not rule else []
    faults += [NO_SUCH_ROUND] if n not in rounds else []
    faults += [NO_REASON] if not reason else []
    if faults:
        raise Refused(faults)
    entries = list_partners(entry)
    after = {"entries": [each.pk for each in entries], "amount": amount, "metric": metric, "round": n, "rule": rule}
    given = write_audit_entry(tournament, AuditEntry.Action.ADJUSTED, actor=actor, reason=reason, after=after)
    same = {"tournament": tournament, "metric": metric, "amount": amount, "round": n, "given": given}
    made = Adjustment.objects.bulk_create(Adjustment(entry=each, **same) for each in entries)
    seal_new(*made)
    return made


def check_not_by_lot(metric: str) -> None:
    """Raise NotNow if the ranking begins with a lot (`metric`): no bonus can be given in that."""
    if metric == "lots":
        raise NotNow(_("Ici le sort classe en premier : il ne reçoit ni bonus ni pénalité."))


def list_adjustable_rounds(tournament: Tournament) -> list[int]:
    """Return the rounds that a bonus may belong to, in order: 0, for none, and the published rounds that are not
    withdrawn."""
    return [0, *tournament.rounds.in_force().order_by("n").values_list("n", flat=True)]


def list_partners(entry: Entry) -> list[Entry]:
    """Return the entry, and its partner where pairs are fixed."""
    if entry.tournament.pairing != Tournament.Pairing.FIXED or entry.pair is None:
        return [entry]
    return list(Entry.objects.filter(tournament=entry.tournament_id, pair=entry.pair).order_by("pk"))


@sealed
def cancel_adjustment(adjustment: Adjustment, *, actor: str, reason: str) -> None:
    """Cancel this bonus or penalty, with the partner's that was given with it; both stay readable. Writes an audit
    entry. Raises Refused without a reason, NotNow if it is cancelled already."""
    lock_tournament(adjustment.tournament, "cancel_adjustment")
    why = require_reason(reason, NO_REASON)
    adjustments = list(Adjustment.objects.in_force().filter(given=adjustment.given_id).select_related("given"))
    if not adjustments:
        raise NotNow(_("C’est déjà annulé."))
    cancel_adjustments(adjustment.tournament, adjustments, actor=actor, reason=why)


def cancel_adjustments(tournament: Tournament, adjustments: Iterable[Adjustment], *, actor: str, reason: str) -> None:
    """Cancel these bonuses and penalties, all in force, and write one audit entry for those given together (to
    partners). The caller holds the tournament's lock."""
    for some in group_pairs((each.given_id, each) for each in adjustments).values():
        fields: dict[str, Any] = dict(some[0].given.after)
        deed = write_audit_entry(
            tournament, AuditEntry.Action.UNADJUSTED, actor=actor, reason=reason, before=fields, after=fields
        )
        pks = [each.pk for each in some]
        Adjustment.objects.filter(pk__in=pks).update(cancelled=deed)
        seal_changed(Adjustment, pks)
