"""The page «Et si…»: who is sure of a place, what a result of a table would change; when the round will end."""

import datetime
import re
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.book.phase_builders import create_tournament, play_round
from tests.book.round_builders import create_tournament as create_drawn
from tests.book.round_builders import draw_and_publish
from tests.printing.pdf_reading import print_document
from tests.printing.pdf_reading import read_text as read_pdf
from tests.web.organiser_builders import DAY, create_open_evening, sign_in_organiser
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.models import Club, Prize, Record, TableSummary, Tournament
from tournaments.presentation.text.prospect_text import describe_prospect
from tournaments.standings.prospects import LeastScores, PlaceVerdict, Prospect
from tournaments.standings.score_pools import Span

pytestmark = pytest.mark.django_db

HANGS_ON_TABLE_1 = "A fini : dépend de la table 1."


def read_text(answer) -> str:
    """Return the text of a page, without tags, each white space one space."""
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


@pytest.fixture
def evening() -> Tournament:
    """An evening with a table at its last coup (Anne +24, Basile +30, Chloé −54) and one that is over."""
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club, tours=1)
    record_events(get_table(tournament), build_coup(), build_coup(37, 58, 25))
    record_events(get_table(tournament, 2), build_coup(), build_coup(37, 58, 25), build_coup(37, 58, 25))
    return tournament


def open_page(tournament: Tournament, **query: str):
    """Open the public page with this query."""
    return Client().get(f"/{tournament.code}/what-if", query)


def test_each_player_has_a_verdict_and_one_is_told_what_he_needs(evening):
    anne = evening.entries.get(shown_name="Anne Lefèvre").pk
    answer = open_page(evening, places="1", player=str(anne))
    assert answer.context["counts"] == {"certain": 0, "out": 3, "open": 3}
    assert re.search(r"Anne Lefèvre\b.* \+51\b", answer.context["said"][0])
    certain = {row.name: row.certain_step for row in answer.context["table"].data}
    assert certain["Anne Lefèvre"] == "+51"
    assert certain["Denis Roy"] == ""


def test_the_score_that_ranks_is_headed_as_in_the_standings_once_a_penalty_counts(evening):
    def read_heading() -> str:
        return str(open_page(evening).context["table"].columns["figure"].column.heading)

    before = read_heading()
    anne = evening.entries.get(shown_name="Anne Lefèvre")
    give_adjustment(evening, anne, amount=-20, rule="Article 4", reason="en retard", actor="user:1")
    assert (before, read_heading()) == ("Gain", "Total")
    table = get_table(evening)
    gains = {f"gain{n}": gain for n, gain in enumerate(("0", "27", "-27"), 1)}
    page = open_page(evening, table=str(table.pk), **gains).content.decode()
    assert ">Total<" in page.split('id="then"')[1]


def test_who_left_a_table_is_named_apart_from_the_race(evening):
    assert not open_page(evening).context["gone"]
    record_events(get_table(evening), {"type": "leave", "player": "3"})
    assert open_page(evening).context["gone"] == ["Chloé d’Arès"]


def test_while_everybody_may_still_have_a_place_in_rounds_to_come_one_sentence_says_so():
    tournament = create_drawn(5, "random", rounds=3, game="chiamata")
    draw_and_publish(tournament, 1, (5,))
    open_tournament(tournament)
    answer = open_page(tournament)
    assert answer.context["too_early"]
    assert "Assurée à" not in read_text(answer)
    entry = str(tournament.entries.first().pk)
    assert "avec +15 points" in " ".join(open_page(tournament, player=entry).context["said"])


def test_the_places_start_with_those_that_win_a_prize_and_a_wrong_number_is_told(evening):
    assert open_page(evening).context["asked_places"] == 3
    Prize.objects.create(tournament=evening, place=2, label="Un jambon")
    assert open_page(evening).context["asked_places"] == 2
    answer = open_page(evening, places="17")
    assert answer.status_code == 422
    assert answer.context["form"].has_error("places")
    assert 'value="17"' in answer.content.decode()


def test_a_result_typed_for_a_table_shows_the_standings_with_their_movement(evening):
    table = str(get_table(evening).pk)
    form = open_page(evening, table=table).context["gains"]
    assert [field.initial for field in form.fields.values()] == ["+24", "+30", "−54"]
    answer = open_page(evening, table=table, gain1="−18", gain2="90", gain3="−72")
    assert answer.status_code == 200
    shown = [(row.rank, row.tally.player, row.tally.total) for row in answer.context["projected"].data]
    assert shown[0] == (1, "Basile O’Connor", 90)
    assert ("Anne Lefèvre", -18) in [each[1:] for each in shown]
    unchanged = open_page(evening, table=table, **{name: field.initial for name, field in form.fields.items()})
    assert {row.tally.player for row in unchanged.context["projected"].data if row.rank > 3} == {"Chloé d’Arès"}
    assert open_page(evening, table=table).context.get("projected") is None


def test_whoever_shares_a_rank_with_a_player_of_the_table_stands_beside_him():
    _client, club = sign_in_organiser()
    evening = create_open_evening(club, tours=1)
    record_events(get_table(evening), build_coup(), build_coup(37, 58, 25))
    record_events(get_table(evening, 2), build_coup(37, 58, 25))
    answer = open_page(evening, places="1", table=str(get_table(evening).pk), gain1="0", gain2="27", gain3="-27")
    shown = [(row.rank, row.tally.player) for row in answer.context["projected"].data]
    assert [player for rank, player in shown if rank == 5] == ["Chloé d’Arès", "Fanny Petit"]


def test_the_page_says_whether_a_tie_is_enough(evening):
    assert not open_page(evening).context["ties_part"]
    Tournament.objects.filter(pk=evening.pk).update(ranking={"precedence": ["left", "total", "coups_won"]})
    assert open_page(evening).context["ties_part"]


def test_a_result_that_cannot_be_is_refused_in_a_sentence_and_what_was_typed_stays(evening):
    table = str(get_table(evening).pk)
    answer = open_page(evening, table=table, gain1="90", gain2="30", gain3="-54")
    assert answer.status_code == 422
    assert re.search(r"−18 .* \+88\.", answer.context["gains"].errors["gain1"][0]), "with the coups that are left"
    assert 'value="90"' in answer.content.decode()
    answer = open_page(evening, table=table, gain1="50", gain2="30", gain3="-54")
    assert "−26" in answer.context["gains"].non_field_errors()[0]
    assert "en chiffres" in read_text(open_page(evening, table=table, gain1="dix", gain2="30", gain3="-54"))


def test_a_foreign_player_or_table_answers_404(evening):
    other = create_open_evening(Club.objects.create(name="Ailleurs"))
    assert open_page(evening, player=str(other.entries.first().pk)).status_code == 404
    for table in (get_table(other).pk, "x"):
        assert open_page(evening, table=str(table)).status_code == 404


def test_the_page_of_a_table_that_is_over_since_shows_what_is_left_to_say(evening):
    answer = open_page(evening, table=str(get_table(evening, 2).pk))
    assert answer.status_code == 200
    assert "gains" not in answer.context


def test_initials_are_shown_in_public_and_names_to_the_organiser():
    client, club = sign_in_organiser()
    club.initials = True
    club.save(update_fields=["initials"])
    tournament = create_open_evening(club)
    table = str(get_table(tournament).pk)
    assert "Lefèvre" not in open_page(tournament, table=table).content.decode()
    mine = client.get(f"/desk/event/{tournament.pk}/what-if", {"table": table})
    assert "Anne Lefèvre" in mine.content.decode()


def test_an_evening_without_players_or_with_a_bracket_says_that_nothing_is_to_be_computed():
    client, club = sign_in_organiser()
    empty = lifecycle.create_tournament(club, name="Vide", date=DAY, players=())
    assert client.get(f"/desk/event/{empty.pk}/what-if").context["nothing"]


def test_the_end_of_the_round_is_told_on_the_overview_and_beside_the_clock():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, coups=6)
    now = timezone.now()
    for minutes in (30, 20, 10, 0):
        at = now - datetime.timedelta(minutes=minutes)
        with patch.object(Record._meta.get_field("at"), "_get_default", lambda at=at: at):
            for n in (1, 2):
                record_events(get_table(tournament, n), build_coup())
        if minutes == 10:
            assert not client.get(f"/desk/event/{tournament.pk}/rounds/1/clock").context["round_end"]
    Tournament.objects.filter(pk=tournament.pk).update(format=Tournament.Format.RANDOM)
    for address in ("/rounds/1/clock", "", "/watch"):
        assert client.get(f"/desk/event/{tournament.pk}{address}").context["round_end"]


def test_groups_show_who_goes_on_to_the_finals():
    tournament = create_tournament(8, "groups", groups=2, through=1, best=1, seeding="list")
    play_round(tournament)
    groups = open_page(tournament).context["groups"]
    assert [group["name"] for group in groups] == ["Poule A", "Poule B"]
    assert all(group["best_too"] for group in groups), "the best of those who follow go on as well"


@pytest.mark.parametrize(
    ("certain", "said"),
    [
        (36, "La place est sûre pour Anne avec +12, quoi que fassent les autres."),
        (24, "Il suffit à Anne de ne rien perdre, quoi que fassent les autres."),
        (20, "Il suffit à Anne de ne pas perdre plus de 4, quoi que fassent les autres."),
    ],
)
def test_what_is_needed_is_said_as_a_gain_or_as_a_loss_that_is_allowed(certain, said):
    found = Prospect(1, PlaceVerdict.OPEN, Span(-18, 88), settled=False)
    first, then = describe_prospect("Anne", found, LeastScores(0, certain), 24, 1)
    assert first == said
    assert re.findall(r"\d+", then) == ["24"], "the loss beyond which the place is lost"


def test_a_knockout_says_that_its_meetings_decide_and_leads_to_them():
    tournament = create_tournament(4, "knockout", seeding="list")
    play_round(tournament)
    answer = open_page(tournament)
    assert (answer.context["in_bracket"], answer.context["is_over"]) == (True, False)
    assert f'href="/{tournament.code}/bracket"' in answer.content.decode()
    while not is_phase_over(tournament):
        play_round(tournament)
    assert open_page(tournament).context["is_over"]


def test_no_column_of_steps_stands_where_nobody_can_take_one(evening):
    assert {"possible_step", "certain_step"} <= set(open_page(evening).context["table"].columns.names())
    record_events(get_table(evening), build_coup(37, 58, 25))
    shown = open_page(evening).context["table"]
    assert not {"possible_step", "certain_step"} & set(shown.columns.names())


def test_the_organiser_s_page_explains_the_columns_of_steps_only_where_they_stand():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, tours=1)
    record_events(get_table(tournament), build_coup(), build_coup(37, 58, 25))
    address = f"/desk/event/{tournament.pk}/what-if"
    asked = "À partir d’ici, au moins", "Place sûre avec", "Un signe moins", "Un tiret"
    page = read_text(client.get(address))
    assert all(words in page for words in asked)
    for _ in range(3):
        record_events(get_table(tournament, 2), build_coup())
    record_events(get_table(tournament), build_coup(37, 58, 25))
    page = read_text(client.get(address))
    assert not [words for words in asked if words in page]
    lifecycle.close_tournament(tournament)
    closed = client.get(address).content.decode()
    assert "data-over" in closed
    assert 'id="who"' not in closed, "every place would be out of reach"
    assert "/what-if" not in Client().get(f"/{tournament.code}/standings").content.decode()


def test_who_has_finished_is_told_on_which_table_his_place_hangs(evening):
    hangs = {row.name: row.hangs_on for row in open_page(evening, places="1").context["table"].data}
    assert set(hangs.values()) == {"", HANGS_ON_TABLE_1}
    assert hangs["Anne Lefèvre"] == ""
    finished = [row.name for row in open_page(evening, places="3").context["table"].data if row.hangs_on]
    assert finished
    assert " ".join(HANGS_ON_TABLE_1.split()) in read_text(open_page(evening, places="3"))
    record_events(get_table(evening), build_coup(37, 58, 25))
    assert not any(row.hangs_on for row in open_page(evening).context["table"].data)


@pytest.mark.parametrize("format", ["all", "knockout"])
def test_standings_beside_a_bracket_say_what_follows_the_matches(format):
    tournament = create_tournament(4, format, seeding="list")
    play_round(tournament)
    entry = tournament.entries.first().pk
    for page in ("standings", f"player/{entry}"):
        shown = Client().get(f"/{tournament.code}/{page}")
        assert "suivent les rencontres" in read_text(shown)
    paper = read_pdf(print_document(tournament, "standings"))
    assert "suivent les rencontres" in " ".join(paper.split())


def test_a_player_is_told_that_the_next_round_waits_for_its_draw_once_all_tables_have_ended():
    tournament = create_tournament(4, "swiss")
    play_round(tournament)
    address = f"/{tournament.code}/player/{tournament.entries.first().pk}"
    before = Client().get(address)
    assert "Ensuite vient" in read_text(before)
    summary = TableSummary.objects.filter(table__round__tournament=tournament).first()
    TableSummary.objects.filter(pk=summary.pk).update(complete=False)
    assert "auront fini" in read_text(Client().get(address))
