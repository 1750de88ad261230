"""A person entered twice: both players are merged and separated again; a name is changed or erased."""

import pytest
from django.db import connection
from django.test import Client

from tests.book.book_rows import read_book
from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import DAY, create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament
from tournaments.actions.people.clubs import add_player, save_player_details
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.player_merges import merge_players, undo_merge
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import AuditEntry, Club, Merge, Player, Tournament
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db

NAMES = ("Anne Lefèvre", "Basile", "Chloé")


@pytest.fixture
def entered_twice() -> tuple[Client, Club, Player, Player, list[Tournament]]:
    """A signed-in client, the club, and Anne as two players: «Anne Lefèvre» at one evening, «A. Lefevre» at another;
    both evenings."""
    client, club = sign_in_organiser()
    tournaments = [create_open_evening(club, names=names, sizes=(3,)) for names in (NAMES, ("A. Lefevre", *NAMES[1:]))]
    for tournament in tournaments:
        record_events(get_table(tournament), build_coup())
        close_tournament(tournament)
    one, other = (Player.objects.get(name=name) for name in ("Anne Lefèvre", "A. Lefevre"))
    return client, club, one, other, tournaments


def read_totals(tournaments: list[Tournament]) -> list[list[int]]:
    """Return the totals of each evening in the order of its standings."""
    return [[row.tally.total for row in get_standings(tournament)] for tournament in tournaments]


def count_evenings(club: Club, player: Player) -> int:
    """Return how many evenings the public page of this player lists (0 where the page is missing)."""
    answer = Client().get(f"/club/{club.pk}/player/{player.pk}")
    return len(answer.context["history"]) if answer.status_code == 200 else 0


def test_two_players_are_merged_and_separated_again_without_changing_a_total(entered_twice):
    client, club, one, other, events = entered_twice
    book, before = read_book(), read_totals(events)
    assert client.post(f"/desk/players/{other.pk}/merge", {"other": one.pk}).status_code == 302
    other.refresh_from_db()
    assert (count_evenings(club, one), count_evenings(club, other), other.active) == (2, 0, False)
    assert "A. Lefevre" in client.get(f"/desk/players/{one.pk}").content.decode()
    assert client.post(f"/desk/players/{one.pk}/merge/{Merge.objects.get().pk}/undo").status_code == 302
    other.refresh_from_db()
    assert (count_evenings(club, one), count_evenings(club, other), other.active) == (1, 1, True)
    assert (read_book(), read_totals(events)) == (book, before)


def test_two_players_of_one_evening_cannot_be_merged(entered_twice):
    client, _club, one, _other, _events = entered_twice
    basile = Player.objects.get(name="Basile")
    answer = client.post(f"/desk/players/{basile.pk}/merge", {"other": one.pk})
    assert answer.status_code == 422
    assert answer.context["refused"]
    assert client.post(f"/desk/players/{one.pk}/merge", {"other": one.pk}).status_code == 422
    stranger, _theirs = sign_in_organiser("paul", "Autre cercle")
    assert stranger.post(f"/desk/players/{one.pk}/merge", {"other": basile.pk}).status_code == 404
    assert not Merge.objects.exists()


def test_a_merge_cannot_be_undone_before_a_later_one(entered_twice):
    _client, club, one, other, _events = entered_twice
    first = merge_players(one, other, actor="user:1")
    third = add_player(club, "Annie")
    merge_players(third, one, actor="user:1")
    with pytest.raises(NotNow):
        undo_merge(first)


def test_a_repeated_merge_is_one_merge_and_a_merged_player_joins_no_other(entered_twice):
    client, club, one, other, _events = entered_twice
    for _ in range(2):
        assert client.post(f"/desk/players/{other.pk}/merge", {"other": one.pk}).status_code == 302
    assert Merge.objects.count() == 1
    offered = dict(client.get(f"/desk/players/{one.pk}").context["merging"].fields["other"].choices)
    assert other.pk not in offered
    assert Player.objects.get(name="Basile").pk in offered
    third = add_player(club, "Annie")
    for gone, kept in ((other, third), (third, other)):
        answer = client.post(f"/desk/players/{gone.pk}/merge", {"other": kept.pk})
        assert answer.status_code == 422
        assert answer.context["refused"]


def test_undoing_a_merge_is_refused_where_both_would_be_at_one_evening(entered_twice):
    client, _club, one, other, events = entered_twice
    merge = merge_players(one, other, actor="user:1")
    Tournament.objects.update(status="open")
    add_entries(events[1], [other])
    answer = client.post(f"/desk/players/{one.pk}/merge/{merge.pk}/undo")
    assert answer.status_code == 422
    assert "a été inscrit depuis" in answer.content.decode()


def test_erasing_a_name_erases_the_names_of_all_merged_players(entered_twice):
    _client, club, one, other, _events = entered_twice
    third = add_player(club, "Annie Lefebvre")
    merge_players(one, other, actor="user:1")
    merge_players(third, one, actor="user:1")
    forget_name(third, actor="user:1")
    assert [table for table, text in read_database() if "Lef" in text] == []


def test_an_erased_name_is_found_nowhere_and_no_total_changes(entered_twice):
    client, _club, one, other, events = entered_twice
    rename_entry(events[0].entries.get(player=one), "Anne-Marie Lefèvre", actor="user:1")
    merge_players(one, other, actor="user:1")
    book, before = read_book(), read_totals(events)
    assert "Lef" in poll_screen(events[0])
    assert client.get(f"/desk/players/{one.pk}/forget").status_code == 200
    assert client.post(f"/desk/players/{one.pk}/forget").status_code == 302
    assert "Lef" not in poll_screen(events[0])
    assert (read_book(), read_totals(events)) == (book, before)
    pages = [f"/{event.code}{page}" for event in events for page in ("", "/standings.json", "/cross", "/table/1")]
    pages += ["/desk/players", *(f"/desk/event/{event.pk}/log" for event in events)]
    for page in pages:
        told = client.get(page).content.decode()
        assert "Lef" not in told, page
    page = client.get(f"/desk/players/{one.pk}")
    assert page.context["erased"]
    assert 'name="name"' not in page.content.decode()
    assert "séparer" not in page.content.decode()
    assert f"Joueur {one.pk}" in client.get(f"/{events[0].code}/standings").content.decode()
    assert AuditEntry.objects.filter(what="renamed").count() == 1
    assert [table for table, text in read_database() if "Lef" in text or "Marie" in text] == []
    assert "Basile" in dict(read_database())["tournaments_player"]


def poll_screen(tournament: Tournament) -> str:
    """Return what a public screen gets when it polls the evening."""
    return Client().get(f"/{tournament.code}", headers={"HX-Request": "true"}).content.decode()


def read_database() -> list[tuple[str, str]]:
    """Return the name of every database table and all its rows as text."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found.append((table, str(cursor.fetchall())))
    return found


def list_offered(client: Client, tournament: Tournament) -> list[tuple[int, str]]:
    """Return (id, label) of each player of the club whom the page offers to add to the evening."""
    page = client.get(f"/desk/event/{tournament.pk}/players")
    return list(page.context["form"].fields["players"].choices)


def test_players_of_one_name_are_told_apart_wherever_one_is_picked(entered_twice):
    client, club, anne, _other, tournaments = entered_twice
    newcomer = add_player(club, "Anne Lefèvre")
    save_player_details(newcomer, licence="B-77")
    played, new = (
        "nº 1 de ce nom · 1 soirée, le 21 novembre 2026",
        "nº 2 de ce nom · licence B-77 · aucune soirée encore",
    )
    listed = client.get("/desk/players").content.decode()
    assert played in listed
    assert new in listed
    assert listed.count("nº ") == 2
    asked = client.get("/desk/event/new").content.decode()
    assert played in asked
    assert new in asked
    assert f"Anne Lefèvre · {new}" in client.get(f"/desk/players/{anne.pk}").content.decode()
    [offered] = [label for pk, label in list_offered(client, tournaments[0]) if pk == newcomer.pk]
    assert new in offered, "the one who is there already has that name too"


def test_a_list_of_people_puts_barred_letters_where_a_reader_looks():
    names = [Player(pk=n, name=name, club=Club()) for n, name in enumerate(("Zoé", "Łukasz", "Ørsted", "Marc", "Luc"))]
    assert [each.name for each in sort_by_name(names)] == ["Luc", "Łukasz", "Marc", "Ørsted", "Zoé"]


def test_a_typed_name_that_two_people_of_the_list_have_is_asked_for_and_one_of_them_can_be_ticked():
    client, club = sign_in_organiser()
    one, other = (add_player(club, "Noël") for _ in range(2))
    tournament = create_tournament(club, name="Soirée", date=DAY, players=["Anne"])
    address = f"/desk/event/{tournament.pk}/players"
    refused = client.post(address, {"typed": "Noël"})
    assert refused.status_code == 422
    assert ": 2 " in refused.context["form"].errors["typed"][0], "so many people have this name"
    assert client.post(address, {"typed": "", "players": [other.pk]}).status_code == 302
    assert client.post(address, {"typed": "Noël"}).status_code == 302, "now one of them alone is left"
    assert set(tournament.entries.values_list("player", flat=True)) >= {one.pk, other.pk}


def test_a_name_sent_unchanged_is_said_to_be_the_same_and_the_club_s_name_stays():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club, ("Anne", "Basile"), ())
    second = rename_entry(tournament.entries.get(shown_name="Basile"), "Anne")
    assert second.shown_name == "Anne 2"
    address = f"/desk/entry/{second.pk}/rename"

    def read_said(where: str, sent: dict[str, str]) -> str:
        [said] = client.post(where, sent, follow=True).context["messages"]
        return str(said)

    same = read_said(address, {f"{second.pk}-name": "Anne 2"})
    assert Player.objects.get(pk=second.player_id).name == "Anne"
    assert "liste du club" in read_said(address, {f"{second.pk}-name": "Anne Roy"})
    assert Player.objects.get(pk=second.player_id).name == "Anne Roy"
    assert read_said(f"/desk/players/{second.player_id}", {"name": "Anne Roy"}) == same
    assert "même" in same


def test_a_player_s_page_says_whether_he_is_there_and_leads_to_his_evenings():
    client, club = sign_in_organiser()
    before = create_draft_evening(club, ("Anne", "Basile"), ())
    tournament = create_draft_evening(club, (), ())
    add_entries(tournament, [entry.player for entry in before.entries.all()])
    anne = tournament.entries.get(shown_name="Anne")
    assert f"/desk/entry/{anne.pk}" in client.get(f"/desk/event/{tournament.pk}/players").content.decode()
    page = client.get(f"/desk/entry/{anne.pk}")
    assert [each.tournament for each in page.context["past"]] == [before]
    assert client.post(f"/desk/entry/{anne.pk}", {"presence": "absent"}).status_code == 302
    anne.refresh_from_db()
    assert anne.presence == "absent"
    assert client.post(f"/desk/entry/{anne.pk}", {"presence": "ailleurs"}).status_code == 200
    anne.refresh_from_db()
    assert anne.presence == "absent"


def test_a_player_s_page_says_that_who_has_played_is_there():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=NAMES, sizes=(3,))
    record_events(get_table(tournament), build_coup())
    entry = tournament.entries.get(shown_name="Basile")
    assert client.get(f"/desk/entry/{entry.pk}").context["entry"].presence == "present"
    entry.refresh_from_db()
    assert entry.presence == "expected"


def test_a_name_that_plays_already_is_said_to_be_somebody_else_who_can_be_taken_out_of_the_club_too():
    client, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    address = f"/desk/event/{tournament.pk}/players"
    page = client.post(address, {"typed": "Anne Lefèvre"}, follow=True)
    twice = tournament.entries.get(shown_name="Anne Lefèvre 2")
    assert [f'href="/desk/entry/{twice.pk}"' in str(each) for each in page.context["messages"]] == [False, True]
    assert 'name="club"' in client.get(f"/desk/entry/{twice.pk}").content.decode()
    client.post(f"/desk/entry/{twice.pk}/remove", {"club": "yes"})
    twice.player.refresh_from_db()
    assert not twice.player.active
    known = add_player(club, "Gaspard")
    create_draft_evening(club, names=("Gaspard", "Ugo", "Zoé"), sizes=(3,))
    here = add_entries(tournament, [known])[-1]
    client.post(f"/desk/entry/{here.pk}/remove", {"club": "yes"})
    known.refresh_from_db()
    assert known.active, "who has another evening stays in the club"
    Player.objects.filter(pk=known.pk).update(name="Anne Lefèvre")
    page = client.post(address, {"players": [known.pk]}, follow=True)
    assert tournament.entries.filter(player=known, shown_name="Anne Lefèvre 2").exists()
    assert not [each for each in page.context["messages"] if "/desk/entry/" in str(each)], "who was ticked is known"
