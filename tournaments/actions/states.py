"""In which states of the evening each action may run: the declared table. Every action whose row is not ALWAYS asks it
under the action's lock.

An evening is in preparation, open or closed, and in each of them it may be hidden. An action may run if its row names
the evening's state; for a hidden evening its row must also name HIDDEN. Actions are named by their functions. Whoever
makes an evening (`create_tournament`, an import, a restored backup) asks nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

from .errors import NO_REASON, Refused, TournamentClosed

DRAFT, OPEN, CLOSED = Tournament.Status.DRAFT.value, Tournament.Status.OPEN.value, Tournament.Status.CLOSED.value
HIDDEN = "hidden"
STATES = (DRAFT, OPEN, CLOSED, HIDDEN)

SENTENCES: Mapping[str, Promise] = MappingProxyType(
    {
        DRAFT: _("La soirée n’est pas encore ouverte : ouvrez-la d’abord."),
        CLOSED: _("La soirée est close : cela n’y change plus. Un organisateur peut la rouvrir, en disant pourquoi."),
        HIDDEN: _("La soirée est masquée : cela ne s’y fait pas."),
    }
)
"""The sentence of a refusal, by the state that is its cause."""
NOT_OPENED = _("La soirée n’est pas encore ouverte : rien ne se marque.")
ONLY_ORGANISERS = _("La soirée est terminée : montrez ceci à l’organisateur, lui seul peut encore marquer.")
ONLY_WAITING = _("On n’attend de table que dans une soirée ouverte, à tables libres.")
SIGN_UPS_CLOSED = _("Les inscriptions sont closes.")


@dataclass(frozen=True)
class StateRule:
    """The states of an evening in which some actions run. `corrects`: those in which only an organiser's account runs
    them, and must give a reason; `sentences`: by state, the sentence of a refusal in place of the one in SENTENCES."""

    states: frozenset[str]
    corrects: frozenset[str] = frozenset()
    sentences: Mapping[str, Promise] = field(default_factory=dict)


ALWAYS = StateRule(frozenset(STATES))
PREPARING = StateRule(frozenset({DRAFT, OPEN, HIDDEN}))
SIGNING_UP = StateRule(frozenset({DRAFT, OPEN}), sentences={CLOSED: SIGN_UPS_CLOSED, HIDDEN: SIGN_UPS_CLOSED})
PLAYING = StateRule(frozenset({OPEN, HIDDEN}))
WAITING = StateRule(PLAYING.states, sentences={DRAFT: ONLY_WAITING, CLOSED: ONLY_WAITING})
AT_THE_TABLE = StateRule(PLAYING.states, sentences={DRAFT: NOT_OPENED, CLOSED: ONLY_ORGANISERS})
SCORING = replace(AT_THE_TABLE, corrects=frozenset({CLOSED}))
JUDGING = StateRule(frozenset({OPEN, CLOSED, HIDDEN}))
JUDGING_TABLES = StateRule(
    JUDGING.states, sentences={DRAFT: _("La soirée n’est pas ouverte : changez les tables elles-mêmes.")}
)
OPENED = StateRule(
    JUDGING.states,
    sentences={
        DRAFT: _("La soirée n’est pas encore ouverte : elle n’a rien à clore. Masquez-la si elle n’a pas lieu.")
    },
)

GROUPS: tuple[tuple[StateRule, str], ...] = (
    # names, money, the evening's own life, and what takes a key away: at any time
    (ALWAYS, "change_tournament open_tournament hide_tournament change_rules rename_entry revoke_keys"),
    (ALWAYS, "revoke_tablet_key"),
    (ALWAYS, "add_prize remove_prize set_account set_paid set_payments set_currency change_evening_worth"),
    (ALWAYS, "withdraw_call take_call finish_call clear_message announce"),
    (ALWAYS, "set_up_tombola show_tombola remove_tombola"),
    (OPENED, "close_tournament"),
    # how it is played and ranked, who takes part, who sits where: until it is closed
    (PREPARING, "set_rules set_stage drop_stage set_ranking plan_rounds"),
    (PREPARING, "add_entries remove_entry refuse_entry set_presence set_participation"),
    (PREPARING, "add_seating_exclusion remove_seating_exclusion make_pair dissolve_pair"),
    (PREPARING, "save_team remove_team raise_member make_club_teams set_team_rules take_over"),
    (PREPARING, "set_sign_up_terms renew_door_key renew_private_code admit_waiting drop_sign_up add_walk_in"),
    (PREPARING, "draw_tables seat_round add_table remove_table seat_entry swap_seated_entries unseat_entry set_sides"),
    (PREPARING, "plan_draw save_drafts choose_draft drop_drafts swap_drafted_entries lock_drafted_table"),
    (PREPARING, "publish_round withdraw_round publish_prepared_round substitute_player set_paper_first"),
    (PREPARING, "make_tablet_key"),
    (PREPARING, "start_clock pause_clock resume_clock stop_clock give_minutes"),
    (SIGNING_UP, "sign_up"),
    # what happens while it is open
    (PLAYING, "withdraw_begun_round show_message"),
    (WAITING, "wait_for_table stop_waiting seat_waiting_entries"),
    (AT_THE_TABLE, "call_arbiter open_dispute agree_to_event save_auction correct_at_table"),
    (AT_THE_TABLE, "save_token_counts note_debt confirm_sheet confirm_signed_paper play_tables"),
    # what a table's sheet says, with a reason once it is closed; what organisers decide of it, always with one
    (SCORING, "write_event write_undo correct_event"),
    (ALWAYS, "exchange_tables exchange_people"),
    (JUDGING, "give_adjustment cancel_adjustment draw_prize draw_again"),
    (JUDGING_TABLES, "reorder_table mark_unplayed mark_played mark_round_unplayed mark_round_played mark_forfeits"),
)
RULES: Mapping[str, StateRule] = {name: rule for rule, names in GROUPS for name in names.split()}
"""The states in which each action may run, by the action's name."""


def check_state(tournament: Tournament, action: str, *, reason: str | None = None) -> None:
    """Check that the evening's state allows the action. `reason`: what an account says why it corrects; None from
    anybody else. The caller holds a lock that closing the evening waits for, and has read the tournament under it.
    Raises TournamentClosed, Refused without a reason."""
    rule, state = RULES[action], tournament.status
    if state in rule.corrects and reason is not None:
        if not reason:
            raise Refused([NO_REASON])
    elif state not in rule.states:
        raise TournamentClosed(rule.sentences.get(state, SENTENCES[state]), state)
    if HIDDEN not in rule.states and tournament.hidden:
        raise TournamentClosed(rule.sentences.get(HIDDEN, SENTENCES[HIDDEN]), HIDDEN)


def may_run(tournament: Tournament, action: str) -> bool:
    """True if the evening's state allows the action to anybody, without a reason."""
    try:
        check_state(tournament, action)
    except TournamentClosed:
        return False
    return True


def lock_row(tournament: Tournament) -> None:
    """Lock the tournament until the transaction ends, and read it again. The lock is FOR NO KEY UPDATE on PostgreSQL: a
    table that holds its own lock can still insert an audit entry for the tournament, and need not wait."""
    Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    tournament.refresh_from_db()


def lock_evening(tournament: Tournament, action: str) -> None:
    """Lock the tournament for the action until the transaction ends, and read it again. Raises TournamentClosed."""
    lock_row(tournament)
    check_state(tournament, action)
