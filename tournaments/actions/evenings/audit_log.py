"""The audit log: what organisers do to a tournament apart from its book of scores. An entry is written in the same
transaction as the change that it describes, and is never changed afterwards.

The keys of `before` and `after`: "status"; "name" and "date" (of the tournament); "preset" and "options" (with "since":
of the part that begins with that round); "entry" (an id); "round", "table" and "place" (numbers), "since" (the table's
event from which a substitute plays), "generation"; "kind" of a table that is not played ("" if it is played) with
"absent" (ids of the entries that forfeit); "entries" (ids), "amount", "metric", "round" and "rule" of a bonus or
penalty in the standings; "tables" (how many a withdrawn round has); "exchanges" (pairs of ids) made by hand in a
published round and "together" (ids of those at one table who should not meet); what jetons are worth, as `WorthTerms`
(nothing: as at the club); "step" ("begun", "again", "over" or "removed") of a tombola, and "digest", of its seed;
"entries" and "presence"; of one "entry" the "player" who was taken out and the "number" after the name there, and a
"sign_up" that was refused; the "first" and "last" round and the fixed "table"; "cents" of the fee in "currency", or by
entry (as text) what they have paid; of a "prize" (an id) the "place", "group", "cents" and "currency". No person's
name: an audit entry is never changed, and a name may have to be forgotten.
"""

from collections.abc import Mapping
from typing import Any

from tournaments.actions.decisions import seal_new
from tournaments.actions.errors import FieldError, Refused
from tournaments.models import AuditEntry, AuditReason, Table, Tournament

NO_VALUES: Mapping[str, Any] = {}


def write_audit_entry(
    tournament: Tournament,
    what: AuditEntry.Action,
    *,
    actor: str,
    reason: str = "",
    before: Mapping[str, Any] = NO_VALUES,
    after: Mapping[str, Any] = NO_VALUES,
) -> AuditEntry:
    """Write an audit entry with the values before and after the change, and its link in the chain."""
    entry = AuditEntry.objects.create(
        tournament=tournament, what=what, actor=actor, before=dict(before), after=dict(after)
    )
    entry._state.fields_cache["free_text"] = AuditReason.objects.create(deed=entry, text=reason) if reason else None
    seal_new(entry)
    return entry


def note_change(
    tournament: Tournament,
    what: AuditEntry.Action,
    *,
    actor: str | None,
    before: Mapping[str, Any] = NO_VALUES,
    after: Mapping[str, Any] = NO_VALUES,
) -> None:
    """Write an audit entry of what an organiser changed; none if nothing did, or if no organiser (None) acts."""
    if actor is not None and before != after:
        write_audit_entry(tournament, what, actor=actor, before=before, after=after)


def require_reason(reason: str, refusal: FieldError) -> str:
    """Return the reason, trimmed and cut to the column's length. Raises Refused with `refusal` if it is empty."""
    kept = reason.strip()[: AuditReason._meta.get_field("text").max_length]
    if not kept:
        raise Refused([refusal])
    return kept


def locate_table(table: Table) -> dict[str, int]:
    """Return the round's and the table's number, as an audit entry stores them: {"round": …, "table": …}."""
    return {"round": table.round.n, "table": table.n}
