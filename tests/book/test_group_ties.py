"""What parts players of equal points in a group, and so who goes on, is in the order of the evening's criteria."""

import json
from dataclasses import replace

import pytest
from django.test import Client

from tests.book.phase_builders import create_tournament, play_round, read_current_phase
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.presentation.group_tables import describe_ties
from tournaments.reading import phases
from tournaments.reading.duels import Duel
from tournaments.reading.phases import Phase
from tournaments.standings.ranking_orders import RankingOrder

pytestmark = pytest.mark.django_db


def test_who_goes_on_from_a_group_hangs_on_the_order_of_criteria():
    """Of two with as many points the second beat the first, who won by fifty elsewhere."""
    margins = {(4, 1): 1, (1, 5): 50, (4, 5): -1, (1, 8): 1, (4, 8): 1, (5, 8): -1}
    duels = tuple(
        Duel(n, 1, pair, pair[margin < 0], margin, over=True, played=True)
        for n, (pair, margin) in enumerate(margins.items(), 1)
    )
    sides = tuple((entry,) for entry in range(1, 9))
    state = phases.PhaseState(Phase("groups", 1, groups=2, through=1, sides=sides), duels)
    assert set(state.find_qualifiers()[0]) == {4, 2}
    assert set(replace(state, ties=("margin", "among")).find_qualifiers()[0]) == {1, 2}


@pytest.mark.parametrize(
    ("precedence", "ties"),
    [
        (("left", "total"), ("among", "margin")),  # what nobody chose
        (("left", "victory", "buchholz", "direct", "total"), ("among", "margin")),
        (("left", "victory", "total", "direct"), ("margin", "among")),
        (("left", "parties_won", "mini_table"), ("won", "margin among", "among", "margin")),
        (("left", "total", "mini_table"), ("margin", "margin among", "among")),
    ],
)
def test_a_group_parts_its_players_as_the_evening_ranks(precedence: tuple[str, ...], ties: tuple[str, ...]):
    event = create_tournament(4, "groups", groups=1, through=2, seeding="list")
    set_ranking(event, RankingOrder(precedence))
    play_round(event)
    assert read_current_phase(event).ties == ties
    shown = Client().get(f"/{event.code}/bracket").content.decode()
    assert describe_ties(ties) in shown
    document = json.loads(json.dumps(build_tournament_document(event)))
    del document["phases"][0]["by_ranking"]
    older = import_tournament(event.club, read_tournament(document))
    assert read_current_phase(older).ties == ("among", "margin"), "what was played under another order keeps it"
    kept = Phase.from_json(older.phases[0])
    assert not kept.by_ranking
    assert kept.settings == phases.list_phases(event)[0].settings
