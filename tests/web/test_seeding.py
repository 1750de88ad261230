"""Draws by rating: who meets whom, what is kept of it, what the page says; merges, departures and erasures."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from tests.web.closed_evenings import GAME, keep_skills
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings import lifecycle
from tournaments.actions.people.clubs import add_player, set_player_rated
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.player_merges import merge_players
from tournaments.actions.rounds.drafts import publish_round, swap_drafted_entries
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import make_pair, plan_rounds
from tournaments.exchange.personal_data import build_player_document
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, KeptRatings, Player, Tournament
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.phases import Phase, get_current_phase
from tournaments.standings.log_loss import COIN

pytestmark = pytest.mark.django_db
NAMES = tuple("ABCDEFGH")
MEANS = {"A": 0.1, "B": 0.6, "C": 0.3, "D": 0.8, "E": 0.2, "F": 0.7}
BEST_FIRST = "DFBCEA"
"""Those of MEANS; G and H have no rating."""


def create_tournament(names: Sequence[str] = NAMES, **plan: Any) -> Tournament:
    """Create a tournament of a club in which six of eight have ratings."""
    _client, club = sign_in_organiser()
    tournament = lifecycle.create_tournament(club, name="Coupe", date=DAY, players=names, options={"tours": 1})
    keep_skills(club, {name: mean for name, mean in MEANS.items() if name in names})
    return plan_rounds(tournament, **plan) if plan else tournament


def create_duels(format: str, **settings: Any) -> Tournament:
    """Create one of duels, whose sides begin by rating."""
    return create_tournament(format=format, phase=Phase(format, 0, seeding="rating", **settings))


def draw(tournament: Tournament, sizes: Sequence[int] = (2,)) -> Any:
    """Draw the next round, and return its draft."""
    return draw_rounds(tournament, sizes=sizes, seed=1, scores=compute_scores(tournament))


def read_seeds(tournament: Tournament) -> str:
    """Return the names of the sides of the phase, the first seed first."""
    tournament.refresh_from_db()
    names, phase = dict(tournament.entries.values_list("pk", "shown_name")), get_current_phase(tournament)
    assert phase
    return "".join(names[entry] for side in phase.sides for entry in side)


def read_tables(tournament: Tournament, draft: Any) -> set[str]:
    """Return the tables of a draft's first round, each as its names in order."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    return {"".join(sorted(names[entry] for entry in table)) for table in draft.rounds[0]["tables"]}


def get_entry(tournament: Tournament, name: str) -> Any:
    """Return the entry of this name."""
    return tournament.entries.get(shown_name=name)


def open_rounds(tournament: Tournament) -> Any:
    """Return the page of the rounds to the club's owner."""
    client = Client()
    client.force_login(tournament.club.members.get().user)
    return client.get(f"/desk/event/{tournament.pk}/rounds")


@pytest.mark.parametrize("format", ["knockout", "groups"])
def test_seeds_go_by_the_lower_end_of_the_bands_and_who_has_none_comes_last(format: str) -> None:
    tournament = create_duels(format)
    draw(tournament)
    seeds = read_seeds(tournament)
    assert seeds[:6] == BEST_FIRST
    assert set(seeds[6:]) == {"G", "H"}


def test_the_first_half_of_a_swiss_meets_the_second() -> None:
    tournament = create_duels("swiss")
    draft = draw(tournament)
    seeds = read_seeds(tournament)
    assert read_tables(tournament, draft) == {"".join(sorted(seeds[n] + seeds[n + 4])) for n in range(4)}


def test_the_second_round_of_a_swiss_goes_by_scores() -> None:
    tournament = create_duels("swiss")
    draw(tournament)
    publish_round(tournament, 1)
    assert set(compute_scores(tournament).values()) == {0}


def test_at_tables_neighbours_meet_and_who_has_no_rating_sits_in_the_middle() -> None:
    tournament = create_tournament(names=NAMES[:7], format="standing", by_rating=True)
    draft = draw(tournament, (3, 4))
    tables = read_tables(tournament, draft)
    assert any({"D", "F", "B"} <= set(table) for table in tables), tables
    assert any({"E", "A", "C"} <= set(table) for table in tables), tables


def test_pairs_go_by_the_average_of_both_and_one_without_a_rating_leaves_the_pair_without() -> None:
    tournament = create_tournament()
    for one, other in ("AB", "CD", "EG", "FH"):
        make_pair(tournament, get_entry(tournament, one), get_entry(tournament, other))
    plan_rounds(tournament, format="knockout", pairing="fixed", phase=Phase("knockout", 0, seeding="rating"))
    draw(tournament)
    assert read_seeds(tournament).startswith("CDAB")


def test_elo_seeds_where_it_alone_beats_a_coin() -> None:
    tournament = create_duels("knockout")
    keep_skills(tournament.club, {name: -mean for name, mean in MEANS.items()}, loss=COIN)
    draw(tournament)
    assert read_seeds(tournament)[:6] == BEST_FIRST[::-1]
    assert tournament.seeding["kind"] == "elo"


def test_what_a_draw_was_made_from_stays_when_ratings_are_reckoned_anew() -> None:
    tournament = create_duels("knockout")
    draw(tournament)
    before = open_rounds(tournament).context["seeding"]
    keep_skills(tournament.club, {name: -mean for name, mean in MEANS.items()})
    KeptRatings.objects.update(stamp="b" * 64)
    tournament.refresh_from_db()
    assert tournament.seeding["stamp"] == "a" * 64
    assert open_rounds(tournament).context["seeding"] == before
    assert [name for name, _figure in before["figures"]] == list(BEST_FIRST)
    assert before["unrated"] == ["G", "H"]


def test_the_page_says_so_before_and_after_the_round_is_published() -> None:
    tournament = create_duels("knockout")
    draw(tournament)
    assert b"data-seeding" in open_rounds(tournament).content
    publish_round(tournament, 1)
    [published] = open_rounds(tournament).context["published"]
    assert published["seeding"]["day"].toordinal() == tournament.seeding["day"]


def test_a_draw_that_is_not_by_rating_keeps_and_says_nothing_of_it() -> None:
    tournament = create_duels("knockout")
    draw(tournament)
    plan_rounds(tournament, format="knockout", phase=Phase("knockout", 0, seeding="list"))
    draw(tournament)
    assert read_seeds(tournament) == "".join(NAMES)
    assert tournament.seeded_by is None
    assert open_rounds(tournament).context["seeding"] is None


def test_an_exchange_by_hand_is_judged_by_the_same_figures() -> None:
    tournament = create_tournament(format="standing", by_rating=True)
    draft = draw(tournament, (4,))
    one, other = (table[0] for table in draft.rounds[0]["tables"])
    swap_drafted_entries(tournament, 1, one, other)
    changed = tournament.drafts.get(chosen=True)
    assert changed.evaluation["judgement"]["spread"] > changed.rounds[0]["proposed"]["spread"]


def test_nobody_with_a_rating_refuses_the_draw_in_one_sentence() -> None:
    tournament = create_duels("knockout")
    KeptRatings.objects.all().delete()
    with pytest.raises(NotNow):
        draw(tournament)
    tournament.refresh_from_db()
    assert tournament.seeded_by is None
    assert not tournament.drafts.exists()


def list_seedings(tournament: Tournament) -> tuple[list[str], str]:
    """Return the seedings that the plan offers, and what it says of them."""
    field = open_rounds(tournament).context["phase"].fields["seeding"]
    return [key for key, _words in field.choices], str(field.help_text)


def test_it_is_offered_where_a_game_is_rated_and_elsewhere_the_page_says_why_not() -> None:
    tournament = create_tournament(format="swiss")
    assert "rating" in list_seedings(tournament)[0]
    assert "by_rating" in open_rounds(tournament).context["plan"].fields
    keep_skills(tournament.club, MEANS, loss=COIN, elo_loss=COIN)
    offered, words = list_seedings(tournament)
    assert "rating" not in offered
    assert words
    assert "by_rating" not in open_rounds(tournament).context["plan"].fields
    KeptRatings.objects.all().delete()
    assert list_seedings(tournament) == (["lot", "list", "standing"], "")


def test_the_plan_is_kept_from_the_page() -> None:
    tournament = create_tournament()
    client = Client()
    client.force_login(tournament.club.members.get().user)
    asked = {"pairing": "single", "rounds": "3", "minutes": ""}
    address = f"/desk/event/{tournament.pk}/rounds/plan"
    assert client.post(address, asked | {"format": "knockout", "seeding": "rating"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.phases[0]["seeding"] == "rating"
    assert client.post(address, asked | {"format": "standing", "by_rating": "on"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.seeding == {"wanted": True}
    assert client.post(address, asked | {"format": "standing"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.seeded_by is None


def test_a_merged_player_is_seeded_by_the_one_who_is_kept() -> None:
    tournament = create_duels("knockout")
    best = add_player(tournament.club, "Z")
    keep_skills(tournament.club, MEANS | {"Z": 2.0})
    merge_players(best, Player.objects.get(name="G"), actor="")
    draw(tournament)
    assert read_seeds(tournament)[:2] == "GD"


def leave_out(player: Player) -> None:
    set_player_rated(player, False)


def erase(player: Player) -> None:
    forget_name(player, actor="user:1")


@pytest.mark.parametrize("remove", [leave_out, erase])
def test_of_who_is_left_out_or_erased_no_figure_stays_and_the_next_draw_knows_none(remove: Any) -> None:
    tournament = create_duels("knockout")
    draw(tournament)
    best = get_entry(tournament, "D")
    assert (
        build_player_document(best.player)["tournaments"][0]["seeded_by"] == tournament.seeding["figures"][str(best.pk)]
    )
    remove(best.player)
    tournament.refresh_from_db()
    assert tournament.seeding["figures"][str(best.pk)] is None
    draw(tournament)
    phase = get_current_phase(Tournament.objects.get(pk=tournament.pk))
    assert phase
    assert (best.pk,) in phase.sides[5:]


def test_all_left_out_after_a_draw_leaves_a_page_that_opens() -> None:
    tournament = create_tournament(format="standing", by_rating=True)
    draw(tournament, (4,))
    for name in MEANS:
        leave_out(Player.objects.get(name=name))
    page = open_rounds(tournament)
    assert page.status_code == 200
    assert page.context["seeding"]["figures"] == []


def test_an_evening_seeded_by_rating_goes_to_another_installation_without_the_figures() -> None:
    tournament = create_duels("knockout")
    draw(tournament)
    publish_round(tournament, 1)
    tournament.refresh_from_db()
    document = build_tournament_document(tournament)
    assert document["phases"][0]["seeding"] == "rating"
    assert "seeded_by" not in document
    assert read_tournament(json.loads(json.dumps(document)))


def test_ratings_of_another_club_or_game_seed_nobody() -> None:
    tournament = create_duels("knockout")
    KeptRatings.objects.update(game="briscan")
    with pytest.raises(NotNow):
        draw(tournament)
    KeptRatings.objects.update(game=GAME, club=Club.objects.create(name="Autre cercle"))
    with pytest.raises(NotNow):
        draw(tournament)
