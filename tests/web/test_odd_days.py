"""A day or a time at either end of the calendar is refused in one sentence, wherever it comes from."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path

import icalendar
import pytest
from django import forms
from django.utils import timezone

from tests.book.evening_builders import create_table
from tests.fixtures.amounts import choose_amount
from tests.web.api_programs import Program
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.exchange.trf.trf_words import read_day
from tournaments.forms.organiser import files, tournament
from tournaments.forms.signing_up import SignUpTermsForm
from tournaments.models import Club, Round, SignUpTerms, Tournament
from tournaments.models.days import DAY_OUT_OF_BOUNDS, YEARS, add_days, check_day
from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder

ODD = ["0001-01-01", "0001-12-31", "0999-12-31", "9000-01-01", "9999-12-30", "9999-12-31"]
pytestmark = pytest.mark.django_db


def iterate_forms(form: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    """Yield all forms of the program."""
    for each in form.__subclasses__():
        if each.__module__.startswith("tournaments."):
            yield each
        yield from iterate_forms(each)


def test_every_field_for_a_day_is_bounded_by_the_one_function() -> None:
    assert tournament
    assert files
    found = [
        (form.__name__, name, check_day in field.validators)
        for form in iterate_forms(forms.BaseForm)
        for name, field in {**getattr(form, "base_fields", {})}.items()
        if isinstance(field, forms.DateField | forms.DateTimeField)
    ]
    assert len(found) >= 3, found
    assert all(is_bounded for _form, _name, is_bounded in found), found


@pytest.mark.parametrize("day", ODD)
def test_a_day_that_is_typed_or_sent_is_refused_in_a_sentence(day: str) -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club)
    for address in ("/desk/event/new", f"/desk/event/{evening.pk}/setup", f"/desk/event/{evening.pk}/next"):
        page = client.get(address)
        assert page.status_code == 200, address
        sent = {"name": "Samedi", "date": day, "game": "brusquembille", "players": "Anne\nBasile\nChloé"}
        answer = client.post(address, sent)
        assert answer.status_code == 422, address
        assert str(DAY_OUT_OF_BOUNDS) in answer.content.decode(), address
        assert "Samedi" in answer.content.decode(), "what was typed is kept"
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("day", ODD)
@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/New_York"])
def test_a_closing_time_that_no_zone_can_show_is_refused_in_a_sentence(day: str, zone: str) -> None:
    client, club = sign_in_organiser()
    club.time_zone = zone
    club.save()
    evening = create_draft_evening(club)
    answer = client.post(f"/desk/event/{evening.pk}/sign-ups", {"is_open": "on", "closes_at": f"{day}T00:30"})
    assert answer.status_code == 422
    assert not SignUpTerms.objects.filter(closes_at__isnull=False).exists()
    assert str(DAY_OUT_OF_BOUNDS) in answer.content.decode()
    assert f"{day}T00:30" in answer.content.decode()


@pytest.mark.parametrize("year", [YEARS[0], YEARS[-1]])
def test_the_first_and_the_last_year_are_shown_on_every_page(year: int) -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club)
    Tournament.objects.filter(pk=evening.pk).update(date=datetime.date(year, 12 if year > 2000 else 1, 31))
    form = SignUpTermsForm(None, 0, "EUR", {"is_open": "on", "closes_at": f"{year}-01-01T00:00"})
    assert form.is_valid(), form.errors
    SignUpTerms.objects.create(tournament=evening, closes_at=form.cleaned_data["closes_at"], is_open=True)
    for address in ("/desk/", f"/desk/event/{evening.pk}", f"/e/{evening.code}", f"/e/{evening.code}/sign-up"):
        assert client.get(address, follow=True).status_code in (200, 404), address


@pytest.mark.parametrize("day", ODD)
def test_a_day_in_a_file_or_from_another_program_is_refused(day: str) -> None:
    create_table()
    document = json.loads(json.dumps(build_tournament_document(Tournament.objects.get())))
    with pytest.raises(Refused) as refused:
        read_tournament(document | {"date": day})
    assert [str(error.message) for error in refused.value.problems] == [str(DAY_OUT_OF_BOUNDS)]
    assert read_day(day.replace("-", "/")).day is None
    _client, club = sign_in_organiser()
    answer = Program(club).post("/tournaments", {"name": "Samedi", "date": day})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["message"] == str(DAY_OUT_OF_BOUNDS)


@pytest.mark.parametrize(
    ("day", "zone"),
    [
        *(
            ("0001-01-01", "America/New_York"),
            ("9999-12-31", "Pacific/Auckland"),
        ),  # each beyond the calendar's end there
        *(("0001-01-01", "Pacific/Auckland"), ("9999-12-31", "America/New_York")),
    ][: choose_amount(2, 4)],
)
def test_an_odd_day_that_the_database_holds_breaks_no_page_no_calendar_and_no_site(
    day: str, zone: str, tmp_path: Path
) -> None:
    client, club = sign_in_organiser()
    Club.objects.update(time_zone=zone)
    evening, at = create_open_evening(club), datetime.date.fromisoformat(day)
    time = datetime.time(0, 5) if at.year == 1 else datetime.time(23, 55)
    moment = datetime.datetime.combine(at, time, datetime.UTC)
    Tournament.objects.filter(pk=evening.pk).update(date=at)
    Round.objects.filter(tournament=evening).update(started_at=moment, minutes=45)
    SignUpTerms.objects.create(tournament=evening, closes_at=moment, is_open=True)
    desk, code = f"/desk/event/{evening.pk}", evening.code
    pages = ["/", f"/club/{club.pk}/calendar.ics", "/desk/", desk, "/api/v1/tournaments"]
    pages += [f"/{code}{page}" for page in ("", "/calendar.ics", "/standings", "/sign-up", "/seats", "/hall")]
    pages += [f"{desk}/{page}" for page in ("setup", "sign-ups", "rounds", "log", "files", "export.json", "next")]
    for page in pages:
        assert client.get(page, follow=True).status_code in (200, 404), page
    [event, _round] = icalendar.Calendar.from_ical(client.get(f"/{code}/calendar.ics").content).walk("VEVENT")
    assert event.start.year in (YEARS[0], YEARS[-1])
    assert event.end == event.start + datetime.timedelta(days=1)
    document = json.loads(client.get(f"{desk}/export.json").content)
    assert read_tournament(document).date == event.start, "and it can be imported"
    SiteBuilder(club, "fr", SiteFolder(tmp_path), timezone.now()).build()
    assert list(tmp_path.rglob("*.ics"))


@pytest.mark.parametrize("days", [0, 7, 10**9])
def test_a_day_is_reckoned_up_to_the_last_one_that_is_taken(days: int) -> None:
    last = datetime.date(YEARS[-1], 12, 31)
    assert add_days(last, days) == last
    assert add_days(last - datetime.timedelta(days=8), 7) == last - datetime.timedelta(days=1)
