"""Who the people of a list are: known, new or in doubt; nobody gets what is somebody else's."""

from typing import Any

import pytest

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.people.clubs import add_player, set_player_active
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import import_players, plan_players
from tournaments.actions.people.player_merges import merge_players
from tournaments.actions.people.recognising import NEW, SKIP, Recognition
from tournaments.forms.organiser.player_file import build_preview
from tournaments.models import Club, Player
from tournaments.presentation.text.namesake_text import tell_apart


def list_people(*lines: str) -> list[ListedPlayer]:
    return [ListedPlayer(line) for line in lines]


@pytest.fixture
def club(db: Any) -> Club:
    return sign_in_organiser()[1]


def test_who_is_known_new_or_in_doubt_is_told_apart(club: Club) -> None:
    for name in ("Jean Dupont", "Jeanne Martin", "Marie Petit", "Marie Petit"):
        add_player(club, name)
    listed = [
        *list_people("jean dupont", "DUPONT Jean", "Jeanne Martins", "Marie Petit", "Olga Renard", "Olga Renard", " ")
    ]
    planned = plan_players(club, listed)
    kinds = [
        Recognition.KNOWN,
        Recognition.REPEATED,
        Recognition.DOUBTFUL,
        Recognition.DOUBTFUL,
        Recognition.NEW,
        Recognition.REPEATED,
    ]
    assert [each.recognition for each in planned] == [*kinds, Recognition.WRONG]
    assert [each.proposal for each in planned[2:6]] == ["", "", NEW, SKIP]


def test_two_players_of_one_name_are_told_apart_among_the_choices(club: Club) -> None:
    for name in ("Marie Petit", "Marie Petit", "Jean Dupont"):
        add_player(club, name)
    lines = build_preview(plan_players(club, list_people("Marie Petit", "Jean Dupont")), {}, paid_to=None)
    offered = {line.planned.listed.name: [words for _value, words in line.choices] for line in lines}
    assert [words for words in offered["Marie Petit"] if words.startswith("C’est")] == [
        "C’est Marie Petit · nº 1 de ce nom · aucune soirée encore",
        "C’est Marie Petit · nº 2 de ce nom · aucune soirée encore",
    ]
    assert "C’est Jean Dupont" in offered["Jean Dupont"]
    first, last = Player.objects.filter(name="Marie Petit").order_by("pk")
    set_player_active(first, active=False)
    assert tell_apart(club.players.all())[last.pk].startswith("nº 1"), "who never played is counted last"


def test_a_typed_name_is_the_player_who_bears_it_whatever_its_letters(club: Club) -> None:
    marc, plain = add_player(club, "Marc Cœur"), add_player(club, "marc coeur")
    evening = create_draft_evening(club)
    entries = add_entries(evening, ["marc coeur", "MARC COEUR", "Marc Coeur"])
    assert [each.player_id for each in entries[-3:-1]] == [plain.pk, marc.pk]
    assert Player.objects.filter(club=club, name="Marc Coeur").count() == 1, "a third one of the name is new"


def test_one_name_written_two_ways_is_proposed_as_one_person(club: Club) -> None:
    player = add_player(club, "Jean-Loup d’Arès")
    assert plan_players(club, list_people("D'ARES Jean Loup"))[0].proposal == str(player.pk)


def test_a_player_who_was_merged_away_is_found_no_more(club: Club) -> None:
    kept, gone = add_player(club, "Jeanne Martin"), add_player(club, "Jo Roy")
    merge_players(kept, gone, actor="user:1")
    assert plan_players(club, list_people("Jo Roy"))[0].recognition == Recognition.NEW


def test_two_lines_of_one_name_are_two_people_where_licence_or_address_says_so(club: Club) -> None:
    listed = [
        ListedPlayer("Jo Roy", "A1"),
        ListedPlayer("ROY Jo"),
        ListedPlayer("Jo Roy", "A2"),
        ListedPlayer("Jo Roy", "a1"),
    ]
    planned = [each.recognition for each in plan_players(club, listed)]
    assert planned == [Recognition.NEW, Recognition.REPEATED, Recognition.REPEATED, Recognition.REPEATED]
    del listed[1]
    assert plan_players(club, listed)[1].recognition == Recognition.NEW


def test_a_licence_tells_people_of_one_name_apart(club: Club) -> None:
    import_players(club, [ListedPlayer("Marie Petit", "A1"), ListedPlayer("Marie Petit", "A0 2")], {"2": NEW})
    planned = plan_players(club, [ListedPlayer("PETIT Marie", " a-02"), ListedPlayer("Marie Petit")])
    assert [each.found for each in planned] == [Recognition.KNOWN, Recognition.DOUBTFUL]
    assert planned[0].matches[0].details.licence == "A0 2"


@pytest.mark.parametrize(
    ("listed", "first"),
    [
        (ListedPlayer("Rose Vidal", "00 204-417"), "Odile Marchand"),
        (ListedPlayer("Odile Marchand", "204418"), "Odile Marchand"),
        (ListedPlayer("Luc Perrin", "204417"), "Luc Perrin"),
    ],
    ids=["the licence of another name", "the name with another licence", "a name, and the licence of another"],
)
def test_a_licence_that_contradicts_a_name_is_a_doubt_and_nobody_is_proposed(
    club: Club, listed: ListedPlayer, first: str
) -> None:
    import_players(club, [ListedPlayer("Odile Marchand", "204417"), ListedPlayer("Luc Perrin")], {})
    [planned] = plan_players(club, [listed])
    assert (planned.found, planned.matches[0].name, planned.proposal) == (Recognition.DOUBTFUL, first, "")


@pytest.mark.parametrize(
    "word", ["non", "Aucune", "-", "x", "Néant", "N/A", "(sans)", "0", "pas de licence", "nessuna"]
)
def test_a_word_for_no_licence_is_no_licence(club: Club, word: str) -> None:
    import_players(club, [ListedPlayer("Luc Perrin", word)], {})
    [rose] = plan_players(club, [ListedPlayer("Rose Vidal", word, email="rose@example.org")])
    assert (rose.found, rose.listed.licence) == (Recognition.NEW, "")


@pytest.mark.parametrize("name", ["marc coeur", "COEUR Marc", "LUKASZ ZAK", "Zak, Łukasz"])
def test_letters_written_plainly_are_the_same_person(club: Club, name: str) -> None:
    for each in ("Marc Cœur", "Łukasz Żak"):
        add_player(club, each)
    [planned] = plan_players(club, list_people(name))
    assert planned.proposal == str(planned.matches[0].pk)
