"""Other programs write by the actions of the organiser's pages: the same rights, the same refusals, the same log."""

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from tests.book.evening_builders import get_table
from tests.tidy.sources import ROOT
from tests.web.api_programs import PLAYERS, TABLE, Program, build_named_coup, create_club_evening, record
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.people import answers
from tournaments.actions.people.tokens import find_token, make_token
from tournaments.api.once import LONGEST_KEY
from tournaments.api.routes import OPERATIONS
from tournaments.book.loading import load_sheet
from tournaments.forms.organiser.other_programs import KEY_USES, find_key_use
from tournaments.models import ApiToken, AuditEntry, Club, Player, Record, RememberedAnswer
from tournaments.models.rights import Right, Role
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.presentation.text.event_text import describe_actor

pytestmark = pytest.mark.django_db
SCRIPT = re.compile(r"(get|send) (/\S+)(?: '(.*)')?")


def test_a_whole_evening_is_played_with_nothing_but_the_interface():
    _client, club = sign_in_organiser()
    program = Program(club)
    code = program.post("/tournaments", {"name": "Samedi", "date": "2026-11-21"}).json()["code"]
    start = f"/tournaments/{code}"
    names = ["Anne", "Basile", "Chloé", "Denis", "Édith", "Flore"]
    entries = program.post(f"{start}/entries", {"names": names}).json()["items"]
    assert [entry["name"] for entry in entries] == names
    for entry in entries:
        shown = program.post(f"{start}/entries/{entry['id']}/presence", {"presence": "present"}).json()
        assert shown["presence"] == "present"
    assert program.post(f"{start}/plan", {"format": "random", "rounds": 1}).json()["planned_rounds"] == 1
    drawn = program.post(f"{start}/draft", {"sizes": [3], "seed": 7}).json()
    assert [len(table) for table in drawn["rounds"][0]["tables"]] == [3, 3]
    assert program.get(f"{start}/draft").json() == drawn
    for refused in ("open", "rounds/2/publish"):
        assert program.post(f"{start}/{refused}").json()["type"] == "urn:corbillon:not-now", refused
    assert program.post(f"{start}/rounds/1/publish").json() == {"n": 1}
    assert program.post(f"{start}/open").json()["status"] == "open"
    for table in program.get(f"{start}/rounds/1").json()["tables"]:
        players = [seat["name"] for seat in table["seats"]]
        address = f"{start}/rounds/1/tables/{table['table']}"
        for number in (1, 2, 3):
            sent = {"key": f"coup-{number:06}", "number": number, "event": build_named_coup(players)}
            assert program.post(f"{address}/events", sent).json()["number"] == number
        assert program.post(f"{address}/confirm", {"position": 1}).json() == {
            "table": table["table"],
            "confirmed": True,
        }
    sheet = program.get(f"{start}/rounds/1/tables/2").json()
    assert (sheet["stage"], sheet["next_number"], sheet["decompte"]["complete"]) == ("confirmed", 4, True)
    assert sum(row["total"] for row in program.get(f"{start}/standings").json()["items"]) == 0
    assert program.post(f"{start}/close").json()["status"] == "closed"


def test_the_first_script_of_the_document_works():
    _client, club = sign_in_organiser()
    program, code = Program(club), "ABC"
    script, _money, _rest = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").partition("\n## Money")
    lines = [line for line in script.splitlines() if SCRIPT.match(line)]
    for line in lines:
        verb, path, body = SCRIPT.fullmatch(line).groups()  # type: ignore[union-attr]
        path = path.replace("/ABC", f"/{code}")
        answer = program.get(path) if verb == "get" else program.post(path, json.loads(body))
        assert answer.status_code in (200, 201), (line, answer.content)
        code = answer.json().get("code", code)
    assert (answer.json()["items"][0]["total"], len(lines)) == (42, 10)


def test_the_same_key_answers_the_same_and_writes_once():
    program, tournament = create_club_evening()
    first = record(program, tournament).json()
    record(program, tournament, "coup-000002", 2)
    assert record(program, tournament).json() == first
    assert Record.objects.count() == 2
    reused = record(program, tournament, event={"type": "end"})
    assert (reused.status_code, reused.json()["type"]) == (409, "urn:corbillon:key-reused")


def test_a_sheet_that_went_on_is_told_with_its_next_number():
    program, tournament = create_club_evening()
    record(program, tournament)
    stale = record(program, tournament, "coup-000002").json()
    assert (stale["status"], stale["type"], stale["next_number"]) == (409, "urn:corbillon:stale-sheet", 2)


def test_a_coup_is_corrected_with_a_reason_once_and_what_it_was_stays():
    program, tournament = create_club_evening()
    record(program, tournament)
    address = f"/tournaments/{tournament.code}{TABLE}"
    body = {"key": "mended-0001", "number": 2, "event": build_named_coup([*PLAYERS[1:], PLAYERS[0]])}
    assert program.post(f"{address}/events/1/correct", body).status_code == 422
    assert Record.objects.count() == 1
    mended = program.post(f"{address}/events/1/correct", body | {"reason": "Mal lu"})
    assert (mended.status_code, mended.json()["number"], mended.json()["event"]) == (200, 2, 1)
    assert program.post(f"{address}/events/1/correct", body | {"reason": "Mal lu"}).json() == mended.json()
    assert program.get(address).json()["partie"]["events"][0]["points"][PLAYERS[1]] == 58
    [revision] = load_sheet(get_table(tournament).pk).list_revisions()
    assert revision.was["points"][PLAYERS[0]] == 58
    assert revision.record.actor == f"token:{program.token.pk}"
    impossible = {"key": "mended-0002", "number": 3, "event": build_named_coup(PLAYERS, 59), "reason": "Non"}
    assert program.post(f"{address}/events/1/correct", impossible).json()["errors"][0]["rule"] == "BRU-09"
    assert program.post(f"{address}/events/7/correct", impossible).status_code == 404


def test_an_entry_is_removed_once_unless_it_has_played():
    program, tournament = create_club_evening()
    record(program, tournament)
    played, other = (tournament.entries.get(shown_name=name) for name in (PLAYERS[0], "Fanny Petit"))
    start = f"/tournaments/{tournament.code}/entries"
    assert program.post(f"{start}/{played.pk}/remove").json()["type"] == "urn:corbillon:not-now"
    for _time in range(2):
        removed = program.post(f"{start}/{other.pk}/remove", **{"Idempotency-Key": "off-1"})
        assert removed.json() == {"entry": other.pk}
    assert program.post(f"{start}/{other.pk}/remove").status_code == 404


def test_every_fault_of_a_coup_is_told_with_its_rule():
    program, tournament = create_club_evening()
    told = record(program, tournament, event=build_named_coup(PLAYERS, 59))
    assert (told.status_code, told["Content-Type"]) == (422, "application/problem+json")
    assert [fault["rule"] for fault in told.json()["errors"]] == ["BRU-09"]
    assert not Record.objects.exists()
    stranger = record(program, tournament, event={"type": "leave", "player": "Zoé"}).json()
    assert stranger["errors"][0]["path"] == "event.player"


def test_the_log_names_the_program():
    program, tournament = create_club_evening()
    record(program, tournament)
    row, sheet = Record.objects.get(), load_sheet(get_table(tournament).pk)
    names = AccountNames(tournament.club_id, [row.actor])
    assert describe_actor(row, sheet, names) == "le programme «\u202fSite du club\u202f»"
    program.post(f"/tournaments/{tournament.code}/close")
    assert build_audit_log(tournament)[-1].actor == describe_actor(row, sheet, names)
    assert AuditEntry.objects.last().actor == f"token:{program.token.pk}"


def test_a_player_is_added_once_however_often_the_same_request_is_sent():
    _client, club = sign_in_organiser()
    program, path = Program(club), f"/clubs/{club.pk}/players"
    first = program.post(path, {"name": "Zoé"}, **{"Idempotency-Key": "zoe-1"})
    cache.clear()  # as after a power cut
    again = program.post(path, {"name": "Zoé"}, **{"Idempotency-Key": "zoe-1"})
    assert first.json() == again.json()
    assert Player.objects.filter(name="Zoé").count() == 1
    other = program.post(path, {"name": "Yves"}, **{"Idempotency-Key": "zoe-1"})
    assert (other.status_code, other.json()["type"]) == (409, "urn:corbillon:key-reused")
    assert program.post(path, {"name": "Zoé"}).json() != first.json()
    long = program.post(path, {"name": "Zoé"}, **{"Idempotency-Key": "z" * (LONGEST_KEY + 1)})
    assert long.status_code == 422
    assert "trop longue" in long.content.decode()


def test_a_write_that_is_cut_short_leaves_nothing_and_may_be_sent_again(monkeypatch: pytest.MonkeyPatch):
    _client, club = sign_in_organiser()
    program, save = Program(club), RememberedAnswer.save
    sent = f"/clubs/{club.pk}/players", {"name": "Zoé"}

    def die_over_the_answer(row: RememberedAnswer, **given: Any) -> None:
        if row.answer is not None:
            raise SystemExit
        save(row, **given)

    monkeypatch.setattr(RememberedAnswer, "save", die_over_the_answer)
    with pytest.raises(SystemExit):
        program.post(*sent, **{"Idempotency-Key": "zoe-2"})
    monkeypatch.undo()
    assert not Player.objects.exists()
    assert program.post(*sent, **{"Idempotency-Key": "zoe-2"}).status_code == 201
    assert Player.objects.count() == 1


def test_answers_are_remembered_for_a_day_and_so_many_of_each_key(monkeypatch: pytest.MonkeyPatch):
    _client, club = sign_in_organiser()
    program, other, path = Program(club), Program(club), f"/clubs/{club.pk}/players"
    monkeypatch.setattr(answers, "MOST_REMEMBERED", 2)
    for n, caller in enumerate([program, other, program, program, program]):
        caller.post(path, {"name": "Zoé"}, **{"Idempotency-Key": f"zoe-{n}"})
    kept = RememberedAnswer.objects.order_by("pk").values_list("token", flat=True)
    assert list(kept) == [other.token.pk, program.token.pk, program.token.pk]
    RememberedAnswer.objects.update(at=F("at") - answers.REMEMBERED_FOR)
    program.post(path, {"name": "Zoé"}, **{"Idempotency-Key": "zoe-4"})
    assert RememberedAnswer.objects.count() == 1
    assert Player.objects.count() == 6


def test_what_was_refused_may_be_sent_again_under_its_key():
    program, tournament = create_club_evening()
    sent = f"/tournaments/{tournament.code}/entries", {"players": [999_999]}
    assert [program.post(*sent, **{"Idempotency-Key": "in-1"}).status_code for _time in range(2)] == [422, 422]


def test_a_key_does_what_its_role_may_and_nothing_of_another_club():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    arbiter, stranger = Program(club, Role.ARBITER), Program(Club.objects.create(name="Autre cercle"))
    assert record(arbiter, tournament).status_code == 201
    refused = arbiter.post(f"/tournaments/{tournament.code}/close")
    assert (refused.status_code, refused.json()["right"]) == (403, "run")
    assert stranger.post(f"/tournaments/{tournament.code}/close").status_code == 404
    assert arbiter.client.post("/desk/club", {"name": "À moi"}).status_code == 302  # to the log-in


def test_a_key_is_made_on_the_club_s_page_shown_once_and_revoked_there():
    client, club = sign_in_organiser()
    wanted = {"name": "Site", "use": "govern", "days": "30"}
    refused = client.post("/desk/club/keys", wanted)
    assert refused.status_code == 422
    assert not ApiToken.objects.exists()
    page = client.post("/desk/club/keys", wanted | {"use": "read"}).content.decode()
    [text] = re.findall(r"corbillon_[\w-]{43}", page)
    found = find_token(text)
    assert found is not None
    assert (found.club, found.rights) == (club, {Right.LOOK})
    assert text not in client.get("/desk/club/keys").content.decode()
    client.post(f"/desk/club/key/{found.pk}/revoke")
    assert find_token(text) is None


def test_each_use_of_a_key_is_a_part_of_its_role_s_rights_and_does_what_it_says():
    _client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    for use in KEY_USES:
        token, text = make_token(club, name="Site", role=use.role, scopes=use.rights, days=1, maker=None)
        assert token.rights == use.rights
        assert find_key_use(token) == use
        caller = Client(headers={"Authorization": f"Bearer {text}"})
        entered = caller.post(
            f"/api/v1/tournaments/{tournament.code}/entries", {"names": []}, content_type="application/json"
        )
        assert entered.status_code == (201 if use.value in ("enter", "run") else 403), use.value
    given = set[str]().union(*(use.rights for use in KEY_USES))
    assert {each.right for each in OPERATIONS if each.right} <= given, "every operation is opened by some choice"


def test_a_round_is_withdrawn_before_it_began_and_needs_a_reason_afterwards():
    _client, club = sign_in_organiser()
    program, tournament = Program(club), create_draft_evening(club, sizes=())
    start = f"/tournaments/{tournament.code}"
    program.post(f"{start}/plan", {"format": "random", "rounds": 2})
    for _time in range(2):
        program.post(f"{start}/draft", {"sizes": [3]})
        assert program.post(f"{start}/rounds/1/publish").json() == {"n": 1}
        withdrawn = program.post(f"{start}/rounds/1/withdraw")
        assert withdrawn.json() == {"n": 1}
    assert program.post(f"{start}/rounds/7/publish").status_code == 409


@pytest.mark.parametrize(
    "body",
    ["", "{", "[" * 100_000, "NaN", '{"name": NaN}', b"\xff", '{"name": "\\ud800"}', '{"name": "a\\u0000"}', "[]"],
)
def test_what_is_no_body_is_refused_in_one_sentence(body: str | bytes):
    _client, club = sign_in_organiser()
    program = Program(club)
    told = program.client.post(f"/api/v1/clubs/{club.pk}/players", body, content_type="application/json")
    assert told.status_code in (400, 422)
    assert told.json()["detail"]
    assert not Player.objects.exists()
