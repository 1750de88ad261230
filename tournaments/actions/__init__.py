"""The only package that writes to the database. Each action is one transaction, and checks everything before it writes.

The public actions are re-exported below; the exceptions that say why an action was refused are in `errors`. `actor`
says who writes: "table" or "table:POSITION" for a phone at the table, "user:ID" for an account.
"""

from .agreements import agree, keep_on_paper
from .bringing import bring_in
from .bulk import play_on
from .calls import call_arbiter, dispute, finish_call, take_call, withdraw_call
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
from .languages import keep_language
from .people import forget_name, merge_players, undo_merge
from .presets import change_preset, make_preset, retire_preset
from .prizes import Payment, add_prize, remove_prize, set_payments, set_treasury
from .ranking import set_ranking
from .recording import record_event, undo_last
from .rules import RuleChange, change_rules, preview_rules
from .seasons import change_season, create_season, hide_season
from .seating import add_table, draw_tables, left_over, place, remove_table, seat_round, set_sides, take_out
from .seating_clock import give_minutes, pause_clock, resume_clock, start_clock, stop_clock
from .seating_drafts import (
    choose_draft,
    draw_rounds,
    drop_drafts,
    lock_drafted,
    publish_round,
    swap_drafted,
    withdraw_round,
)
from .seating_free import seat_waiting, wait_for_table, wait_no_more
from .seating_mending import exchange_people, exchange_tables, reorder_table
from .seating_people import keep_apart, let_meet, make_pair, part_pair, plan_rounds, set_part, set_presence
from .seating_ready import take_up_ready
from .stages import drop_stage, set_stage
from .tables import confirm, count_tokens, keep_auction, revoke_keys, substitute
from .unplayed import say_played, say_unplayed

__all__ = [
    "Closed",
    "Confirmed",
    "Correction",
    "Fault",
    "KeyReused",
    "NotDone",
    "NotNow",
    "Payment",
    "Refused",
    "RuleChange",
    "Stale",
    "add_entries",
    "add_player",
    "add_prize",
    "add_table",
    "agree",
    "bring_in",
    "call_arbiter",
    "change_club",
    "change_event",
    "change_preset",
    "change_rules",
    "change_season",
    "check_book",
    "choose_draft",
    "close_event",
    "close_typing",
    "confirm",
    "correct_event",
    "count_tokens",
    "create_event",
    "create_season",
    "dispute",
    "draw_rounds",
    "draw_tables",
    "drop_drafts",
    "drop_stage",
    "exchange_people",
    "exchange_tables",
    "finish_call",
    "forget_name",
    "found_club",
    "give_minutes",
    "hide_event",
    "hide_season",
    "join_club",
    "keep_apart",
    "keep_auction",
    "keep_language",
    "keep_on_paper",
    "keep_player",
    "left_over",
    "let_meet",
    "lock_drafted",
    "make_pair",
    "make_preset",
    "merge_players",
    "open_event",
    "open_typing",
    "part_pair",
    "pause_clock",
    "place",
    "plan_rounds",
    "play_on",
    "preview_correction",
    "preview_rules",
    "publish_round",
    "record_event",
    "remove_entry",
    "remove_prize",
    "remove_table",
    "rename_entry",
    "rename_player",
    "reorder_table",
    "resume_clock",
    "retire_preset",
    "revoke_keys",
    "say_played",
    "say_unplayed",
    "seat_round",
    "seat_waiting",
    "set_options",
    "set_part",
    "set_payments",
    "set_presence",
    "set_ranking",
    "set_sides",
    "set_stage",
    "set_treasury",
    "start_clock",
    "stop_clock",
    "substitute",
    "swap_drafted",
    "take_call",
    "take_out",
    "take_up_ready",
    "undo_last",
    "undo_merge",
    "wait_for_table",
    "wait_no_more",
    "withdraw_call",
    "withdraw_round",
    "wrong_code",
]
