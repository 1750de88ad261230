"""Other programs do what organisers do at the desk: each act by its action, once, with what it names looked up in the
program's own club."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.api_programs import DONE, TABLE, Caller, Program
from tests.web.organiser_builders import create_open_evening
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.signing_up import SignUpRequest, sign_up
from tournaments.actions.people.tokens import make_token
from tournaments.models import (
    Account,
    Adjustment,
    Club,
    Entry,
    Fee,
    JetonWorth,
    Round,
    Season,
    Seat,
    SignUp,
    Tournament,
    UnplayedTable,
)
from tournaments.models.rights import Right, Role

pytestmark = pytest.mark.django_db


def test_the_plan_of_an_evening_is_made():
    caller = Caller(is_open=False, sizes=())
    caller.do("/change", name="Dimanche", date="2026-11-22")
    caller.do("/rules", preset="aux-points", options={"target": 200})
    caller.program.post(f"/tournaments/{caller.tournament.code}/plan", {"format": "random", "rounds": 3})
    caller.do("/stage", since=2, preset="aux-points", options={"target": 100})
    found = caller.read()
    assert (found.name, str(found.date), found.preset, found.options["target"]) == (
        "Dimanche",
        "2026-11-22",
        "aux-points",
        200,
    )
    assert 2 in found.stage_starts
    caller.do("/stage/drop", since=2)
    assert 2 not in caller.read().stage_starts
    caller.do("/ranking", ranking=["parties_won", "total"])
    assert caller.read().ranking["precedence"] == ["left", "parties_won", "total"]
    assert caller.refuse("/ranking", ranking=["total", "nothing", "total"]) == ["ranking[1]", "ranking[2]"]
    assert caller.refuse("/rules", preset="nothing") == ["preset"]
    caller.do("/hide", hidden=True)
    assert caller.read().hidden


def test_who_plays_with_whom_and_when_is_said():
    caller = Caller(is_open=False, sizes=())
    anne, basile, chloe = caller.entries[:3]
    caller.do(f"/entries/{anne.pk}/rename", name="Anna Lefèvre")
    caller.do(f"/entries/{anne.pk}/part", first_round=2, fixed_table=4)
    caller.do("/pairs", first=anne.pk, second=basile.pk)
    anne.refresh_from_db()
    basile.refresh_from_db()
    assert (anne.shown_name, anne.first_round, anne.fixed_table) == ("Anna Lefèvre", 2, 4)
    assert anne.pair == basile.pair
    caller.do("/pairs/dissolve", number=anne.pair)
    anne.refresh_from_db()
    assert anne.pair is None
    assert caller.refuse("/pairs", first=anne.pk, second=999_999) == ["second"]
    assert caller.refuse(f"/entries/{anne.pk}/part", first_round=0, last_round=900) == ["first_round", "last_round"]
    made = caller.make("/apart", entries=[anne.pk, chloe.pk])
    assert made["entries"] == [anne.pk, chloe.pk]
    assert caller.get("/apart")["items"] == [made]
    caller.do(f"/apart/{made['id']}/remove")
    assert caller.get("/apart")["items"] == []
    foreign = add_entries(create_open_evening(Club.objects.create(name="Autre cercle")), ["Zoé"])[-1]
    assert caller.refuse("/apart", entries=[anne.pk, foreign.pk]) == ["entries[1]"]


def test_sign_ups_are_opened_admitted_and_refused():
    caller = Caller(is_open=False, sizes=())
    full = len(caller.entries)
    caller.do("/sign-ups/terms", is_open=True, limit=full, fee=1200)
    for name in ("Yves", "Zoé"):
        sign_up(caller.read(), SignUpRequest(name, email="y@example.org"))
    told = caller.get("/sign-ups")
    assert told["terms"] == {"is_open": True, "limit": full, "closes_at": None, "self_check_in": False}
    assert [(each["name"], each["state"]) for each in told["items"]] == [("Yves", "waiting"), ("Zoé", "waiting")]
    assert "example.org" not in json.dumps(told)
    yves, zoe = (each["id"] for each in told["items"])
    caller.do(f"/sign-ups/{yves}/admit")
    caller.do(f"/sign-ups/{zoe}/refuse")
    assert list(SignUp.objects.order_by("pk").values_list("state", flat=True)) == ["entered", "refused"]
    caller.do("/sign-ups/terms", is_open=False)
    assert Account.objects.get().fee_cents == 1200


def test_free_tables_are_filled_from_those_who_wait():
    caller = Caller(sizes=(3,))
    first, second, third = (each.pk for each in caller.entries[3:])
    caller.do("/waiting", entries=[first, second, third])
    caller.do("/waiting/stop", entry=third)
    caller.do("/waiting/seat", entries=[first, second])
    assert list(Seat.objects.filter(table__n=2).values_list("entry", flat=True)) == [first, second]
    assert Entry.objects.filter(free_since__isnull=False).count() == 0


def test_a_round_s_clock_runs_stands_and_goes():
    caller, clock = Caller(), "/rounds/1/clock"
    caller.do(f"{clock}/start", minutes=40)
    caller.do(f"{clock}/pause")
    assert Round.objects.get().paused_at
    caller.do(f"{clock}/resume")
    caller.do(f"{clock}/add", minutes=5)
    assert (Round.objects.get().minutes, Round.objects.get().paused_at) == (45, None)
    caller.do(f"{clock}/stop")
    assert Round.objects.get().started_at is None


def test_a_table_is_given_a_substitute_or_not_played():
    caller = Caller()
    [other] = add_entries(caller.tournament, ["Zoé"])[-1:]
    caller.do(f"{TABLE}/substitute", position=2, entry=other.pk)
    assert Seat.objects.filter(table=get_table(caller.tournament), entry=other).exists()
    caller.do(f"{TABLE}/unplayed", kind="adjourned", reason="Trop tard")
    assert UnplayedTable.objects.get().kind == "adjourned"
    caller.do(f"{TABLE}/played", reason="Si")
    assert caller.refuse(f"{TABLE}/unplayed", kind="annulled") == ["reason"]
    caller.do("/rounds/1/unplayed", reason="Panne")
    assert UnplayedTable.objects.count() == 2
    caller.do("/rounds/1/played", reason="Réparé")
    assert not UnplayedTable.objects.exists()


def test_a_penalty_is_given_and_cancelled_and_stands_in_the_log():
    caller = Caller()
    anne = caller.entries[0]
    [made] = caller.make("/adjustments", entry=anne.pk, amount=-20, rule="Retard", reason="Un quart d’heure")["items"]
    assert (made["entry"], made["amount"], made["rule"], made["counts"]) == (anne.pk, -20, "Retard", True)
    assert caller.refuse("/adjustments", entry=anne.pk, amount=0, rule="", reason="") == ["amount", "rule", "reason"]
    caller.do(f"/adjustments/{made['id']}/cancel", reason="Il était là")
    assert Adjustment.objects.get().cancelled is not None
    assert not caller.get("/adjustments")["items"][0]["counts"]
    log = caller.get("/log")["items"]
    assert [line["reason"] for line in log][-2:] == ["Un quart d’heure", "Il était là"]
    assert "Site du club" in log[-1]["actor"]


def test_fees_prizes_and_the_worth_of_jetons_are_set():
    caller = Caller()
    anne = caller.entries[0]
    caller.do("/currency", currency="CHF")
    caller.do("/fee", fee=1000, several=True)
    caller.do(f"/entries/{anne.pk}/fee", due=500, paid=200, group="jeunes")
    account, fee = Account.objects.get(), Fee.objects.get()
    assert (account.fee_cents, account.several) == (1000, True)
    assert (fee.due_cents, fee.paid_cents, fee.group) == (500, 200, "jeunes")
    prize = caller.make("/prizes", label="Premier prix", amount=3000)
    assert (prize["amount"], prize["kind"], prize["place"]) == (3000, "rank", 1)
    caller.do(f"/prizes/{prize['id']}/remove")
    assert not caller.tournament.prizes.exists()
    assert caller.refuse("/prizes", label="Un", kind="group") == ["group"]
    caller.do("/worth", jetons=20, minor_units=100, currency="CHF")
    worth = JetonWorth.objects.get()
    assert (worth.jetons, worth.minor_units, worth.decimals) == (20, 100, 2)
    assert caller.refuse("/worth", jetons=20, minor_units=100, currency="?") == ["currency"]


def test_a_season_is_made_counted_and_hidden():
    caller = Caller()
    made = caller.program.post("/seasons", {"name": "Hiver"})
    assert made.status_code == 201
    assert caller.program.client.get(made["Location"]).json()["name"] == "Hiver"
    address, codes = f"/seasons/{made.json()['id']}", [caller.tournament.code]
    body = {"name": "Été", "tournaments": codes, "rule": {"way": "total", "best": 3}}
    assert caller.program.post(f"{address}/change", body).json() == DONE
    season = Season.objects.get()
    assert (season.name, season.rule["best"], season.tournaments.count()) == ("Été", 3, 1)
    refused = caller.program.post(f"{address}/change", body | {"tournaments": [*codes, "ZZ9"]})
    assert refused.json()["errors"][0]["path"] == "tournaments[1]"
    assert caller.program.post(f"{address}/hide", {"hidden": True}).json() == DONE
    assert Client().get(f"/api/v1{address}").status_code == 404
    stranger = Program(Club.objects.create(name="Autre cercle"))
    assert stranger.post(f"{address}/hide", {"hidden": False}).status_code == 404


def test_an_evening_is_exported_and_imported_once():
    caller = Caller()
    record_events(get_table(caller.tournament), build_coup())
    document = caller.get("/export")
    assert (document["format"], document["name"]) == ("corbillon.evenement/1", caller.tournament.name)
    for _time in range(2):
        made = caller.program.post("/import", document, **{"Idempotency-Key": "import-1"})
        assert (made.status_code, made.json()["status"]) == (201, "closed")
    assert Tournament.objects.count() == 2
    broken = caller.program.post("/import", document | {"date": "x"})
    assert broken.status_code == 422
    assert broken.json()["errors"][0]["path"] == "date"
    assert caller.program.post("/import", {"format": "other"}).status_code == 422


def test_journals_are_read_for_other_programs():
    caller = Caller()
    record_events(get_table(caller.tournament), build_coup())
    for syntax in ("journal", "beancount"):
        assert "Anne" in caller.get(f"/journals/jetons/{syntax}")["text"]
        assert isinstance(caller.get(f"/journals/money/{syntax}")["text"], str)
    assert caller.program.get(f"/tournaments/{caller.tournament.code}/journals/jetons/odt").status_code == 404


def test_a_draft_is_thrown_away():
    caller = Caller(is_open=False, sizes=())
    start = f"/tournaments/{caller.tournament.code}"
    caller.program.post(f"{start}/plan", {"format": "random", "rounds": 1})
    caller.program.post(f"{start}/draft", {"sizes": [3]})
    caller.do("/draft/drop")
    assert caller.get("/draft")["rounds"] == []


@pytest.mark.parametrize(("kind", "body"), [("/prizes", {"label": "Jambon"}), ("/apart", {"entries": []})])
def test_what_was_removed_is_removed_again_under_the_same_name_and_made_no_more(kind: str, body: dict[str, Any]):
    caller = Caller()
    start = f"/tournaments/{caller.tournament.code}{kind}"
    body = {name: value or [each.pk for each in caller.entries[:2]] for name, value in body.items()}
    made = caller.program.post(start, body, **{"Idempotency-Key": "make-1"})
    for _time in range(2):
        removed = caller.program.post(f"{start}/{made.json()['id']}/remove", **{"Idempotency-Key": "remove-1"})
        assert (removed.status_code, removed.json()) == (200, DONE)
    again = caller.program.post(start, body, **{"Idempotency-Key": "make-1"})
    assert again.status_code == 404
    assert caller.get(kind)["items"] == []


def test_a_key_without_the_right_to_money_neither_reads_nor_writes_what_is_owed():
    caller = Caller()
    anne = caller.entries[0]
    caller.do("/fee", fee=1000)
    caller.do(f"/entries/{anne.pk}/fee", due=500, paid=200, group="jeunes")
    whole, scopes = caller.get("/export"), [Right.LOOK, Right.RUN]
    _token, text = make_token(caller.club, name="Soirée", role=Role.ORGANISER, scopes=scopes, days=1, maker=None)
    caller.program.client = Client(headers={"Authorization": f"Bearer {text}"})
    told = caller.get("/export")
    assert "fees" not in told
    assert [each["fee"] for each in told["players"] if "fee" in each] == [{"group": "jeunes"}]
    assert whole["fees"] == {"each": 1000}
    assert whole["players"][0]["fee"]["paid"] == 200
    start = f"/tournaments/{caller.tournament.code}"
    refused = [
        caller.program.post("/import", whole),
        caller.program.post("/import", {key: value for key, value in whole.items() if key != "fees"}),
        caller.program.post(f"{start}/sign-ups/terms", {"is_open": True, "fee": 0}),
    ]
    assert [(each.status_code, each.json()["right"]) for each in refused] == [(403, "money")] * 3
    assert caller.program.post("/import", told).status_code == 201
    caller.do("/sign-ups/terms", is_open=True)
    assert Account.objects.get().fee_cents == 1000


@pytest.mark.parametrize(
    ("closes_at", "says"),
    [
        ("0001-01-01T00:00:00+14:00", "année"),
        ("9999-12-31T23:59:59-12:00", "année"),
        ("2026-11-21T20:15:00", "heure"),
        ("2026-11-21", "heure"),
        (5, "heure"),
    ],
)
def test_a_time_that_the_calendar_has_not_or_of_no_zone_is_told(closes_at: Any, says: str):
    caller = Caller(is_open=False, sizes=())
    path = f"/tournaments/{caller.tournament.code}/sign-ups/terms"
    [fault] = caller.program.post(path, {"is_open": True, "closes_at": closes_at}).json()["errors"]
    assert fault["path"] == "closes_at"
    assert says in fault["message"]
    caller.do("/sign-ups/terms", is_open=True, closes_at="2026-11-21T20:15:00Z")
    assert caller.get("/sign-ups")["terms"]["closes_at"] == "2026-11-21T20:15:00Z"
