"""A tournament is created, its players are entered and seated, it is opened, closed and hidden."""

import datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.book.evening_builders import NAMES, build_coup, create_club, create_evening, get_table, record_events
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament, open_tournament, set_rules
from tournaments.actions.people import clubs
from tournaments.actions.people.clubs import add_player, change_club, rename_player, set_player_active
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.people.leaving import remove_entry
from tournaments.actions.people.members import add_member
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.seating import (
    add_table,
    draw_tables,
    list_unseated_entries,
    remove_table,
    seat_entry,
    seat_round,
    set_sides,
    unseat_entry,
)
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Entry, Player, Seat, Table, Tournament

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]


def create_tournament(**more: Any) -> Tournament:
    """Create a tournament of seven players; `more` overrides the arguments of the action."""
    told: dict[str, Any] = {"name": "Soirée", "date": datetime.date(2026, 11, 21), "players": NAMES[:7]}
    where = more.pop("club", None)
    return lifecycle.create_tournament(where or create_club(), **(told | more))


def list_shown_names(tournament: Tournament) -> list[str]:
    """Return the shown names of the entries in the order they were entered."""
    return list(tournament.entries.order_by("pk").values_list("shown_name", flat=True))


def list_seated_names(tournament: Tournament) -> dict[int, list[str]]:
    """Return the names at each table, by table number."""
    return {sheet.table.n: list(sheet.names) for sheet in load_sheets(tournament)}


def get_entry(tournament: Tournament, name: str) -> Entry:
    return tournament.entries.get(shown_name=name)


# ── Creation and rules


def test_a_new_evening_is_in_preparation_with_a_code_and_a_round() -> None:
    tournament = create_tournament()
    assert (tournament.status, tournament.preset, tournament.options) == ("draft", "academie-1718", {})
    assert len(tournament.code) >= 3
    assert not tournament.code.isdigit()
    assert [one.n for one in tournament.rounds.all()] == [1]
    assert list_shown_names(tournament) == list(NAMES[:7])


def test_a_tournament_is_found_by_its_primary_key_or_its_code() -> None:
    tournament = create_tournament()
    assert Tournament.objects.get_by_id_or_code(str(tournament.pk)) == tournament
    assert Tournament.objects.get_by_id_or_code(f" {tournament.code.lower()} ") == tournament
    for nobody in ("", "0", "99", "zzzzzz", "9" * 400, "²"):
        with pytest.raises(Tournament.DoesNotExist):
            Tournament.objects.get_by_id_or_code(nobody)


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"name": " "}, "name"),
        ({"game": "belote"}, "game"),
        ({"preset": "nobody-s"}, "preset"),
        ({"options": {"tours": 0}}, "options.tours"),
        ({"options": {"nothing": 1}}, "options.nothing"),
        ({"players": ["Anne", ""]}, "players"),
    ],
)
def test_invalid_values_are_refused_with_their_path_and_nothing_is_written(wrong: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as refused:
        create_tournament(**wrong)
    assert path in [problem.path for problem in refused.value.problems]
    assert not Tournament.objects.exists()


def test_rules_change_freely_until_the_first_record() -> None:
    tournament = create_evening(3)
    assert set_rules(tournament, preset="aux-points", options={"target": 500}).options == {"target": 500}
    record_events(get_table(tournament), {"type": "void"})
    with pytest.raises(NotNow):
        set_rules(tournament, preset="academie-1718", options={})
    tournament.refresh_from_db()
    assert tournament.preset == "aux-points"


def test_a_preset_for_only_some_numbers_of_players_is_accepted() -> None:
    assert create_tournament(preset="encyclopedie-1751").preset == "encyclopedie-1751"


# ── Players


def test_typed_names_are_matched_to_club_players_each_at_most_once() -> None:
    ours = create_club()
    anne = add_player(ours, "Anne")
    tournament = create_tournament(club=ours, players=["Anne", "Anne", "Basile"])
    assert list_shown_names(tournament) == ["Anne", "Anne 2", "Basile"]
    assert get_entry(tournament, "Anne").player == anne
    again = create_tournament(club=ours, players=["Anne", anne, "Anne", "Basile"])
    assert list_shown_names(again) == ["Anne", "Anne 2", "Anne 3", "Basile"]
    assert get_entry(again, "Anne 2").player == anne
    assert [ours.players.filter(name=name).count() for name in ("Anne", "Basile")] == [3, 1]


def test_an_entered_player_is_not_entered_twice() -> None:
    tournament = create_tournament(players=[])
    for _ in range(2):
        add_entries(tournament, [*tournament.club.players.all()])
    first = add_entries(tournament, ["Anne"])
    assert [each.player for each in add_entries(tournament, [first[0].player])] == [first[0].player]


def test_renaming_an_entry_changes_no_record() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    before = record_events(table, build_coup()).records[0].body
    rename_entry(get_entry(tournament, "Anne"), "Basile")
    sheet = load_sheet(table.pk)
    assert sheet.names[0] == "Basile 2"
    assert sheet.records[0].body == before
    assert sheet.events[0]["points"]["Basile 2"] == 58


def test_an_entry_that_has_played_cannot_be_removed() -> None:
    tournament = create_evening(3)
    [late] = [each for each in add_entries(tournament, ["Zoé"]) if each.shown_name == "Zoé"]
    record_events(get_table(tournament), build_coup())
    remove_entry(late)
    with pytest.raises(NotNow):
        remove_entry(get_entry(tournament, "Anne"))
    assert "Zoé" not in list_shown_names(tournament)


# ── Tables and seats


def test_a_draw_loses_nobody_and_is_the_same_for_the_same_seed() -> None:
    tournament = create_tournament()
    draw_tables(tournament, [3, 3], seed=5)
    first = list_seated_names(tournament)
    draw_tables(tournament, [3, 3], seed=5)
    assert list_seated_names(tournament) == first
    assert [len(names) for names in first.values()] == [3, 3]
    [left] = list_unseated_entries(tournament)
    assert sorted([left.shown_name, *first[1], *first[2]]) == sorted(NAMES[:7])
    draw_tables(tournament, [3, 4], seed=6)
    assert list_seated_names(tournament) != first
    assert list_unseated_entries(tournament) == []


@pytest.mark.parametrize("sizes", [[], [1, 3], [6], [4, 4], [0]])
def test_a_draw_of_impossible_table_sizes_is_refused(sizes: list[int]) -> None:
    tournament = create_tournament()
    with pytest.raises(NotNow):
        draw_tables(tournament, sizes, seed=1)
    assert not Table.objects.exists()


def test_a_table_that_has_begun_keeps_its_players_when_the_others_are_drawn_again() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    add_entries(tournament, ["Zoé"])
    draw_tables(tournament, [4], seed=1)
    assert list_seated_names(tournament)[1] == ["Anne", "Basile", "Chloé"]
    assert sorted(list_seated_names(tournament)[2]) == sorted(["Denis", "Édith", "Flore", "Zoé"])


def test_players_are_moved_and_swapped_by_hand() -> None:
    tournament = create_evening(3, 3)
    seat_entry(get_entry(tournament, "Anne"), get_table(tournament, 2), 2)
    assert list_seated_names(tournament) == {1: ["Édith", "Basile", "Chloé"], 2: ["Denis", "Anne", "Flore"]}
    seat_entry(get_entry(tournament, "Édith"), get_table(tournament, 2))
    assert list_seated_names(tournament) == {1: ["Basile", "Chloé"], 2: ["Denis", "Anne", "Flore", "Édith"]}
    seat_entry(get_entry(tournament, "Basile"), get_table(tournament), 2)
    assert list_seated_names(tournament)[1] == ["Chloé", "Basile"]
    unseat_entry(get_entry(tournament, "Denis"))
    assert list_seated_names(tournament)[2] == ["Anne", "Flore", "Édith"]
    seat_entry(get_entry(tournament, "Denis"), get_table(tournament), 1)
    assert list_seated_names(tournament)[1] == ["Denis", "Basile"]
    assert [each.shown_name for each in list_unseated_entries(tournament)] == ["Chloé"]
    remove_table(get_table(tournament, 2))
    assert len(list_unseated_entries(tournament)) == 4
    assert add_table(tournament).n == 2


def test_a_full_table_takes_nobody_more() -> None:
    tournament = create_evening(5, 2)
    with pytest.raises(NotNow):
        seat_entry(get_entry(tournament, "Flore"), get_table(tournament))
    assert len(list_seated_names(tournament)[2]) == 2


def test_nobody_is_moved_from_or_to_a_table_that_has_begun() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    for act in (
        lambda: seat_entry(get_entry(tournament, "Denis"), get_table(tournament), 1),
        lambda: seat_entry(get_entry(tournament, "Anne"), get_table(tournament, 2)),
        lambda: unseat_entry(get_entry(tournament, "Anne")),
        lambda: remove_table(get_table(tournament)),
        lambda: set_sides(get_table(tournament), True),
    ):
        with pytest.raises(NotNow):
            act()
    assert Seat.objects.count() == 6


def test_two_against_two_is_set_by_hand_or_by_the_preset() -> None:
    tournament = create_evening(4)
    set_sides(get_table(tournament), True)
    [sheet] = load_sheets(tournament)
    assert sheet.setting
    assert sheet.setting.sides == (("Anne", "Basile"), ("Chloé", "Denis"))
    always = create_evening(4, preset="encyclopedie-1751")
    [sheet] = load_sheets(always)
    assert sheet.setting
    assert sheet.setting.sides == (("Anne", "Basile"), ("Chloé", "Denis"))


def test_a_table_without_players_has_no_state_and_lists_problems() -> None:
    tournament = create_evening(3)
    add_table(tournament)
    sheet = load_sheets(tournament)[1]
    assert (sheet.setting, sheet.state, sheet.steps) == (None, None, ())
    assert sheet.problems


def test_a_round_is_seated_at_once_and_nobody_sits_twice() -> None:
    tournament = create_tournament()
    people = list(tournament.entries.order_by("pk"))
    seat_round(tournament, 2, [people[:3], people[3:6]])
    assert [table.n for table in Table.objects.filter(round__n=2)] == [1, 2]
    with pytest.raises(NotNow):
        seat_round(tournament, 2, [people[2:4]])
    with pytest.raises(NotNow):
        seat_round(tournament, 3, [[people[0], people[1], people[0]]])


# ── Opening, closing, hiding; the club


def test_opening_needs_a_full_table_and_reopening_needs_a_reason() -> None:
    tournament = create_tournament()
    with pytest.raises(NotNow):
        open_tournament(tournament)
    draw_tables(tournament, [3], seed=1)
    assert open_tournament(tournament).status == "open"
    assert close_tournament(tournament).status == "closed"
    for reason in ("", "  "):
        with pytest.raises(Refused) as refused:
            open_tournament(tournament, reason=reason)
        assert refused.value.problems[0].path == "reason"
    assert open_tournament(tournament, reason="la table 1 n’avait pas fini").status == "open"


def test_an_evening_is_hidden_and_shown_again() -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    assert hide_tournament(tournament).hidden
    assert not hide_tournament(tournament, hidden=False).hidden


def test_a_club_is_founded_joined_and_changed_and_a_player_retired() -> None:
    user = get_user_model().objects.create_user("organisateur")
    ours = clubs.create_club(user, "Notre club")
    assert [member.role for member in ours.members.all()] == ["owner"]
    add_member(user, ours)
    assert ours.members.count() == 1
    shown = {"initials": True, "indexed": False, "cards": "italian", "currency": "CHF"}
    assert change_club(ours, name="Les As", time_zone="Europe/Rome", **shown).time_zone == "Europe/Rome"
    with pytest.raises(Refused):
        change_club(ours, name="Les As", time_zone="Rome", **shown)
    player = set_player_active(rename_player(add_player(ours, "Ann"), "Anne"), active=False)
    assert (player.name, Player.objects.get().active) == ("Anne", False)


def test_an_imported_evening_has_as_many_rounds_as_were_played() -> None:
    document = build_tournament_document(create_evening(3))
    assert import_tournament(create_club("Ailleurs"), read_tournament(document)).planned_rounds == 1


def test_free_tables_have_one_round_whatever_was_planned_before() -> None:
    tournament = create_tournament()
    for tables, rounds in (("random", 3), ("free", 1)):
        assert plan_rounds(tournament, format=tables, rounds=3).planned_rounds == rounds
