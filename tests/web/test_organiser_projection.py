"""The projection of a correction in a tournament: who would qualify instead of whom, and which rounds were drawn from
the results as they are now."""

from typing import Any

import pytest

from tests.book.evening_builders import correct_event, record_events
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.corrections import preview_correction
from tournaments.book.loading import load_sheet
from tournaments.models import Table, Tournament
from tournaments.reading.phases import Phase
from tournaments.reading.tallies import get_standings
from tournaments.views.organiser.evening.change_preview import preview_table, preview_tournament

pytestmark = pytest.mark.django_db


def create_played_tournament(format: str, **asked: Any) -> Any:
    """Return the organiser's client and a tournament: four players, tables of two, one coup each, two rounds played."""
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Coupe", date=DAY, players=list("ABCD"), options={"coups": 1})
    plan_rounds(tournament, format=format, pairing="single", rounds=2, phase=Phase(format, 0, **asked))
    play_round(tournament, 1)
    play_round(tournament, 2)
    return client, tournament


def play_round(tournament: Tournament, n: int) -> None:
    """Publish and play the next round: at each table the first player wins."""
    scores = {row.tally.entry: -row.rank for row in get_standings(tournament)}
    if not tournament.drafts.filter(chosen=True, first=n).exists():
        draw_rounds(tournament, sizes=(2,), seed=1, scores=scores)
    publish_round(tournament, n)
    if n == 1:
        open_tournament(tournament)
        tournament.refresh_from_db()
    for table in Table.objects.filter(round__tournament=tournament, round__n=n):
        record_events(table, build_coup(80, 40))


def build_coup(first: int, second: int) -> dict[str, Any]:
    return {"type": "coup", "points": {"1": first, "2": second}}


def project_correction(tournament: Tournament, n: int = 1) -> dict[str, Any]:
    """Return what a correction would move if the other player had won at table 1 of round n; `names` has who sits
    there."""
    table = Table.objects.get(round__tournament=tournament, round__n=n, n=1)
    tournament.refresh_from_db()
    found = preview_tournament(tournament, [preview_correction(table.pk, 1, build_coup(40, 80))], n)
    return found | {"names": load_sheet(table.pk).names}


def test_a_correction_in_a_group_names_who_would_qualify_instead() -> None:
    _client, event = create_played_tournament("groups", groups=2, through=1, seeding="list")
    found = project_correction(event)
    first, second = found["names"]
    ((which, now, then),) = found["qualified"]
    assert which.startswith("Qualifiés")
    assert found["drawn"] == [2]
    assert set(now) - set(then) == {first}
    assert set(then) - set(now) == {second}
    assert found["ranks"]


def test_a_correction_in_a_knockout_names_who_would_advance_instead() -> None:
    client, event = create_played_tournament("knockout", seeding="list")
    found = project_correction(event)
    first, second = found["names"]
    assert found["qualified"] == [("Ronde 1, table 1", [first], [second])]
    assert found["drawn"] == [2]
    assert project_correction(event, 2)["drawn"] == []
    table = Table.objects.get(round__tournament=event, round__n=1, n=1)
    sent = {"key": "a-key-of-its-own", "number": 2, "kind": "coup", "coup-points.1": "40", "coup-points.2": "80"}
    page = client.post(f"/desk/table/{table.pk}/correct/1", sent)
    assert "se qualifieraient" in page.content.decode()
    assert page.context["drawn"] == [2]


def test_a_correction_in_a_swiss_lists_the_rounds_drawn_after_it() -> None:
    _client, event = create_played_tournament("swiss")
    assert (project_correction(event)["qualified"], project_correction(event)["drawn"]) == ([], [2])


def test_a_correction_in_a_round_robin_affects_no_draw() -> None:
    _client, event = create_played_tournament("all")
    assert (project_correction(event)["qualified"], project_correction(event)["drawn"]) == ([], [])


def test_a_correction_that_opens_a_finished_partie_again_says_so_before_it_is_written() -> None:
    client, event = create_played_tournament("groups", groups=2, through=1, seeding="list")
    table = Table.objects.get(round__tournament=event, round__n=1, n=1)
    address = f"/desk/table/{table.pk}/correct/1"
    struck = client.post(address, {"kind": "void", "void-reason": ""}).context["shown"].told_end
    assert struck
    moved = preview_table(preview_correction(table.pk, 1, build_coup(40, 80)))
    assert moved.told_end == ""
    correct_event(table, 1, {"type": "void"})
    ended = preview_table(preview_correction(table.pk, 1, build_coup(80, 40)))
    assert ended.told_end
    assert ended.told_end != struck, "it would be over"
