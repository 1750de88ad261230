"""Bonuses and penalties on the organiser's pages, and wherever the figure is shown."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from scoring import TotalUnit
from tests.printing.pdf_reading import print_document, read_text
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.models import Adjustment
from tournaments.presentation.text.adjustment_text import format_amount
from tournaments.printing.rank_reasons import build_reasons
from tournaments.printing.tournament_papers import build_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked():
    """A signed-in client, an evening with a coup (+42, −15, −27), and its page of bonuses."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    return client, tournament, f"/desk/event/{tournament.pk}/adjustments"


def give(client, tournament, address, **changes):
    """Give the first player a penalty of 60; `changes` overrides fields."""
    entry = tournament.entries.order_by("pk")[0]
    sent = {"entry": entry.pk, "amount": "−60", "round": "1", "rule": "Article 4", "reason": "Trois retards"}
    return client.post(address, sent | changes)


def test_it_is_given_read_everywhere_and_cancelled_with_a_reason(asked):
    client, tournament, address = asked
    assert give(client, tournament, address).status_code == 302
    (given,) = Adjustment.objects.all()
    assert (given.amount, given.metric, given.round, given.rule) == (-60, "total", 1, "Article 4")
    player = f"/{tournament.code}/player/{given.entry_id}"
    for page in (address, player):
        text = client.get(page).content.decode()
        assert "Trois retards" in text
        assert "−60" in text
        assert "Article 4" in text
    standings = client.get(f"/{tournament.code}/standings?all=1").content.decode()
    assert "−60" in standings
    assert "−18" in standings
    assert "+42" in standings
    assert ">Total<" in "".join(standings.split())
    assert "Compté" not in standings
    assert "−60" in client.get(f"/{tournament.code}/standings.csv").content.decode().replace("-", "−")
    assert "42 − 60 = −18" in client.get(player).content.decode()
    assert [line.reason for line in build_standings(tournament)["adjustments"]] == ["Trois retards"]
    assert [line.rule for person in build_reasons(tournament)["people"] for line in person["adjustments"]] == [
        "Article 4"
    ]
    cancel = f"{address}/{given.pk}/cancel"
    assert client.post(cancel, {"reason": ""}).status_code == 422
    assert client.post(cancel, {"reason": "Horloge fausse"}).status_code == 302
    assert client.post(cancel, {"reason": "encore"}).status_code == 422
    text = client.get(player).content.decode()
    assert "<del>" in text
    assert "Horloge fausse" in text
    assert "−18" not in client.get(f"/{tournament.code}/standings?all=1").content.decode()
    log = client.get(f"/desk/event/{tournament.pk}/log").content.decode()
    assert log.count("Anne Lefèvre\u202f: −60 jetons") == 2
    assert "Horloge fausse" in log
    assert "→" not in log, "nothing stood there before"
    assert '<del class="was"></del>' not in log, "nothing stood there before"
    printed = "".join(page.extract_text() for page in print_document(tournament, "log").pages)
    assert "−60 jetons" in printed
    assert "→" not in printed


def test_the_cross_table_and_the_record_say_what_the_tables_gave_and_what_counts(asked):
    client, tournament, address = asked
    give(client, tournament, address)
    cross = client.get(f"/{tournament.code}/cross").content.decode()
    heads = [strip_tags(head).strip() for head in re.findall(r"<th\b.*?</th>", cross, re.DOTALL)]
    assert " ".join(heads).count("Gain Bonus, pénalité Total Rang") == 1
    assert "+42" in cross
    assert "−18" in cross
    (ending,) = [
        line for line in client.get(f"/{tournament.code}/cross.csv").content.decode().splitlines() if "Anne" in line
    ]
    assert "42" in ending, "files keep their columns"
    assert "18" not in ending, "files keep their columns"
    text = read_text(print_document(tournament, "records"))
    assert "+42 jetons · Bonus, pénalité : −60" in " ".join(text.split()).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("amount", "metric", "unit", "told"),
    [
        (1, "total", TotalUnit.JETONS, "+1 jeton"),
        (-20, "total", TotalUnit.JETONS, "−20 jetons"),
        (-1, "total", TotalUnit.POINTS, "−1 point"),
        (1, "total", TotalUnit.COUPS_WON, "+1 coup gagné"),
        (1, "victory", TotalUnit.JETONS, "+1 point de victoire"),
        (2, "victory", TotalUnit.POINTS, "+2 points de victoire"),
        (-1, "place_points", TotalUnit.POINTS, "−1 point de place"),
        (2, "parties_won", TotalUnit.POINTS, "+2 parties gagnées"),
    ],
)
def test_an_amount_of_one_is_in_the_singular(amount, metric, unit, told):
    assert format_amount(amount, metric, unit) == told


def test_the_desk_heads_what_counts_as_the_standings_do(asked):
    client, tournament, address = asked
    assert str(client.get(f"/desk/event/{tournament.pk}").context["side"].heading) == "Gain"
    give(client, tournament, address)
    side = client.get(f"/desk/event/{tournament.pk}").context["side"]
    assert str(side.heading) == "Total"
    assert "−18" in {row.figure for row in side.rows}


def test_a_tie_that_a_bonus_makes_is_one_of_totals(asked):
    client, tournament, address = asked
    first, second = tournament.entries.order_by("pk")[:2]
    give(client, tournament, address, entry=second.pk, amount="57", reason="rattrapage")
    page = client.get(f"/{tournament.code}/player/{first.pk}/why").content.decode()
    assert "même total" in page
    assert "même gain" not in page


def test_what_counts_with_a_penalty_is_named_apart_from_the_gain(asked):
    client, tournament, address = asked
    give(client, tournament, address)
    (given,) = Adjustment.objects.all()
    why = client.get(f"/{tournament.code}/player/{given.entry_id}").context["why"]
    assert re.search(r" total −18 jetons contre −15 \([^()]*\)\.$", why[0])
    assert "devant" not in why[0]
    assert re.search(r" total −18 jetons contre −27 \([^()]*\)\.$", why[1]), "with bonuses and penalties"
    last = tournament.entries.get(shown_name="Chloé d’Arès").pk
    before = tournament.entries.get(shown_name="Basile O’Connor").pk
    assert "total" in client.get(f"/{tournament.code}/player/{last}").context["why"][0]
    assert "total −15" in client.get(f"/{tournament.code}/player/{before}").context["why"][-1]


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("entry", "0"), ("amount", "0"), ("amount", "dix"), ("round", "7"), ("rule", ""), ("reason", "")],
)
def test_what_is_wrong_is_told_once_and_what_was_typed_stays(asked, field, wrong):
    client, tournament, address = asked
    answer = give(client, tournament, address, **{field: wrong})
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()
    assert list(answer.context["form"].errors) == [field]
    assert f'value="{"Article 4" if field != "rule" else ""}"' in answer.content.decode() or field == "rule"


def test_a_page_that_is_open_notices_one_that_is_given(asked):
    _client, tournament, _address = asked
    client = Client()  # a member's page has the desk's frame, and is made anew each time
    client.get(f"/{tournament.code}")  # takes its cookie
    board = client.get(f"/{tournament.code}")
    again = {"If-None-Match": board["ETag"]}
    assert client.get(f"/{tournament.code}", headers=again).status_code == 304
    give_adjustment(tournament, tournament.entries.all()[0], amount=5, rule="Article 4", reason="bravo", actor="user:1")
    assert client.get(f"/{tournament.code}", headers=again).status_code == 200


def test_the_board_and_the_podium_show_the_figure_that_ranks(asked):
    client, tournament, _address = asked
    last = client.get(f"/desk/event/{tournament.pk}").context["side"].rows[-1].row.tally
    entry = tournament.entries.get(pk=last.entry)
    give_adjustment(tournament, entry, amount=500, rule="Article 4", reason="bravo", actor="user:1")
    first = client.get(f"/desk/event/{tournament.pk}").context["side"].rows[0]
    closing = client.get(f"/desk/event/{tournament.pk}/close").context
    assert (first.row.tally.entry, first.figure) == (last.entry, f"+{last.total + 500}")
    assert closing["main"].figures[last.entry] == first.figure


def test_people_are_offered_in_the_order_in_which_a_reader_looks_for_them():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=("Zoé", "Élise", "fanny", "Denis"), sizes=(4,))
    form = client.get(f"/desk/event/{tournament.pk}/adjustments").context["form"]
    assert [name for _pk, name in form.fields["entry"].choices] == ["—", "Denis", "Élise", "fanny", "Zoé"]


def test_the_way_out_of_cancelling_one_cannot_be_taken_for_cancelling(asked):
    client, tournament, address = asked
    give(client, tournament, address)
    page = client.get(f"{address}/{Adjustment.objects.get().pk}/cancel").content.decode()
    assert f'<a href="{address}">Revenir sans rien changer</a>' in page


def test_the_standings_stand_beside_what_changes_them(asked):
    client, tournament, address = asked
    for page in (address, f"/desk/event/{tournament.pk}/ranking"):
        assert client.get(page).context["side"].rows[0].row.tally.total == 42
    form = client.get(f"/desk/table/{get_first_table(tournament).pk}/mark/coup")
    assert len(form.context["beside"].rows) == len(form.context["sheet"].names)
