"""Given and family names: told apart by lists, by hand and by files; lists that go by one or the other."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.organiser_builders import DAY, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people.clubs import add_player, create_club, rename_player, set_player_discreet
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import import_players
from tournaments.actions.people.player_merges import merge_players
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.book.door_keys import door_key
from tournaments.exchange.personal_data import build_player_document
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.exchange.trf.trf_import import read_family_name
from tournaments.forms.lists.reading import guess_table, read_player_file, read_table
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import ChangeMark, Club, Player, Tournament
from tournaments.models.listed_names import put_family_first, split_name
from tournaments.presentation.tables.calendars_and_cards import list_card_players, write_cards
from tournaments.printing.cut_cards import build_badges, build_tickets
from tournaments.printing.round_papers import build_check_in
from tournaments.printing.seating import build_seating
from tournaments.upkeep.publishing.marks import compute_marks

NAMES = ("Odile Marchand", "Luc Perrin", "Łukasz Avril", "Yann Le Goff", "Rose", "Zoé Bœuf")
FAMILIES = {"Odile Marchand": "Marchand", "Luc Perrin": "perrin", "Łukasz Avril": "Avril", "Yann Le Goff": "LE GOFF"}
BY_FAMILY = ["Avril Łukasz", "Le Goff Yann", "Marchand Odile", "Perrin Luc", "Rose", "Zoé Bœuf"]
BY_GIVEN = ["Luc Perrin", "Łukasz Avril", "Odile Marchand", "Rose", "Yann Le Goff", "Zoé Bœuf"]


@pytest.mark.parametrize(
    ("name", "family", "parts", "turned"),
    [
        ("Odile Marchand", "Marchand", ("Odile", "Marchand"), "Marchand Odile"),
        ("Odile Marchand 2", "Marchand", ("Odile 2", "Marchand"), "Marchand Odile 2"),
        ("Yann Le Goff", "le goff", ("Yann", "Le Goff"), "Le Goff Yann"),
        ("MARCHAND Odile", "Marchand", ("Odile", "MARCHAND"), "MARCHAND Odile"),
        ("Martin Martin", "Martin", ("Martin", "Martin"), "Martin Martin"),
        ("Jean Dupont, Dr.", "Dupont", ("Jean Dr.", "Dupont"), "Dupont Jean, Dr."),
        ("Léo Bœuf", "BOEUF", ("Léo", "Bœuf"), "Bœuf Léo"),
        ("Odile Perrin", "Marchand", ("Odile Perrin", ""), "Odile Perrin"),
        ("Rose", "Rose", ("Rose", ""), "Rose"),
        ("Rose", "", ("Rose", ""), "Rose"),
    ],
)
def test_the_family_name_is_some_of_the_words_of_a_name(name: str, family: str, parts: tuple[str, str], turned: str):
    assert (split_name(name, family), put_family_first(name, family)) == (parts, turned)


pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    """An evening of a club that goes by family names, most of which are known."""
    _client, club = sign_in_organiser()
    club.family_first = True
    club.save()
    tournament = create_open_evening(club, names=NAMES)
    for player in Player.objects.filter(club=club):
        rename_player(player, player.name, FAMILIES.get(player.name, ""))
    return tournament


def list_badges(tournament: Tournament) -> list[str]:
    return [name for page in build_badges(tournament)["pages"] for name in page]


def go_by_given_names(tournament: Tournament) -> Tournament:
    Club.objects.update(family_first=False)
    return Tournament.objects.get(pk=tournament.pk)


def list_on_papers(tournament: Tournament) -> list[list[str]]:
    """Return the names on the papers that are in alphabetical order."""
    tickets = [way.name for page in build_tickets(tournament)["pages"] for way in page]
    (seating,) = build_seating(tournament)["rounds"]
    check_in = [entry.listed_name for entry, _mates, _known, _paid in build_check_in(tournament)["rows"]]
    return [list_badges(tournament), tickets, [place.name for place in seating.places], check_in]


def test_papers_go_by_the_names_that_the_club_chose(evening: Tournament):
    assert list_on_papers(evening) == [BY_FAMILY] * 4
    assert list_on_papers(go_by_given_names(evening)) == [BY_GIVEN] * 4


def read_order(page: str, names: Sequence[str]) -> list[str]:
    """Return those of the names that the page holds, in its order."""
    return sorted((name for name in names if name in page), key=page.index)


def test_pages_go_by_the_names_that_the_club_chose(evening: Tournament):
    client = Client()
    client.force_login(evening.club.members.get().user)
    addresses = (
        f"/{evening.code}/seats",
        f"/desk/event/{evening.pk}/people",
        f"/desk/event/{evening.pk}/players",
        f"/desk/event/{evening.pk}/money",
        f"/desk/players?club={evening.club_id}",
    )
    shown = {address: read_order(client.get(address).content.decode(), BY_FAMILY) for address in addresses}
    assert shown == dict.fromkeys(addresses, BY_FAMILY)
    go_by_given_names(evening)
    shown = {address: read_order(client.get(address).content.decode(), BY_GIVEN) for address in addresses}
    assert shown == dict.fromkeys(addresses, BY_GIVEN)


def test_a_seat_is_found_by_the_words_of_a_name_in_any_order(evening: Tournament):
    assert "Le Goff Yann" in Client().get(f"/{evening.code}/seats?name=yann le g").content.decode()
    assert "Le Goff Yann" not in Client().get(f"/{evening.code}/seats?name=yann perrin").content.decode()


def test_standings_and_files_keep_the_whole_name(evening: Tournament):
    seats = Client().get(f"/{evening.code}/seats.csv").content.decode()
    assert read_order(seats, NAMES) == BY_GIVEN
    assert "Odile Marchand" in Client().get(f"/{evening.code}/table/1").content.decode()


def test_initials_are_those_of_everywhere_else_and_name_nobody(evening: Tournament):
    entry = evening.entries.get(shown_name="Odile Marchand")
    set_player_discreet(entry.player, discreet=True)
    page = Client().get(f"/{evening.code}/seats").content.decode()
    assert "O. M." in page
    assert "Le Goff Yann" in page
    assert "Marchand" not in page
    assert "M. O." not in page
    awaited = create_tournament(evening.club, name="Demain", date=DAY, players=NAMES)
    terms = set_sign_up_terms(awaited, is_open=True, limit=None, closes_at=None, self_check_in=True, fee_cents=None)
    open_pages = [
        Client().get(f"/{awaited.code}/sign-up"),
        Client().post("/door", {"code": door_key(terms)}),
        Client().post("/door", {"code": door_key(terms), "name": "Odile"}),
    ]
    first, second, searched = [page.content.decode() for page in open_pages]
    assert "Le Goff Yann" in first
    assert "Le Goff Yann" in second
    assert "O. M." in searched
    assert not any("Marchand" in page for page in (first, second, searched))


def test_a_list_tells_given_and_family_names_apart(evening: Tournament):
    club = create_club(evening.club.members.get().user, "Ailleurs")
    known = add_player(club, "MARCHAND Odile")
    table = read_player_file("Nom;Prénom\nMarchand;Odile\nLe Goff;Yann\n".encode())
    import_players(club, read_table(table, guess_table(table)).people, {"2": str(known.pk)})
    found = {each.name: each.family_name for each in club.players.all()}
    assert found == {"MARCHAND Odile": "MARCHAND", "Yann Le Goff": "Le Goff"}
    assert import_players(club, [ListedPlayer("Yann Le Goff", family_name="Yann")], {}).changed == 0, "one is known"


def test_the_preview_says_what_family_name_will_be_kept(evening: Tournament):
    client, club = Client(), evening.club
    client.force_login(club.members.get().user)
    pasted = "Nom\tPrénom\nBœuf\tZoé\nMarchand\tOdile\n"
    address = f"{reverse('players-import')}?club={club.pk}"
    lines = client.post(address, {"pasted": pasted, "club": club.pk}).context["lines"]
    assert [line.changes for line in lines] == [("Nom de famille\u202f: Bœuf",), ()]


def test_both_names_are_changed_by_hand(evening: Tournament):
    client = Client()
    client.force_login(evening.club.members.get().user)
    player = Player.objects.get(name="Zoé Bœuf")
    address = reverse("player-edit", args=[player.pk])
    page = client.get(address).content.decode()
    assert 'value="Zoé Bœuf"' in page
    assert "Nom de famille" in page
    steps = [("Zoé", "Bœuf", "Zoé Bœuf", "Bœuf"), ("Zoé", "Le Bœuf", "Zoé Le Bœuf", "Le Bœuf"), ("Zoé", "", "Zoé", "")]
    for name, family, whole, kept in steps:
        client.post(address, {"name": name, "family_name": family})
        player.refresh_from_db()
        assert (player.name, player.family_name) == (whole, kept)
    assert evening.entries.get(player=player).shown_name == "Zoé Bœuf", "evenings keep the name that they showed"
    too_long = client.post(address, {"name": "Z" * 60, "family_name": "B" * 60})
    assert too_long.status_code == 422
    assert 'value="' + "B" * 60 in too_long.content.decode()


def test_a_name_sent_back_as_it_was_stays_as_it_is_written(evening: Tournament):
    client = Client()
    client.force_login(evening.club.members.get().user)
    player = add_player(evening.club, "DUPONT Jean")
    rename_player(player, player.name, "Dupont")
    client.post(reverse("player-edit", args=[player.pk]), {"name": "Jean", "family_name": "DUPONT"})
    player.refresh_from_db()
    assert player.name == "DUPONT Jean"


def test_a_family_name_that_the_name_no_longer_holds_says_nothing(evening: Tournament):
    rename_entry(evening.entries.get(shown_name="Odile Marchand"), "Odile Perrin")
    assert "Odile Perrin" in list_badges(evening)


def test_lists_that_are_shown_are_drawn_anew(evening: Tournament):
    def read_marks() -> tuple[list[int], str]:
        marks = ChangeMark.objects.filter(tournament=evening).values_list("mark", flat=True)
        return list(marks), compute_marks(Club.objects.get(), "fr", {}).tournaments[evening.code]

    stamp, site = read_marks()
    rename_player(Player.objects.get(name="Zoé Bœuf"), "Zoé Bœuf", "Bœuf")
    assert read_marks()[0] != stamp
    _stamp, site = read_marks()
    go_by_given_names(evening)
    assert read_marks()[1] != site


def test_a_merge_keeps_the_family_name_that_either_had(evening: Tournament):
    twice, known = add_player(evening.club, "Marc Cœur"), add_player(evening.club, "COEUR Marc")
    rename_player(known, known.name, "Coeur")
    merge_players(twice, known, actor="user:1")
    twice.refresh_from_db()
    assert twice.family_name == "Cœur"


def test_an_erased_name_leaves_no_part_of_it(evening: Tournament):
    player = Player.objects.get(name="Odile Marchand")
    forget_name(player, actor="user:1")
    assert not Player.objects.filter(family_name="Marchand").exists()
    assert build_player_document(player)["player"]["family_name"] == ""


def test_family_names_travel_with_the_club_s_files(evening: Tournament):
    client = Client()
    client.force_login(evening.club.members.get().user)
    cards = write_cards(list_card_players(evening.club))
    assert "N:Le Goff;Yann;;;" in cards
    for content in (client.get(f"/desk/players.csv?club={evening.club_id}").content, cards.encode()):
        table = read_player_file(content)
        there = create_club(evening.club.members.get().user, "Ailleurs")
        import_players(there, read_table(table, guess_table(table)).people, {})
        assert {each.name: each.family_name for each in there.players.all()} == {
            each.name: each.family_name for each in evening.club.players.all()
        }
    Player.objects.update(family_name="")
    assert "Prénom" not in client.get(f"/desk/players.csv?club={evening.club_id}").content.decode()


def test_family_names_travel_with_an_evening(evening: Tournament):
    document = build_tournament_document(evening)
    families = {each["name"]: each.get("family_name") for each in document["players"]}
    assert families["Yann Le Goff"] == "Le Goff"
    assert families["Rose"] is None
    there = create_club(evening.club.members.get().user, "Ailleurs")
    copy = import_tournament(there, read_tournament(document))
    assert {each.shown_name: each.player.family_name for each in copy.entries.all()} == {
        each.shown_name: each.player.family_name for each in evening.entries.all()
    }


def test_a_report_of_FIDE_tells_them_apart():
    assert [read_family_name(name) for name in ("Dupont, Jean", "Jean Dupont", "Le Goff, Yann, Dr.")] == [
        "Dupont",
        "",
        "Le Goff",
    ]


def test_sorting_asks_for_all_players_at_once(evening: Tournament, django_assert_num_queries):
    evening = Tournament.objects.select_related("club").get(pk=evening.pk)
    with django_assert_num_queries(2):
        sort_by_name(evening.entries.all())
    evening.club.family_first = False
    with django_assert_num_queries(1):
        sort_by_name(evening.entries.all())
