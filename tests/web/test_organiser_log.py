"""The log of an evening, a change of rules during the evening, and how a correction moves the evening's standings."""

from types import SimpleNamespace

import pytest
from django.test import Client

import scoring
from scoring import TotalUnit
from tests.book.evening_builders import correct_event, create_evening, get_table, record_events
from tests.printing.pdf_reading import print_document, read_text
from tests.web.board_builders import finish_table
from tests.web.organiser_builders import (
    COUP,
    DAY,
    NAMES,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds, set_presence
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.corrections import plan_correction
from tournaments.book.loading import load_sheet
from tournaments.models import Record, Rest, Table, Tournament
from tournaments.presentation.tables.comparisons import RankChangesTable
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.event_text import contrast_events, diff_events, log_rows, name_sides
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.views.organiser.evening.change_preview import preview_table

pytestmark = pytest.mark.django_db

BRISCOLA = scoring.get_game("briscola")

ANNE, BASILE, CHLOE = NAMES[:3]
WITHOUT_PAYMENTS = {"preset": "academie-1718", "option.payments": "off"}


def read_log(client: Client, tournament: Tournament) -> str:
    """Return the HTML of the evening's log, with single spaces."""
    return " ".join(client.get(f"/desk/event/{tournament.pk}/log").content.decode().split())


def test_a_coup_that_becomes_a_void_deal_is_contrasted_with_what_it_becomes():
    coup = {"type": "coup", "points": {"Anne": 70, "Basile": 50}}
    was, becomes = contrast_events(coup, {"type": "void", "reason": "comptée deux fois"}, BRISCOLA)
    assert was == "Anne 70 · Basile 50"
    assert becomes == "Donne annulée\u202f: comptée deux fois"


def test_the_log_shows_audit_entries_and_corrections_with_before_and_after():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    enter_coup(client, table)
    changes = COUP | {"coup-points.1": "45", "coup-points.2": "50", "write": "yes", "reason": "<b>mal recopié</b>"}
    client.post(f"/desk/table/{table.pk}/correct/1", {"key": "a-key-of-its-own", "number": 2, "kind": "coup"} | changes)
    chloe = tournament.entries.get(shown_name=CHLOE).pk
    client.post(f"/desk/entry/{chloe}/rename", {f"{chloe}-name": "Cloé"})
    client.post(
        f"/desk/event/{tournament.pk}/setup",
        {"name": "Grand soir", "date": "2026-11-22"} | {"preset": tournament.preset},
    )
    substitution = client.get(f"/desk/table/{table.pk}/substitute").context["hidden"]
    client.post(f"/desk/table/{table.pk}/substitute", substitution | {"position": "1", "typed": "Gaspard"})
    page = client.get(f"/desk/table/{table.pk}/undo")
    client.post(f"/desk/table/{table.pk}/undo", page.context["hidden"] | {"reason": "jamais joué"})
    client.post(f"/desk/table/{table.pk}/revoke")
    for _ in range(2):
        client.post(f"/desk/event/{tournament.pk}/hide")
    told = read_log(client, tournament)
    assert "ligne 1 corrigée" in told
    assert "&lt;b&gt;mal recopié&lt;/b&gt;" in told
    assert f"{ANNE} 58" in told
    assert "ligne 1 annulée" in told
    assert "jamais joué" in told
    assert f'<del class="was">{CHLOE}</del>' in told
    assert "<ins>Cloé</ins>" in told
    assert "samedi 21 novembre 2026" in told
    assert "<ins>dimanche 22 novembre 2026</ins>" in told
    assert "place A" in told
    assert f'<del class="was">{ANNE}</del>' in told
    assert "<ins>Gaspard</ins>" in told
    assert "nouvelle carte" in told
    assert "Soirée masquée" in told
    assert "remise dans" in told


def test_the_log_holds_who_left_came_late_or_was_kept_apart_what_was_paid_and_which_sheets_were_confirmed():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, tours=1)
    anne, basile, chloe, denis, _elise, fanny = tournament.entries.order_by("pk")
    address = f"/desk/event/{tournament.pk}"
    before = len(client.get(f"{address}/log").context["lines"])
    client.post(f"{address}/players", {"typed": f"Pina Ferrari\n{fanny}"})
    pina, namesake = tournament.entries.order_by("pk")[6:]
    client.post(f"{address}/people/apart", {"apart-people": [anne.pk, denis.pk]})
    client.post(f"{address}/people/apart", {"let": tournament.exclusions.get().pk})
    client.post(f"/desk/entry/{fanny.pk}", {"presence": "absent"})
    client.post(f"/desk/entry/{fanny.pk}", {"presence": "absent"})
    client.post(f"/desk/entry/{basile.pk}", {"presence": "present"})
    for each in (pina, namesake):
        client.post(f"/desk/entry/{each.pk}/remove")
    client.post(f"{address}/money", {"fee": "5", f"paid-{anne.pk}": "5", f"paid-{chloe.pk}": "2,50"})
    client.post(f"{address}/money", {"fee": "5", f"paid-{anne.pk}": "5", f"paid-{chloe.pk}": "2,50"})
    client.post(f"{address}/prizes", {"kind": "rank", "place": "1", "label": "Jambon", "cents": "20", "sent": "once"})
    assert client.get(f"{address}/log").context["lines"][-1].diff[0][2].startswith("Jambon, ")
    client.post(f"{address}/prizes/{tournament.prizes.get().pk}/remove")
    for table in Table.objects.filter(round__tournament=tournament):
        finish_table(table, read=False)
        client.post(f"/desk/table/{table.pk}/confirm", {"position": "2"})
    lines = [(line.actor.partition(",")[0], *line.diff) for line in client.get(f"{address}/log").context["lines"]]
    assert lines[before:] == [
        ("nadia", ("", "", f"Pina Ferrari, {fanny} 2")),
        ("nadia", ("", "", f"{anne}, {denis}")),
        ("nadia", ("", "", f"{anne}, {denis}")),
        ("nadia", ("", "", str(fanny))),
        ("nadia", ("", "", "Pina Ferrari")),
        ("nadia", ("", "", f"{fanny} 2")),
        ("nadia", ("", "0\N{NO-BREAK SPACE}€", "5\N{NO-BREAK SPACE}€")),
        (
            "nadia",
            (str(anne), "0\N{NO-BREAK SPACE}€", "5\N{NO-BREAK SPACE}€"),
            (str(chloe), "0\N{NO-BREAK SPACE}€", "2,50\N{NO-BREAK SPACE}€"),
        ),
        ("nadia", ("", "", "place 1, 20\N{NO-BREAK SPACE}€")),
        ("nadia", ("", "", "place 1, 20\N{NO-BREAK SPACE}€")),
        ("nadia", ("Tables", "", "1, 2")),
    ]


def test_the_log_of_another_club_s_evening_is_missing():
    _client, club = sign_in_organiser()
    stranger, _ = sign_in_organiser("olga", "Un autre club")
    tournament = create_open_evening(club)
    assert stranger.get(f"/desk/event/{tournament.pk}/log").status_code == 404
    assert stranger.get(f"/desk/event/{tournament.pk}/rules").status_code == 404


def test_the_rules_are_changed_with_a_preview_and_a_reason():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    address = f"/desk/event/{tournament.pk}/rules"
    assert client.get(address).status_code == 302  # no record yet: the setup page changes the rules freely
    enter_coup(client, get_first_table(tournament))
    assert address in client.get(f"/desk/event/{tournament.pk}/setup").content.decode()
    assert "notice" in client.get(address).content.decode().partition("<form")[2], "coups have been marked"
    page = client.post(address, WITHOUT_PAYMENTS)
    assert page.status_code == 200
    assert Record.objects.count() == 1
    [shown] = page.context["tables"]
    assert {row["name"]: (row["before"].total, row["after"].total) for row in shown.moves} == {
        ANNE: (42, 40),
        BASILE: (-15, -20),
        CHLOE: (-27, -20),
    }
    assert [(old.rank, new.rank) for old, new in page.context["ranks"]] == [(1, 1), (2, 2), (3, 2)]
    sent = WITHOUT_PAYMENTS | {"key": page.context["key"], "seen": page.context["change"].digest, "write": "yes"}
    assert client.post(address, sent).status_code == 422
    assert Record.objects.count() == 1
    assert client.post(address, sent | {"reason": "sans paiements"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.options == {"payments": "off"}
    assert Record.objects.count() == 3
    assert client.post(address, sent | {"reason": "sans paiements"}).status_code in (302, 422)
    assert Record.objects.count() == 3
    told = read_log(client, tournament)
    assert "Règle changée" in told
    assert "sans paiements" in told
    assert "nadia" in told
    assert "soirée changée" in client.get(f"/desk/table/{get_first_table(tournament).pk}/story").content.decode()


def test_rules_that_a_recorded_line_contradicts_are_refused_naming_the_line():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, tours=2)
    for _ in range(4):
        enter_coup(client, get_first_table(tournament))
    page = client.post(f"/desk/event/{tournament.pk}/rules", {"preset": "academie-1718", "option.tours": "1"})
    assert page.status_code == 422
    assert "Table 1, ligne 4" in page.content.decode()
    assert "change" not in page.context


def test_a_coup_recorded_meanwhile_makes_the_preview_of_the_rules_stale():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    page = client.post(f"/desk/event/{tournament.pk}/rules", WITHOUT_PAYMENTS)
    sent = WITHOUT_PAYMENTS | {
        "key": page.context["key"],
        "seen": page.context["change"].digest,
        "write": "yes",
        "reason": "oubli",
    }
    enter_coup(client, Table.objects.get(round__tournament=tournament, n=2))
    page = client.post(f"/desk/event/{tournament.pk}/rules", sent)
    assert page.status_code == 422
    assert "entre-temps" in page.content.decode()
    assert len(page.context["tables"]) == 2
    assert (
        client.post(f"/desk/event/{tournament.pk}/rules", sent | {"seen": page.context["change"].digest}).status_code
        == 302
    )


def test_a_correction_shows_the_ranks_that_it_moves_in_the_evening():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    enter_coup(client, Table.objects.get(round__tournament=tournament, n=2))
    sent = {"key": "a-key-of-its-own", "number": 2, "kind": "coup"} | COUP
    page = client.post(
        f"/desk/table/{get_first_table(tournament).pk}/correct/1", sent | {"coup-points.1": "45", "coup-points.2": "50"}
    )
    moved = {new.tally.player: (old.rank, old.tied, new.rank, new.tied) for old, new in page.context["ranks"]}
    assert moved == {
        NAMES[3]: (1, True, 2, False),
        BASILE: (3, True, 1, False),
        NAMES[4]: (3, True, 3, False),
        ANNE: (1, True, 4, False),
    }
    assert 'aria-labelledby="ranks"' in page.content.decode()


@pytest.mark.parametrize(
    ("game", "was", "now"),
    [
        ("brusquembille", {}, {"dealer": "Basile"}),
        ("brusquembille", {}, {"claimed": {"Anne": 50}}),
        ("briscan", {"last_trick": "Anne"}, {"last_trick": "Basile"}),
        ("briscan", {"last_five": "Anne"}, {"last_five": None}),
        ("briscola", {"retourne": "7♠"}, {"retourne": "8♠"}),
        (
            "briscan",
            {"exchange": {"player": "Anne", "before_trick": 2}},
            {"exchange": {"player": "Anne", "before_trick": 3}},
        ),
        ("chiamata", {}, {"cappotto": True}),
    ],
)
def test_each_corrected_field_is_described_differently_before_and_after(game, was, now):
    coup = {"type": "coup", "points": {"Anne": 70, "Basile": 50}}
    ((_what, before, after),) = diff_events(coup | was, coup | now, scoring.get_game(game))
    assert before != after


def test_the_diff_of_two_coups_by_tricks_lists_the_tricks_that_differ():
    was = {"type": "coup", "retourne": "7♠", "tricks": [["A♠", "R♠"], ["10♦", "8♣"]]}
    now = was | {"tricks": [["A♠", "R♠"], ["10♦", "9♣"]]}
    assert diff_events(was, now, BRISCOLA) == [("Levée 2", "10♦ 8♣", "10♦ 9♣")]
    ((_what, before, after),) = diff_events(was, None, BRISCOLA)
    assert (before, after) == ("retourne 7♠ · levées A♠ R♠, 10♦ 8♣", "rien")


def test_coups_won_are_counts_where_ranks_would_change():
    row = tuple(
        SimpleNamespace(tally=SimpleNamespace(counted_total=total, player=ANNE), shown_rank=1, tied=True)
        for total in (1, 2)
    )
    table = RankChangesTable([], unit=TotalUnit.COUPS_WON)
    assert table.columns["total"].column.heading == "Coups gagnés"
    assert table.render_total(row) == '1 <span class="arrow">→</span> <strong>2</strong>'
    assert "arrow" not in table.render_rank(row), "shared before and after"


def test_points_of_two_partners_stand_under_both_names() -> None:
    table = get_table(create_evening(4, game="briscola"))
    record_events(table, {"type": "coup", "points": {"1": 90, "2": 30}})
    correct_event(table, 1, {"type": "coup", "points": {"1": 80, "2": 40}})
    sheet = load_sheet(table.pk)
    writers = AccountNames(sheet.tournament.club_id, [])
    content = narrate_events(sheet, writers)[0]
    assert content.content == "Anne et Chloé 80 · Basile et Denis 40"
    assert content.corrections[0].was == "Anne et Chloé 90 · Basile et Denis 30"
    moves = preview_table(plan_correction(sheet, 1, {"type": "coup", "points": {"1": 30, "2": 90}})).moves
    assert [(row["name"], row["before"].rank, row["after"].rank) for row in moves] == [
        ("Anne & Chloé", 1, 2),
        ("Basile & Denis", 2, 1),
    ]
    row = log_rows(sheet, writers)[0]
    assert (row.was, row.now) == (content.corrections[0].was, content.content)
    lone = {"type": "coup", "points": {"Anne": 90, "Basile": 30}}
    assert name_sides(lone, ()) == lone
    assert name_sides(None, (("Anne", "Basile"),)) is None


def test_a_correction_from_before_a_replacement_names_the_partners_of_then_and_the_seats_letter() -> None:
    client, club = sign_in_organiser()
    tournament = create_evening(4, game="briscola")
    Tournament.objects.update(club=club)
    table = get_table(tournament)
    record_events(table, {"type": "coup", "points": {"1": 67, "2": 53}})
    flore = add_entries(tournament, ["Flore"])[-1]
    substitute_player(table.pk, 2, flore, actor="user:1")
    correct_event(table, 1, {"type": "coup", "points": {"1": 61, "2": 59}})
    page = read_log(client, tournament)
    assert "Basile et Denis 53" in page
    assert "Basile et Denis 59" in page
    assert "place B" in page
    assert "place 2" not in page


def test_a_name_written_from_right_to_left_keeps_its_figure_on_every_page_of_a_correction() -> None:
    client, club = sign_in_organiser()
    tournament = create_evening(4, game="briscola")
    Tournament.objects.update(club=club)
    table = get_table(tournament)
    rename_entry(tournament.entries.get(shown_name="Basile"), "محمد علي", actor="user:1")
    record_events(table, {"type": "coup", "points": {"1": 67, "2": 53}})
    page, told = f"/desk/table/{table.pk}/correct/1", "<bdi>محمد علي</bdi> et Denis 53"
    assert told in client.get(page).content.decode()
    correct_event(table, 1, {"type": "coup", "points": {"1": 61, "2": 59}})
    assert told in read_log(client, tournament)
    assert told in client.get(f"/desk/table/{table.pk}/story").content.decode()


def test_results_name_who_had_a_seat_before_and_the_call_list_only_those_who_rest() -> None:
    _client, club = sign_in_organiser()
    names = [f"Joueur {n}" for n in range(1, 6)]
    tournament = create_tournament(club, name="Tournoi", date=DAY, game="briscola", players=names)
    tournament = plan_rounds(tournament, format="random", rounds=2)
    draw_rounds(tournament, sizes=(4,), seed=1)
    publish_round(tournament, 1)
    tournament = open_tournament(tournament)
    [table], [rest] = Table.objects.filter(round__tournament=tournament), Rest.objects.all()
    record_events(table, {"type": "coup", "points": {"1": 67, "2": 53}})
    before = load_sheet(table.pk).names[1]
    assert f"Se reposent : {rest.entry.shown_name}" in read_text(print_document(tournament, "calls")).replace(
        "\u202f", " "
    )
    substitute_player(table.pk, 2, rest.entry, actor="user:1")
    assert "Se reposent" not in read_text(print_document(tournament, "calls"))
    told = f"Jusqu’au coup 1, {before} avait la place de {rest.entry.shown_name}."
    assert told in read_text(print_document(tournament, "results"))
    address = f"/{tournament.code}/player/{tournament.entries.get(shown_name=before).pk}"
    assert not Client().get(address).context["gone"]
    set_presence(tournament.entries.filter(shown_name=before), "absent")
    here = Client().get(address).context
    assert here["gone"]
    assert here["coming"] is None, "he waits for no further round"
