"""The clubs of an installation, as who answers for it sees them: how large each is, what of it fails, no evening."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.book.evening_builders import create_evening
from tests.web.organiser_builders import sign_in_organiser
from tournaments.models import Receiver, Tournament
from tournaments.views.organiser.club import machine

pytestmark = pytest.mark.django_db
ADDRESS = "/desk/status/clubs"


def test_sizes_and_faults_of_all_clubs_are_shown_and_nobody_s_evening() -> None:
    client, _club = sign_in_organiser()
    other = create_evening(3, 3)
    Tournament.objects.update(name="Nuit secrète")
    Receiver.objects.create(club=other.club, address="https://example.org", salt="a", failing_since=timezone.now())
    answer = client.get(ADDRESS)
    [row] = [each for each in answer.context["clubs"].data if each.pk == other.club_id]
    assert (row.evenings, row.people, row.accounts, row.faults) == (1, 6, 0, 1)
    assert "Nuit secrète" not in answer.content.decode()
    assert other.code not in answer.content.decode()


def test_clubs_are_counted_a_page_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "CLUBS_A_PAGE", 2)
    client, _club = sign_in_organiser()
    for _each in range(2):
        create_evening(3)
    pages = [client.get(f"{ADDRESS}?page={n}").context["clubs"].data for n in (1, 2)]
    assert [len(page) for page in pages] == [2, 1]


def test_a_member_who_does_not_answer_for_the_installation_is_told_so() -> None:
    client, _club = sign_in_organiser()
    User.objects.update(is_superuser=False)
    assert client.get(ADDRESS).status_code == 403


def test_where_there_is_one_club_nothing_leads_there() -> None:
    client, _club = sign_in_organiser()
    assert ADDRESS not in client.get("/desk/status").content.decode()
    create_evening(3)
    assert ADDRESS in client.get("/desk/status").content.decode()
