"""What a jeton is worth, at the club and for an evening, and the settlement in money; the book never changes."""

import re

import pytest
from django.test import Client

from tests.book.book_rows import read_book
from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, JetonWorth, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.presentation.text.jeton_worth_text import describe_worth
from tournaments.printing.catalogue import list_catalogue
from tournaments.printing.documents import PRINTABLES_BY_NAME, list_printable
from tournaments.reading.settlement import build_settlement, choose_worth, find_worths
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales

pytestmark = pytest.mark.django_db


@pytest.fixture
def client_and_evening() -> tuple[Client, Tournament]:
    """A signed-in client and an open evening with a coup at each of its two tables."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    for n in (1, 2):
        record_events(get_table(tournament, n), build_coup())
    return client, tournament


def post_worth(client, tournament, **sent):
    """Send the form of an evening's worth; `sent` overrides fields. Return the response."""
    asked = {"use": "own", "amount": "0,05", "currency": "EUR", "jetons": "1"} | sent
    return client.post(f"/desk/event/{tournament.pk}/settlement", asked)


def list_names(tournament):
    """Return the names of the documents that the catalogue lists."""
    return {item.document.name for item in list_catalogue(tournament, set(Right))}


def test_no_page_speaks_of_money_where_a_jeton_is_worth_nothing(client_and_evening):
    client, evening = client_and_evening
    assert "settlement" not in list_names(evening)
    assert "Règlement" not in client.get(f"/desk/event/{evening.pk}").content.decode()
    assert "handed" not in client.get(f"/desk/event/{evening.pk}/settlement").context
    assert client.get(f"/desk/event/{evening.pk}/settlement.csv").status_code == 404


def test_where_the_club_plays_for_no_money_one_choice_says_so(client_and_evening):
    client, evening = client_and_evening
    address = f"/desk/event/{evening.pk}/settlement"
    assert [key for key, _words in client.get(address).context["form"].fields["use"].choices] == ["club", "own"]


def test_an_evening_that_plays_for_no_money_says_so_though_the_club_has_none_either(client_and_evening):
    client, evening = client_and_evening
    set_jeton_worth(evening.club, WorthTerms(5, 2, "EUR", 1))
    assert post_worth(client, evening, use="nothing").status_code == 302
    set_jeton_worth(evening.club, None)
    form = client.get(f"/desk/event/{evening.pk}/settlement").context["form"]
    assert [key for key, _words in form.fields["use"].choices] == ["nothing", "own"]


def test_an_evening_is_settled_on_the_page_and_on_paper_and_the_book_stays(client_and_evening):
    client, evening = client_and_evening
    before = read_book()
    assert post_worth(client, evening).status_code == 302
    page = client.get(f"/desk/event/{evening.pk}/settlement")
    found = build_settlement(evening, choose_worth(*find_worths(evening)))
    assert [line.minor_units for line in found.lines] == [5 * line.jetons for line in found.lines]
    assert sum(line.jetons for line in found.lines) == 0
    assert found.hand_overs
    assert read_book() == before
    text = page.content.decode()
    assert 'value="0,05"' in text
    client.cookies["django_language"] = "en"
    assert 'value="0.05"' in client.get(f"/desk/event/{evening.pk}/settlement").content.decode()
    del client.cookies["django_language"]
    assert "0,05\xa0€" in text
    assert (found.money.is_shortest, found.money.is_rounded) == (True, False)
    assert "Arrondi" not in text
    assert "/settlement" in client.get(f"/desk/event/{evening.pk}/more").content.decode()
    assert "settlement" in list_names(evening)
    assert "settlement" in {each.name for each in list_printable(evening)}
    paper = PRINTABLES_BY_NAME["settlement"].build_paper(evening).render_html()
    assert all(each.payer in paper and each.payee in paper for each in found.hand_overs)
    handed = client.get(f"/desk/event/{evening.pk}/settlement.json").json()["rows"]
    assert [(each["payer"], each["payee"], round(each["amount"] * 100)) for each in handed] == [
        (each.payer, each.payee, each.minor_units) for each in found.hand_overs
    ]
    accounts = client.get(f"/desk/event/{evening.pk}/settlement/accounts.json").json()["rows"]
    assert [round(each["money"] * 100) for each in accounts] == [line.minor_units for line in found.lines]
    assert {each["currency"] for each in (*handed, *accounts)} == {"EUR"}
    assert "/settlement/accounts.csv" in text
    assert "€" not in Client().get(f"/{evening.code}/standings").content.decode()


def test_an_evening_may_differ_from_its_club_or_play_for_nothing(client_and_evening):
    client, evening = client_and_evening
    sent = {"club": evening.club_id, "amount": "1", "currency": "chf", "jetons": "20"}
    assert client.post("/desk/club/jeton", sent).status_code == 302
    page = client.get(f"/desk/event/{evening.pk}/settlement").content.decode()
    assert re.search(r"20 jetons\W+vaut 1\W+CHF", page)
    post_worth(client, evening, amount="10", currency="JPY")
    own = choose_worth(*find_worths(evening))
    assert (own.minor_units, own.decimals, own.currency) == (10, 0, "JPY")
    post_worth(client, evening, use="nothing")
    post_worth(client, evening, use="nothing", amount="0,30")
    assert choose_worth(*find_worths(evening)).minor_units == 30, "a sum typed beside the old choice is that evening's"
    post_worth(client, evening, use="nothing")
    assert choose_worth(*find_worths(evening)) is None
    assert "settlement" not in list_names(evening)
    post_worth(client, evening, use="club")
    assert choose_worth(*find_worths(evening)).currency == "CHF"
    client.post("/desk/club/jeton", sent | {"amount": ""})
    assert not JetonWorth.objects.exists()


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"amount": "cinq"}, "amount"),
        ({"amount": "-5"}, "amount"),
        ({"amount": "9999999", "currency": "CLF"}, "amount"),
        ({"amount": ""}, "amount"),
        ({"amount": "0"}, "amount"),
        ({"amount": "0,005"}, "amount"),
        ({"amount": "0,5", "currency": "JPY"}, "amount"),
        ({"currency": "$"}, "currency"),
        ({"jetons": "7"}, "jetons"),
        ({"use": "bank"}, "use"),
    ],
)
def test_a_wrong_worth_is_reported_at_its_field(client_and_evening, sent, field):
    client, evening = client_and_evening
    answer = post_worth(client, evening, **sent)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    assert not JetonWorth.objects.exists()


def test_amounts_that_are_rounded_are_said_to_be(client_and_evening):
    client, evening = client_and_evening
    post_worth(client, evening, amount="0,03", jetons="20")
    page = client.get(f"/desk/event/{evening.pk}/settlement").content.decode()
    assert re.search("Arrondi \\w 0,01\xa0€", page)


def test_jetons_left_in_a_basket_go_to_the_cash_box():
    client, club = sign_in_organiser()
    evening = create_open_evening(club, names=("Anne", "Basile", "Chloé", "Denis"), sizes=(4,))
    points = {"1": 33, "2": 33, "3": 33, "4": 21}  # three share 80 jetons: 2 stay
    won = {name: {"aces_won": 1, "tens_won": 1} for name in points}
    record_events(get_table(evening), {"type": "coup", "points": points, "brusquembilles": won})
    set_jeton_worth(evening, WorthTerms(5, 2, "EUR", 1))
    found = build_settlement(evening, choose_worth(*find_worths(evening)))
    assert found.left_in_baskets == 2
    assert sum(line.minor_units for line in found.lines) == 0
    assert "la caisse" in client.get(f"/desk/event/{evening.pk}/settlement").content.decode()


def test_an_export_names_the_worth_only_where_there_is_one_and_an_import_keeps_it(client_and_evening):
    _client, evening = client_and_evening
    assert "jeton_worth" not in build_tournament_document(evening)
    set_jeton_worth(evening.club, WorthTerms(5, 2, "EUR", 1))
    document = build_tournament_document(evening)
    found = import_tournament(Club.objects.create(name="Ailleurs"), read_tournament(document))
    assert build_tournament_document(found)["jeton_worth"] == document["jeton_worth"]
    with pytest.raises(Refused) as refused:
        read_tournament(document | {"jeton_worth": {"minor_units": -1, "decimals": 9, "currency": "€", "jetons": 0}})
    assert len(refused.value.problems) == 4


def test_a_game_that_counts_points_says_nothing_of_jetons(client_and_evening):
    client, evening = client_and_evening
    assert client.post("/desk/club/jeton", {"amount": "0,05", "currency": "EUR", "jetons": "1"}).status_code == 302
    names = ["Anne", "Basile"]
    briscola = create_tournament(evening.club, name="Bar", date=evening.date, game="briscola", players=names)
    page = client.get(f"/desk/event/{briscola.pk}/settlement").content.decode()
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    assert "/settlement" not in client.get("/desk").content.decode()
    assert "jeton" not in page.partition("<main")[2].lower()
    assert "settlement" not in page.partition("<main")[0]
    assert "/settlement" in client.get(f"/desk/event/{evening.pk}/more").content.decode()


def test_the_settlement_says_where_the_standings_count_what_nobody_pays(client_and_evening):
    client, evening = client_and_evening
    post_worth(client, evening)
    assert not client.get(f"/desk/event/{evening.pk}/settlement").context["counts_unplayed"]
    people = list(evening.entries.order_by("pk"))
    seat_round(evening, 2, [people[:3], people[3:]])
    mark_unplayed(
        Table.objects.get(round__tournament=evening, round__n=2, n=1).pk,
        "forfeit",
        actor="user:1",
        reason="absente",
        absent=[1],
    )
    worth = RankingOrder(("left", "total"), Scales(forfeit="average"))
    set_ranking(evening, worth)
    assert client.get(f"/desk/event/{evening.pk}/settlement").context["counts_unplayed"]


def test_the_log_says_who_changed_what_a_jeton_is_worth_and_nothing_where_nothing_changed(client_and_evening):
    client, evening = client_and_evening
    post_worth(client, evening)
    post_worth(client, evening)
    post_worth(client, evening, use="nothing")
    lines = [line for line in build_audit_log(evening) if line.what == "Ce que vaut un jeton"]
    [(_label, of_club, worth)], [(_label, was, nothing)] = (line.diff for line in lines)
    assert worth == was == describe_worth(JetonWorth(minor_units=5, decimals=2, currency="EUR", jetons=1))
    assert ("club" in of_club, nothing) == (True, describe_worth(JetonWorth(minor_units=0)))
    assert {line.actor for line in lines} == {"nadia, responsable"}


@pytest.mark.parametrize(
    ("amount", "currency", "minor_units"),
    [("0,05 €", "EUR", 5), ("+0,05", "eur", 5), ("£0.05", "£", 5), ("0.05 GBP", "GBP", 5), ("2 fr.", "CHF", None)],
)
def test_an_amount_may_be_typed_with_its_sign(client_and_evening, amount, currency, minor_units):
    client, evening = client_and_evening
    answer = post_worth(client, evening, amount=amount, currency=currency)
    assert answer.status_code == (302 if minor_units else 422)
    worth = JetonWorth.objects.filter(tournament=evening).values_list("minor_units", flat=True).first()
    assert worth == minor_units
