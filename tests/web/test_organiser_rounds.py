"""A tournament on the organiser's pages: planned, drawn, changed by hand, published; players who come and go."""

import re
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.utils.html import escape
from django.utils.translation import override

from tests.web.organiser_builders import DAY, NAMES, create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tests.web.round_forms import create_tournament, list_seated_or_resting, open_page, play_round, post_form, read_page
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import set_participation, set_presence
from tournaments.forms.organiser.rounds import SeatingExclusionForm
from tournaments.models import Entry, Table, Tournament
from tournaments.reading.tallies import get_standings
from tournaments.views.organiser.rounds.draft_quality import describe_regrouped

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def test_rounds_are_planned_drawn_and_published():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=[*NAMES, "Gaël", "Hélène", "Inès"])
    assert 'rounds/plan"' in read_page(client, tournament)
    answer = post_form(client, tournament, "rounds/plan", format="fixed", pairing="single", rounds="3", minutes="45")
    assert answer.status_code == 302
    shown = open_page(client, tournament).context
    assert shown["there"] == 9
    assert shown["division"]["sizes_of"].value() == "3"
    offered = [key for key, _words in shown["division"].fields["sizes_of"].choices]
    assert offered == ["3", "4-5", "2-5", "4", "3-2-2-2", "4-3-2", "2", "5"]
    post_form(client, tournament, "rounds/draw", sizes_of="3-2-2-2")
    drawn = tournament.drafts.get(chosen=True).rounds
    assert [sorted(map(len, one["tables"])) for one in drawn] == [[2, 2, 2, 3]] * 3
    post_form(client, tournament, "rounds/touch", drop="yes")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    shown = open_page(client, tournament)
    assert shown.context["verdict"].mark == "go"
    assert {line.mark for line in shown.context["lines"]} == {"go"}, "nobody meets anybody twice"
    assert "arc-en-ciel" in shown.content.decode()
    assert post_form(client, tournament, "rounds/1/publish")["Location"] == f"/desk/event/{tournament.pk}"
    assert Table.objects.filter(round__tournament=tournament).count() == 3
    assert open_page(client, tournament).context["editor"].n == 2
    again = post_form(client, tournament, "rounds/1/publish")
    assert again.status_code == 422
    assert again.context["refused"]


def test_a_plan_out_of_bounds_is_reported_on_its_fields():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    answer = post_form(
        client, tournament, "rounds/plan", format="fixed", pairing="single", rounds="0", minutes="soixante"
    )
    assert answer.status_code == 422
    assert answer.content.decode().count('class="error"') == 2
    free = create_open_evening(club)
    told = post_form(client, free, "rounds/plan", format="fixed", pairing="single", rounds="0")
    assert free.format == "free", "rounds have just been chosen"
    assert told.context["chosen"], "rounds have just been chosen"


def test_exchanging_two_players_evaluates_the_draft_at_once():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    row = tournament.drafts.get(chosen=True).rounds[1]["tables"]
    what = {"round": "2", "entry": row[0][0], "with": row[1][0]}
    answer = client.post(f"/desk/event/{tournament.pk}/rounds/touch", what, headers=HTMX)
    shown = answer.content.decode()
    assert shown.lstrip().startswith('<section id="draft"')
    assert "se répètent" in shown
    assert "Ronde 2" in shown
    assert tournament.drafts.get(chosen=True).rounds[1]["tables"][0][0] == row[1][0]
    missing = client.post(f"/desk/event/{tournament.pk}/rounds/touch", {"round": "2"}, headers=HTMX)
    assert "Touchez d’abord" in missing.content.decode()


def test_a_player_taken_has_every_exchange_priced_and_repeats_are_dated():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    assert 'name="long"' not in read_page(client, tournament), "the best is proved"
    rows = [row["tables"] for row in tournament.drafts.get(chosen=True).rounds]
    here, companion = rows[1][0][:2]
    (met,) = [table for table in rows[0] if companion in table]
    other = next(entry for entry in met if entry != companion)  # would meet the companion of round 1 again
    page = post_form(client, tournament, "rounds/touch", round="2", take=here)
    plates = [plate for table in page.context["editor"].tables for plate in table.plates]
    prices = {plate.entry: plate.price.words for plate in plates if plate.price}
    assert len(prices) == 8
    assert prices[rows[1][0][1]] == "même table"
    assert prices[other].startswith("+")
    assert page.content.decode().count('name="with"') == 8
    left = post_form(client, tournament, "rounds/touch", round="2", leave="yes")
    assert left.context["editor"].picked is None
    post_form(client, tournament, "rounds/touch", round="2", entry=here, **{"with": other})
    shown = client.get(f"/desk/event/{tournament.pk}/rounds?round=2")
    repeats = [each for table in shown.context["editor"].tables for each in table.repeats]
    assert {each.words[-8:] for each in repeats} == {" ronde 1"}
    assert all(each.words in shown.content.decode() for each in repeats)
    words = shown.content.decode().replace("\u202f", " ")
    assert "de moins." in words
    assert 'name="long"' in words
    assert "d’autres compagnons" in words


def test_whoever_has_other_companions_in_several_rounds_is_counted_once():
    drafts = [[(1, 2), (3, 4)], [(1, 3), (2, 4)]], [[(1, 3), (2, 4)], [(1, 4), (2, 3)]]
    rounds = ([{"tables": row} for row in draft] for draft in drafts)
    one, other = (SimpleNamespace(draft=SimpleNamespace(rounds=each)) for each in rounds)
    with override("fr"):
        assert describe_regrouped(one, other) == "4 personnes ont d’autres compagnons."


def test_a_table_is_locked_another_draft_chosen_and_the_draft_dropped():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, "random")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    post_form(client, tournament, "rounds/touch", round="1", lock="2:1")
    kept = tournament.drafts.get(chosen=True).rounds[0]["tables"][1]
    post_form(client, tournament, "rounds/draw")
    assert tournament.drafts.get(chosen=True).rounds[0]["tables"][1] == kept
    assert "gardée" in read_page(client, tournament)
    post_form(client, tournament, "rounds/touch", choice="2")
    assert tournament.drafts.get(chosen=True).choice == 2
    shown = client.get(f"/desk/event/{tournament.pk}/rounds").context
    numbers = [shown["own_number"], *(each.n for each in shown["others"])]
    assert sorted(numbers) == list(range(1, len(numbers) + 1)), "drafts that are left out leave no gap"
    post_form(client, tournament, "rounds/touch", drop="yes")
    assert not tournament.drafts.exists()


def test_who_is_to_be_seated_and_who_is_checked_in_do_not_contradict_each_other():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, "random")
    shown = open_page(client, tournament)
    assert shown.context["there"] == 9
    assert "encore pointé" not in shown.content.decode()
    assert open_page(client, tournament, "people").context["there"] == 0
    set_presence(list(tournament.entries.all()), "present")
    assert open_page(client, tournament).context["expected"] == 0


def test_presence_rounds_reserved_tables_and_exclusions_are_set_for_players():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    field = f"presence-{entries['Inès'].pk}"
    refused = post_form(client, tournament, "people/check", **{field: "9" * 21})
    assert refused.status_code == 422
    assert refused.context["check"].has_error(field, "invalid_choice")
    post_form(client, tournament, "people/check", **{field: "absent"})
    page = read_page(client, tournament)
    assert "1 absent" in page  # in «Plus»
    assert "Inès (" in page, "what was kept, and for whom"
    assert open_page(client, tournament, "people").context["away"] == [entries["Inès"]]
    assert open_page(client, tournament).context["there"] == 8
    post_form(client, tournament, "people/part", entry=entries["Gaël"].pk, first="2", last="3", table="1")
    [(special, known)] = open_page(client, tournament, "people").context["special"]
    assert special == entries["Gaël"]
    assert open_page(client, tournament).context["later"] == [special]
    assert [re.sub(r"\D", "", words) for words in known] == ["2", "3", "1"], "from and to which round, which table"
    offered = SeatingExclusionForm(tournament, [entries[name] for name in ("Inès", "Élise Marchand", "Fanny Petit")])
    assert [name for _pk, name in offered["people"].field.choices] == ["Élise Marchand", "Fanny Petit", "Inès"]
    post_form(client, tournament, "people/apart", **{"apart-people": [entries["Gaël"].pk, entries["Hélène"].pk]})
    assert tournament.exclusions.count() == 1
    assert "/people#apart" in read_page(client, tournament), "it is recalled where the draw begins"
    post_form(client, tournament, "people/apart", let=tournament.exclusions.get().pk)
    assert tournament.exclusions.count() == 0
    wrong = post_form(client, tournament, "people/part", entry="", first="x", last="", table="")
    assert wrong.status_code == 422
    assert {"entry", "first"} <= {*wrong.context["part"].errors}


def test_a_late_comer_and_a_leaver_are_saved_together_and_saving_again_changes_nothing():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    anne, basile, *others = tournament.entries.order_by("pk")
    fields = {f"presence-{each.pk}": "present" for each in others} | {f"presence-{basile.pk}": "absent"}
    shown = client.get(f"/desk/event/{tournament.pk}/people").context["check"]
    post_form(client, tournament, "people/check", seen=shown["seen"].value(), **fields)
    found = dict(tournament.entries.values_list("pk", "presence"))
    assert found == dict.fromkeys((each.pk for each in others), "present") | {anne.pk: "expected", basile.pk: "absent"}
    shown = client.get(f"/desk/event/{tournament.pk}/people").context["check"]
    untouched = {bound.html_name: bound.value() for bound in shown}
    set_presence([anne], "present")  # at the door, while the page is open
    post_form(client, tournament, "people/check", **untouched)
    assert dict(tournament.entries.values_list("pk", "presence")) == found | {anne.pk: "present"}


def test_a_player_who_comes_after_the_draw_is_named_and_publishing_is_blocked():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    add_entries(tournament, ["Zoé"])
    shown = open_page(client, tournament)
    assert shown.context["stale"]
    assert shown.context["forgotten"] == ["Zoé"]
    assert 'rounds/1/publish"' not in shown.content.decode()


def test_a_late_comer_learns_his_round_and_takes_a_free_place_while_one_who_rests_is_no_newcomer():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, "random")
    resting = tournament.entries.get(shown_name="Inès")
    set_participation(resting, first=2, last=None, table=None)
    post_form(client, tournament, "rounds/draw", sizes_of="4")
    post_form(client, tournament, "rounds/1/publish")
    open_tournament(tournament)
    set_presence([resting], "absent")
    page = read_page(client, tournament, "players")
    assert "Sans place" not in page
    assert "ne joue pas</span>" in page
    client.post(f"/desk/event/{tournament.pk}/players", {"typed": "Zoé"})
    newcomers = open_page(client, tournament, "players").context["newcomers"]
    assert newcomers["url"] == f"/desk/event/{tournament.pk}/rounds"
    late, table = tournament.entries.get(shown_name="Zoé"), get_first_table(tournament)
    place = f"{table.pk}:{table.seats.count() + 1}"
    [only] = newcomers["people"]
    assert only["entry"] == late
    assert place in (offered := dict(only["seats"]))
    assert "new" not in offered, "one alone fills no table"
    answer = post_form(client, tournament, "tables/place", entry=late.pk, place=place)
    assert answer["Location"] == f"/desk/event/{tournament.pk}/players"
    assert table.seats.filter(entry=late).exists()
    assert "Sans place" not in read_page(client, tournament, "players")
    post_form(client, tournament, "people/check", **{f"presence-{late.pk}": "absent"})
    page = open_page(client, tournament, "people")
    assert [(seat.entry, seat.table) for seat in page.context["seated_away"]] == [(late, table)]
    assert 'value="out"' in page.content.decode()
    post_form(client, tournament, "tables/place", entry=late.pk, place="out")
    assert not late.seats.exists()
    assert not open_page(client, tournament, "people").context["seated_away"]


def test_whoever_played_a_coup_counts_as_there_though_nobody_checked_him_in():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, "random", rounds=1)
    assert not open_page(client, tournament, "people").context["over"]
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    post_form(client, tournament, "rounds/1/publish")
    open_tournament(tournament)
    assert "encore pointé" not in read_page(client, tournament), "nobody is: that is no news"
    enter_coup(client, get_first_table(tournament))
    assert open_page(client, tournament).context["expected"] == 6
    pages = [open_page(client, tournament, page).context for page in ("people", "door", "sign-ups")]
    assert [each["there"] for each in pages] == [3, 3, 3]
    assert pages[0]["over"], "no round is to come"
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    shown = client.get(f"/desk/event/{tournament.pk}/rounds").context["editor"].tables
    worths = [plate.worth.split()[0] for table in shown for plate in table.plates]
    assert sorted(worths) == ["pas"] * 6 + ["rang"] * 3, "whoever sits at a table without a coup has no rank"


def test_missing_results_are_listed_and_a_round_is_withdrawn_until_its_first_coup():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, "random")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    post_form(client, tournament, "rounds/1/publish")
    open_tournament(tournament)
    page = open_page(client, tournament)
    assert len(page.context["missing"]) == 3, "they have only just sat down"
    assert "notice warn" not in page.content.decode(), "they have only just sat down"
    post_form(client, tournament, "rounds/1/withdraw")
    assert not Table.objects.filter(round__tournament=tournament).exists()
    assert open_page(client, tournament).context["editor"].n == 1
    post_form(client, tournament, "rounds/1/publish")
    enter_coup(client, get_first_table(tournament))
    page = read_page(client, tournament)
    assert 'rounds/1/withdraw"' not in page
    assert "notice warn" in page
    assert post_form(client, tournament, "rounds/1/withdraw").status_code == 422


def test_a_plan_that_changes_all_the_time_leaves_nobody_out():
    """Two late-comers in round two, the last round cancelled, one round added, four players gone after round four:
    nobody is ever left out, the round numbers follow each other, and the book is right."""
    client, club = sign_in_organiser()
    names = [f"Joueur {n:02}" for n in range(1, 19)]
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=names)
    post_form(client, tournament, "rounds/plan", format="fixed", pairing="single", rounds="4", minutes="")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    post_form(client, tournament, "rounds/1/publish")
    open_tournament(tournament)
    play_round(tournament, 1)
    add_entries(tournament, ["Tard", "Plus tard"])
    everybody = sorted([*names, "Tard", "Plus tard"])
    assert post_form(client, tournament, "rounds/2/publish", anyway="yes").status_code == 422
    post_form(client, tournament, "rounds/touch", drop="yes")
    post_form(client, tournament, "rounds/draw", sizes_of="4")
    for n in (2, 3):
        assert post_form(client, tournament, f"rounds/{n}/publish", anyway="yes").status_code == 302
        assert (
            post_form(client, tournament, f"rounds/{n}/publish", anyway="yes").status_code == 422
        )  # a second click publishes no second round
        assert list_seated_or_resting(tournament, n) == everybody
        play_round(tournament, n)
    post_form(client, tournament, "rounds/4/publish", anyway="yes")
    assert post_form(client, tournament, "rounds/4/withdraw").status_code == 302
    post_form(client, tournament, "rounds/plan", format="fixed", pairing="single", rounds="3", minutes="")
    assert open_page(client, tournament).context["over"]
    for n, there in ((4, everybody), (5, everybody[4:])):
        post_form(client, tournament, "rounds/plan", format="fixed", pairing="single", rounds=str(n), minutes="")
        for entry in tournament.entries.exclude(shown_name__in=there):
            post_form(
                client, tournament, "people/part", entry=entry.pk, first=str(entry.first_round), last="4", table=""
            )
        post_form(client, tournament, "rounds/draw", sizes_of="4")
        assert post_form(client, tournament, f"rounds/{n}/publish", anyway="yes").status_code == 302
        assert list_seated_or_resting(tournament, n) == there
        play_round(tournament, n)
    assert list(tournament.rounds.values_list("n", flat=True)) == [1, 2, 3, 4, 5]
    rows = get_standings(tournament)
    assert len(rows) == 20
    assert sum(row.tally.total for row in rows) == 0
    call_command("recheck")


def test_pairs_are_made_and_separated_and_players_without_a_partner_named():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, pairing="fixed")
    people = list(tournament.entries.all())
    for one, other in zip(people[0:8:2], people[1:8:2], strict=True):
        post_form(client, tournament, "people/pair", **{"pair-first": one.pk, "pair-second": other.pk})
    assert tournament.entries.exclude(pair=None).count() == 8
    shown = open_page(client, tournament).context
    assert shown["lone"] == [people[8].shown_name]
    assert shown["division"]["sizes_of"].value() == "2", "two pairs a table, all of them"
    post_form(client, tournament, "people/pair", part="1")
    assert tournament.entries.exclude(pair=None).count() == 6
    away, left = tournament.entries.exclude(pair=None).order_by("pair", "pk")[:2]
    set_presence([away], Entry.Presence.ABSENT)
    assert left.pk in build_pool(tournament).unpaired
    assert away.pk not in build_pool(tournament).unpaired
    assert open_page(client, tournament, "people").context["left_behind"] == [left]


def test_another_club_s_rounds_are_missing():
    client, _club = sign_in_organiser()
    _other, strange = sign_in_organiser("paul", "Ailleurs")
    tournament = create_tournament(strange)
    for where in ("rounds", "people"):
        assert client.get(f"/desk/event/{tournament.pk}/{where}").status_code == 404
    for where in ("rounds/plan", "rounds/draw", "rounds/touch", "rounds/1/publish", "people/check"):
        assert post_form(client, tournament, where).status_code == 404


def test_a_draw_that_another_page_replaced_is_not_published_but_shown():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=NAMES)
    post_form(client, tournament, "rounds/plan", format="random", pairing="single", rounds="3", minutes="45")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    looked_at = client.get(f"/desk/event/{tournament.pk}/rounds").context["draft_digest"]
    draft = tournament.drafts.get(chosen=True)
    draft.rounds[0]["tables"].reverse()
    draft.save(update_fields=["rounds"])
    for more in ({}, {"anyway": "yes"}):
        answer = post_form(client, tournament, "rounds/1/publish", draft=looked_at, **more)
        assert answer.status_code == 422
        assert answer.context["refused"]
    assert not Table.objects.filter(round__tournament=tournament).exists()
    shown = answer.context["draft_digest"]
    assert shown != looked_at
    assert post_form(client, tournament, "rounds/1/publish", draft=shown).status_code == 302


def test_the_draw_and_the_published_round_say_who_plays_with_whom():
    client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Coppie", date=DAY, game="briscola", players=NAMES[:4])
    post_form(client, tournament, "rounds/plan", format="random", pairing="single", rounds="2", minutes="")
    post_form(client, tournament, "rounds/draw", sizes_of="4")
    [seats] = tournament.drafts.get(chosen=True).rounds[0]["tables"]
    name = dict(tournament.entries.values_list("pk", "shown_name"))
    one, other, third, last = (f"<bdi>{escape(name[entry])}</bdi>" for entry in seats)
    pairs = f"{one} et {third} contre {other} et {last}"
    assert pairs in read_page(client, tournament)
    post_form(client, tournament, "rounds/1/publish")
    open_tournament(Tournament.objects.get(pk=tournament.pk))
    for page in (f"event/{tournament.pk}", f"event/{tournament.pk}/rounds/1/calls"):
        assert pairs in client.get(f"/desk/{page}").content.decode(), page


@pytest.mark.parametrize(("players", "rounds"), [(6, 3), (20, 5)])
def test_as_many_rounds_are_proposed_as_a_swiss_of_these_players_needs(players, rounds):
    client, club = sign_in_organiser()
    names = [f"Joueur {n}" for n in range(players)]
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=names)
    page = client.get(f"/desk/event/{tournament.pk}/rounds")
    assert page.context["plan"]["rounds"].value() == rounds
