"""The live board's tiles: kept by what they show, so that nothing on them is ever stale, and shown some at a time."""

from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import create_evening, get_table, record_events
from tests.web.organiser_builders import (
    add_account,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.actions.people.entries import show_under_name
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.tables.calls import call_arbiter
from tournaments.models import Table, Tournament
from tournaments.models.rights import Role
from tournaments.views.organiser.evening import tiles

pytestmark = pytest.mark.django_db


def read_tile(client: Client, tournament: Tournament, language: str = "fr") -> str:
    """Return the first tile of the board, as it is shown."""
    page = client.get(f"/desk/event/{tournament.pk}/watch", headers={"accept-language": language})
    return str(page.context["rounds"][0]["tiles"][0].html)


def test_a_tile_is_made_once_and_anew_for_whatever_changes() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    name = table.seats.order_by("position")[0].entry.shown_name
    before = read_tile(client, tournament)
    made = tiles.make_tile.cache_info().misses
    assert read_tile(client, tournament) == before
    assert tiles.make_tile.cache_info().misses == made
    enter_coup(client, table)
    after_coup = read_tile(client, tournament)
    assert after_coup != before
    call_arbiter(table, actor="table:1")
    assert "u1" in read_tile(client, tournament)
    entry = table.seats.order_by("position")[0].entry
    show_under_name(entry, "Zénobie")
    renamed = read_tile(client, tournament)
    assert "Zénobie" in renamed
    assert name not in renamed
    forget_name(entry.player, actor="")
    assert "Zénobie" not in read_tile(client, tournament)
    Table.objects.filter(pk=table.pk).update(paper_first=True)
    assert "sur papier" in read_tile(client, tournament)


def test_partners_lead_together() -> None:
    client, club = sign_in_organiser()
    tournament = create_evening(4, game="briscola")
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 90, "2": 30}})
    page = client.get(f"/desk/event/{tournament.pk}/watch")
    assert page.context["rounds"][0]["tiles"][0].lead == (("Anne", "Chloé"), 90)


def test_the_standings_beside_the_tables_are_ranked_once_and_anew_for_whatever_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    enter_coup(client, table)
    ranked: list[int] = []
    build = tiles.build_side_standings

    def count_built(*asked: Any) -> Any:
        ranked.append(1)
        return build(*asked)

    monkeypatch.setattr(tiles, "build_side_standings", count_built)

    def read_names() -> list[str]:
        side = client.get(f"/desk/event/{tournament.pk}/watch").context["side"]
        return [row.row.tally.player for row in side.rows]

    names = read_names()
    assert read_names() == names
    assert len(ranked) == 1
    show_under_name(tournament.entries.get(shown_name=names[0]), "Zénobie")
    assert read_names()[0] == "Zénobie"
    assert len(ranked) == 2
    for n, change in enumerate((lambda: enter_coup(client, table), lambda: reverse_ranking(tournament)), 3):
        change()
        read_names()
        assert len(ranked) == n
    client.get(f"/desk/event/{tournament.pk}/watch", headers={"accept-language": "en"})
    assert len(ranked) == 5


def reverse_ranking(tournament: Tournament) -> None:
    """Rank the tournament by another order."""
    Tournament.objects.filter(pk=tournament.pk).update(ranking={"precedence": ["coups_won"]})


def test_a_tile_is_made_in_each_language() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    french, english = (read_tile(client, tournament, language) for language in ("fr", "en"))
    assert french != english
    assert read_tile(client, tournament, "fr") == french


def test_many_tables_are_shown_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "MOST_TILES", 1)
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    second = Table.objects.get(round__tournament=tournament, n=2)
    call_arbiter(second, actor="table:1")
    for asked, shown in (("", 1), ("?tables=2", 2), ("?tables=3", 1), ("?tables=x", 1)):
        page = client.get(f"/desk/event/{tournament.pk}{asked}")
        (round,) = page.context["rounds"]
        assert [tile.status.card.table.n for tile in round["tiles"]] == [shown], asked
        assert [(part.name, part.pressing) for part in page.context["parts"]] == [("1", 0), ("2", 1)]
    html = client.get(f"/desk/event/{tournament.pk}?tables=2").content.decode()
    assert f'hx-get="/desk/event/{tournament.pk}/watch?tables=2"' in html, "what is asked for again is the same part"


def test_names_lead_to_their_players_for_whoever_may_open_them() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    doors = {f'href="/desk/entry/{pk}"' for pk in tournament.entries.values_list("pk", flat=True)}
    address = f"/desk/event/{tournament.pk}"
    page = client.get(address).content.decode()
    assert all(door in page for door in doors)
    arbiter, _member = add_account("marie", club, Role.ARBITER)
    page = arbiter.get(address).content.decode()
    assert not any(door in page for door in doors)
