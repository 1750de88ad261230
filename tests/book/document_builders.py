"""Evenings with a history, with corrections and with something in every column; and an exported document: without its
heads, and changed at one place."""

import datetime
import json
from typing import Any

from django.contrib.auth import get_user_model

from tests.book.evening_builders import (
    build_coup,
    correct_event,
    create_club,
    create_evening,
    get_table,
    record_events,
    undo_last,
)
from tournaments.actions.decisions import seal_new, seal_tournament
from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.lifecycle import create_tournament, hide_tournament, open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.tombola import draw_prize, set_up_tombola
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.money.prizes import Payment, add_prize, set_account, set_payments
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.teams import save_team, set_team_rules, take_over
from tournaments.actions.rounds.clock import give_minutes, pause_clock, start_clock
from tournaments.actions.rounds.participation import add_seating_exclusion, make_pair, set_participation, set_presence
from tournaments.actions.rounds.seating import add_table, seat_entry
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts, substitute_player
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Entry, Rest, Table, Tournament
from tournaments.standings.prizes import PrizeChoice
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales

NAMES = ("Anne", "Basile", "Chloé", "Denis", "Édith", "Flore", "Gaël", "Hélène", "Zoé")


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


def fill_evening() -> Tournament:
    """Create an evening with something in every column that a document carries."""
    tournament = fill_free_evening()
    of = {entry.shown_name: entry for entry in tournament.entries.all()}
    first = get_table(tournament)
    record_events(first, build_coup(), build_coup())
    correct_event(first, 1, build_coup(37, 58), reason="inversés")
    record_events(first, {"type": "penalty", "rule": "PEN-08", "player": "1"})
    undo_last(first, actor="user:1", reason="trop vite")
    substitute_player(first.pk, 2, of["Zoé"], actor="user:1")
    finish_and_confirm(first)
    mark_unplayed(get_table(tournament, 3).pk, "forfeit", absent=[1], actor="user:1", reason="absente")
    give_clock_and_money(tournament, of)
    set_ranking(tournament, RankingOrder(("left", "victory", "total"), Scales(win=4, places=(3, 1))))
    give_adjustment(tournament, of["Anne"], amount=5, rule="art. 3", actor="user:1", reason="tenue")
    gone = give_adjustment(tournament, of["Denis"], amount=-5, rule="art. 4", actor="user:1", reason="retard")
    cancel_adjustment(gone[0], actor="user:1", reason="à l’heure")
    return hide_tournament(Tournament.objects.get(pk=tournament.pk), actor="user:1")


def fill_free_evening() -> Tournament:
    """Create an open evening of three tables, a club's rule, somebody who is expected, absent, leaves or rests."""
    tournament = create_tournament(
        create_club(),
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        preset="encyclopedie-1751",
        options={"tours": 2, "four": "singly_or_sides"},
        house_rule="Notre règle",
        players=NAMES,
    )
    of = {entry.shown_name: entry for entry in tournament.entries.all()}
    for names in (NAMES[:3], NAMES[3:5], NAMES[5:7]):
        table = add_table(tournament)
        for name in names:
            seat_entry(of[name], table)
    return open_tournament(tournament)


def finish_and_confirm(table: Table) -> None:
    """Play the table to its end; the players count, one owes, and confirm; one of them before its last coup."""
    record_events(table, *[build_coup()] * 4)
    confirm_sheet(table.pk, 3, actor="table:3")
    undo_last(table, actor="user:1", reason="pas fini")
    record_events(table, build_coup())
    confirm_sheet(table.pk, 2, actor="table:2")
    save_token_counts(table.pk, {1: (3, 2), 2: (5, 1)}, actor="table")


def give_clock_and_money(tournament: Tournament, of: dict[str, Entry]) -> None:
    """Give the evening a paused clock, wishes of the draw, fees, payments, prizes, a currency and jetons of worth."""
    current = tournament.rounds.get()
    start_clock(current, 45)
    give_minutes(current, 5, get_table(tournament, 2))
    pause_clock(current)
    set_presence([of["Anne"], of["Denis"]], "present")
    set_presence([of["Hélène"]], "absent")
    set_participation(of["Basile"], first=1, last=3, table=2)
    set_participation(of["Hélène"], first=2, last=None, table=None)
    add_seating_exclusion(tournament, [of["Anne"], of["Basile"], of["Hélène"]])
    make_pair(tournament, of["Flore"], of["Gaël"])
    save_team(tournament, "Nord", [of["Anne"], of["Denis"]])
    set_team_rules(tournament, score="ranks", best=2, club_rounds=3)
    take_over(Entry.objects.get(pk=of["Denis"].pk), of["Édith"])
    set_account(tournament, fee_cents=500, choice=PrizeChoice.SEVERAL)
    paid = [Payment(of["Anne"].pk, "A", 300, 300), Payment(of["Denis"].pk, "", None, 500)]
    set_payments(tournament, paid)
    add_prize(tournament, kind="rank", place=2, group="", label="Un jambon", cents=0, shared=False)
    add_prize(tournament, kind="group", place=1, group="A", label="Coupe", cents=1500, shared=True)
    set_jeton_worth(tournament, WorthTerms(5, 3, "CHF", 10))
    set_up_tombola(tournament, ["Panier"], first=100, last=199, several=True)
    draw_prize(tournament, 1, actor="user:1")
    # what several actions, at evenings of other kinds, would have written
    tournament.rounds.update(seed=7, paused_seconds=12)
    table = get_table(tournament, 2)
    Table.objects.filter(pk=table.pk).update(paper_first=True)
    Tournament.objects.filter(pk=tournament.pk).update(currency="CHF", minutes=40, planned_rounds=4)
    table_1 = get_table(tournament)
    table_1.counts.filter(position=1).update(owed_to=0)
    table_1.counts.filter(position=2).update(number=0)
    table_1.round.rests.create(entry=of["Hélène"])
    seal_tournament(Tournament.objects.get(pk=tournament.pk))


def fill_corrected_evening() -> None:
    """Fill the database. Records 1 to 6 of table 1: two coups, a correction to void with its consequence, a coup, an
    undo; then a substitute sits down."""
    tournament = create_evening(3, 3)
    table = get_table(tournament)
    record_events(table, build_coup(), build_coup(40, 45, 35))
    correct_event(table, 1, {"type": "void"})
    record_events(table, build_coup())
    undo_last(table)
    record_events(get_table(tournament, 2), build_coup())
    [zoe] = [entry for entry in add_entries(tournament, ["Zoé"]) if entry.shown_name == "Zoé"]
    substitute_player(table.pk, 1, zoe, actor="user:1")
