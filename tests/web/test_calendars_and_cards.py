"""Calendars of evenings and rounds, read by a parser of their standard; address cards of players, out and in."""

import datetime
import json
from urllib.parse import unquote
from uuid import UUID

import icalendar
import pytest
from django.conf import settings
from django.test import Client

from config import hall
from tests.web.organiser_builders import DAY, create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import change_tournament, hide_tournament
from tournaments.actions.people.clubs import save_player_details
from tournaments.actions.rounds.clock import give_minutes, pause_clock, resume_clock, start_clock, stop_clock
from tournaments.forms.lists.reading import PlayerTable, guess_table, read_player_file, read_table
from tournaments.models import Player, Round, Tournament
from tournaments.presentation.tables.calendars_and_cards import (
    escape_text,
    list_card_players,
    unescape_text,
    write_lines,
)

NAMES = ("Anne Lefèvre", "Zoé; d’Arès, fille", "مريم")


@pytest.mark.django_db
def test_a_club_s_calendar_holds_its_public_evenings_and_the_rounds_that_have_their_time():
    _client, club = sign_in_organiser(club_name="Cercle, du; «Corbillon» " + "é" * 50)
    tournament = create_open_evening(club)
    hidden = create_open_evening(club)
    hide_tournament(hidden, actor="user:1")
    create_draft_evening(club)
    began = datetime.datetime(2026, 11, 21, 19, 30, tzinfo=datetime.UTC)
    Round.objects.filter(tournament=tournament).update(started_at=began, minutes=45)
    answer = Client().get(f"/club/{club.pk}/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert unescape_text(calendar["NAME"]) == club.name
    evening, one = calendar.walk("VEVENT")
    assert evening.errors == one.errors == calendar.errors == []
    assert evening["SUMMARY"] == tournament.name
    assert [UUID(each["UID"]).version for each in (evening, one)] == [4, 5], "names that are the world's"
    assert (evening["SEQUENCE"], evening["LAST-MODIFIED"].dt) == (0, evening["DTSTAMP"].dt)
    assert (evening.start, evening.end) == (DAY, DAY + datetime.timedelta(days=1))
    assert evening["URL"].endswith(f"/{tournament.code}")
    assert (one.start, one.end) == (began, began + datetime.timedelta(minutes=45))
    assert Client().get(f"/club/{club.pk}/calendar.ics").content == answer.content
    kept_as = Client().get(f"/{tournament.code}/calendar.ics")["Content-Disposition"]
    assert f"{tournament.name}.ics" in unquote(kept_as), "a file that says which evening it holds"
    of_one = icalendar.Calendar.from_ical(Client().get(f"/{tournament.code}/calendar.ics").content)
    assert [str(event["UID"]) for event in of_one.walk("VEVENT")] == [evening["UID"], one["UID"]]
    assert Client().get(f"/{hidden.code}/calendar.ics").status_code == 404


def read_events(tournament: Tournament) -> list[icalendar.Event]:
    """Return the events of an evening's calendar."""
    content = Client().get(f"/{tournament.code}/calendar.ics").content
    return list(icalendar.Calendar.from_ical(content).walk("VEVENT"))


@pytest.mark.django_db
def test_an_evening_that_moves_says_so_under_the_name_that_it_had():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    [before] = read_events(tournament)
    for days in (7, 8):
        change_tournament(tournament, name=tournament.name, date=DAY + datetime.timedelta(days=days), actor="user:1")
    [after] = read_events(tournament)
    assert after["UID"] == before["UID"]
    assert after.start == DAY + datetime.timedelta(days=8)
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 2)
    last = tournament.audit_entries.latest("pk").at.replace(microsecond=0)
    assert after["LAST-MODIFIED"].dt == after["DTSTAMP"].dt == last > before["DTSTAMP"].dt - datetime.timedelta(1)


@pytest.mark.django_db
def test_a_round_whose_clock_changes_moves_in_calendars():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    current = tournament.rounds.get()
    start_clock(current, 45)
    seen = [read_events(tournament)[1]]
    current.refresh_from_db()
    for change in (lambda: give_minutes(current, 5), lambda: (pause_clock(current), resume_clock(current))):
        change()
        seen.append(read_events(tournament)[1])
    assert [each["SEQUENCE"] for each in seen] == [1, 2, 3]
    assert len({each["UID"] for each in seen}) == 1
    moved = Round.objects.get(pk=current.pk).moved_at
    assert moved
    assert seen[-1]["LAST-MODIFIED"].dt == moved.replace(microsecond=0)
    stop_clock(current)
    assert len(read_events(tournament)) == 1
    assert Round.objects.get(pk=current.pk).moves == 4


@pytest.mark.django_db
def test_an_evening_of_an_older_program_keeps_its_names_in_calendars():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    Tournament.objects.filter(pk=tournament.pk).update(calendar_uid="")
    start_clock(tournament.rounds.get(), 45)
    assert [each["UID"] for each in read_events(tournament)] == [
        f"{tournament.code}@corbillon",
        f"{tournament.code}-1@corbillon",
    ]


@pytest.mark.django_db
def test_the_addresses_in_a_calendar_are_the_server_s_own_whatever_host_was_asked(monkeypatch: pytest.MonkeyPatch):
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    stranger = Client(headers={"host": "evil.example"})
    pages = (f"/club/{club.pk}/calendar.ics", f"/{tournament.code}/calendar.ics")

    def list_addresses() -> set[str]:
        answers = (icalendar.Calendar.from_ical(stranger.get(page).content) for page in pages)
        return {str(event["URL"]) for answer in answers for event in answer.walk("VEVENT")}

    hall.save_hall(settings.VAR_DIR, hall.Hall("192.168.1.20", 8000))
    try:
        assert list_addresses() == {f"http://192.168.1.20:8000/{tournament.code}"}
        monkeypatch.setenv("CORBILLON_URL", "https://cards.example/")
        assert list_addresses() == {f"https://cards.example/{tournament.code}"}
    finally:
        (settings.VAR_DIR / hall.FILE_NAME).unlink()


@pytest.mark.django_db
def test_the_cards_of_a_club_come_in_again_as_the_same_people():
    client, club = sign_in_organiser()
    players = [Player.objects.create(club=club, name=name) for name in NAMES]
    save_player_details(players[0], email="anne@club.example", licence="A,1;2", note="gauchère", paid=True)
    Player.objects.create(club=club, name="Parti", active=False)
    answer = client.get(f"/desk/players.vcf?club={club.pk}")
    text = answer.content.decode()
    assert answer["Content-Type"].startswith("text/vcard")
    assert "attachment" in answer["Content-Disposition"]
    assert "gauchère" not in text
    assert "Parti" not in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    table = read_player_file(answer.content)
    people = read_table(table, guess_table(table)).people
    assert [each.name for each in people] == sorted(NAMES)
    assert [(each.email, each.licence) for each in people if each.name == NAMES[0]] == [("anne@club.example", "A,1;2")]
    page = client.post("/desk/players/import", {"club": club.pk, "pasted": text})
    assert page.context["counts"] == {"known": 3}
    assert PlayerTable.from_json(json.loads(page.context["rows"])) == table


def test_cards_of_older_versions_are_read():
    old = (
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Lef=C3=A8vre;=\r\nAnne;;;\r\n"
        "EMAIL;INTERNET:anne@club.example\r\nEND:VCARD\r\n"
        "begin:vcard\nversion:3.0\nFN:Zoé\\, la\n  grande\nitem1.ORG:Cercle;Section\nTEL:1\nEND:VCARD\n"
    )
    table = read_player_file(old.encode())
    anne, zoe = read_table(table, guess_table(table)).people
    assert (anne.name, anne.family_name, anne.email) == ("Anne Lefèvre", "Lefèvre", "anne@club.example")
    assert (zoe.name, zoe.home_club, zoe.line) == ("Zoé, la grande", "Cercle", 7)


@pytest.mark.parametrize("text", ["", "a" * 75, "é" * 200, "😀" * 60, "a;b,c\\d\ne\\n", " deux  espaces "])
def test_a_line_is_read_as_it_was_folded(text: str) -> None:
    written = write_lines([f"X:{escape_text(text)}"])
    assert all(len(line.encode()) <= 75 for line in written.split("\r\n"))
    line = written.replace("\r\n ", "").removesuffix("\r\n")
    assert unescape_text(line.removeprefix("X:")) == text


@pytest.mark.django_db
def test_the_cards_of_players_are_in_the_order_of_a_list_of_people():
    _client, club = sign_in_organiser()
    for name in ("Zoé", "Édith", "anne"):
        Player.objects.create(club=club, name=name)
    assert [player.name for player in list_card_players(club)] == ["anne", "Édith", "Zoé"]
