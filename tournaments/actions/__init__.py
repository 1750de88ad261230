"""Writing: the only package that writes. Each action is one transaction, and judges before it does.

Its faces are below; why one was not done is in `errors`. `by` says who writes: "table" or "table:POSITION" for a phone
at the table, "user:ID" for an account.
"""

from .bringing import bring_in
from .bulk import play_on
from .checking import check_book
from .clubs import add_player, change_club, found_club, join_club, keep_player, rename_player
from .corrections import Correction, correct_event, preview_correction
from .entries import add_entries, remove_entry, rename_entry
from .errors import Closed, Confirmed, Fault, KeyReused, NotDone, NotNow, Refused, Stale
from .evenings import (
    change_event,
    close_event,
    close_typing,
    create_event,
    hide_event,
    open_event,
    open_typing,
    set_options,
    wrong_code,
)
from .recording import record_event, undo_last
from .rules import RuleChange, change_rules, preview_rules
from .seating import add_table, draw_tables, left_over, place, remove_table, seat_round, set_sides, take_out
from .tables import confirm, count_tokens, revoke_keys, substitute

__all__ = [
    "Closed",
    "Confirmed",
    "Correction",
    "Fault",
    "KeyReused",
    "NotDone",
    "NotNow",
    "Refused",
    "RuleChange",
    "Stale",
    "add_entries",
    "add_player",
    "add_table",
    "bring_in",
    "change_club",
    "change_event",
    "change_rules",
    "check_book",
    "close_event",
    "close_typing",
    "confirm",
    "correct_event",
    "count_tokens",
    "create_event",
    "draw_tables",
    "found_club",
    "hide_event",
    "join_club",
    "keep_player",
    "left_over",
    "open_event",
    "open_typing",
    "place",
    "play_on",
    "preview_correction",
    "preview_rules",
    "record_event",
    "remove_entry",
    "remove_table",
    "rename_entry",
    "rename_player",
    "revoke_keys",
    "seat_round",
    "set_options",
    "set_sides",
    "substitute",
    "take_out",
    "undo_last",
    "wrong_code",
]
