"""Lists of people stand as a reader looks for them: an accent or a capital does not send a name to the end."""

import pytest

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.people.entries import add_entries
from tournaments.presentation.tags.prints import list_names_with_missing_letters
from tournaments.views.organiser.rounds.phase_quality import describe_late_players


def test_who_came_too_late_for_the_bracket_is_named_in_order() -> None:
    words = describe_late_players(["Zoé", "Élise", "Anne"]).words
    assert "Anne, Élise, Zoé" in words


@pytest.mark.django_db
def test_names_that_paper_may_not_show_are_in_order() -> None:
    _client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    add_entries(tournament, ["Zoé 漢", "Élise 漢"])
    assert list_names_with_missing_letters(tournament) == ["Élise 漢", "Zoé 漢"]
