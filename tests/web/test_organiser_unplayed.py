"""Tables that are not played (exempt, forfeited, adjourned, annulled): what each counts, and that nobody waits for
them."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.round_builders import create_tournament, draw_and_publish
from tests.web.board_builders import create_round_tournament, publish_next_round
from tests.web.organiser_builders import NAMES, create_open_evening, get_first_table, sign_in_organiser
from tests.web.phone_client import Phone
from tests.web.unplayed_builders import create_open_cup, create_two_rounds, get_second_table, read_figures, set_scales
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.members import add_member
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.seat_corrections import exchange_people, reorder_table
from tournaments.actions.tables.unplayed import mark_played, mark_round_unplayed, mark_unplayed
from tournaments.book.loading import load_sheet
from tournaments.book.table_cards import load_cards
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Prize, Rest, Table, Tournament, UnplayedTable
from tournaments.models.rights import Role
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.printing.keepsakes import build_diplomas
from tournaments.printing.rank_reasons import build_reasons
from tournaments.reading.careers import list_career_evenings
from tournaments.reading.idle_rounds import list_unplayed_rounds
from tournaments.reading.played_evenings import find_played_evenings
from tournaments.reading.prize_awards import award_prizes
from tournaments.reading.season_outcomes import build_outcomes
from tournaments.reading.table_status import build_table_statuses
from tournaments.reading.tallies import get_counted_results, get_standings
from tournaments.standings.cross_table import build_cross_table
from tournaments.standings.ranking_orders import UNPLAYED_SCALES, RankingOrder
from tournaments.standings.tournament_results import WORTHS, Scales
from tournaments.views.organiser.rounds.open_tables import describe_lack
from tournaments.views.organiser.rounds.seating_plates import list_seat_offers
from tournaments.views.organiser.table.sheet import suggest_table_step

pytestmark = pytest.mark.django_db
WHY = {"actor": "user:1", "reason": "à l’hôpital"}


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("kind", UNPLAYED_SCALES)
def test_each_kind_of_unplayed_table_counts_what_the_ranking_says(kind, worth):
    tournament = create_two_rounds()
    set_scales(tournament, flat=5, **{kind: worth})
    before = {key: read_figures(tournament, key) for key in ("victory", "total")}
    mark_unplayed(get_second_table(tournament).pk, kind, absent=[2], **WHY)
    brought = {"nothing": (0, 0, 0), "flat": (1, 5, 5), "average": (2, 42, 84)}[worth]
    for name, total in (("Anne", brought[1]), ("Denis", brought[2])):
        assert read_figures(tournament, "victory")[name] == before["victory"][name] + brought[0]
        assert read_figures(tournament, "total")[name] == before["total"][name] + total
    basile = read_figures(tournament, "total")["Basile"] - before["total"]["Basile"]
    assert basile == (0 if kind == "forfeit" else {"nothing": 0, "flat": 5, "average": -15}[worth])
    assert read_figures(tournament, "total")["Chloé"] == before["total"]["Chloé"]
    found = build_cross_table(
        get_standings(tournament), get_counted_results(tournament), list_unplayed_rounds(tournament)
    )
    for line, person in zip(found.lines, build_reasons(tournament)["people"], strict=True):
        assert sum(cell.total for cell in line.cells) == line.row.tally.total
        assert sum(each.total for each in person["rounds"].data) == line.row.tally.total
        assert sum(int(each.parts[0] or 0) for each in person["rounds"].data) == line.row.figures["victory"]


def test_where_a_forfeit_is_noted_nobody_changes_places_before_it_is_taken_back():
    tournament = create_two_rounds()
    table = get_second_table(tournament)
    people = {entry.shown_name: entry for entry in tournament.entries.all()}
    mark_unplayed(table.pk, "forfeit", absent=[2], **WHY)
    attempts = [
        lambda: substitute_player(table.pk, 2, people["Chloé"], actor="user:1"),
        lambda: exchange_people(table, 2, people["Chloé"], **WHY),
        lambda: reorder_table(table.pk, [2, 1, 3], **WHY),
    ]
    for attempt in attempts:
        with pytest.raises(NotNow, match="Un forfait est noté"):
            attempt()
    mark_played(table.pk, **WHY)
    assert substitute_player(table.pk, 2, people["Chloé"], actor="user:1").names[1] == "Chloé"


def test_coups_of_an_annulled_table_count_only_once_it_is_declared_played():
    tournament = create_two_rounds()
    before = get_standings(tournament)
    record_events(get_second_table(tournament), build_coup())
    played = get_standings(tournament)
    mark_unplayed(get_second_table(tournament).pk, "annulled", **WHY)
    assert get_standings(tournament) == before != played
    with pytest.raises(NotNow, match="ne se joue pas"):
        record_events(get_second_table(tournament), build_coup())
    with pytest.raises(NotNow, match="Des coups sont marqués"):
        mark_unplayed(get_second_table(tournament).pk, "forfeit", absent=[1], **WHY)
    mark_played(get_second_table(tournament).pk, **WHY)
    assert get_standings(tournament) == played
    with pytest.raises(Refused):
        mark_unplayed(get_second_table(tournament).pk, "annulled", actor="user:1", reason=" ")
    assert [deed.after["kind"] for deed in tournament.audit_entries.filter(what="unplayed")] == ["annulled", ""]


def test_a_player_s_page_says_what_an_unplayed_table_counts():
    tournament = create_two_rounds()
    mark_unplayed(get_second_table(tournament).pk, "forfeit", absent=[2], **WHY)
    people = {entry.shown_name: entry.pk for entry in tournament.entries.all()}
    seen = Client().get(f"/{tournament.code}/player/{people['Denis']}")
    assert [each.average for each in seen.context["idle"]] == ["+84"], "the average of his tables"
    assert "gagnée par" in seen.content.decode(), "nobody reads that the winner forfeited"
    page = Client().get(f"/{tournament.code}/player/{people['Basile']}").content.decode()
    assert "Cela compte : rien" in page
    assert "perdue par" in page
    assert "non jouées" not in page
    mark_unplayed(get_second_table(tournament).pk, "forfeit", absent=[1], **WHY)
    assert Client().get(f"/{tournament.code}/player/{people['Denis']}")["ETag"] != seen["ETag"]


def test_a_table_that_is_over_is_not_adjourned():
    table = get_second_table(create_two_rounds())
    record_events(table, build_coup(), {"type": "end"})
    with pytest.raises(NotNow, match="Cette table a fini"):
        mark_unplayed(table.pk, "adjourned", **WHY)
    with pytest.raises(NotNow, match="seulement être annulée"):
        mark_unplayed(table.pk, "forfeit", absent=[1], **WHY)


def test_an_adjourned_table_is_resumed_by_its_next_coup():
    tournament = create_two_rounds()
    mark_unplayed(get_second_table(tournament).pk, "adjourned", **WHY)
    (status,) = build_table_statuses([card for card in load_cards(tournament) if card.table.round.n == 2])
    assert status.stage == "adjourned"
    assert describe_lack(status)[1] != describe_lack(replace(status, coups_played=1))[1], "what is marked counts"
    told = suggest_table_step(load_sheet(get_second_table(tournament).pk))["words"]
    assert "remise à" in told
    record_events(get_second_table(tournament), build_coup())
    assert not UnplayedTable.objects.exists()
    assert read_figures(tournament, "total")["Denis"] > 0


def test_an_unplayed_table_is_no_meeting_and_a_rest_for_those_who_came():
    tournament = create_tournament(6, "random")
    draw_and_publish(tournament, 1, (3,))
    open_tournament(tournament)
    table = Table.objects.filter(round__tournament=tournament).first()
    seats = [seat.entry_id for seat in table.seats.order_by("position")]
    mark_unplayed(table.pk, "forfeit", absent=[1], **WHY)
    field = build_pool(tournament)
    assert len(field.previous[0].tables) == 1
    assert {field.units[player - 1][0] for player in field.previous[0].resting} == set(seats[1:])


def test_unplayed_tables_are_exported_and_imported():
    tournament = create_two_rounds()
    mark_unplayed(get_second_table(tournament).pk, "forfeit", absent=[2], **WHY)
    document = build_tournament_document(tournament)
    assert document["rounds"][1]["tables"][0]["unplayed"] == {"kind": "forfeit", "absent": [2]}
    brought = import_tournament(tournament.club, read_tournament(document))
    assert get_second_table(brought).unplayed.absent == [2]
    assert read_figures(brought, "total") == read_figures(tournament, "total")


def test_the_organiser_records_a_forfeit_and_takes_it_back():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    address = f"/desk/table/{table.pk}"
    assert f"{address}/unplayed" in client.get(address).content.decode()
    wrong = client.post(f"{address}/unplayed", {"kind": "forfeit", "reason": "jamais venu"})
    assert wrong.status_code == 422
    assert [*wrong.context["form"].errors] == ["absent"]
    answer = client.post(f"{address}/unplayed", {"kind": "forfeit", "absent": "2", "reason": "jamais venu"})
    assert answer.status_code == 302
    shown = client.get(address).content.decode()
    assert "Forfait de" in shown
    assert NAMES[1] in shown
    assert f"{address}/mark/coup" not in shown
    assert "forfait" in client.get(f"/{tournament.code}").content.decode()
    log = client.get(f"/desk/event/{tournament.pk}/log").content.decode()
    assert "jamais venu" in log
    assert "forfait" in log
    client.post(f"{address}/unplayed", {"played": "yes", "back-reason": "le voilà"})
    assert not UnplayedTable.objects.exists()
    *_, dropped, back = (line.what for line in build_audit_log(tournament))
    assert dropped[:7] == back[:7] == "Table 1"
    assert dropped != back, "it is played again"
    ranking = {"order": "own", "metric1": "total", "forfeit": "nothing", "exempt": "average"}
    assert client.post(f"/desk/event/{tournament.pk}/ranking", ranking).status_code == 302
    tournament.refresh_from_db()
    assert RankingOrder.from_json(tournament.ranking).scales.exempt == "average"
    assert RankingOrder.from_json(tournament.ranking).scales.forfeit == "nothing"


def test_a_table_won_by_forfeit_is_listed_among_what_made_the_score():
    tournament = create_two_rounds()
    set_ranking(tournament, RankingOrder(("left", "victory", "buchholz_cut"), Scales()))
    mark_unplayed(get_second_table(tournament).pk, "forfeit", absent=[2], **WHY)
    pages = {
        entry.shown_name: Client().get(f"/{tournament.code}/player/{entry.pk}").context
        for entry in tournament.entries.filter(shown_name__in=("Anne", "Basile"))
    }
    anne, basile = pages["Anne"], pages["Basile"]
    assert [(row.kind, figures) for row, _, figures in anne["sums"].data] == [("table", ["2"]), ("won", ["2"])]
    assert ("Anne", "4") in [row[2:] for row in basile["meetings"].data]
    assert [each.average for each in (*anne["idle"], *basile["idle"])] == ["+42", ""]
    assert [sum for _, _, sum in basile["criteria"]] == ["", "sans 0"]


def test_a_resting_player_who_becomes_a_substitute_did_not_rest():
    tournament = create_two_rounds()
    set_scales(tournament, exempt="average")
    chloe = tournament.entries.get(shown_name="Chloé")
    Rest.objects.create(round=get_second_table(tournament).round, entry=chloe)
    assert read_figures(tournament, "total")["Chloé"] == -27 - 27
    substitute_player(get_second_table(tournament).pk, 3, chloe, actor="user:1")
    record_events(get_second_table(tournament), build_coup())
    assert read_figures(tournament, "total")["Chloé"] == -27 - 27
    lines = build_cross_table(
        get_standings(tournament), get_counted_results(tournament), list_unplayed_rounds(tournament)
    ).lines
    cell = next(line.cells[1] for line in lines if line.row.tally.player == "Chloé")
    assert (cell.idle, cell.total, len(cell.meetings[0].opponents)) == ("", -27, 2)


def test_a_round_that_nobody_began_is_declared_not_played_by_one_press_and_put_back_by_another():
    client, _club = sign_in_organiser()
    tournament = create_tournament(7, "random")
    add_member(get_user_model().objects.get(), tournament.club, Role.OWNER)
    draw_and_publish(tournament, 1)
    draw_and_publish(open_tournament(tournament), 2)
    first = Table.objects.get(round__tournament=tournament, round__n=1, n=1)
    record_events(first, {"type": "end"})
    closing, address = f"/desk/event/{tournament.pk}/close", f"/desk/event/{tournament.pk}/rounds/2/unplayed?then=close"
    page = client.get(closing)
    assert address in page.content.decode()
    assert len(page.context["still_open"]) == 2
    asked = client.get(address)
    assert len(asked.context["unranked"]) == 0
    reason = asked.context["form"]["reason"].value()
    assert client.post(address, {"reason": ""}).status_code == 422
    assert not UnplayedTable.objects.exists()
    assert client.post(address, {"reason": reason}).url == closing
    assert set(UnplayedTable.objects.values_list("table__round__n", "kind")) == {(2, "annulled")}
    unread = [(1, 1, True), (1, 2, None), (2, 1, None)]
    closed = Tournament(status=Tournament.Status.CLOSED)
    assert re.findall(r"\d", describe_provisional(closed, unread)) == ["1", "2"], "table 1 unread, 2 not played"
    page = client.get(closing)
    assert page.context["dropped_rounds"] == [(2, 2)]
    assert len(page.context["still_open"]) == 2
    assert client.post(address, {"reason": "si"}).url == closing
    assert not UnplayedTable.objects.exists()
    with pytest.raises(NotNow, match="table par table"):
        mark_round_unplayed(tournament, 1, **WHY)


def test_a_forfeited_table_says_who_won_and_what_comes_next_at_the_desk_and_on_its_phone():
    client, club = sign_in_organiser()
    tournament, first, second = create_open_cup(club)
    phone = Phone(first)
    stamp = re.search(r'data-stamp="(\w+)"', phone.read_sheet())[1]
    mark_unplayed(first.pk, "forfeit", absent=[2], **WHY)
    assert phone.client.get(f"/t/sheet?stamp={stamp}").status_code == 200, "a phone that waits there is told"
    sat = [seat.entry.shown_name for seat in first.seats.order_by("position")]
    told = f"<bdi>{sat[0]}</bdi> gagne sans jouer."
    shown = client.get(f"/desk/table/{first.pk}")
    assert told in shown.content.decode()
    assert "table 2" in shown.context["todo"]["words"], "for which the round still waits"
    assert "Qui a quoi" not in shown.content.decode()
    shown = phone.read_sheet()
    assert told in shown
    assert f"/{tournament.code}/bracket" in shown
    assert 'class="ask"' not in shown
    mark_unplayed(second.pk, "forfeit", absent=[1], **WHY)
    shown = client.get(f"/desk/table/{second.pk}").content.decode()
    assert f"/desk/event/{tournament.pk}/rounds" in shown
    mark_unplayed(second.pk, "forfeit", absent=[1, 2], **WHY)
    assert "gagne sans jouer" not in client.get(f"/desk/table/{second.pk}").content.decode(), "neither side came"


def test_the_forfeits_of_a_round_are_noted_together_from_its_page():
    client, club = sign_in_organiser()
    tournament, first, second = create_open_cup(club)
    address = f"/desk/event/{tournament.pk}/rounds/1/forfeits?then=rounds"
    assert address in client.get(f"/desk/event/{tournament.pk}/rounds").content.decode()
    assert client.get(address).context["form"]["reason"].value() == "absence", "it agrees with whoever is absent"
    assert client.post(address, {"reason": "absent"}).status_code == 422
    answer = client.post(address, {f"{first.pk}": "1", f"{second.pk}": ["1", "2"], "reason": "absents"})
    assert answer.url == f"/desk/event/{tournament.pk}/rounds"
    assert dict(UnplayedTable.objects.values_list("table__n", "absent")) == {1: [1], 2: [1, 2]}
    assert "/forfeits" not in client.get(answer.url).content.decode(), "nothing is left that can be forfeited"
    assert client.get(address).status_code == 302


def test_standings_of_forfeits_alone_say_that_nothing_is_played_and_lead_to_the_bracket():
    _client, club = sign_in_organiser()
    tournament, first, second = create_open_cup(club)
    mark_unplayed(first.pk, "forfeit", absent=[2], **WHY)
    said = "Aucune table n’a encore été jouée"
    shown = Client().get(f"/{tournament.code}/standings").content.decode()
    assert said in shown
    assert shown.count(f'href="/{tournament.code}/bracket"') >= 2
    record_events(second, {"type": "coup", "points": {"1": 70, "2": 50}})
    assert said not in Client().get(f"/{tournament.code}/standings").content.decode()


def test_no_seat_is_offered_at_a_table_that_is_never_played():
    tournament = create_evening(3, 3)
    mark_unplayed(get_table(tournament, 2).pk, "forfeit", absent=[1], **WHY)
    add_entries(tournament, ["Zoé"])
    entry = tournament.entries.get(shown_name="Zoé")
    offers = [words for _place, words in list_seat_offers(load_cards(tournament), entry)]
    assert any("table 1" in words for words in offers)
    assert not any("table 2" in words for words in offers)


def test_who_wins_a_table_by_forfeit_has_one_rank_everywhere_and_who_did_not_come_has_none():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    mark_unplayed(get_table(tournament, 2).pk, "forfeit", absent=[1], **WHY)
    Prize.objects.create(tournament=tournament, label="Jambon", kind="rank", place=2, cents=500)
    for close in (False, True):
        if close:
            tournament = close_tournament(tournament)
        page = client.get(f"/{tournament.code}/standings").context["table"]
        ranks = {row.record.tally.player: row.record.shown_rank for row in page.rows}
        assert ranks.pop("Denis Roy", None) is None, "he was not there"
        level = ("Élise Marchand", "Fanny Petit")
        assert ranks == {"Anne Lefèvre": 1, level[0]: 2, level[1]: 2, "Basile O’Connor": 4, "Chloé d’Arès": 5}
        end = client.get(f"/desk/event/{tournament.pk}/close").context
        assert [(step.rank, len(step.rows)) for step in end["podium"]] == [(1, 1), (2, 2)]
        assert {row.tally.player: row.rank for row in end["after_podium"]} == {
            "Basile O’Connor": 4,
            "Chloé d’Arès": 5,
        }
        assert end["waiting"] + end["absent"] == ["Denis Roy"]
        assert {each.row.tally.player: each.row.rank for each in build_diplomas(tournament)["diplomas"]} == ranks
        (award,) = award_prizes(tournament)
        assert {row.tally.player for row in award.winners} == set(level)
    names = {entry.pk: entry.shown_name for entry in tournament.entries.all()}
    outcomes = build_outcomes(find_played_evenings([tournament])[tournament.pk], {pk: pk for pk in names})
    assert {names[each.player]: each.rank for each in outcomes} == ranks
    player = tournament.entries.get(shown_name="Fanny Petit").player
    assert [(each.rank, each.players) for each in list_career_evenings(player.pk)[0]] == [(2, 5)]


def test_lines_and_arrows_of_the_standings_tell_a_forfeit_apart_and_stay_once_the_evening_is_closed():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    address = f"/{tournament.code}/standings?all=1"
    record_events(get_table(tournament), build_coup())
    said = "sans forfaits, repos, bonus ni pénalités"
    assert said not in client.get(address).content.decode()
    mark_unplayed(get_table(tournament, 2).pk, "forfeit", absent=[1], **WHY)
    publish_next_round(tournament, 2)
    for table in Table.objects.filter(round__tournament=tournament, round__n=2):
        record_events(table, build_coup())
    pages = [client.get(address)]
    close_tournament(tournament)
    pages.append(client.get(address))
    assert all(said in page.content.decode() for page in pages)
    arrows = [re.findall(r'<span aria-hidden="true">([▲▼=]\d*)</span>', page.content.decode()) for page in pages]
    assert set(arrows[0]) > {"="}
    assert arrows[0] == arrows[1]
