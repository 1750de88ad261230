"""Swiss, round robin, knockout and groups on the organiser's pages, and the public pages of their brackets."""

import pytest

from tests.web.organiser_builders import DAY, NAMES, play_round, sign_in_organiser
from tests.web.round_forms import PLAN, create_tournament, open_page, post_form, read_page
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.models import Seat, Table, Tournament, UnplayedTable

pytestmark = pytest.mark.django_db


def record_forfeits(tournament: Tournament, n: int) -> None:
    """Record a forfeit of the second seat at each table of the round."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=n)
    UnplayedTable.objects.bulk_create(UnplayedTable(table=table, kind="forfeit", absent=[2]) for table in tables)


def run_next_round(client, tournament: Tournament, n: int) -> None:
    """Draw and publish round n, and let the second seat of each table forfeit."""
    post_form(client, tournament, "rounds/draw")
    assert post_form(client, tournament, f"rounds/{n}/publish").status_code == 302
    if n == 1:
        open_tournament(Tournament.objects.get(pk=tournament.pk))
    record_forfeits(tournament, n)


def test_a_swiss_is_planned_drawn_changed_by_hand_and_ranked_by_victories():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    assert post_form(client, tournament, "rounds/plan", **PLAN, format="swiss").status_code == 302
    shown = read_page(client, tournament)
    assert 'rounds/draw"' in shown
    assert 'name="sizes_of"' not in shown
    post_form(client, tournament, "rounds/draw")
    shown = open_page(client, tournament).context
    assert shown["verdict"].mark == "go"
    assert len(shown["editor"].aside) == 1
    assert shown["equals"]
    assert not shown["others"]
    row = tournament.drafts.get(chosen=True).rounds[0]
    post_form(client, tournament, "rounds/touch", round="1", entry=row["tables"][0][0], **{"with": row["resting"][0]})
    assert tournament.drafts.get(chosen=True).rounds[0]["resting"] == [row["tables"][0][0]]
    tournament.refresh_from_db()
    assert tournament.ranking["precedence"][1] == "victory"


def test_a_round_robin_is_drawn_at_once_by_the_berger_tables_and_played_to_its_end():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Ligue", date=DAY, players=NAMES[:5])
    post_form(client, tournament, "rounds/plan", **PLAN, format="all")
    post_form(client, tournament, "rounds/draw")
    shown = open_page(client, tournament)
    assert len(shown.context["editor"].rounds) == 5, "all rounds at once"
    assert shown.context["verdict"].mark == "go", "by the Berger tables"
    assert any(line.words.startswith("10 ") for line in shown.context["lines"]), "so many meetings"
    assert "data-by-hand" not in shown.content.decode()
    assert 'name="lock"' not in shown.content.decode()
    assert post_form(client, tournament, "rounds/touch", round="1", lock="1:1").status_code == 422
    for n in range(1, 6):
        run_next_round(client, tournament, n)
    shown = open_page(client, tournament)
    assert shown.context["ended"]
    assert "5 sur 5" in shown.content.decode().replace("\u202f", " ")
    assert post_form(client, tournament, "rounds/draw").status_code == 422
    assert client.get(f"/desk/event/{tournament.pk}").context["todo"]["url"].endswith("/close")


def test_a_round_robin_then_double_elimination_with_a_bye_end_with_everybody_in_his_place():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Ligue", date=DAY, players=NAMES[:3], options={"tours": 1})
    post_form(client, tournament, "rounds/plan", **PLAN, format="all")
    post_form(client, tournament, "rounds/draw")
    for n in (1, 2, 3):
        assert post_form(client, tournament, f"rounds/{n}/publish", anyway="yes").status_code == 302
        if n == 1:
            open_tournament(Tournament.objects.get(pk=tournament.pk))
        play_round(tournament, n)
    [group] = client.get(f"/{tournament.code}/bracket/groups.json").json()["rows"][:1]
    assert group["name"] == NAMES[0]
    answer = post_form(client, tournament, "rounds/plan", **PLAN | {"rounds": "1"}, format="knockout", losers="on")
    assert answer.status_code == 302
    for n in (4, 5, 6, 7):
        assert not is_phase_over(Tournament.objects.get(pk=tournament.pk))
        post_form(client, tournament, "rounds/draw")
        assert open_page(client, tournament).context["editor"].out
        assert post_form(client, tournament, f"rounds/{n}/publish", anyway="yes").status_code == 302
        play_round(tournament, n)
    assert is_phase_over(Tournament.objects.get(pk=tournament.pk))
    places = client.get(f"/{tournament.code}/bracket/places.json").json()["rows"]
    assert [row["name"] for row in places] == list(NAMES[:3])
    assert post_form(client, tournament, "close", anyway="yes").status_code == 302
    assert Tournament.objects.get(pk=tournament.pk).status == "closed"


def test_an_impossible_plan_is_reported_on_its_field():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    answer = post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", losers="on", consolation="on")
    assert answer.status_code == 422
    assert [*answer.context["phase"].errors] == ["consolation"]
    answer = post_form(client, tournament, "rounds/plan", **PLAN | {"pairing": "drawn"}, format="swiss")
    assert answer.status_code == 422
    assert [*answer.context["plan"].errors] == ["pairing"]
    assert "whist" not in answer.content.decode()
    answer = post_form(client, tournament, "rounds/plan", **PLAN | {"pairing": "drawn"}, format="all")
    assert "whist" in answer.content.decode()
    assert "9 rondes" in answer.content.decode()
    answer = post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", qualified="1", best_of="4")
    assert answer.status_code == 422
    assert answer.content.decode().count('class="error"') == 2


def test_what_was_typed_for_another_format_holds_up_nothing():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    wrong = {"through": "x", "days": "9" * 9}
    refused = post_form(client, tournament, "rounds/plan", **PLAN | wrong, format="groups")
    assert refused.status_code == 422
    assert post_form(client, tournament, "rounds/plan", **PLAN | wrong, format="swiss").status_code == 302
    tournament.refresh_from_db()
    assert tournament.format == "swiss"


def test_a_knockout_runs_from_its_draw_to_the_champion_with_a_public_bracket():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    post_form(client, tournament, "rounds/plan", **PLAN, format="knockout")
    post_form(client, tournament, "rounds/draw")
    by_lot = open_page(client, tournament).context["verdict"].words
    post_form(client, tournament, "rounds/touch", drop="yes")
    post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", third="on", seeding="list")
    assert "0 sur 4" in " ".join(read_page(client, tournament).split())
    post_form(client, tournament, "rounds/draw")
    shown = open_page(client, tournament).context
    assert shown["verdict"].mark == "go"
    assert shown["verdict"].words != by_lot
    assert shown["editor"].out
    assert any(plate.worth[-2:] == " 9" for table in shown["editor"].tables for plate in table.plates), "its seed"
    assert not shown["editor"].by_hand
    post_form(client, tournament, "rounds/1/publish")
    shown = open_page(client, tournament)
    assert shown.context["awaited"]
    assert len(shown.context["missing"]) == 4
    assert 'rounds/draw"' not in shown.content.decode()
    open_tournament(Tournament.objects.get(pk=tournament.pk))
    page = client.get(f"/{tournament.code}/bracket")
    everything = client.get(f"/desk/event/{tournament.pk}/more").content.decode()
    for word in ("Le tableau des rencontres", "La page publique"):
        assert word in everything, "it names the pages as they are called"
    [phase] = page.context["phases"]
    seated = [box.table for drawing in phase.shown.drawings for box in drawing.boxes if box.table]
    assert seated == [table for table in (match.table for match in phase.shown.matches) if table] == [1, 2, 3, 4]
    record_forfeits(tournament, 1)
    unplayed = client.get(f"/desk/table/{Table.objects.filter(round__tournament=tournament).first().pk}/unplayed")
    assert unplayed.context["in_bracket"], "it is said what is played again"
    assert 'rounds/draw"' in read_page(client, tournament)
    for n, playing in ((2, 4), (3, 2), (4, 4)):
        assert open_page(client, tournament).context["there"] == playing
        run_next_round(client, tournament, n)
    assert open_page(client, tournament).context["ended"]
    assert Seat.objects.filter(table__round__tournament=tournament).count() == 2 * 9
    shown = client.get(f"/{tournament.code}/bracket").content.decode().replace("\u202f", " ")
    assert "<svg" in shown
    assert "Finale" in shown
    assert "Demi-finales" in shown
    assert "Troisième place" in shown
    assert '<dl class="facts places">' in shown
    assert ' style="' not in shown
    assert client.get(f"/{tournament.code}/bracket").content.decode().count("Anne Lefèvre") >= 3


def test_groups_and_finals_are_shown_publicly_and_as_files():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    asked = {"groups": "3", "through": "1", "best": "1", "other": "on", "seeding": "list"}
    post_form(client, tournament, "rounds/plan", **PLAN | {"rounds": ""}, **asked, format="groups")
    assert "gardé : 6 rondes." in " ".join(read_page(client, tournament).split())
    post_form(client, tournament, "rounds/draw")
    shown = open_page(client, tournament).context
    assert shown["verdict"].mark == "go"
    assert {table.group for table in shown["editor"].tables} == {f"Poule {letter}" for letter in "ABC"}
    tournament.refresh_from_db()
    assert tournament.planned_rounds == 6, "a consolation of three rounds follows the three of the groups"
    for n in range(1, 5):
        run_next_round(client, tournament, n)
        named = ">Poule A</span>" in client.get(f"/desk/event/{tournament.pk}").content.decode()
        listed = [row.get("group") for row in client.get(f"/{tournament.code}/seats.json").json()["rows"]]
        assert (named, set(listed) == {"A", "B", "C"}) == (n < 4, n < 4), "tables and seats of the groups say theirs"
    shown = client.get(f"/{tournament.code}/bracket").content.decode().replace("\u202f", " ")
    assert "Par forfait :" in shown
    assert "<th" in shown
    assert "Nulles" in shown
    assert "Perdues" in shown
    assert "Poule A" in shown
    assert "Poule C" in shown
    assert "Consolante" in shown
    assert shown.count("<svg") >= 2
    parts = {"": "phase", "/groups": "group", "/places": "place"}
    files = {part: client.get(f"/{tournament.code}/bracket{part}.json").json()["rows"] for part in parts}
    assert all(files[part] and key in files[part][0] for part, key in parts.items())
    assert len(files["/groups"]) == tournament.entries.count()
    assert f"/{tournament.code}/bracket/groups.xlsx" in shown
    answer = post_form(client, tournament, "rounds/plan", **PLAN, **asked | {"groups": "2"}, format="groups")
    assert answer.status_code == 422
    assert answer.context["plan"].non_field_errors()


def test_the_bracket_shows_a_match_that_both_sides_forfeited():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Coupe", date=DAY, players=NAMES[:4])
    post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", seeding="list")
    run_next_round(client, tournament, 1)
    UnplayedTable.objects.filter(table__n=1).update(absent=[1, 2])
    (drawing,) = client.get(f"/{tournament.code}/bracket").context["phases"][0].shown.drawings
    final = drawing.boxes[-1].lines
    assert drawing.headings[-1][1] == "Finale"
    assert [line.note for line in drawing.boxes[0].lines] == ["absent", "absent"]
    assert sorted((line.name == "personne", line.won) for line in final) == [(False, True), (True, False)]


def test_the_bracket_says_who_went_on_by_forfeit_and_its_file_keeps_its_figures():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Coupe", date=DAY, players=NAMES[:2])
    post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", seeding="list", best_of="3")
    run_next_round(client, tournament, 1)
    run_next_round(client, tournament, 2)
    UnplayedTable.objects.filter(table__round__n=2).update(absent=[1])
    page = client.get(f"/{tournament.code}/bracket")
    (drawing,) = page.context["phases"][0].shown.drawings
    assert sorted((line.won, line.wins, line.note) for line in drawing.boxes[0].lines) == [
        (False, "", "forfait"),
        (True, "", ""),
    ], "who did not come is named so, beside whoever went on"
    assert page.context["phases"][0].shown.matches[0].by_forfeit
    assert page.context["phases"][0].shown.matches[0].winner == NAMES[0]
    [row] = client.get(f"/{tournament.code}/bracket.json").json()["rows"]
    assert (row["winner"], row["won"], row["lost"], row["forfeit"]) == (NAMES[0], 2, 0, "non")


def test_a_match_won_at_the_table_and_by_forfeit_says_how_many_games_were_forfeited():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Coupe", date=DAY, players=NAMES[:2], options={"tours": 1})
    post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", seeding="list", best_of="3")
    run_next_round(client, tournament, 1)
    post_form(client, tournament, "rounds/draw")
    post_form(client, tournament, "rounds/2/publish")
    play_round(tournament, 2)
    [match] = client.get(f"/{tournament.code}/bracket").context["phases"][0].shown.matches
    assert (match.wins, match.forfeits, match.by_forfeit) == ((2, 0), 1, False)


def test_an_evening_without_meetings_of_two_sides_has_no_bracket():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    post_form(client, tournament, "rounds/1/publish")
    open_tournament(tournament)
    assert client.get(f"/{tournament.code}/bracket").status_code == 404
    assert "/bracket" not in client.get(f"/{tournament.code}").content.decode()


def test_a_player_too_late_for_the_bracket_is_named_with_his_alternatives():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Coupe", date=DAY, players=NAMES[:4])
    post_form(client, tournament, "rounds/plan", **PLAN, format="knockout", seeding="list")
    run_next_round(client, tournament, 1)
    add_entries(tournament, ["Zoé"])
    post_form(client, tournament, "rounds/draw")
    warnings = [line.words for line in open_page(client, tournament).context["lines"] if line.mark == "warn"]
    assert any("Zoé" in words for words in warnings)


def test_the_group_tables_say_how_the_games_of_a_leaver_count():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Ligue", date=DAY, players=NAMES[:4])
    post_form(client, tournament, "rounds/plan", **PLAN, format="all", leavers="half")
    run_next_round(client, tournament, 1)
    [phase] = client.get(f"/{tournament.code}/bracket").context["phases"]
    assert phase.shown.leavers
    answer = post_form(client, tournament, "rounds/plan", **PLAN, format="all", leavers="struck")
    assert answer.status_code == 422
    assert answer.context["plan"].non_field_errors()


def test_more_rounds_than_anybody_plays_are_asked_about_and_kept_once_they_are_meant():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    asked = post_form(client, tournament, "rounds/plan", **PLAN | {"rounds": "99"}, format="swiss")
    assert asked.context["hidden"]["rounds"] == "99"
    assert Tournament.objects.get().planned_rounds == 3
    hidden = asked.context["hidden"]
    assert post_form(client, tournament, "rounds/plan", **hidden).status_code == 302
    assert Tournament.objects.get().planned_rounds == 99
    assert post_form(client, tournament, "rounds/plan", **PLAN | {"rounds": "12"}, format="swiss").status_code == 302
    assert post_form(client, tournament, "rounds/plan", **PLAN | {"rounds": "99"}, format="all").status_code == 302
