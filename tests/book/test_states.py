"""In which states of the evening each action runs: every action of the table in every state, and every action in the
table."""

import ast
import datetime
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from tests.book.evening_builders import build_coup, create_evening, get_table, new_key, record_events
from tournaments.actions.errors import ActionError, Refused, TournamentClosed
from tournaments.actions.evenings import adjustments, hall_message, lifecycle, ranking, rule_change, stages, tombola
from tournaments.actions.money import currency, jeton_worth, prizes
from tournaments.actions.people import entries, leaving, signing_up, teams
from tournaments.actions.rounds import (
    clock,
    drafts,
    drawing,
    free_tables,
    participation,
    prepared_draws,
    seating,
    withdrawal,
)
from tournaments.actions.states import CLOSED, DRAFT, HIDDEN, OPEN, RULES, STATES, may_run
from tournaments.actions.tables import (
    calls,
    closing,
    corrections,
    recording,
    seat_corrections,
    table_corrections,
    tablets,
    unplayed,
)
from tournaments.book.loading import load_sheet
from tournaments.models import ArbiterCall, Entry, PlayerDetails, Prize, SignUp, SignUpTerms, Table, Tournament
from tournaments.standings.ranking_orders import RankingOrder

ROOT = Path(__file__).parents[2] / "tournaments"
ME, WHY = "user:1", "Mal lu"
TODAY = datetime.date(2026, 11, 22)
TERMS: dict[str, Any] = {"is_open": True, "limit": None, "closes_at": None, "self_check_in": True, "fee_cents": None}
RULES_KEPT: dict[str, Any] = {"preset": "academie-1718", "options": {}}


@dataclass
class StateWorld:
    """An evening with something of every kind that an action is about, in one state."""

    tournament: Tournament

    @property
    def entry(self) -> Entry:
        return self.tournament.entries.earliest("pk")

    @property
    def spare(self) -> Entry:
        return self.tournament.entries.latest("pk")

    @property
    def table(self) -> Table:
        """The table that has a record."""
        return get_table(self.tournament)

    @property
    def unwritten(self) -> Table:
        return get_table(self.tournament, 2)

    @property
    def sheet(self) -> Any:
        return load_sheet(self.table.pk)

    @property
    def sign_up(self) -> SignUp:
        return self.tournament.sign_ups.get()

    @property
    def terms(self) -> SignUpTerms:
        return SignUpTerms.objects.get(tournament=self.tournament)

    @property
    def writing(self) -> dict[str, Any]:
        """What a phone sends with a record."""
        return {"key": new_key(), "number": self.sheet.next_number, "actor": "table:1", "reason": ""}


TRIALS: dict[str, Callable[[StateWorld], object]] = {
    "change_tournament": lambda w: lifecycle.change_tournament(w.tournament, name="Autre", date=TODAY),
    "open_tournament": lambda w: lifecycle.open_tournament(w.tournament, reason=WHY),
    "close_tournament": lambda w: lifecycle.close_tournament(w.tournament),
    "hide_tournament": lambda w: lifecycle.hide_tournament(w.tournament),
    "set_rules": lambda w: lifecycle.set_rules(w.tournament, **RULES_KEPT),
    "change_rules": lambda w: rule_change.change_rules(
        w.tournament, **RULES_KEPT, seen_digest="", key=new_key(), actor=ME, reason=WHY
    ),
    "set_stage": lambda w: stages.set_stage(w.tournament, 2, **RULES_KEPT),
    "drop_stage": lambda w: stages.drop_stage(w.tournament, 2),
    "set_ranking": lambda w: ranking.set_ranking(w.tournament, RankingOrder()),
    "give_adjustment": lambda w: adjustments.give_adjustment(
        w.tournament, w.entry, amount=-5, rule="3", reason=WHY, actor=ME
    ),
    "cancel_adjustment": lambda w: adjustments.cancel_adjustment(w.tournament.adjustments.get(), actor=ME, reason=WHY),
    "set_currency": lambda w: currency.set_currency(w.tournament, "CHF"),
    "change_evening_worth": lambda w: jeton_worth.change_evening_worth(w.tournament, None, actor=ME),
    "add_prize": lambda w: prizes.add_prize(
        w.tournament, kind="rank", place=1, group="", label="Jambon", cents=500, shared=True
    ),
    "remove_prize": lambda w: prizes.remove_prize(Prize.objects.get(tournament=w.tournament)),
    "set_account": lambda w: prizes.set_account(w.tournament, fee_cents=500),
    "set_paid": lambda w: prizes.set_paid(w.entry, 500),
    "set_payments": lambda w: prizes.set_payments(w.tournament, [prizes.Payment(w.entry.pk, "", 500, 500)]),
    "add_entries": lambda w: entries.add_entries(w.tournament, ["Zoé"]),
    "rename_entry": lambda w: entries.rename_entry(w.entry, "Annette"),
    "remove_entry": lambda w: leaving.remove_entry(w.spare),
    "refuse_entry": lambda w: leaving.refuse_entry(w.spare),
    "set_sign_up_terms": lambda w: signing_up.set_sign_up_terms(w.tournament, **TERMS),
    "renew_door_key": lambda w: signing_up.renew_door_key(w.terms),
    "sign_up": lambda w: signing_up.sign_up(w.tournament, signing_up.SignUpRequest("Zoé")),
    "renew_private_code": lambda w: signing_up.renew_private_code(w.sign_up),
    "admit_waiting": lambda w: signing_up.admit_waiting(w.sign_up),
    "drop_sign_up": lambda w: signing_up.drop_sign_up(w.sign_up, SignUp.State.WITHDRAWN),
    "add_walk_in": lambda w: signing_up.add_walk_in(w.tournament, "Zoé"),
    "start_clock": lambda w: clock.start_clock(w.table.round, 40),
    "pause_clock": lambda w: clock.pause_clock(w.table.round),
    "resume_clock": lambda w: clock.resume_clock(w.table.round),
    "stop_clock": lambda w: clock.stop_clock(w.table.round),
    "give_minutes": lambda w: clock.give_minutes(w.table.round, 5),
    "show_message": lambda w: hall_message.show_message(w.tournament, "Entracte", 20),
    "clear_message": lambda w: hall_message.clear_message(w.tournament),
    "announce": lambda w: hall_message.announce(w.tournament, place="Salle", starts_at=None, words=""),
    "set_up_tombola": lambda w: tombola.set_up_tombola(w.tournament, ["Vin"], first=1, last=9, several=False),
    "show_tombola": lambda w: tombola.show_tombola(w.tournament, True),
    "draw_again": lambda w: tombola.draw_again(w.tournament, 1, 1, actor=ME),
    "draw_prize": lambda w: tombola.draw_prize(w.tournament, 1, actor=ME),
    "remove_tombola": lambda w: tombola.remove_tombola(w.tournament, actor=ME),
    "make_tablet_key": lambda w: tablets.make_tablet_key(w.tournament, 1),
    "revoke_tablet_key": lambda w: tablets.revoke_tablet_key(w.tournament, 1),
    "choose_draft": lambda w: drafts.choose_draft(w.tournament, 1),
    "drop_drafts": lambda w: drafts.drop_drafts(w.tournament),
    "swap_drafted_entries": lambda w: drafts.swap_drafted_entries(w.tournament, 2, w.entry.pk, w.spare.pk),
    "lock_drafted_table": lambda w: drafts.lock_drafted_table(w.tournament, 2, 1, True),
    "publish_round": lambda w: drafts.publish_round(w.tournament, 2),
    "withdraw_round": lambda w: drafts.withdraw_round(w.tournament, 1),
    "plan_draw": lambda w: drawing.search_drafts(w.tournament, sizes=(3,), seed=1),
    "save_drafts": lambda w: drawing.save_drafts(
        drawing.FoundDrafts(drawing.DrawPlan(build_late_pool(w.tournament), (3,), 1, {}, 0.1, (), 0), ())
    ),
    "wait_for_table": lambda w: free_tables.wait_for_table(w.tournament, [w.spare]),
    "stop_waiting": lambda w: free_tables.stop_waiting(w.tournament, w.spare),
    "seat_waiting_entries": lambda w: free_tables.seat_waiting_entries(w.tournament, [w.entry, w.spare]),
    "plan_rounds": lambda w: participation.plan_rounds(w.tournament, format="random", rounds=3),
    "set_presence": lambda w: participation.set_presence([w.entry], Entry.Presence.PRESENT),
    "set_participation": lambda w: participation.set_participation(w.entry, first=1, last=None, table=None),
    "add_seating_exclusion": lambda w: participation.add_seating_exclusion(w.tournament, [w.entry, w.spare]),
    "remove_seating_exclusion": lambda w: participation.remove_seating_exclusion(w.tournament.exclusions.get()),
    "make_pair": lambda w: participation.make_pair(w.tournament, w.entry, w.spare),
    "save_team": lambda w: teams.save_team(w.tournament, "Sud", w.tournament.entries.filter(team=None)[:2]),
    "remove_team": lambda w: teams.remove_team(w.tournament.teams.get()),
    "make_club_teams": lambda w: teams.make_club_teams(w.tournament),
    "set_team_rules": lambda w: teams.set_team_rules(w.tournament, score="ranks", best=1, club_rounds=2),
    "take_over": lambda w: teams.take_over(w.entry, w.spare),
    "raise_member": lambda w: teams.raise_member(w.tournament.entries.get(team_place=2)),
    "dissolve_pair": lambda w: participation.dissolve_pair(w.tournament, 1),
    "publish_prepared_round": lambda w: prepared_draws.publish_prepared_round(w.tournament, {w.entry.pk: 1}, 3),
    "draw_tables": lambda w: seating.draw_tables(w.tournament, [3], 1),
    "seat_round": lambda w: seating.seat_round(w.tournament, 2, [[w.entry, w.spare]]),
    "add_table": lambda w: seating.add_table(w.tournament),
    "remove_table": lambda w: seating.remove_table(w.unwritten),
    "seat_entry": lambda w: seating.seat_entry(w.spare, w.unwritten),
    "swap_seated_entries": lambda w: seating.swap_seated_entries(w.entry, w.spare),
    "unseat_entry": lambda w: seating.unseat_entry(w.spare),
    "set_sides": lambda w: seating.set_sides(w.unwritten, True),
    "withdraw_begun_round": lambda w: withdrawal.withdraw_begun_round(w.tournament, 1, actor=ME, reason=WHY),
    "call_arbiter": lambda w: calls.call_arbiter(w.table, actor="table:1"),
    "open_dispute": lambda w: calls.open_dispute(w.table, 1, actor="table:1"),
    "withdraw_call": lambda w: calls.withdraw_call(w.table, ArbiterCall.objects.get(table=w.table).pk),
    "take_call": lambda w: calls.take_call(ArbiterCall.objects.get(table=w.table)),
    "finish_call": lambda w: calls.finish_call(ArbiterCall.objects.get(table=w.table)),
    "agree_to_event": lambda w: calls.agree_to_event(w.table.pk, 1, 2, number=w.sheet.next_number),
    "set_paper_first": lambda w: calls.set_paper_first(w.table.pk, True),
    "substitute_player": lambda w: closing.substitute_player(w.table.pk, 1, w.spare, actor=ME),
    "save_token_counts": lambda w: closing.save_token_counts(w.table.pk, {1: (0, 0)}, actor="table:1"),
    "note_debt": lambda w: closing.note_debt(w.table.pk, 1, 0),
    "confirm_sheet": lambda w: closing.confirm_sheet(w.table.pk, 2, actor="table:2"),
    "confirm_signed_paper": lambda w: closing.confirm_signed_paper(w.table.pk, number=2, actor=ME),
    "save_auction": lambda w: closing.save_auction(w.table.pk, {}, number=2),
    "revoke_keys": lambda w: closing.revoke_keys(w.table.pk),
    "write_event": lambda w: recording.record_event(w.table.pk, build_coup(), **w.writing),
    "write_undo": lambda w: recording.undo_last(w.table.pk, **w.writing),
    "correct_event": lambda w: corrections.correct_event(
        w.table.pk, 1, build_coup(57, 38, 25), **w.writing | {"reason": WHY}
    ),
    "correct_at_table": lambda w: table_corrections.correct_at_table(
        w.table.pk, 1, build_coup(57, 38, 25), key=new_key(), number=w.sheet.next_number, seat=1, agreed=2
    ),
    "play_tables": lambda w: recording.play_tables([w.table.pk], lambda _sheet: None, actor="table"),
    "exchange_tables": lambda w: seat_corrections.exchange_tables(w.table, w.unwritten, actor=ME, reason=WHY),
    "exchange_people": lambda w: seat_corrections.exchange_people(w.table, 1, w.spare, actor=ME, reason=WHY),
    "reorder_table": lambda w: seat_corrections.reorder_table(w.table.pk, [2, 3, 1], actor=ME, reason=WHY),
    "mark_unplayed": lambda w: unplayed.mark_unplayed(w.table.pk, "annulled", actor=ME, reason=WHY),
    "mark_played": lambda w: unplayed.mark_played(w.table.pk, actor=ME, reason=WHY),
    "mark_round_unplayed": lambda w: unplayed.mark_round_unplayed(w.tournament, 1, actor=ME, reason=WHY),
    "mark_round_played": lambda w: unplayed.mark_round_played(w.tournament, 1, actor=ME, reason=WHY),
    "mark_forfeits": lambda w: unplayed.mark_forfeits({w.unwritten.pk: [1]}, actor=ME, reason=WHY),
}
"""By action, what tries it: a table's record as its phone sends it."""
NO_EVENING = {
    "create_tournament", "copy_tournament", "create_tournament_from_list", "import_tournament", "import_players",
    "draw_rounds", "search_drafts", "record_event", "undo_last", "set_jeton_worth", "answer_once", "keep_photos",
    "refuse_sign_up",
}  # fmt: skip
"""What makes an evening, carries out actions that are in the table, or follows one."""
NO_EVENING_ROOMS = {
    "accounts.py", "clubs.py", "erasing.py", "expiry.py", "invitations.py", "members.py", "player_merges.py",
    "tokens.py", "tries.py", "presets.py", "publication_targets.py", "seasons.py", "deliveries.py", "receivers.py",
    "decisions.py", "kept_evenings.py", "kept_ratings.py", "sign_up_mails.py", "club_pictures.py",
}  # fmt: skip
"""The modules whose actions are about a club, an account or an installation, and what seals an action's decisions or
keeps what they come to."""
WRITES = {"create", "update", "delete", "save", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}


def build_late_pool(tournament: Tournament) -> Any:
    """Return the pool of a round that is not the next one, whose draw is refused once the state was looked at."""
    return drawing.build_pool(tournament, 9)


@pytest.fixture
def world() -> StateWorld:
    """An open evening: a table with a record, one without, two people without a place, and what hangs on it."""
    tournament = create_evening(3, 3)
    entries.add_entries(tournament, ["Gaël", "Hélène"])
    found = StateWorld(tournament)
    record_events(found.table, build_coup())
    adjustments.give_adjustment(tournament, found.entry, amount=5, rule="1", reason=WHY, actor=ME)
    prizes.add_prize(tournament, kind="rank", place=1, group="", label="Lot", cents=0, shared=True)
    participation.add_seating_exclusion(tournament, [found.entry, found.spare])
    signing_up.set_sign_up_terms(tournament, **TERMS | {"limit": 1})
    signing_up.sign_up(tournament, signing_up.SignUpRequest("Yann"))
    calls.call_arbiter(found.table, actor="table:1")
    tombola.set_up_tombola(tournament, ["Jambon"], first=1, last=9, several=False)
    teams.save_team(tournament, "Nord", tournament.entries.all()[:2])
    for name in ("Chloé", "Denis"):
        PlayerDetails.objects.create(player=tournament.entries.get(shown_name=name).player, home_club="Lyon")
    return found


def put_in_state(tournament: Tournament, state: str) -> None:
    """Put the evening into the state; HIDDEN: an open evening that is hidden."""
    status = OPEN if state == HIDDEN else state
    Tournament.objects.filter(pk=tournament.pk).update(status=status, hidden=state == HIDDEN)
    tournament.refresh_from_db()


def find_refusal(action: Callable[[], object]) -> tuple[ActionError | None, bool]:
    """Carry the action out, undo it, and return why it was refused, and whether it wrote anything."""
    written = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and context["cursor"].rowcount:
            written.append(sql)
        return done

    refusal = None
    with transaction.atomic(), connection.execute_wrapper(look):
        try:
            action()
        except ActionError as why:
            refusal = why
        transaction.set_rollback(True)
    return refusal, bool(written)


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
def test_each_action_runs_in_the_states_of_its_row_and_in_no_other(world: StateWorld, state: str):
    put_in_state(world.tournament, state)
    wrong = []
    for name, attempt in TRIALS.items():
        world.tournament.refresh_from_db()
        wanted = state in RULES[name].states and (state != HIDDEN or OPEN in RULES[name].states)
        refusal, written = find_refusal(partial(attempt, world))
        is_state = isinstance(refusal, TournamentClosed)
        if is_state is wanted or (is_state and (written or getattr(refusal, "state", "") != state)):
            wrong.append((name, state, wanted, refusal, written))
    assert not wrong, "\n".join(map(str, wrong))


def test_every_action_of_the_table_is_tried():
    assert sorted(TRIALS) == sorted(RULES)


def test_the_table_names_every_action_that_writes_to_an_evening():
    found = find_actions()
    assert "publish_round" in found
    assert sorted(found - set(RULES) - NO_EVENING) == []


def find_actions() -> set[str]:
    """Return the functions of `actions` that write, themselves or by what they call, and that another layer names;
    without those of the modules that are about no evening."""
    paths = list((ROOT / "actions").rglob("*.py"))
    modules = {path.stem for path in paths}
    calls_of: dict[str, set[str]] = {}
    writers, away = {"save_fields", "post_records"}, set[str]()
    for path in paths:
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(function, ast.FunctionDef):
                called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
                calls_of[function.name] = {name for each in called if (name := name_function(each, modules))}
                writers |= {function.name} if WRITES & {getattr(each, "attr", "") for each in called} else set()
                away |= {function.name} if path.name in NO_EVENING_ROOMS else set()
    while more := {name for name, called in calls_of.items() if called & writers} - writers:
        writers |= more
    return (writers & list_names_elsewhere()) - away


def name_function(called: ast.expr, modules: set[str]) -> str:
    """Return the name of a function that is called, itself or as one of a module; "" for a method."""
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id in modules:
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


def list_names_elsewhere() -> set[str]:
    """Return the names that the other layers import from `actions`, or take from one of its modules."""
    names: set[str] = set()
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if (ROOT / "actions") in path.parents or "tournaments.actions" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments.actions"):
                names |= {each.name for each in node.names}
    return names


@pytest.mark.django_db
def test_in_a_closed_evening_an_account_with_a_reason_corrects_and_fills_in(world: StateWorld):
    lifecycle.close_tournament(world.tournament)
    asked = world.writing | {"actor": ME}
    with pytest.raises(Refused):
        recording.record_event(world.table.pk, build_coup(), **asked)
    recording.record_event(world.table.pk, build_coup(), **asked | {"reason": WHY})
    record = world.writing | {"actor": ME, "reason": WHY}
    corrections.correct_event(world.table.pk, 1, build_coup(57, 38, 25), **record)
    recording.undo_last(world.table.pk, **world.writing | {"actor": ME, "reason": WHY})
    unplayed.mark_unplayed(world.unwritten.pk, "annulled", actor=ME, reason=WHY)
    assert len(world.sheet.events) == 1
    assert world.sheet.events[0]["points"]["Anne"] == 57


@pytest.mark.django_db
def test_closing_an_evening_in_preparation_does_not_show_it(world: StateWorld):
    put_in_state(world.tournament, DRAFT)
    with pytest.raises(TournamentClosed, match="rien à clore"):
        lifecycle.close_tournament(world.tournament)
    assert not Tournament.objects.visible().exists()


@pytest.mark.django_db
def test_who_takes_a_tournament_that_was_read_before_it_was_closed_is_refused(world: StateWorld):
    stale = Tournament.objects.get(pk=world.tournament.pk)
    assert may_run(stale, "publish_round")
    lifecycle.close_tournament(world.tournament)
    with pytest.raises(TournamentClosed) as refused:
        entries.add_entries(stale, ["Zoé"])
    assert refused.value.state == CLOSED
