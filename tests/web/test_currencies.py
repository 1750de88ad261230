"""Fees and prizes in any currency: typed, shown, printed, kept as files; never converted."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.prizes import Payment, add_prize, set_account, set_payments
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.exchange.personal_data import build_entry_part, list_entries
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, Tournament
from tournaments.printing.documents import PRINTABLES_BY_NAME
from tournaments.reading.prizes import build_balance, get_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def client_and_evening() -> tuple[Client, Tournament]:
    """A signed-in client and an open evening with a coup at its first table."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    return client, tournament


def post(client: Client, tournament: Tournament, part: str, **sent: str) -> Any:
    """Send a form of the evening's money. Return the response."""
    return client.post(f"/desk/event/{tournament.pk}/{part}", sent)


def show_paper(tournament: Tournament, name: str) -> str:
    """Return a document of the tournament as HTML."""
    return PRINTABLES_BY_NAME[name].build_paper(tournament).render_html()


@pytest.mark.parametrize(
    ("code", "typed", "kept", "shown", "sent"),
    [("JPY", "1500", 1500, "1\u202f500\xa0JPY", 1500), ("KWD", "2,125", 2125, "2,125\xa0KWD", 2.125)],
)
def test_fees_and_prizes_of_another_currency_are_typed_shown_printed_and_filed(
    code: str, typed: str, kept: int, shown: str, sent: float, client_and_evening: tuple[Client, Tournament]
) -> None:
    client, evening = client_and_evening
    assert post(client, evening, "money/currency", currency=code.lower()).status_code == 302
    anne = evening.entries.order_by("shown_name").first()
    assert post(client, evening, "money", **{"fee": typed, f"paid-{anne.pk}": f"{typed} {code}"}).status_code == 302
    prize = {"label": "Premier", "kind": "rank", "place": "1", "group": "", "cents": typed}
    assert post(client, evening, "prizes", **prize).status_code == 302
    evening.refresh_from_db()
    assert (get_account(evening).fee_cents, build_balance(evening).paid, evening.prizes.get().cents) == (kept,) * 3
    pages = [client.get(f"/desk/event/{evening.pk}/{part}").content.decode() for part in ("money", "prizes")]
    papers = [show_paper(evening, name) for name in ("accounts", "receipts", "prizes", "prize-labels")]
    assert all(shown in text and "€" not in text and "euro" not in text for text in (*pages, *papers))
    assert f"Inscription, en {code}" in pages[0]
    assert f'value="{typed}"' in pages[0]
    assert f'value="{code}"' in client.get(f"/desk/event/{evening.pk}/settlement").content.decode()
    for name, column in (("money", "paid"), ("prizes", "amount")):
        rows = json.loads(client.get(f"/desk/event/{evening.pk}/{name}.json").content)["rows"]
        assert (rows[0][column], rows[0]["currency"]) == (sent, code)
    set_sign_up_terms(evening, is_open=True, limit=None, closes_at=None, self_check_in=False, fee_cents=kept)
    assert shown in Client().get(f"/{evening.code}/sign-up").content.decode()
    assert shown in client.get(f"/desk/players/{anne.player_id}/data").content.decode()
    [kept_of_anne] = list_entries([anne.player])
    assert build_entry_part(kept_of_anne)["fee"]["currency"] == code


def test_an_amount_or_a_currency_that_is_none_is_refused(client_and_evening: tuple[Client, Tournament]) -> None:
    client, evening = client_and_evening
    wrong = [("JPY", "5,50"), ("KWD", "5,1234"), ("EUR", "5 CHF"), ("CHF", "5 €"), ("EUR", "9999999999"), ("EUR", "-5")]
    for code, typed in wrong:
        set_currency(evening, code)
        answer = post(client, evening, "money", fee=typed)
        assert answer.status_code == 422, typed
        assert set(answer.context["form"].errors) == {"fee"}, typed
        assert typed in answer.content.decode()
        assert get_account(evening).fee_cents == 0
    for code in ("", "E", "EU€", "SOU", "XTS"):
        answer = post(client, evening, "money/currency", currency=code)
        assert answer.status_code == 422, code
        assert set(answer.context["currency_form"].errors) == {"currency"}, code
    evening.refresh_from_db()
    assert evening.currency == "EUR"


def test_what_is_written_keeps_its_figure_and_nothing_is_converted(
    client_and_evening: tuple[Client, Tournament],
) -> None:
    client, evening = client_and_evening
    entry = evening.entries.first()
    set_account(evening, fee_cents=500)
    set_payments(evening, [Payment(entry.pk, "", 300, 0)])
    prize = add_prize(evening, kind="rank", place=1, group="", label="Un", cents=2050, shared=True)
    answer = post(client, evening, "money/currency", currency="JPY")
    assert answer.status_code == 422
    assert "20,50\xa0€" in answer.content.decode()
    assert get_account(evening).fee_cents == 500  # nor is anything else changed
    assert post(client, evening, "money/currency", currency="KWD").status_code == 302
    prize.refresh_from_db()
    entry.refresh_from_db()
    assert (get_account(evening).fee_cents, entry.fee.due_cents, prize.cents) == (5000, 3000, 20500)


def test_the_currency_stays_once_somebody_has_paid(client_and_evening: tuple[Client, Tournament]) -> None:
    client, evening = client_and_evening
    set_payments(evening, [Payment(evening.entries.first().pk, "", None, 500)])
    answer = post(client, evening, "money/currency", currency="CHF")
    assert answer.status_code == 422
    assert answer.context["currency_form"].errors
    assert post(client, evening, "money/currency", currency="EUR").status_code == 302
    evening.refresh_from_db()
    assert evening.currency == "EUR"


def test_an_export_names_the_currency_unless_it_is_the_euro_and_an_import_keeps_it(
    client_and_evening: tuple[Client, Tournament],
) -> None:
    _client, evening = client_and_evening
    elsewhere = Club.objects.create(name="Ailleurs", currency="USD")
    document = build_tournament_document(evening)
    assert "currency" not in document
    assert import_tournament(elsewhere, read_tournament(document)).currency == "EUR"
    document = build_tournament_document(set_currency(evening, "CHF"))
    assert import_tournament(elsewhere, read_tournament(document)).currency == document["currency"] == "CHF"
    for wrong in ("francs", "$"):
        with pytest.raises(Refused) as refused:
            read_tournament(document | {"currency": wrong})
        assert [each.path for each in refused.value.problems] == ["currency"]
