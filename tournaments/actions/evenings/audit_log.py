"""The audit log: what organisers do to a tournament apart from its book of scores. An entry is written in the same
transaction as the change that it describes, and is never changed afterwards. So it holds no person's name, which may
have to be forgotten: people are given by the ids of their entries.

The keys of `before` and `after`:

of the tournament: "status"; "name" and "date"; "preset" and "options", with "since", the round from which they hold;
    "currency" and "cents" of its fee; what jetons are worth, as `WorthTerms` (nothing: as at the club).
of a round or a table: "round", "table" and "place" (numbers); "generation" of a table's keys; "since", the event from
    which a substitute plays; "kind" of a table that is not played ("": it is played), "absent", the entries that
    forfeit it; "tables", how many a withdrawn round has, and "kinds" of those that were not played.
of a published round: "exchanges", the pairs of entries exchanged by hand; "together", the entries of one table who
    should not meet.
of a bonus or penalty: "entries", "amount", "metric", "round" and "rule".
of entries: "entry" or "entries"; "presence"; "player" and "number" (after the name) of one that was taken out;
    "sign_up" that was refused; the "first" and "last" round and the fixed "table"; the ids of entries (as text), each
    with what it has paid, beside "currency".
of a "prize" (an id): "place", "group", "cents" and "currency".
of a tombola: "step" ("begun", "again", "over" or "removed") and "digest" of its seed.
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
    """Write an audit entry of what an organiser changed; none if `before` and `after` are equal, or if it was no
    organiser (`actor` None)."""
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
