"""Other rules from a later round on (stages): chosen by the organiser, played, printed, corrected, exported and
imported."""

import json
import re
from collections import Counter
from random import Random

import pytest
from django.test import Client

import scoring
from tests.web.organiser_builders import DAY, NAMES, sign_in_organiser
from tests.web.round_forms import PLAN, post_form, read_page
from tournaments.actions.decisions import seal_changed
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.recording import play_tables
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.book.sheet import Sheet
from tournaments.exchange.simulation import build_event_chooser
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import AuditEntry, Club, Table, Tournament, UnplayedTable
from tournaments.printing.backup_pack import build_spare_sheets, count_needed_sheets
from tournaments.printing.documents import PRINTABLES_BY_NAME
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db
ONE_TOUR = {"preset": "academie-1718", "option.tours": "1"}
TO_150_POINTS = {"preset": "aux-points", "option.target": "150"}


@pytest.fixture
def cup():
    """A signed-in client and a tournament: groups in one tour; finals, from round 4 on, to 150 points."""
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Coupe", date=DAY, players=NAMES, options={"tours": 1})
    asked = {"groups": "2", "through": "1", "seeding": "list"}
    post_form(client, tournament, "rounds/plan", **PLAN, **asked, format="groups")
    assert post_form(client, tournament, "rounds/rules", **TO_150_POINTS, since="4").status_code == 302
    return client, Tournament.objects.get(pk=tournament.pk)


def play_round(client, tournament: Tournament, n: int) -> None:
    """Publish and play the round: its first table plays, the others are annulled."""
    if n in (1, 4):
        post_form(client, tournament, "rounds/draw")
    assert post_form(client, tournament, f"rounds/{n}/publish", anyway="yes").status_code == 302
    if n == 1:
        open_tournament(Tournament.objects.get(pk=tournament.pk))
    first, *others = Table.objects.filter(round__tournament=tournament, round__n=n).order_by("n")
    play_tables([first.pk], build_event_chooser(tournament.game, Random(n), tricks=0), actor="table")
    made = UnplayedTable.objects.bulk_create(UnplayedTable(table=table, kind="annulled") for table in others)
    seal_changed(UnplayedTable, [each.pk for each in made])


def get_first_sheet(tournament: Tournament, n: int) -> Sheet:
    """Return the sheet of table 1 of round n."""
    return load_sheet(Table.objects.get(round__tournament=tournament, round__n=n, n=1).pk)


def play_four_rounds(cup) -> tuple[Tournament, Sheet, Sheet]:
    """Play four rounds. Return the tournament and the sheets of its first table in rounds 1 and 4."""
    client, event = cup
    for n in (1, 2, 3, 4):
        play_round(client, event, n)
    event.refresh_from_db()
    return event, get_first_sheet(event, 1), get_first_sheet(event, 4)


def test_each_stage_is_played_and_scored_by_its_own_rules(cup):
    tournament, group, final = play_four_rounds(cup)
    assert group.setting.options["mode"] == "fiches"
    assert group.state.coups_played == 2
    assert final.setting.options["mode"] == "points"
    assert max(final.state.totals.values()) >= 150
    assert (group.to_partie()["preset"], final.to_partie()["preset"]) == ("academie-1718", "aux-points")
    assert scoring.score_partie(final.to_partie())["totals"] == dict(final.state.totals)
    assert check_book(Table.objects.all()).difference is None
    rows = {row.tally.entry: row.tally.total for row in get_standings(tournament)}
    names = {entry.shown_name: entry.pk for entry in tournament.entries.all()}
    whole = Counter(dict.fromkeys(names, 0))
    for sheet in load_sheets(tournament):
        whole.update(sheet.state.totals)
    assert {name: rows[names[name]] for name in names} == dict(whole)


def test_every_page_and_paper_says_which_rules_hold_from_which_round(cup):
    client, event = cup
    since = "À partir de la ronde 4"
    for shown in (read_page(client, event, "rounds"), read_page(client, event, "rounds/rules")):
        assert since in shown
        assert "Aux points" in shown
    play_four_rounds(cup)
    assert since in client.get(f"/{event.code}/rules").content.decode()
    assert since in PRINTABLES_BY_NAME["rules"].build_paper(event).render_html()
    assert since.lower() in read_page(client, event, "log")
    sheets = PRINTABLES_BY_NAME["sheets"].build_paper(event).render_html()
    assert "en 150 points" in sheets
    assert re.search(r"\bdeux, 1 tour\b", sheets)


def test_the_sheet_by_other_rules_is_shown_beside_their_form_and_nothing_is_kept_by_looking(cup):
    client, event = cup
    shown = client.get(f"/desk/event/{event.pk}/rounds/rules?from=4").context["examples"]
    looked = post_form(client, event, "rounds/rules", **ONE_TOUR, since="4", look="1")
    assert [each.partie for each in looked.context["examples"]] != [each.partie for each in shown]
    assert Tournament.objects.get(pk=event.pk).stages == event.stages


def test_spare_sheets_are_printed_for_the_rules_of_each_stage(cup):
    _client, event = cup
    assert count_needed_sheets(event) == {(1, 2): 12, (4, 2): 1}, (
        "for eight at the most: two groups of four, then the final"
    )
    plan_rounds(event, format="fixed", rounds=5)
    sheets = [score for leaf in build_spare_sheets(event)["leaves"] for score in leaf.sheets]
    told = {(score.round_number, score.setting.options["mode"]) for score in sheets}
    assert told == {("…… (de 1 à 3)", "fiches"), ("…… (4 et suivantes)", "points")}


def test_the_rules_of_a_stage_are_changed_or_dropped_until_its_first_record(cup):
    client, event = cup
    assert post_form(client, event, "rounds/rules", **ONE_TOUR, since="4").status_code == 302
    assert Tournament.objects.get(pk=event.pk).stages == []
    assert post_form(client, event, "rounds/rules", **TO_150_POINTS, since="1").status_code == 422
    assert (
        post_form(client, event, "rounds/rules", **TO_150_POINTS | {"option.target": "0"}, since="3").status_code == 422
    )
    post_form(client, event, "rounds/rules", **TO_150_POINTS, since="3")
    post_form(client, event, "rounds/rules", drop="3")
    assert Tournament.objects.get(pk=event.pk).stages == []
    told = [(deed.before["preset"], deed.after["preset"], deed.after["since"]) for deed in AuditEntry.objects.all()]
    there, back = ("academie-1718", "aux-points"), ("aux-points", "academie-1718")
    assert told == [(*there, 4), (*back, 4), (*there, 3), (*back, 3)]


def test_a_stage_with_records_is_scored_again_alone_and_needs_a_reason(cup):
    client, (tournament, group, final) = cup[0], play_four_rounds(cup)
    assert client.get(f"/desk/event/{tournament.pk}/rounds/rules?from=4").url.endswith("/rules?from=4")
    assert (
        post_form(client, tournament, "rounds/rules", **TO_150_POINTS | {"option.target": "200"}, since="4").status_code
        == 422
    )
    assert post_form(client, tournament, "rounds/rules", drop="4").status_code in (200, 422)
    address, changed = f"/desk/event/{tournament.pk}/rules?from=4", TO_150_POINTS | {"option.target": "140"}
    shown = client.post(address, changed)
    assert [recount.sheet.table for recount in shown.context["change"].recounts] == [final.table]
    sent = {"key": shown.context["key"], "seen": shown.context["change"].digest, "write": "yes", "reason": "mal lue"}
    assert client.post(address, changed | sent).status_code == 302
    tournament.refresh_from_db()
    assert tournament.options == {}
    assert tournament.stages[0]["options"] == {"target": 140}
    assert len(get_first_sheet(tournament, 1).records) == len(group.records)
    assert len(get_first_sheet(tournament, 4).records) == len(final.records) + 1
    assert check_book(Table.objects.all()).difference is None


def test_stages_and_phases_are_exported_and_imported(cup):
    tournament, _group, _final = play_four_rounds(cup)
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    assert document["stages"][0]["since"] == 4
    assert document["phases"][0]["format"] == "groups"
    there = import_tournament(Club.objects.create(name="Ailleurs"), read_tournament(document))
    again = json.loads(json.dumps(build_tournament_document(there)))
    for table in (table for each in (document, again) for one in each["rounds"] for table in one["tables"]):
        table.pop("head", None)
    for key in ("stages", "phases", "rounds", "options", "preset"):
        assert again[key] == document[key], key
    shown = Client().get(f"/{there.code}/bracket").content.decode()
    assert "Poule A" in shown
    assert "<svg" in shown
    assert check_book(Table.objects.all()).difference is None


def test_a_document_with_invalid_stages_is_refused_with_their_paths(cup):
    tournament, _group, _final = play_four_rounds(cup)
    document = build_tournament_document(tournament)
    document["stages"].append({"since": 3, "preset": "aux-points", "options": {}})
    document["phases"][0] |= {"sides": [[99]], "format": "fixed", "third": 1, "main": [7]}
    with pytest.raises(Refused) as refused:
        read_tournament(document)
    paths = {fault.path for fault in refused.value.problems}
    parts = {"stages[1].since", "phases[0].sides[0][0]", "phases[0].format", "phases[0].third", "phases[0].main[0]"}
    assert parts <= paths


def test_other_rules_do_not_begin_after_the_last_planned_round():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Rondes", date=DAY, players=NAMES)
    plan_rounds(tournament, format="random", rounds=3)
    refused = post_form(client, tournament, "rounds/rules", **TO_150_POINTS, since="4")
    assert refused.status_code == 422
    assert [re.findall(r"\d+", said) for said in refused.context["form"].errors["since"]] == [["3"]]
    assert post_form(client, tournament, "rounds/rules", **TO_150_POINTS, since="3").status_code == 302
