"""People of one team or club in a knockout, in groups and in a round robin: late against each other, and the draft says
what that costs."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.teams import save_team, set_team_rules
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.recording import play_tables
from tournaments.book.sheet import Sheet
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Player, PlayerDetails, Table, Tournament
from tournaments.reading.phases import Phase, list_phases

pytestmark = pytest.mark.django_db


def draw_phase(format: str, teams: tuple[tuple[int, ...], ...], players: int = 8, **asked: Any) -> Tournament:
    """Draw the first rounds of a tournament in which these, by their places on the list, are teams."""
    _client, club = sign_in_organiser()
    names = [f"Joueur {n:02}" for n in range(1, players + 1)]
    tournament = create_tournament(club, name="Coupe", date=DAY, players=names, options={"tours": 1})
    for n, places in enumerate(teams, 1):
        save_team(tournament, f"Équipe {n}", [tournament.entries.get(shown_name=names[place - 1]) for place in places])
    return draw(tournament, format, **{"seeding": "list"} | asked)


def draw(tournament: Tournament, format: str, **asked: Any) -> Tournament:
    """Plan this phase, and draw it."""
    plan_rounds(tournament, format=format, phase=Phase(format, 0, **asked))
    draw_rounds(tournament, sizes=(2,), seed=1)
    return Tournament.objects.get(pk=tournament.pk)


def list_seeds(tournament: Tournament) -> list[int]:
    """Return who has each seed, by his place on the list."""
    place = {entry.pk: n for n, entry in enumerate(tournament.entries.order_by("pk"), 1)}
    return [place[entry] for (entry,) in list_phases(tournament)[0].sides]


def read_lines(tournament: Tournament) -> list[tuple[str, str]]:
    """Return what the page of the draft says of it."""
    client = Client()
    client.force_login(tournament.club.members.get().user)
    page = client.get(f"/desk/event/{tournament.pk}/rounds")
    return [(line.words, line.mark) for line in page.context["lines"]]


def test_mates_of_a_knockout_come_into_its_two_halves_and_the_price_is_told() -> None:
    tournament = draw_phase("knockout", ((1, 8), (2, 7)))
    seeds = list_seeds(tournament)
    assert seeds[:4] == [1, 2, 3, 4]
    halves = [{1, 4, 5, 8}, {2, 3, 6, 7}]  # seeds of eight, by halves of the bracket
    assert all(sum(seeds.index(one) + 1 in half for one in (1, 8)) == 1 for half in halves)
    assert list_phases(tournament)[0].moved == 2
    told = read_lines(tournament)
    assert any("Finale" in words and mark == "go" for words, mark in told)
    assert any("Pour cela, 2 " in words for words, _mark in told)


def test_no_place_is_told_to_be_lost_where_the_lot_gave_it() -> None:
    told = read_lines(draw_phase("knockout", ((1, 8), (2, 7)), seeding="lot"))
    assert not any("Pour cela" in words for words, _mark in told)


def test_where_nobody_has_a_mate_seeds_stay_and_nothing_is_told() -> None:
    tournament = draw_phase("knockout", ())
    assert (list_seeds(tournament), list_phases(tournament)[0].moved) == ([*range(1, 9)], None)
    assert not any("même équipe" in words for words, _mark in read_lines(tournament))


def test_mates_of_a_round_robin_meet_in_its_last_round() -> None:
    told = read_lines(draw_phase("all", ((1, 2), (3, 4), (5, 6), (7, 8))))
    assert any("ronde 7." in words and "équipe" in words for words, _mark in told)
    assert not any("ronde 6" in words for words, _mark in told)


def test_mates_are_in_different_groups() -> None:
    tournament = draw_phase("groups", ((1, 4), (2, 3)), groups=2)  # whom the snake would put together
    groups = list_phases(tournament)[0].group_sides
    seeds = list_seeds(tournament)
    assert {len({1, 4} & {seeds[side - 1] for side in group}) for group in groups} == {1}


def play_next_round(tournament: Tournament, n: int) -> None:
    """Publish and play a round: of two, the one whose name comes first wins each coup."""

    def choose(sheet: Sheet) -> dict[str, Any] | None:
        first, second = sorted(sheet.names)
        is_over = sheet.state is None or sheet.state.complete
        return None if is_over else {"type": "coup", "points": {first: 70, second: 50}}

    publish_round(tournament, n)
    if n == 1:
        open_tournament(tournament)
    tables = Table.objects.filter(round__tournament=tournament, round__n=n).values_list("pk", flat=True)
    play_tables(list(tables), choose, actor="table")


def test_mates_who_come_out_of_two_groups_meet_late_in_the_finals_and_the_price_is_told() -> None:
    tournament = draw_phase("groups", ((1, 4),), groups=4, through=1)
    play_next_round(tournament, 1)
    draw_rounds(tournament, sizes=(2,), seed=1)
    tournament = Tournament.objects.get(pk=tournament.pk)
    (phase,) = list_phases(tournament)
    winners = list_seeds(tournament)
    assert [winners[side - 1] for side in phase.main] == [1, 2, 4, 3], "1 would meet 4 at once"
    told = read_lines(tournament)
    assert any("Finale" in words and mark == "go" for words, mark in told)
    assert any("Pour cela, 2 " in words for words, _mark in told)


def test_people_of_one_club_are_apart_in_the_first_stage_alone() -> None:
    tournament = draw_phase("knockout", ())
    for name in ("Joueur 03", "Joueur 06"):  # who would meet at once
        PlayerDetails.objects.create(player=Player.objects.get(name=name), home_club="Lyon")
    set_team_rules(tournament, score="", best=None, club_rounds=1)
    tournament = draw(tournament, "knockout", seeding="list")
    seeds = list_seeds(tournament)
    assert all({seeds[n], seeds[7 - n]} != {3, 6} for n in range(4))
    assert list_phases(tournament)[0].moved == 2


def test_a_file_carries_who_left_his_place_and_an_older_one_does_not() -> None:
    tournament = draw_phase("knockout", ((1, 8),))
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    again = import_tournament(tournament.club, read_tournament(document))
    assert list_phases(again) == [] or list_phases(again)[0].moved == list_phases(tournament)[0].moved
    for phase in document["phases"]:
        del phase["moved"]
    import_tournament(tournament.club, read_tournament(document))
