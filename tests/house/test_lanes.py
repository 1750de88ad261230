"""Whose threads answer, and in which order: a table's second request, and a stranger's at the door, wait for the first
ones of others."""

from threading import Event
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from config.devices import Device, find_club_of_session, find_key, find_signed_in_device, remember_device
from config.server import lanes, questions
from config.server.lanes import Lane, LaneDispatcher, choose_lane, share_threads
from config.server.questions import Question, QuickQuestions
from tests.fixtures.patience import ANSWER_SECONDS
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.people.tokens import make_token
from tournaments.models.rights import Right, Role


class HeldRequest:
    """A connection whose request is held until `release` is set, and noted in `order` once it is answered."""

    def __init__(self, name: str, order: list[str], method: str, path: str, **headers: str) -> None:
        self.name, self.order = name, order
        self.requests = [SimpleNamespace(command=method, path=path, headers=headers)]
        self.begun, self.release, self.done = Event(), Event(), Event()

    def service(self) -> None:
        """Answer the request."""
        self.begun.set()
        assert self.release.wait(ANSWER_SECONDS)
        self.order.append(self.name)
        self.done.set()


def _answer(requests: list[HeldRequest], threads: int = 3) -> None:
    """Let a dispatcher answer these: the first is held until all others have come."""
    dispatcher = LaneDispatcher(threads, find_device=str)
    for request in requests:
        dispatcher.add_task(request)
        if request is requests[0]:
            assert request.begun.wait(ANSWER_SECONDS)
    for request in requests:
        request.release.set()
    for request in requests:
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)


def test_what_tables_write_has_threads_of_its_own_and_so_have_the_door_and_what_is_dear() -> None:
    assert choose_lane("POST", reverse("table-coup")) is Lane.TABLE
    assert choose_lane("GET", reverse("table-sheet")) is Lane.HOUSE
    assert choose_lane("POST", reverse("account_login")) is Lane.DOOR
    assert choose_lane("GET", reverse("account_login")) is Lane.PUBLIC
    assert choose_lane("POST", reverse("join")) is Lane.DOOR
    assert choose_lane("GET", reverse("board", args=["Q5T"])) is Lane.PUBLIC
    for writing in (reverse("sign-up", args=["Q5T"]), reverse("my-sign-up"), reverse("door")):
        assert (choose_lane("POST", writing), choose_lane("GET", writing)) == (Lane.DEAR, Lane.PUBLIC)
    for method in ("GET", "HEAD", "POST"):
        assert choose_lane(method, reverse("what-if", args=["q5t"])) is Lane.DEAR
        assert choose_lane(method, reverse("leaflet", args=["briscola"])) is Lane.DEAR
    assert choose_lane("GET", reverse("tournament-what-if", args=[7])) is Lane.HOUSE, "an organiser's own"


def test_a_tournament_is_asked_for_under_every_spelling_of_its_address() -> None:
    dispatcher = LaneDispatcher(3, find_device=str)
    asked = {dispatcher.find_asker(Lane.PUBLIC, path, {}) for path in ("/q5t/player/3", "/Q5T")}
    dispatcher.shutdown(0)
    assert asked == {"/Q5T"}


def test_the_second_request_of_a_table_lets_other_tables_go_first() -> None:
    order: list[str] = []
    names = ["one", "one", "one", "two", "", "", "three", "two"]
    _answer([HeldRequest(name, order, "POST", "/t/coup", X_TABLE_KEY=name) for name in names])
    assert order == ["one", "two", "", "three", "one", "", "two", "one"]


def test_a_table_reads_on_one_thread_and_leaves_the_others() -> None:
    order: list[str] = []
    reading = [HeldRequest("one", order, "GET", "//t/sheet", X_TABLE_KEY="one") for _ in range(3)]
    other = HeldRequest("two", order, "GET", "/t/sheet", X_TABLE_KEY="two")
    other.release.set()
    dispatcher = LaneDispatcher(8, find_device=str)
    for request in (*reading, other):
        dispatcher.add_task(request)
    assert reading[0].begun.wait(ANSWER_SECONDS)
    assert other.done.wait(ANSWER_SECONDS)
    assert not any(request.begun.is_set() for request in reading[1:])
    for request in reading:
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)


def test_a_club_organises_on_one_thread_and_leaves_the_others_to_other_clubs_and_to_tables() -> None:
    order: list[str] = []
    mine = [HeldRequest("mine", order, "POST", "/desk/import", COOKIE="club 1") for _ in range(3)]
    others = [HeldRequest("theirs", order, "GET", "/desk/", COOKIE="club 2")]
    others.append(HeldRequest("phone", order, "GET", "/t/sheet", X_TABLE_KEY="one"))
    dispatcher = LaneDispatcher(5, find_device=str, find_club=str)
    for request in (*mine, *others):
        dispatcher.add_task(request)
    for request in others:
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    assert not mine[1].begun.is_set()
    for request in mine:
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)


@pytest.mark.django_db
def test_a_session_that_was_answered_once_is_known_to_be_a_clubs(monkeypatch: pytest.MonkeyPatch) -> None:
    client, club = sign_in_organiser()
    header = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    monkeypatch.setenv("DATABASE_URL", "postgres://of/several/clubs")
    before = find_club_of_session(header)
    client.get("/desk/")
    assert (before, find_club_of_session(header), find_club_of_session("session=x")) == ("", str(club.pk), "")


def test_programs_with_keys_of_their_own_do_not_wait_for_each_other() -> None:
    order: list[str] = []
    mine = [HeldRequest("mine", order, "GET", "/api/v1/club", AUTHORIZATION="1") for _ in range(3)]
    others = [HeldRequest(name, order, "GET", "/api/v1/club", AUTHORIZATION=name) for name in ("2", "3")]
    dispatcher = LaneDispatcher(5, find_device=str, find_key=str)
    for request in (*mine, *others):
        dispatcher.add_task(request)
    for request in others:
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    assert mine[0].begun.is_set()
    assert not mine[1].begun.is_set()
    for request in mine:
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)


@pytest.mark.django_db
def test_a_key_that_was_answered_once_is_known_and_an_invented_one_is_not() -> None:
    _user, club = sign_in_organiser()
    scopes = [Right.LOOK]
    token, key = make_token(club, name="programme", role=Role.READER, scopes=scopes, days=1, maker=None)
    header = f"Bearer {key}"
    before = find_key(header)
    assert Client().get("/api/v1/key", headers={"Authorization": header}).status_code == 200
    assert (before, find_key(header), find_key("Bearer x")) == ("", str(token.pk), "")


def test_a_device_that_has_signed_in_before_goes_before_strangers_at_the_door() -> None:
    order: list[str] = []
    names = ["", "", "", "", "claire", "", "nadia"]
    _answer([HeldRequest(name, order, "POST", "/accounts/login/", COOKIE=name) for name in names])
    assert order == ["", "claire", "nadia", "", "", "", ""]


def test_the_door_waits_for_nothing_dear_and_who_signs_up_for_one_what_if_at_most() -> None:
    order: list[str] = []
    flood = [HeldRequest("what-if", order, "GET", f"/Q5{letter}/what-if") for letter in "TUTUT"]
    door = HeldRequest("door", order, "POST", "/accounts/login/", COOKIE="")
    dispatcher = LaneDispatcher(3, find_device=str)
    dispatcher.add_task(flood[0])
    assert flood[0].begun.wait(ANSWER_SECONDS)
    signing_up = HeldRequest("sign-up", order, "POST", "/Q5T/sign-up")
    for request in (*flood[1:], signing_up, door):
        dispatcher.add_task(request)
    door.release.set()
    assert door.done.wait(ANSWER_SECONDS)
    for request in (*flood, signing_up):
        request.release.set()
    for request in (*flood, signing_up):
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)
    assert order == ["door", "what-if", "sign-up", "what-if", "what-if", "what-if", "what-if"]


def test_what_phones_and_the_public_read_waits_for_nobody_at_the_door_nor_for_what_is_dear() -> None:
    order: list[str] = []
    paths = ("/accounts/login/", "//accounts/login/")
    door = [HeldRequest("door", order, "POST", path, COOKIE="") for path in paths * 9]
    dear = [("GET", "/Q5T/what-if"), ("POST", "//Q5T/sign-up"), ("GET", "/Q5U/what-if"), ("POST", "/Q5T/sign-up")]
    door += [HeldRequest("door", order, *each) for each in dear * 9]
    phone = HeldRequest("phone", order, "GET", "/t/sheet", X_TABLE_KEY="one")
    looking_on = HeldRequest("looking on", order, "GET", "/Q5T")
    dispatcher = LaneDispatcher(3, find_device=str)
    for request in (*door, phone, looking_on):
        dispatcher.add_task(request)
    for request in (phone, looking_on):
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    for request in door:
        request.release.set()
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)
    assert order == ["phone", "looking on"] + ["door"] * len(door)


def test_a_question_is_quick_while_it_is_quick_now_and_then_and_few_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    poll, page = Question(1, is_poll=True), Question(2, is_poll=False)
    quick = QuickQuestions()
    assert quick.is_quick(poll)
    assert not quick.is_quick(page)
    for _time in range(questions.CHANCES - 1):
        quick.note(poll, 1.0)
    assert quick.is_quick(poll)
    quick.note(poll, 1.0)
    assert not quick.is_quick(poll)
    quick.note(poll, 0.001)
    quick.note(page, 0.001)
    quick.note(poll, 1.0)
    assert quick.is_quick(poll)
    assert quick.is_quick(page)
    monkeypatch.setattr(questions, "MOST_QUESTIONS", 2)
    quick.note(Question(3, is_poll=False), 0.001)
    assert not quick.is_quick(page), "asked longest ago"


def test_what_is_mostly_quick_goes_before_whole_pages_and_these_are_never_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a poll a thread's time is none, of a page a second; a page that calls itself a poll is none the less one."""
    monkeypatch.setattr(lanes, "QUICK_IN_A_ROW", 3)
    monkeypatch.setattr(questions, "CHANCES", 1)
    spent = {"poll": 0.0, "page": 1.0}
    clock = iter(range(10**6))
    monkeypatch.setattr(lanes, "thread_time", lambda: next(clock) * spent["now"])
    order: list[str] = []

    def ask(name: str, **headers: str) -> HeldRequest:
        made = HeldRequest(name, order, "GET", f"/Q5T/{name}", **headers)
        made.requests[0].query = ""
        return made

    poll = {"HX_REQUEST": "true", "IF_NONE_MATCH": "x"}
    dispatcher = LaneDispatcher(3, find_device=str)
    for name, request in (("poll", ask("polled", **poll)), ("page", ask("page", **poll))):
        spent["now"] = spent[name]
        request.release.set()
        dispatcher.add_task(request)
        assert request.done.wait(ANSWER_SECONDS)
    held = ask("held")
    dispatcher.add_task(held)
    assert held.begun.wait(ANSWER_SECONDS)
    polled = [ask("polled", **poll) for _n in range(7)]
    requests = [held, ask("page"), ask("page", **poll), *polled, ask("page", **poll)]
    for request in requests[1:]:
        dispatcher.add_task(request)
    for request in requests:
        request.release.set()
    for request in requests:
        assert request.done.wait(ANSWER_SECONDS)
    dispatcher.shutdown(0)
    polls = ["polled"] * 3
    assert order[2:] == ["held", *polls, "page", *polls, "page", "polled", "page"]


@pytest.mark.parametrize("threads", [1, 2, 3, 8, 40])
def test_every_lane_has_a_thread_and_the_door_and_what_is_dear_one_each_beside_them(threads: int) -> None:
    shares = share_threads(threads)
    assert min(shares.values()) >= 1
    assert shares[Lane.DOOR] == shares[Lane.DEAR] == 1
    assert sum(shares.values()) == max(3, threads) + 2


def test_only_a_device_from_which_somebody_signed_in_is_told_from_strangers() -> None:
    def write_cookie(device: Device) -> str:
        response = HttpResponse()
        remember_device(response, device)
        return f'other="a"; {settings.DEVICE_COOKIE_NAME}={response.cookies[settings.DEVICE_COOKIE_NAME].value}'

    assert find_signed_in_device(write_cookie(Device("a1", (7,)))) == "a1"
    assert find_signed_in_device(write_cookie(Device("a1"))) == ""
    assert find_signed_in_device(write_cookie(Device("a1", (7,))) + "x") == ""
    assert find_signed_in_device("") == ""
