"""An evening with a history, and its exported document: without its heads, and changed at one place."""

import json
from typing import Any

from django.contrib.auth import get_user_model

from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events, undo_last
from tournaments.actions.decisions import seal_new
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.people.entries import add_entries
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts, substitute_player
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Rest, Tournament
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales


def fill_evening_with_history() -> None:
    """Fill the database: two tables with a correction, undone events, a substitute and resting players, written by an
    account and by phones."""
    user = get_user_model().objects.create_user("organisateur")
    tournament = create_evening(3, 2)
    table = get_table(tournament)
    [resting] = [entry for entry in add_entries(tournament, ["Zoé"]) if entry.shown_name == "Zoé"]
    record_events(table, build_coup(), build_coup())
    correct_event(table, 1, build_coup(37, 58), actor=f"user:{user.pk}", reason="inversés")
    record_events(table, {"type": "penalty", "rule": "PEN-08", "player": "1"}, {"type": "end"})
    undo_last(table)
    undo_last(table)
    substitute_player(table.pk, 2, resting, actor=f"user:{user.pk}")
    record_events(table, build_coup())
    save_token_counts(table.pk, {1: (3, 2)}, actor="table")
    confirm_sheet(table.pk, 3, actor="table:3")
    seal_new(Rest.objects.create(round=table.round, entry=add_entries(tournament, ["<script>", "😀", "مريم"])[-1]))
    set_ranking(tournament, RankingOrder(("left", "victory", "buchholz", "total"), Scales(win=4, places=(3, 1))))


def drop_heads(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document without the heads of its chains: whoever imports it begins chains of their own."""
    rounds = [
        each | {"tables": [{key: value for key, value in table.items() if key != "head"} for table in each["tables"]]}
        for each in document["rounds"]
    ]
    return {key: value for key, value in document.items() if key != "head"} | {"rounds": rounds}


def build_headless_document(tournament: Tournament) -> dict[str, Any]:
    """Export the tournament, without the heads of its chains."""
    return drop_heads(build_tournament_document(tournament))


def replace_at_path(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy of the document with this value at the dotted path."""
    copy: Any = json.loads(json.dumps(document))
    *before, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner = copy
    for part in before:
        inner = inner[part]
    inner[last] = value
    return copy  # type: ignore[no-any-return]
