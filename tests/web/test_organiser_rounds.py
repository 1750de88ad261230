"""A tournament on the organiser's pages: planned, drawn, changed by hand, published; players who come and go."""

from random import Random

import pytest
from django.core.management import call_command
from django.db.models import Q
from django.test import Client

from tests.web.organiser_builders import DAY, NAMES, first_table, organiser, play_coup
from tournaments import actions
from tournaments.demo.simulation import coups
from tournaments.models import Club, Event, Table
from tournaments.results.tallies import standing

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def tournament(club: Club, format: str = "fixed", rounds: int = 3, **options: object) -> Event:
    """Create a tournament of nine players with this plan."""
    event = actions.create_event(club, name="Tournoi", date=DAY, players=[*NAMES, "Gaël", "Hélène", "Inès"])
    return actions.plan_rounds(event, format=format, rounds=rounds, **options)


def post(client: Client, event: Event, where: str, **what: object):
    """Send a form to a page of the tournament. Return the response."""
    return client.post(f"/desk/event/{event.pk}/{where}", what)


def page(client: Client, event: Event, where: str = "rounds") -> str:
    """Return the HTML of a page of the tournament, with plain spaces."""
    return client.get(f"/desk/event/{event.pk}/{where}").content.decode().replace("\u202f", " ")


def test_rounds_are_planned_drawn_and_published():
    client, club = organiser()
    event = actions.create_event(club, name="Tournoi", date=DAY, players=[*NAMES, "Gaël", "Hélène", "Inès"])
    assert "choisissez ici comment il se joue" in page(client, event)
    answer = post(client, event, "rounds/plan", format="fixed", pairing="single", rounds="3", minutes="45")
    assert answer.status_code == 302
    assert "9 joueurs sont là" in page(client, event) and "3 tables de 3 ; tout le monde joue" in page(client, event)
    post(client, event, "rounds/draw", sizes_of="3")
    shown = page(client, event)
    assert (
        "Le meilleur possible" in shown
        and "Personne ne rencontre deux fois" in shown
        and shown.count("Voir le tirage") == 2
    )
    assert post(client, event, "rounds/1/publish").status_code == 302
    assert Table.objects.filter(round__event=event).count() == 3
    assert "Ronde 2, en préparation" in page(client, event)
    again = post(client, event, "rounds/1/publish")
    assert again.status_code == 422 and "n’est plus à publier" in again.content.decode()


def test_a_plan_out_of_bounds_is_reported_on_its_fields():
    client, club = organiser()
    event = tournament(club)
    answer = post(client, event, "rounds/plan", format="fixed", pairing="single", rounds="0", minutes="soixante")
    assert answer.status_code == 422 and answer.content.decode().count('class="error"') == 2


def test_exchanging_two_players_evaluates_the_draft_at_once():
    client, club = organiser()
    event = tournament(club)
    post(client, event, "rounds/draw", sizes_of="3")
    row = event.drafts.get(chosen=True).rounds[1]["tables"]
    what = {"round": "2", "entry": row[0][0], "with": row[1][0]}
    answer = client.post(f"/desk/event/{event.pk}/rounds/touch", what, headers=HTMX)
    shown = answer.content.decode()
    assert shown.lstrip().startswith('<section id="draft"') and "se répètent" in shown and "Ronde 2" in shown
    assert event.drafts.get(chosen=True).rounds[1]["tables"][0][0] == row[1][0]
    missing = client.post(f"/desk/event/{event.pk}/rounds/touch", {"round": "2"}, headers=HTMX)
    assert "Touchez d’abord" in missing.content.decode()


def test_a_table_is_locked_another_draft_chosen_and_the_draft_dropped():
    client, club = organiser()
    event = tournament(club, "random")
    post(client, event, "rounds/draw", sizes_of="3")
    post(client, event, "rounds/touch", round="1", lock="2:1")
    kept = event.drafts.get(chosen=True).rounds[0]["tables"][1]
    post(client, event, "rounds/draw")
    assert event.drafts.get(chosen=True).rounds[0]["tables"][1] == kept and "gardée" in page(client, event)
    post(client, event, "rounds/touch", choice="2")
    assert event.drafts.get(chosen=True).choice == 2
    post(client, event, "rounds/touch", drop="yes")
    assert not event.drafts.exists()


def test_presence_rounds_reserved_tables_and_exclusions_are_set_for_players():
    client, club = organiser()
    event = tournament(club)
    entries = {entry.shown_name: entry for entry in event.entries.all()}
    there = [entry.pk for name, entry in entries.items() if name != "Inès"]
    refused = post(client, event, "people/check", there=["9" * 21], others="absent")
    assert refused.status_code in (200, 422)
    post(client, event, "people/check", there=there, others="absent")
    assert "Ne jouent pas : <bdi>Inès</bdi>" in page(client, event, "people") and "8 joueurs" in page(client, event)
    post(client, event, "people/part", entry=entries["Gaël"].pk, first="2", last="3", table="1")
    assert "à partir de la ronde 2" in page(client, event, "people") and "toujours à la table 1" in page(
        client, event, "people"
    )
    post(client, event, "people/apart", **{"apart-people": [entries["Gaël"].pk, entries["Hélène"].pk]})
    assert event.aparts.count() == 1
    post(client, event, "people/apart", let=event.aparts.get().pk)
    assert event.aparts.count() == 0
    wrong = post(client, event, "people/part", entry="", first="x", last="", table="")
    assert wrong.status_code == 422 and "Choisissez quelqu’un" in wrong.content.decode()


def test_a_player_who_comes_after_the_draw_is_named_and_publishing_is_blocked():
    client, club = organiser()
    event = tournament(club)
    post(client, event, "rounds/draw", sizes_of="3")
    actions.add_entries(event, ["Zoé"])
    shown = page(client, event)
    assert "arrivé ou parti" in shown and "À placer : <bdi>Zoé</bdi>" in shown and "Publier la ronde" not in shown


def test_missing_results_are_listed_and_a_round_is_withdrawn_until_its_first_coup():
    client, club = organiser()
    event = tournament(club, "random")
    post(client, event, "rounds/draw", sizes_of="3")
    post(client, event, "rounds/1/publish")
    actions.open_event(event)
    assert "Il manque le résultat de 3 tables" in page(client, event)
    post(client, event, "rounds/1/withdraw")
    assert not Table.objects.filter(round__event=event).exists() and "Ronde 1, en préparation" in page(client, event)
    post(client, event, "rounds/1/publish")
    play_coup(client, first_table(event))
    assert "Retirer la ronde" not in page(client, event)
    assert post(client, event, "rounds/1/withdraw").status_code == 422


def play_round(event: Event, n: int) -> None:
    """Play every table of the round to its end, with random legal cards."""
    tables = Table.objects.filter(round__event=event, round__n=n).values_list("pk", flat=True)
    actions.play_on(tables, coups(event.game, Random(n), tricks=0), by="table")


def seated_or_resting(event: Event, n: int) -> list[str]:
    """Return the sorted names of everybody who sits at a table of the round or rests."""
    there = Q(seats__table__round__n=n) | Q(rests__round__n=n)
    return sorted(event.entries.filter(there).values_list("shown_name", flat=True))


def test_a_plan_that_changes_all_the_time_leaves_nobody_out():
    """Two late-comers in round two, the last round cancelled, one round added, four players gone after round four:
    nobody is ever left out, the round numbers follow each other, and the book is right."""
    client, club = organiser()
    names = [f"Joueur {n:02}" for n in range(1, 19)]
    event = actions.create_event(club, name="Tournoi", date=DAY, players=names)
    post(client, event, "rounds/plan", format="fixed", pairing="single", rounds="4", minutes="")
    post(client, event, "rounds/draw", sizes_of="3")
    post(client, event, "rounds/1/publish")
    actions.open_event(event)
    play_round(event, 1)
    actions.add_entries(event, ["Tard", "Plus tard"])
    everybody = sorted([*names, "Tard", "Plus tard"])
    assert post(client, event, "rounds/2/publish").status_code == 422
    post(client, event, "rounds/touch", drop="yes")
    post(client, event, "rounds/draw", sizes_of="4")
    for n in (2, 3):
        assert post(client, event, f"rounds/{n}/publish").status_code == 302
        assert post(client, event, f"rounds/{n}/publish").status_code == 422  # a second click publishes no second round
        assert seated_or_resting(event, n) == everybody
        play_round(event, n)
    post(client, event, "rounds/4/publish")
    assert post(client, event, "rounds/4/withdraw").status_code == 302
    post(client, event, "rounds/plan", format="fixed", pairing="single", rounds="3", minutes="")
    assert "Toutes les rondes prévues sont publiées" in page(client, event)
    for n, there in ((4, everybody), (5, everybody[4:])):
        post(client, event, "rounds/plan", format="fixed", pairing="single", rounds=str(n), minutes="")
        for entry in event.entries.exclude(shown_name__in=there):
            post(client, event, "people/part", entry=entry.pk, first=str(entry.first_round), last="4", table="")
        post(client, event, "rounds/draw", sizes_of="4")
        assert post(client, event, f"rounds/{n}/publish").status_code == 302
        assert seated_or_resting(event, n) == there
        play_round(event, n)
    assert list(event.rounds.values_list("n", flat=True)) == [1, 2, 3, 4, 5]
    rows = standing(event)
    assert len(rows) == 20 and sum(row.tally.total for row in rows) == 0
    call_command("recheck")


def test_pairs_are_made_and_separated_and_players_without_a_partner_named():
    client, club = organiser()
    event = tournament(club, pairing="fixed")
    people = list(event.entries.all())
    for one, other in zip(people[0:8:2], people[1:8:2], strict=True):
        post(client, event, "people/pair", **{"pair-first": one.pk, "pair-second": other.pk})
    assert event.entries.exclude(pair=None).count() == 8
    shown = page(client, event)
    assert "Sans partenaire" in shown and "2 tables de 4 ; tout le monde joue" in shown
    post(client, event, "people/pair", part="1")
    assert event.entries.exclude(pair=None).count() == 6


def test_another_club_s_rounds_are_missing():
    client, _club = organiser()
    _other, strange = organiser("paul", "Ailleurs")
    event = tournament(strange)
    for where in ("rounds", "people"):
        assert client.get(f"/desk/event/{event.pk}/{where}").status_code == 404
    for where in ("rounds/plan", "rounds/draw", "rounds/touch", "rounds/1/publish", "people/check"):
        assert post(client, event, where).status_code == 404
