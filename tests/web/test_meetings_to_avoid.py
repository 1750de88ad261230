"""Meetings to avoid: chosen on every evening and at a player's name, marked at the table, asked about at publishing."""

import pytest
from django.test import Client

from tests.web.board_builders import create_round_tournament, finish_table
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.rounds.drafts import get_chosen_draft, swap_drafted_entries
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import add_seating_exclusion
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MARK = "à ne pas réunir"


def bring_together(tournament: Tournament) -> tuple[str, str]:
    """Draw round 2 with two people who should not meet, and seat them at one table by hand. Return their names."""
    draft = draw_rounds(tournament, sizes=(3, 3), seed=2)
    first, other = draft.rounds[0]["tables"]
    add_seating_exclusion(tournament, tournament.entries.filter(pk__in=(first[0], other[0])))
    swap_drafted_entries(tournament, 2, first[1], other[0])
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    return names[first[0]], names[other[0]]


def test_a_swap_that_makes_a_meeting_to_avoid_is_marked_at_the_table_and_asked_about_at_publishing() -> None:
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    for table in tournament.rounds.get().tables.all():
        finish_table(table, read=True)  # or what is open would be asked about, whoever sits where
    names = bring_together(tournament)
    page = client.get(f"/desk/event/{tournament.pk}/rounds")
    clashes = [it for table in page.context["editor"].tables for it in table.repeats if it.is_clash]
    assert [(set(it.people), it.words) for it in clashes] == [({*names}, MARK)]
    publish = f"/desk/event/{tournament.pk}/rounds/2/publish"
    assert client.post(publish).url == publish
    [(_table, clashing)] = client.get(publish).context["clashes"]
    assert {*clashing} == {*names}
    assert not tournament.rounds.published().filter(n=2).exists()
    client.post(publish, {"anyway": "yes"})
    assert tournament.rounds.published().filter(n=2).exists()
    assert get_chosen_draft(tournament) is None
    published = client.get(f"/desk/event/{tournament.pk}/log").context["lines"][-1]
    assert {each for _what, _was, now in published.diff for each in now.split(" – ")} >= {*names}
    assert len(published.diff) == 2, "the exchange by hand, and who should not meet"
    assert published.actor == "nadia, responsable"


def test_a_meeting_to_avoid_is_marked_at_a_free_table() -> None:
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    two = list(tournament.entries.filter(seats__table__n=1)[:2])
    assert MARK not in read_seating(client, tournament)
    add_seating_exclusion(tournament, two)
    assert MARK in read_seating(client, tournament)


def read_seating(client: Client, tournament: Tournament) -> str:
    """Return the page of the tables of an evening in preparation."""
    return client.get(f"/desk/event/{tournament.pk}/tables").content.decode()


def test_meetings_to_avoid_are_chosen_on_every_evening_and_at_a_player_s_name() -> None:
    client, club = sign_in_organiser()
    for tournament in (create_open_evening(club), create_round_tournament(club)):
        address, entry = f"/desk/event/{tournament.pk}", tournament.entries.first()
        assert f"{address}/people#apart" in client.get(f"{address}/more").content.decode(), tournament.format
        assert entry is not None
        assert f"{address}/people?apart={entry.pk}#apart" in (client.get(f"/desk/entry/{entry.pk}").content.decode())
        page = client.get(f"{address}/people?apart={entry.pk}")
        assert page.content.decode().count("data-filter") == 2, "one searches both lists of people"
        chosen = page.context["apart"]
        assert [box.data["value"] for box in chosen["people"] if box.data["selected"]] == [entry.pk]
