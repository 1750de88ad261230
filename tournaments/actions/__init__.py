"""The only package that writes to the database. Each action is one transaction, and checks everything before it writes.

The public actions are re-exported below; the exceptions that say why an action was refused are in `errors`. `actor`
says who writes: "table" or "table:POSITION" for a phone at the table, "user:ID" for an account.
"""

from tournaments.actions.evenings.importing import bring_in
from tournaments.actions.evenings.lifecycle import (
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
from tournaments.actions.evenings.presets import change_preset, make_preset, retire_preset
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.rule_change import RuleChange, change_rules, preview_rules
from tournaments.actions.evenings.seasons import change_season, create_season, hide_season
from tournaments.actions.evenings.stages import drop_stage, set_stage
from tournaments.actions.money.prizes import Payment, add_prize, remove_prize, set_payments, set_treasury
from tournaments.actions.people.clubs import (
    add_player,
    change_club,
    found_club,
    join_club,
    keep_player,
    rename_player,
)
from tournaments.actions.people.entries import add_entries, remove_entry, rename_entry
from tournaments.actions.people.languages import keep_language
from tournaments.actions.people.player_merges import forget_name, merge_players, undo_merge
from tournaments.actions.rounds.clock import give_minutes, pause_clock, resume_clock, start_clock, stop_clock
from tournaments.actions.rounds.drafts import (
    choose_draft,
    draw_rounds,
    drop_drafts,
    lock_drafted,
    publish_round,
    swap_drafted,
    withdraw_round,
)
from tournaments.actions.rounds.free_tables import seat_waiting, wait_for_table, wait_no_more
from tournaments.actions.rounds.participation import (
    keep_apart,
    let_meet,
    make_pair,
    part_pair,
    plan_rounds,
    set_part,
    set_presence,
)
from tournaments.actions.rounds.prepared_draws import take_up_ready
from tournaments.actions.rounds.seating import (
    add_table,
    draw_tables,
    left_over,
    place,
    remove_table,
    seat_round,
    set_sides,
    take_out,
)
from tournaments.actions.tables.agreements import agree, keep_on_paper
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.bulk import play_on
from tournaments.actions.tables.calls import call_arbiter, dispute, finish_call, take_call, withdraw_call
from tournaments.actions.tables.closing import confirm, count_tokens, keep_auction, revoke_keys, substitute
from tournaments.actions.tables.corrections import Correction, correct_event, preview_correction
from tournaments.actions.tables.recording import record_event, undo_last
from tournaments.actions.tables.seat_corrections import exchange_people, exchange_tables, reorder_table
from tournaments.actions.tables.unplayed import say_played, say_unplayed

from .errors import Closed, Confirmed, Fault, KeyReused, NotDone, NotNow, Refused, Stale

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
