"""A tournament is created, its players are entered and seated, it is opened, closed and hidden."""

import datetime
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tests.book.evening_builders import NAMES, build_coup, create_club, create_evening, get_table, record_events
from tournaments import actions
from tournaments.models import Entry, Player, Seat, Table, Tournament

pytestmark = [pytest.mark.book, pytest.mark.django_db]


def create_tournament(**more: Any) -> Tournament:
    """Create a tournament of seven players; `more` overrides the arguments of the action."""
    told: dict[str, Any] = {"name": "Soirée", "date": datetime.date(2026, 11, 21), "players": NAMES[:7]}
    where = more.pop("club", None)
    return actions.create_tournament(where or create_club(), **(told | more))


def list_shown_names(event: Tournament) -> list[str]:
    """Return the shown names of the entries in the order they were entered."""
    return list(event.entries.order_by("pk").values_list("shown_name", flat=True))


def list_seated_names(event: Tournament) -> dict[int, list[str]]:
    """Return the names at each table, by table number."""
    return {sheet.table.n: list(sheet.names) for sheet in Table.objects.for_event(event)}


def get_entry(event: Tournament, name: str) -> Entry:
    return event.entries.get(shown_name=name)


# ── Creation and rules


def test_a_new_evening_is_in_preparation_with_a_code_and_a_round() -> None:
    event = create_tournament()
    assert (event.status, event.preset, event.options) == ("draft", "academie-1718", {})
    assert len(event.code) >= 3
    assert not event.code.isdigit()
    assert [one.n for one in event.rounds.all()] == [1]
    assert list_shown_names(event) == list(NAMES[:7])


def test_a_tournament_is_found_by_its_primary_key_or_its_code() -> None:
    event = create_tournament()
    assert Tournament.objects.named(str(event.pk)) == event
    assert Tournament.objects.named(f" {event.code.lower()} ") == event
    for nobody in ("", "0", "99", "zzzzzz", "9" * 400, "²"):
        with pytest.raises(Tournament.DoesNotExist):
            Tournament.objects.named(nobody)


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
    with pytest.raises(actions.Refused) as refused:
        create_tournament(**wrong)
    assert path in [problem.path for problem in refused.value.problems]
    assert not Tournament.objects.exists()


def test_rules_change_freely_until_the_first_record() -> None:
    event = create_evening(3)
    assert actions.set_rules(event, preset="aux-points", options={"target": 500}).options == {"target": 500}
    record_events(get_table(event), {"type": "void"})
    with pytest.raises(actions.NotNow):
        actions.set_rules(event, preset="academie-1718", options={})
    event.refresh_from_db()
    assert event.preset == "aux-points"


def test_a_preset_for_only_some_numbers_of_players_is_accepted() -> None:
    assert create_tournament(preset="encyclopedie-1751").preset == "encyclopedie-1751"


# ── Players


def test_typed_names_are_matched_to_club_players_each_at_most_once() -> None:
    ours = create_club()
    anne = actions.add_player(ours, "Anne")
    event = create_tournament(club=ours, players=["Anne", "Anne", "Basile"])
    assert list_shown_names(event) == ["Anne", "Anne 2", "Basile"]
    assert get_entry(event, "Anne").player == anne
    again = create_tournament(club=ours, players=["Anne", anne, "Anne", "Basile"])
    assert list_shown_names(again) == ["Anne", "Anne 2", "Anne 3", "Basile"]
    assert get_entry(again, "Anne 2").player == anne
    assert [ours.players.filter(name=name).count() for name in ("Anne", "Basile")] == [3, 1]


def test_an_entered_player_is_not_entered_twice() -> None:
    event = create_tournament(players=[])
    for _ in range(2):
        actions.add_entries(event, [*event.club.players.all()])
    first = actions.add_entries(event, ["Anne"])
    assert [each.player for each in actions.add_entries(event, [first[0].player])] == [first[0].player]


def test_renaming_an_entry_changes_no_record() -> None:
    event = create_evening(3)
    table = get_table(event)
    before = record_events(table, build_coup()).records[0].body
    actions.rename_entry(get_entry(event, "Anne"), "Basile")
    sheet = Table.objects.for_sheet(table.pk)
    assert sheet.names[0] == "Basile 2"
    assert sheet.records[0].body == before
    assert sheet.events[0]["points"]["Basile 2"] == 58


def test_an_entry_that_has_played_cannot_be_removed() -> None:
    event = create_evening(3)
    [late] = [each for each in actions.add_entries(event, ["Zoé"]) if each.shown_name == "Zoé"]
    record_events(get_table(event), build_coup())
    actions.remove_entry(late)
    with pytest.raises(actions.NotNow):
        actions.remove_entry(get_entry(event, "Anne"))
    assert "Zoé" not in list_shown_names(event)


# ── Tables and seats


def test_a_draw_loses_nobody_and_is_the_same_for_the_same_seed() -> None:
    event = create_tournament()
    actions.draw_tables(event, [3, 3], seed=5)
    first = list_seated_names(event)
    actions.draw_tables(event, [3, 3], seed=5)
    assert list_seated_names(event) == first
    assert [len(names) for names in first.values()] == [3, 3]
    [left] = actions.list_unseated_entries(event)
    assert sorted([left.shown_name, *first[1], *first[2]]) == sorted(NAMES[:7])
    actions.draw_tables(event, [3, 4], seed=6)
    assert list_seated_names(event) != first
    assert actions.list_unseated_entries(event) == []


@pytest.mark.parametrize("sizes", [[], [1, 3], [6], [4, 4], [0]])
def test_a_draw_of_impossible_table_sizes_is_refused(sizes: list[int]) -> None:
    event = create_tournament()
    with pytest.raises(actions.NotNow):
        actions.draw_tables(event, sizes, seed=1)
    assert not Table.objects.exists()


def test_a_table_that_has_begun_keeps_its_players_when_the_others_are_drawn_again() -> None:
    event = create_evening(3, 3)
    record_events(get_table(event), build_coup())
    actions.add_entries(event, ["Zoé"])
    actions.draw_tables(event, [4], seed=1)
    assert list_seated_names(event)[1] == ["Anne", "Basile", "Chloé"]
    assert sorted(list_seated_names(event)[2]) == sorted(["Denis", "Édith", "Flore", "Zoé"])


def test_players_are_moved_and_swapped_by_hand() -> None:
    event = create_evening(3, 3)
    actions.seat_entry(get_entry(event, "Anne"), get_table(event, 2), 2)
    assert list_seated_names(event) == {1: ["Édith", "Basile", "Chloé"], 2: ["Denis", "Anne", "Flore"]}
    actions.seat_entry(get_entry(event, "Édith"), get_table(event, 2))
    assert list_seated_names(event) == {1: ["Basile", "Chloé"], 2: ["Denis", "Anne", "Flore", "Édith"]}
    actions.seat_entry(get_entry(event, "Basile"), get_table(event), 2)
    assert list_seated_names(event)[1] == ["Chloé", "Basile"]
    actions.unseat_entry(get_entry(event, "Denis"))
    assert list_seated_names(event)[2] == ["Anne", "Flore", "Édith"]
    actions.seat_entry(get_entry(event, "Denis"), get_table(event), 1)
    assert list_seated_names(event)[1] == ["Denis", "Basile"]
    assert [each.shown_name for each in actions.list_unseated_entries(event)] == ["Chloé"]
    actions.remove_table(get_table(event, 2))
    assert len(actions.list_unseated_entries(event)) == 4
    assert actions.add_table(event).n == 2


def test_a_full_table_takes_nobody_more() -> None:
    event = create_evening(5, 2)
    with pytest.raises(actions.NotNow):
        actions.seat_entry(get_entry(event, "Flore"), get_table(event))
    assert len(list_seated_names(event)[2]) == 2


def test_nobody_is_moved_from_or_to_a_table_that_has_begun() -> None:
    event = create_evening(3, 3)
    record_events(get_table(event), build_coup())
    for act in (
        lambda: actions.seat_entry(get_entry(event, "Denis"), get_table(event), 1),
        lambda: actions.seat_entry(get_entry(event, "Anne"), get_table(event, 2)),
        lambda: actions.unseat_entry(get_entry(event, "Anne")),
        lambda: actions.remove_table(get_table(event)),
        lambda: actions.set_sides(get_table(event), True),
    ):
        with pytest.raises(actions.NotNow):
            act()
    assert Seat.objects.count() == 6


def test_two_against_two_is_set_by_hand_or_by_the_preset() -> None:
    event = create_evening(4)
    actions.set_sides(get_table(event), True)
    [sheet] = Table.objects.for_event(event)
    assert sheet.setting
    assert sheet.setting.sides == (("Anne", "Basile"), ("Chloé", "Denis"))
    always = create_evening(4, preset="encyclopedie-1751")
    [sheet] = Table.objects.for_event(always)
    assert sheet.setting
    assert sheet.setting.sides == (("Anne", "Basile"), ("Chloé", "Denis"))


def test_a_table_without_players_has_no_state_and_lists_problems() -> None:
    event = create_evening(3)
    actions.add_table(event)
    sheet = Table.objects.for_event(event)[1]
    assert (sheet.setting, sheet.state, sheet.steps) == (None, None, ())
    assert sheet.problems


def test_a_round_is_seated_at_once_and_nobody_sits_twice() -> None:
    event = create_tournament()
    people = list(event.entries.order_by("pk"))
    actions.seat_round(event, 2, [people[:3], people[3:6]])
    assert [table.n for table in Table.objects.filter(round__n=2)] == [1, 2]
    with pytest.raises(actions.NotNow):
        actions.seat_round(event, 2, [people[2:4]])
    with pytest.raises(actions.NotNow):
        actions.seat_round(event, 3, [[people[0], people[1], people[0]]])


# ── Opening, closing, hiding; the club


def test_opening_needs_a_full_table_and_reopening_needs_a_reason() -> None:
    event = create_tournament()
    with pytest.raises(actions.NotNow):
        actions.open_tournament(event)
    actions.draw_tables(event, [3], seed=1)
    assert actions.open_tournament(event).status == "open"
    assert actions.close_tournament(event).status == "closed"
    actions.close_typing(event)
    event.refresh_from_db()
    assert event.typing_closed
    for reason in ("", "  "):
        with pytest.raises(actions.Refused) as refused:
            actions.open_tournament(event, reason=reason)
        assert refused.value.problems[0].path == "reason"
    assert not actions.open_tournament(event, reason="la table 1 n’avait pas fini").typing_closed


def test_an_evening_is_hidden_and_shown_again() -> None:
    event = create_evening(3)
    record_events(get_table(event), build_coup())
    assert actions.hide_tournament(event).hidden
    assert not actions.hide_tournament(event, hidden=False).hidden


def test_a_club_is_founded_joined_and_changed_and_a_player_retired() -> None:
    user = get_user_model().objects.create_user("organisateur")
    ours = actions.create_club(user, "Notre club")
    assert [member.role for member in ours.members.all()] == ["owner"]
    actions.add_member(user, ours)
    assert ours.members.count() == 1
    assert actions.change_club(ours, name="Les As", time_zone="Europe/Rome", initials=True).time_zone == "Europe/Rome"
    with pytest.raises(actions.Refused):
        actions.change_club(ours, name="Les As", time_zone="Rome", initials=True)
    player = actions.set_player_active(actions.rename_player(actions.add_player(ours, "Ann"), "Anne"), active=False)
    assert (player.name, Player.objects.get().active) == ("Anne", False)
