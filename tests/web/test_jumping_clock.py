"""The computer's clock goes back three hours, or on by two years and back: nothing lasts longer than it was meant to,
and no time runs backwards."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.utils import timezone

from config.background.jobs import JobState, open_jobs
from config.background.kinds import PRINT, SELF_CHECK
from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tournaments.actions.people.expiry import bound_ends
from tournaments.actions.people.invitations import LIFETIME, find_invitation, invite_member
from tournaments.actions.people.signing_up import set_sign_up_terms, takes_sign_ups
from tournaments.actions.people.tokens import find_token, make_token
from tournaments.actions.people.tries import FREE_TRIES, LONGEST_WAIT, NO_WAIT, count_try
from tournaments.actions.rounds.clock import pause_clock, resume_clock, start_clock
from tournaments.actions.webhooks.deliveries import DELAYS, SendResult
from tournaments.api.webhooks.dispatching import Dispatcher
from tournaments.models import ApiToken, Delivery, Invitation, Receiver, Round, TryCount, elapsed
from tournaments.models.elapsed import find_beginning, is_within, note_beginning
from tournaments.models.rights import Right, Role
from tournaments.presentation.text.numbers import format_wait
from tournaments.reading.pace import _measure_wait
from tournaments.reading.table_status import is_fresh

pytestmark = pytest.mark.django_db
NOON = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.UTC)
BACK, AHEAD = datetime.timedelta(hours=-3), datetime.timedelta(days=730)
MINUTE = datetime.timedelta(minutes=1)


class Laptop:
    """A computer whose clock jumps. `on_for`: how long it has really been on."""

    def __init__(self) -> None:
        self.on_for, self.jump = datetime.timedelta(days=1), datetime.timedelta()

    @property
    def now(self) -> datetime.datetime:
        """What its clock shows."""
        return NOON + self.on_for + self.jump

    def pass_time(self, minutes: float) -> None:
        """Let time pass."""
        self.on_for += minutes * MINUTE

    def restart(self) -> None:
        """Switch it off and on: it counts anew."""
        self.jump += self.on_for
        self.on_for = datetime.timedelta()


@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Laptop:
    """The laptop of one test."""
    made = Laptop()
    monkeypatch.setattr(timezone, "now", lambda: made.now)
    monkeypatch.setattr(elapsed, "monotonic", lambda: made.on_for.total_seconds())
    return made


def lock_out(laptop: Laptop) -> datetime.timedelta:
    """Try wrong secrets until one has to wait the longest time; return how long."""
    wait = NO_WAIT
    while wait < LONGEST_WAIT:
        laptop.pass_time(wait / MINUTE)
        assert count_try("password", 1) == NO_WAIT
        wait = count_try("password", 1)
    return wait


@pytest.mark.parametrize("jumps", [(BACK,), (AHEAD, -AHEAD), (-AHEAD,), (BACK, -BACK, BACK)])
@pytest.mark.parametrize("keeps_count", [True, False])
def test_a_lock_out_ends_after_ten_minutes_whatever_the_clock_does(
    laptop: Laptop, jumps: tuple[datetime.timedelta, ...], keeps_count: bool
) -> None:
    assert lock_out(laptop) == LONGEST_WAIT
    laptop.pass_time(4)
    for jump in jumps:
        laptop.jump += jump
        if not keeps_count:
            laptop.restart()
        assert TryCount.objects.get().count > FREE_TRIES
    waits = count_try("password", 1)
    assert waits <= LONGEST_WAIT
    assert not keeps_count or waits <= 6 * MINUTE
    if waits:
        laptop.pass_time(waits / MINUTE)
    else:  # the jump forwards let it through, which is a try like any other
        laptop.pass_time(10)
    assert count_try("password", 1) == NO_WAIT


def test_a_try_made_while_the_clock_was_two_years_ahead_waits_no_longer(laptop: Laptop) -> None:
    laptop.jump += AHEAD
    assert lock_out(laptop) == LONGEST_WAIT
    laptop.jump -= AHEAD
    laptop.pass_time(9)
    assert count_try("password", 1) == MINUTE
    laptop.pass_time(1)
    assert count_try("password", 1) == NO_WAIT


def start_round() -> Round:
    _client, club = sign_in_organiser()
    current: Round = get_first_table(create_open_evening(club)).round
    start_clock(current, 40)
    current.refresh_from_db()
    return current


def measure_left(current: Round, laptop: Laptop) -> int:
    """Return the minutes that the round's clock shows."""
    current.refresh_from_db()
    if current.paused_at:
        return round((current.seconds_left() or 0) / 60)
    ends = current.ends_at()
    assert ends
    return round((ends - laptop.now) / MINUTE)


@pytest.mark.parametrize("jump", [BACK, AHEAD, -AHEAD])
def test_the_clock_of_a_round_goes_on_and_its_pause_stands(laptop: Laptop, jump: datetime.timedelta) -> None:
    current = start_round()
    laptop.pass_time(10)
    assert measure_left(current, laptop) == 30
    laptop.jump += jump
    if jump > NO_WAIT:
        assert measure_left(current, laptop) <= 0, "by the clock"
        laptop.jump -= jump
    assert measure_left(current, laptop) == 30
    laptop.pass_time(5)
    pause_clock(current)
    assert measure_left(current, laptop) == 25
    laptop.jump += jump
    laptop.pass_time(7)
    assert measure_left(current, laptop) == 25
    resume_clock(current)
    assert measure_left(current, laptop) == 25
    laptop.pass_time(5)
    assert measure_left(current, laptop) == 20


def test_a_computer_that_was_switched_off_counts_from_when_it_saw_that_the_clock_stands_before(laptop: Laptop) -> None:
    current = start_round()
    laptop.pass_time(10)
    laptop.jump += BACK
    laptop.restart()
    assert measure_left(current, laptop) == 40
    laptop.pass_time(10)
    assert measure_left(current, laptop) == 30


def test_an_old_note_says_nothing_of_what_began_anew(laptop: Laptop) -> None:
    note_beginning("x", laptop.now)
    laptop.pass_time(60)
    assert find_beginning("x", laptop.now, laptop.now) == laptop.now


def test_sign_up_closes_by_the_clock_in_either_direction(laptop: Laptop) -> None:
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    terms = set_sign_up_terms(
        tournament, is_open=True, limit=None, closes_at=laptop.now + MINUTE, self_check_in=False, fee_cents=None
    )
    for jump, is_open in ((BACK, True), (AHEAD, False), (-AHEAD, True)):
        laptop.jump += jump
        assert takes_sign_ups(terms) is is_open


def test_what_was_given_a_time_by_a_clock_that_was_ahead_lasts_no_longer_than_any_other(laptop: Laptop) -> None:
    client, club = sign_in_organiser()
    laptop.jump += AHEAD
    user = get_user_model().objects.get()
    code = invite_member(club, Role.ARBITER, inviter=user)
    _token, text = make_token(club, name="Site", role=Role.READER, scopes={Right.LOOK}, days=30, maker=user)
    ApiToken.objects.update(made_at=laptop.now)  # whose default knows the clock of this machine alone
    session = Session.objects.get()
    Session.objects.update(expire_date=laptop.now + datetime.timedelta(days=30))
    laptop.jump -= AHEAD
    bound_ends(laptop.now)
    assert find_invitation(code)
    assert find_token(text)
    assert client.get("/desk/").status_code == 200
    laptop.pass_time(LIFETIME / MINUTE + 1)
    assert find_invitation(code) is None
    assert not Invitation.objects.filter(expires_at__gt=laptop.now).exists()
    laptop.pass_time(29 * 24 * 60)
    assert not Session.objects.filter(pk=session.pk, expire_date__gt=laptop.now).exists()
    assert (found := find_token(text)) is None or not found.is_in_force


def test_an_invitation_outlives_a_clock_that_goes_back(laptop: Laptop) -> None:
    _client, club = sign_in_organiser()
    code = invite_member(club, Role.ARBITER, inviter=get_user_model().objects.get())
    laptop.jump += BACK
    bound_ends(laptop.now)
    assert find_invitation(code)
    laptop.pass_time(LIFETIME / MINUTE + 1)
    assert find_invitation(code) is None


@pytest.mark.parametrize("jump", [BACK, -AHEAD])
def test_a_message_that_is_to_be_tried_again_is_not_held_up_by_the_clock(
    laptop: Laptop, jump: datetime.timedelta
) -> None:
    _client, club = sign_in_organiser()
    receiver = Receiver.objects.create(club=club, address="https://club.example/", types=[])
    waiting = Delivery.objects.create(receiver=receiver, message="m", type="t", body="{}", next_at=laptop.now + MINUTE)
    running, anew = Dispatcher(), Dispatcher()
    running.work(laptop.now)
    laptop.jump += jump
    running.work(laptop.now)
    waiting.refresh_from_db()
    assert waiting.next_at
    assert waiting.next_at <= laptop.now
    Delivery.objects.update(next_at=laptop.now + DELAYS[-1] - jump + 2 * MINUTE)
    anew.work(laptop.now)
    waiting.refresh_from_db()
    assert waiting.next_at
    assert waiting.next_at <= laptop.now
    for each in (running, anew):
        each.finish()


@pytest.mark.parametrize("jumps", [(AHEAD,), (AHEAD, -AHEAD), (BACK,), (-AHEAD, AHEAD)])
def test_a_receiver_is_not_paused_for_days_that_the_clock_made_up(
    laptop: Laptop, jumps: tuple[datetime.timedelta, ...]
) -> None:
    _client, club = sign_in_organiser()
    receiver = Receiver.objects.create(club=club, address="https://club.example/", types=[])
    Delivery.objects.create(receiver=receiver, message="m", type="t", body="{}", next_at=laptop.now)

    def fail() -> None:
        dispatcher = Dispatcher(send=lambda *_: SendResult(answer=503))
        dispatcher.work(laptop.now)
        dispatcher.finish()
        receiver.refresh_from_db()

    fail()
    for jump in jumps:
        laptop.jump += jump
        laptop.pass_time(60)
        fail()
        assert receiver.failing_since
        assert not receiver.paused_at
    for _try in range(60):  # every two hours and a half, for six days
        laptop.pass_time(150)
        fail()
    assert receiver.paused_at, "three days on which it was tried"


@pytest.mark.parametrize("jump", [BACK, AHEAD])
def test_a_session_and_an_invitation_outlive_a_jump_and_back(laptop: Laptop, jump: datetime.timedelta) -> None:
    client, club = sign_in_organiser()
    code = invite_member(club, Role.ARBITER, inviter=get_user_model().objects.get())
    key = Session.objects.get().pk
    laptop.jump += jump
    bound_ends(laptop.now)
    assert bool(find_invitation(code)) is (jump < NO_WAIT)
    laptop.jump -= jump
    bound_ends(laptop.now)
    assert find_invitation(code)
    assert Session.objects.filter(pk=key, expire_date__gt=laptop.now).exists()
    assert client.get("/desk/").status_code == 200


@pytest.mark.parametrize("jump", [BACK, AHEAD, -AHEAD])
def test_a_job_that_is_done_counts_whatever_the_clock_does(
    jump: datetime.timedelta, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jobs, seconds = open_jobs(tmp_path), [NOON.timestamp()]
    monkeypatch.setattr("config.background.jobs.time.time", lambda: seconds[0])
    jobs.ask(PRINT, ["1"], tournament_id=1)
    job = jobs.take(PRINT)
    assert job
    seconds[0] += jump.total_seconds()
    again = jobs.ask(PRINT, ["2"], tournament_id=1)
    jobs.finish(job)
    assert [(found := jobs.find(job.key)) and found.state, jobs.take(PRINT)] == [JobState.DONE, again]


def test_the_job_that_was_asked_for_last_is_the_latest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    times = [1_900_000_000.0, 1_800_000_000.0, 1_800_000_000.0]
    monkeypatch.setattr("config.background.jobs.time.time", lambda: times.pop(0))
    asked = [jobs.ask(SELF_CHECK, [str(n)]) for n in range(3)]
    assert [each.key for each in jobs.list_jobs(SELF_CHECK)] == [each.key for each in reversed(asked)]


def test_what_was_just_now_is_so_for_its_time_alone() -> None:
    for jump, expected in ((0, True), (1.4, True), (2, False), (-0.5, True), (-180, False), (-1_000_000, False)):
        assert is_within(NOON, 90 * MINUTE / 60, NOON + jump * MINUTE) is expected, jump
    card: Any = type("Card", (), {"summary": type("Summary", (), {"last_at": NOON}), "event_times": [NOON]})
    assert is_fresh(card, NOON + MINUTE)
    assert not is_fresh(card, NOON + BACK)
    assert _measure_wait(card, NOON + BACK) == 0


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(10, "10 minutes"), (119, "119 minutes"), (181, "4 heures"), (1_051_201, "731 jours"), (0.2, "12 secondes")],
)
def test_no_wait_is_told_in_a_number_of_minutes_that_nobody_can_read(minutes: float, words: str) -> None:
    assert format_wait(minutes * MINUTE) == words
