"""The only package that writes to the database. Each action is one transaction, and checks everything before it writes.

The public actions are re-exported below; the exceptions that say why an action was refused are in `errors`. `actor`
says who writes: "table" or "table:POSITION" for a phone at the table, "user:ID" for an account, "token:ID" for another
program.
"""

from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import (
    change_tournament,
    close_tournament,
    create_tournament,
    hide_tournament,
    open_tournament,
    set_rules,
)
from tournaments.actions.evenings.new_tournaments import copy_tournament, create_tournament_from_list
from tournaments.actions.evenings.presets import change_preset, make_preset, retire_preset
from tournaments.actions.evenings.publication_targets import add_publication_target, remove_publication_target
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.rule_change import RuleChange, change_rules, preview_rule_change
from tournaments.actions.evenings.seasons import change_season, create_season, hide_season
from tournaments.actions.evenings.stages import drop_stage, set_stage
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.jeton_worth import WorthTerms, change_evening_worth, set_jeton_worth
from tournaments.actions.money.prizes import (
    Payment,
    add_prize,
    remove_prize,
    set_account,
    set_paid,
    set_payments,
)
from tournaments.actions.people.accounts import (
    end_other_sessions,
    end_session,
    list_sessions,
    note_session_use,
    save_language,
)
from tournaments.actions.people.answers import answer_once
from tournaments.actions.people.clubs import (
    add_player,
    change_club,
    create_club,
    rename_player,
    save_player_details,
    set_player_active,
    set_player_discreet,
)
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.expiry import delete_expired_rows
from tournaments.actions.people.invitations import (
    NO_INVITATION,
    accept_invitation,
    clean_account_name,
    find_invitation,
    invite_member,
    open_invited_account,
    withdraw_invitation,
)
from tournaments.actions.people.leaving import refuse_entry, remove_entry
from tournaments.actions.people.members import add_member, change_role, hand_over_club, remove_member
from tournaments.actions.people.mentions import find_fixed_mentions, find_mentions
from tournaments.actions.people.player_import import import_players
from tournaments.actions.people.player_merges import list_merged_players, merge_players, undo_merge
from tournaments.actions.people.signing_up import (
    SignUpRequest,
    add_walk_in,
    admit_waiting,
    count_free_places,
    drop_sign_up,
    find_sign_up,
    renew_door_key,
    renew_private_code,
    set_sign_up_terms,
    sign_up,
    takes_sign_ups,
)
from tournaments.actions.people.tokens import find_token, make_token, note_token_use, revoke_token
from tournaments.actions.people.tries import (
    INVITATION,
    PASSWORD,
    RESET_MAIL,
    SECOND_CODE,
    STRANGERS,
    TABLE_CODE,
    count_try,
    forget_tries,
    open_account,
    spend_code,
)
from tournaments.actions.rounds.clock import give_minutes, pause_clock, resume_clock, start_clock, stop_clock
from tournaments.actions.rounds.drafts import (
    choose_draft,
    drop_drafts,
    lock_drafted_table,
    publish_round,
    swap_drafted_entries,
    withdraw_round,
)
from tournaments.actions.rounds.drawing import draw_rounds, save_drafts, search_drafts
from tournaments.actions.rounds.free_tables import seat_waiting_entries, stop_waiting, wait_for_table
from tournaments.actions.rounds.participation import (
    add_seating_exclusion,
    dissolve_pair,
    make_pair,
    plan_rounds,
    remove_seating_exclusion,
    set_participation,
    set_presence,
)
from tournaments.actions.rounds.prepared_draws import publish_prepared_round
from tournaments.actions.rounds.seating import (
    add_table,
    draw_tables,
    list_unseated_entries,
    remove_table,
    seat_entry,
    seat_round,
    set_sides,
    swap_seated_entries,
    unseat_entry,
)
from tournaments.actions.rounds.withdrawal import get_round_to_withdraw, withdraw_begun_round
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.calls import (
    agree_to_event,
    call_arbiter,
    finish_call,
    open_dispute,
    set_paper_first,
    take_call,
    withdraw_call,
)
from tournaments.actions.tables.chain_check import find_vanished_heads
from tournaments.actions.tables.closing import (
    confirm_sheet,
    confirm_signed_paper,
    note_debt,
    revoke_keys,
    save_auction,
    save_token_counts,
    substitute_player,
)
from tournaments.actions.tables.corrections import Correction, correct_event, preview_correction
from tournaments.actions.tables.preconditions import open_locked_sheet
from tournaments.actions.tables.recording import play_tables, record_event, undo_last, write_event, write_undo
from tournaments.actions.tables.seat_corrections import exchange_people, exchange_tables, reorder_table
from tournaments.actions.tables.unplayed import (
    mark_forfeits,
    mark_played,
    mark_round_played,
    mark_round_unplayed,
    mark_unplayed,
)
from tournaments.actions.webhooks.receivers import (
    add_receiver,
    change_receiver,
    queue_test_message,
    remove_receiver,
    renew_secret,
    resume_receiver,
    write_secret,
)

from .errors import ActionError, FieldError, KeyReused, NotNow, Refused, SheetConfirmed, StaleSheet, TournamentClosed

__all__ = [
    "INVITATION",
    "NO_INVITATION",
    "PASSWORD",
    "RESET_MAIL",
    "SECOND_CODE",
    "STRANGERS",
    "TABLE_CODE",
    "ActionError",
    "Correction",
    "FieldError",
    "KeyReused",
    "NotNow",
    "Payment",
    "Refused",
    "RuleChange",
    "SheetConfirmed",
    "SignUpRequest",
    "StaleSheet",
    "TournamentClosed",
    "WorthTerms",
    "accept_invitation",
    "add_entries",
    "add_member",
    "add_player",
    "add_prize",
    "add_publication_target",
    "add_receiver",
    "add_seating_exclusion",
    "add_table",
    "add_walk_in",
    "admit_waiting",
    "agree_to_event",
    "answer_once",
    "call_arbiter",
    "cancel_adjustment",
    "change_club",
    "change_evening_worth",
    "change_preset",
    "change_receiver",
    "change_role",
    "change_rules",
    "change_season",
    "change_tournament",
    "check_book",
    "choose_draft",
    "clean_account_name",
    "close_tournament",
    "confirm_sheet",
    "confirm_signed_paper",
    "copy_tournament",
    "correct_event",
    "count_free_places",
    "count_try",
    "create_club",
    "create_season",
    "create_tournament",
    "create_tournament_from_list",
    "delete_expired_rows",
    "dissolve_pair",
    "draw_rounds",
    "draw_tables",
    "drop_drafts",
    "drop_sign_up",
    "drop_stage",
    "end_other_sessions",
    "end_session",
    "exchange_people",
    "exchange_tables",
    "find_fixed_mentions",
    "find_invitation",
    "find_mentions",
    "find_sign_up",
    "find_token",
    "find_vanished_heads",
    "finish_call",
    "forget_name",
    "forget_tries",
    "get_round_to_withdraw",
    "give_adjustment",
    "give_minutes",
    "hand_over_club",
    "hide_season",
    "hide_tournament",
    "import_players",
    "import_tournament",
    "invite_member",
    "list_merged_players",
    "list_sessions",
    "list_unseated_entries",
    "lock_drafted_table",
    "make_pair",
    "make_preset",
    "make_token",
    "mark_forfeits",
    "mark_played",
    "mark_round_played",
    "mark_round_unplayed",
    "mark_unplayed",
    "merge_players",
    "note_debt",
    "note_session_use",
    "note_token_use",
    "open_account",
    "open_dispute",
    "open_invited_account",
    "open_locked_sheet",
    "open_tournament",
    "pause_clock",
    "plan_rounds",
    "play_tables",
    "preview_correction",
    "preview_rule_change",
    "publish_prepared_round",
    "publish_round",
    "queue_test_message",
    "record_event",
    "refuse_entry",
    "remove_entry",
    "remove_member",
    "remove_prize",
    "remove_publication_target",
    "remove_receiver",
    "remove_seating_exclusion",
    "remove_table",
    "rename_entry",
    "rename_player",
    "renew_door_key",
    "renew_private_code",
    "renew_secret",
    "reorder_table",
    "resume_clock",
    "resume_receiver",
    "retire_preset",
    "revoke_keys",
    "revoke_token",
    "save_auction",
    "save_drafts",
    "save_language",
    "save_player_details",
    "save_token_counts",
    "search_drafts",
    "seat_entry",
    "seat_round",
    "seat_waiting_entries",
    "set_account",
    "set_currency",
    "set_jeton_worth",
    "set_paid",
    "set_paper_first",
    "set_participation",
    "set_payments",
    "set_player_active",
    "set_player_discreet",
    "set_presence",
    "set_ranking",
    "set_rules",
    "set_sides",
    "set_sign_up_terms",
    "set_stage",
    "sign_up",
    "spend_code",
    "start_clock",
    "stop_clock",
    "stop_waiting",
    "substitute_player",
    "swap_drafted_entries",
    "swap_seated_entries",
    "take_call",
    "takes_sign_ups",
    "undo_last",
    "undo_merge",
    "unseat_entry",
    "wait_for_table",
    "withdraw_begun_round",
    "withdraw_call",
    "withdraw_invitation",
    "withdraw_round",
    "write_event",
    "write_secret",
    "write_undo",
]
