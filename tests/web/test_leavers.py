"""Who left a table before its end is named before the next round is drawn, until it is said that he plays no more."""

import pytest

from tests.book.evening_builders import record_events
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds, set_presence
from tournaments.models import Entry, Table

pytestmark = pytest.mark.django_db


def test_who_left_a_table_is_named_before_the_next_draw_until_he_plays_no_more() -> None:
    client, club = sign_in_organiser()
    names = [f"Joueur {n}" for n in range(1, 9)]
    tournament = create_tournament(club, name="Tournoi", date=DAY, game="briscola", players=names)
    tournament = plan_rounds(tournament, format="random", pairing="drawn", rounds=2)
    draw_rounds(tournament, sizes=(4,), seed=1)
    publish_round(tournament, 1)
    tournament = open_tournament(tournament)
    address = f"/desk/event/{tournament.pk}/rounds"
    assert client.get(address).context["leavers"] == []
    table = Table.objects.get(round__tournament=tournament, n=1)
    record_events(table, {"type": "coup", "points": {"1": 67, "2": 53}}, {"type": "leave", "player": "3"})
    gone = table.seats.get(position=3).entry
    shown = client.get(address)
    assert shown.context["leavers"] == [gone.shown_name]
    set_presence([gone], Entry.Presence.ABSENT)
    assert client.get(address).context["leavers"] == []
