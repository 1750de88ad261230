"""The public pages: who may see them, what they show, when they answer 304."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, create_table, get_table, record_events
from tests.fixtures.amounts import choose_amount, pair_in_turn
from tests.fixtures.table_cells import read_contents, read_values
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tests.web.public_reading import CHANGES, list_addresses, read_page
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.rounds.seating import add_table, seat_entry
from tournaments.models import Club, Member, Table, Tournament, UnplayedTable
from tournaments.models.rights import Role
from tournaments.reading.shown_names import abbreviate_names
from tournaments.reading.tallies import get_standings
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views import polled_parts
from tournaments.views.public import pages, ranking, stamp, urlpatterns

pytestmark = pytest.mark.django_db

PENALTY = {"type": "penalty", "rule": "PEN-08", "player": "3"}
FIGURES = ("total", "tables", "coups_won", "brusquembilles_won", "brusquembilles_lost")


@pytest.fixture
def played() -> Tournament:
    """An open evening of two tables that have played, one with a penalty."""
    tournament = create_evening(3, 3, tours=2)
    record_events(get_table(tournament), build_coup(), PENALTY, build_coup(46, 46, 28))
    record_events(get_table(tournament, 2), build_coup(45, 50, 25))
    return tournament


def test_every_view_declares_that_it_is_for_anyone():
    assert {pattern.callback.access for pattern in urlpatterns} == {"anyone"}


def test_a_draft_and_a_hidden_evening_are_missing(played):
    hide_tournament(played)
    assert {Client().get(address).status_code for address in list_addresses(played)} == {404}
    hide_tournament(played, hidden=False)
    assert {Client().get(address).status_code for address in list_addresses(played)} == {200}
    Tournament.objects.filter(pk=played.pk).update(status=Tournament.Status.DRAFT)
    assert {Client().get(address).status_code for address in list_addresses(played)} == {404}


@pytest.mark.parametrize(
    "missing", ["/table/3", "/table/0", "/round/2/table/1", "/player/0", "/player/" + "9" * 400, "/x"]
)
def test_unknown_tables_rounds_and_players_are_missing(played, missing):
    assert Client().get(f"/{played.code}{missing}").status_code == 404


def test_the_code_may_be_typed_in_lower_case(played):
    assert "Soirée" in read_page(f"/{played.code.lower()}")


def test_a_closed_evening_stays_public_and_is_provisional_until_all_is_read(played):
    close_tournament(played)
    pages = "", "/standings", f"/player/{played.entries.first().pk}"
    assert all(Client().get(f"/{played.code}{page}").context["provisional"] for page in pages)
    for table in Table.objects.filter(round__tournament=played):
        UnplayedTable.objects.create(table=table, kind=UnplayedTable.UnplayedKind.EXEMPT)
    assert "provisoire" not in read_page(f"/{played.code}/standings")


def test_an_unchanged_page_is_a_304_after_at_most_seven_queries(played, django_assert_max_num_queries):
    for address in list_addresses(played):
        client = Client()
        client.get(address)
        etag = client.get(address)["ETag"]
        with django_assert_max_num_queries(7):
            assert client.get(address, headers={"If-None-Match": etag}).status_code == 304, address


def test_a_newer_version_of_the_program_renders_every_page_again(played, monkeypatch):
    before = [Client().get(address)["ETag"] for address in list_addresses(played)]
    monkeypatch.setattr(stamp, "compute_fingerprint", lambda: "newer")
    for address, etag in zip(list_addresses(played), before, strict=True):
        assert Client().get(address, headers={"If-None-Match": etag}).status_code == 200, address


def test_the_polled_section_has_an_etag_of_its_own(played):
    whole = Client().get(f"/{played.code}")
    part = Client().get(f"/{played.code}", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert part["ETag"] != whole["ETag"]
    assert "HX-Request" in part["Vary"]
    told = re.search(r"If-None-Match&quot;: &quot;\\&quot;(.*?)\\", whole.content.decode().replace('"', "&quot;"))
    assert told
    assert part["ETag"] == f'"{told[1]}"'


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_page_changes_its_etag(played, change):
    before = Client().get(f"/{played.code}")["ETag"]
    CHANGES[change](played)
    assert Client().get(f"/{played.code}")["ETag"] != before


def test_each_figure_links_to_the_coups_that_make_it(played):
    """What the player's page lists adds up to the figure whose link leads there."""
    client = Client()
    tallies = [row.tally for row in get_standings(played)]
    for tally, figure in pair_in_turn(tallies, FIGURES):
        page = client.get(f"/{played.code}/player/{tally.entry}?figure={figure}")
        lines = [line for part, _table in page.context["tables"] for line in part.lines]
        found = {
            "total": sum(line.gain.net for line in lines),
            "tables": len(page.context["tables"]),
            "coups_won": len(lines),
            "brusquembilles_won": sum(line.gain.get_statistic("brusquembilles_won") for line in lines),
            "brusquembilles_lost": sum(line.gain.get_statistic("brusquembilles_lost") for line in lines),
        }
        assert found[figure] == tally.get_sum(figure), (tally.player, figure)
        if figure == "tables":
            assert f"{tally.tables} table" in page.content.decode().partition('class="total"')[2]
    for tally in tallies[:: choose_amount(3, 1)]:
        whole = client.get(f"/{played.code}/player/{tally.entry}").context
        assert whole["sum"].net == sum(part.gain.net for part, _table in whole["tables"]) == tally.total


def test_a_player_s_page_begins_with_his_rank(played):
    """The section of the page that is polled shows it too."""
    for headers in ({}, {"HX-Request": "true"}):
        page = Client().get(f"/{played.code}/player/{played.entries.first().pk}", headers=headers).content.decode()
        assert "Rang 1 sur 6" in page


def test_the_page_of_a_table_shows_each_coup_and_its_rules(played):
    page = read_page(f"/{played.code}/table/1")
    for words in ("</bdi> mène", "Coup 1", "Pénalité", "BRU-10", "PEN-08", "Basile"):
        assert words in page
    assert page.count("<polyline") == 2 * 3
    assert "<td></td>" in page


def test_no_page_has_an_inline_style_or_script(played):
    for address in list_addresses(played):
        page = read_page(address)
        assert " style=" not in page, address
        assert not re.search(r"<script(?! src=)", page), address
        assert not re.search(r"\son\w+=", page), address


def test_a_hostile_name_is_escaped_on_every_page(played):
    names = {"1": "<script>alert(1)</script>", "2": "أحمد", "3": "Zoé 😀"}
    for entry, name in zip(played.entries.all(), names.values(), strict=False):
        rename_entry(entry, name)
    for address in list_addresses(played):
        assert address.endswith(".csv") or "<script>alert" not in read_page(address)
    board = read_page(f"/{played.code}")
    assert all(name in board for name in ("&lt;script&gt;", "أحمد", "Zoé 😀"))


def test_initials_hide_every_name(played):
    Club.objects.update(initials=True)
    shown = set(played.entries.values_list("shown_name", flat=True))
    for address in [*list_addresses(played), f"/{played.code}/table/2"]:
        page = read_page(address)
        assert not [name for name in shown if name in page], address
    assert "A." in read_page(f"/{played.code}")


def test_initials_differ_inside_a_tournament():
    names = {3: "Anne Lefèvre", 1: "Alain Leroux", 2: "Jean-Marie d’Arc", 4: "Anne Lefèvre 2"}
    assert abbreviate_names(names) == {3: "A. L. 2", 1: "A. L.", 2: "J.-M. d.", 4: "A. L. 3"}


def test_a_spreadsheet_gets_numbers_and_no_formula(played):
    rename_entry(played.entries.get(shown_name="Chloé"), "=1+1")
    answer = Client().get(f"/{played.code}/standings.csv", headers={"Accept-Language": "fr"})
    written = answer.content.decode("utf-8-sig")
    assert "'=1+1;-" in written
    assert written.startswith("Rang;Joueur;Gain;")
    assert answer["Content-Disposition"] == f'attachment; filename="corbillon-{played.code}.csv"'


def test_an_incomplete_table_is_shown_as_such(played):
    add_entries(played, ["Zoé"])
    seat_entry(played.entries.get(shown_name="Zoé"), add_table(played))
    assert "incomplète" in read_page(f"/{played.code}")
    assert not Client().get(f"/{played.code}/table/3").context["view"].can_play


def test_long_standings_come_in_pages_and_the_file_is_whole(played, monkeypatch):
    monkeypatch.setattr(ranking, "ROWS_PER_PAGE", 2)
    found = [read_page(f"/{played.code}/standings?page={n}") for n in (1, 2, 3, 99)]
    names = played.entries.values_list("shown_name", flat=True)
    assert [sum(f">{name}</bdi></a>" in page for name in names) for page in found] == [2, 2, 2, 2]
    assert 'href="?page=3"' in found[0]
    assert 'href="?page=1" aria-current="page"' in found[0]
    assert all(name in read_page(f"/{played.code}/standings.csv") for name in names)


def test_a_name_leads_to_the_page_and_row_of_that_player_in_long_standings(played, monkeypatch):
    monkeypatch.setattr(ranking, "ROWS_PER_PAGE", 2)
    for row in get_standings(played):
        asked = Client().get(f"/{played.code}/standings", {"name": row.tally.player.upper(), "sort": "-player"})
        there, _, anchor = asked.headers["Location"].partition("#")
        assert "sort=-player" in there
        assert f'<tr id="{anchor}">' in read_page(there)
        assert anchor == f"e{row.tally.entry}"
    unknown = read_page(f"/{played.code}/standings?name=Personne+d%27ici")
    assert 'class="notice plain" role="status"' in unknown
    assert 'value="Personne d&#x27;ici"' in unknown


@pytest.mark.parametrize("column", ["total", "tables", "coups_won", "brusquembilles_lost"])
def test_long_standings_are_sorted_over_all_their_pages(played, monkeypatch, column):
    monkeypatch.setattr(ranking, "ROWS_PER_PAGE", 2)
    pages = [Client().get(f"/{played.code}/standings?sort=-{column}&page={n}").context["table"] for n in (1, 2, 3)]
    found = [value for table in pages for value in read_values(table, column)]
    assert found == sorted((row.tally.get_sum(column) for row in get_standings(played)), reverse=True)


def test_a_board_shows_the_first_players_and_tables_and_counts_the_others(played, monkeypatch):
    monkeypatch.setattr(pages, "MAX_SHOWN", 1)
    board = Client().get(f"/{played.code}").context
    assert board["more_players"] == 5
    assert board["more_tables"] == 1


def test_the_polled_section_of_a_hidden_evening_is_missing_at_once(played):
    headers = {"HX-Request": "true"}
    assert Client().get(f"/{played.code}", headers=headers).status_code == 200
    hide_tournament(played)
    assert Client().get(f"/{played.code}", headers=headers).status_code == 404


def test_a_poll_of_a_cached_section_is_answered_without_a_query(played, django_assert_num_queries, monkeypatch):
    polled_parts.clear_polled_parts()
    monkeypatch.setattr(polled_parts, "FRESH_FACTOR", 10_000)
    screen, address = Client(headers={"HX-Request": "true"}), f"/{played.code}"
    first = screen.get(address)
    with django_assert_num_queries(0):
        again = screen.get(address, headers={"If-None-Match": first["ETag"]})
        later = screen.get(address, headers={"If-None-Match": '"what stood before"'})
    assert later.content == first.content
    assert later["Content-Security-Policy"]
    assert later["Content-Length"] == str(len(first.content))
    assert again.status_code == 304
    assert not again.content
    assert "Basile" in first.content.decode()
    assert {key: again[key] for key in ("ETag", "Vary", "Cache-Control")} == {
        key: first[key] for key in ("ETag", "Vary", "Cache-Control")
    }
    italian = {"If-None-Match": first["ETag"], "Accept-Language": "it"}
    assert screen.get(address, headers=italian).headers["Content-Language"] == "it"
    user = get_user_model().objects.create_user("anne")
    Member.objects.create(club=played.club, user=user, role=Role.OWNER)
    desk = Client()
    desk.force_login(user)
    usual = {"time_zone": "Europe/Paris", "cards": "french", "currency": "EUR"}
    club = {"club": played.club_id, "name": "Club", "initials": "on"} | usual
    desk.post(f"/desk/club?club={played.club_id}", club)
    short = screen.get(address, headers={"If-None-Match": first["ETag"]})
    assert short.status_code == 200
    assert "Basile" not in short.content.decode()
    desk.post(f"/desk/event/{played.pk}/hide")
    assert screen.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 404


def test_a_board_shows_the_first_three_figures_of_the_ranking_alone(played):
    precedence = ("left", "victory", "buchholz_cut", "buchholz", "sonneborn_berger", "brusquembilles_won")
    set_ranking(played, RankingOrder(precedence))
    shown = Client().get(f"/{played.code}").context["table"]
    assert [column.name for column in shown.columns] == ["rank", "player", *precedence[1:4]]


def test_search_engines_are_asked_to_keep_no_page(client: Client, played):
    assert client.get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"
    for address in ("/", "/nothing-here", "/accounts/login/", f"/{played.code}", f"/club/{played.club_id}"):
        assert client.get(address)["X-Robots-Tag"] == "noindex, nofollow"


def test_a_club_that_opens_its_pages_is_found_by_search_engines_and_no_other(client: Client, played):
    desk, other = sign_in_organiser("paul", "Autre cercle")
    theirs = create_open_evening(other)
    usual = {"time_zone": "Europe/Paris", "cards": "french", "currency": "EUR"}
    sent = {"club": other.pk, "name": other.name, "indexed": "on"} | usual
    assert desk.post(f"/desk/club/technical?club={other.pk}", sent).status_code == 302
    robots = client.get("/robots.txt").content.decode().splitlines()
    assert robots[:2] == ["User-agent: *", "Disallow: /"]
    assert {f"Allow: /{theirs.code}$", f"Allow: /{theirs.code}/", f"Allow: /club/{other.pk}$"} < set(robots)
    assert not [line for line in robots if played.code in line or line.endswith(f"/club/{played.club_id}$")]
    for address in (f"/{theirs.code}", f"/{theirs.code}/standings", f"/club/{other.pk}"):
        assert "X-Robots-Tag" not in client.get(address), address
    for address in (f"/{played.code}", f"/{theirs.code}/standings.csv", f"/{theirs.code}/code", "/desk/", "/"):
        assert "X-Robots-Tag" in client.get(address), address
    hide_tournament(theirs)
    assert theirs.code not in client.get("/robots.txt").content.decode()


def test_the_board_leads_home_to_the_standings_to_who_met_whom_and_to_the_rules(played):
    ways = read_page(f"/{played.code}").partition('<nav class="ways"')[2].partition("</nav>")[0]
    for address in ("/", f"/{played.code}/standings", f"/{played.code}/cross", f"/{played.code}/rules"):
        assert f'href="{address}"' in ways


def test_the_board_of_the_demonstration_says_that_it_is_an_example(played):
    assert "exemple" not in read_page(f"/{played.code}")
    Club.objects.update(demonstration=True)
    for page in ("", "/standings", "/cross", "/seats", "/rules", "/screen", "/table/1"):
        assert read_page(f"/{played.code}{page}").count("oirée d’exemple") == 1, page


def test_the_board_of_an_open_evening_leads_to_a_tables_code(played):
    """The evening's poster names the board's address to whoever has no camera."""
    way = f'href="/{played.code}/code"'
    assert way in read_page(f"/{played.code}")
    close_tournament(played)
    assert way not in read_page(f"/{played.code}")


def test_before_the_first_coup_nobody_has_a_rank():
    tournament = create_evening(3, 3)
    table = Client().get(f"/{tournament.code}/standings").context["table"]
    assert set(read_contents(table, "rank")) == {"–"}
    assert "why" not in table.columns.names()
    page = read_page(f"/{tournament.code}/standings")
    assert page.count("joué") == 1, "that nobody has played"
    assert "ex æquo</span>" not in page


def test_a_note_beside_a_name_written_from_the_right_follows_it(played):
    add_entries(played, ["שרה"])
    for address in ("", "/standings"):
        assert re.search('<bdi>שרה</bdi> <span class="small left">', read_page(f"/{played.code}{address}"))


def test_the_unit_of_what_ranks_is_named_once(played):
    set_ranking(played, RankingOrder(("left", "victory", "total")))
    score = Client().get(f"/{played.code}/standings").context
    assert (score["unit"], str(score["main_score"])) == ("", "points de victoire")
    assert Client().get(f"/{played.code}").context["unit"] == score["main_score"]
    set_ranking(played, RankingOrder())
    assert Client().get(f"/{played.code}/standings").context["unit"] == "jetons"


@pytest.mark.parametrize("address", ["player/{}", "player/{}/why"])
def test_where_each_coup_makes_its_sides_a_player_is_with_the_others_and_against_nobody(address):
    table = create_table(5, game="chiamata")
    coup = {"type": "coup", "caller": "4", "bid": 75, "called": "R♥", "partner": "5", "points": 78}
    record_events(table, coup)
    entry = table.seats.get(position=1).entry_id
    page = read_page(f"/{table.round.tournament.code}/" + address.format(entry))
    assert "à la même table que <bdi>Basile</bdi>" in page
    assert "contre <bdi>" not in page
    grid = read_page(f"/{table.round.tournament.code}/cross")
    assert "l’un contre l’autre" not in grid
    assert "puis ses points" in grid
    close_tournament(table.round.tournament)
    player = table.seats.get(position=1).entry.player
    career = read_page(f"/club/{player.club_id}/player/{player.pk}")
    assert "Contre qui" not in career


def test_a_player_s_page_says_who_called_in_each_coup_and_on_which_side_he_was():
    table = create_table(5, game="chiamata")
    coup = {"type": "coup", "caller": "4", "bid": 75, "called": "R♥", "partner": "5", "points": 78}
    alone = {key: value for key, value in coup.items() if key != "partner"} | {"points": 70}
    record_events(table, coup, coup | {"points": 60}, alone)
    code, camps = table.round.tournament.code, []
    for position in (4, 5, 1):
        answer = Client().get(f"/{code}/player/{table.seats.get(position=position).entry_id}")
        ((_part, lines),) = answer.context["tables"]
        camps.append(read_contents(lines, "camp"))
    told = (78, "réussie"), (60, "manquée"), (70, "manquée")
    end = [f"{points} points pour une enchère de 75, {how}" for points, how in told]
    who = [["demandeur", "demandeur", "demandeur, seul"], ["avec Denis"] * 2 + ["contre Denis"], ["contre Denis"] * 3]
    assert camps == [[f"{one}\u202f: {what}" for one, what in zip(mine, end, strict=True)] for mine in who]


def test_a_game_whose_sides_last_has_no_column_of_sides(played):
    ((_part, lines), *_) = Client().get(f"/{played.code}/player/{played.entries.first().pk}").context["tables"]
    assert "camp" not in lines.columns.names()
