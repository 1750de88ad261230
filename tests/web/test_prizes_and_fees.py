"""The prizes and fees of an evening, on the organiser's pages and on paper; the book never changes."""

import json
import re

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import strip_tags

from tests.book.book_rows import read_book
from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.money.prizes import Payment, set_account, set_payments
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.leaving import remove_entry
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.corrections import preview_correction
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Prize, Tournament
from tournaments.presentation.tables.money import AccountsTable
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.text.numbers import format_money
from tournaments.printing.documents import PRINTABLES_BY_NAME, list_printable
from tournaments.reading.prizes import build_balance, build_listed_balance, find_newcomers
from tournaments.standings.prizes import PrizeChoice
from tournaments.views.organiser.evening.change_preview import preview_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def client_and_evening() -> tuple[Client, Tournament]:
    """A signed-in client and an open evening with a coup at each of its two tables."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    record_events(get_table(tournament, 2), build_coup())
    return client, tournament


def post_prize(client_and_evening, **sent):
    """Send the form of a prize; `sent` overrides fields. Return the response."""
    client, event = client_and_evening
    asked = {"label": "Jambon", "kind": "rank", "place": "1", "group": "", "cents": "", "shared": "on"} | sent
    return client.post(f"/desk/event/{event.pk}/prizes", asked)


def test_prizes_are_entered_and_awarded_by_the_standings(client_and_evening):
    client, event = client_and_evening
    before = read_book()
    assert post_prize(client_and_evening, label="Premier", cents="50").status_code == 302
    assert post_prize(client_and_evening, label="Deuxième", place="2", cents="25,5").status_code == 302
    assert post_prize(client_and_evening, label="Coupe", kind="group", group="jeunes").status_code == 302
    assert [prize.cents for prize in Prize.objects.order_by("pk")] == [5000, 2550, 0]
    page = client.get(f"/desk/event/{event.pk}/prizes")
    (shared,) = page.context["given"]
    assert {row.tally.player for row in shared.winners} == {"Anne Lefèvre", "Denis Roy"}
    assert (shared.award.cents, shared.award.settled) == (3775, True)
    assert "37,75" in page.content.decode()
    files = json.loads(client.get(f"/desk/event/{event.pk}/prizes.json").content)["rows"]
    assert [row["amount"] for row in files] == [37.75, 37.75, None]
    # French Excel does not read 37.75 as a number
    assert ";37,75;" in client.get(f"/desk/event/{event.pk}/prizes.csv").content.decode()
    client.post(f"/desk/event/{event.pk}/prizes/{Prize.objects.get(label='Premier').pk}/remove")
    assert Prize.objects.count() == 2
    assert read_book() == before


def test_which_of_two_prizes_counts_is_chosen_and_told_on_page_and_paper(client_and_evening):
    client, event = client_and_evening
    address = f"/desk/event/{event.pk}/prizes"
    post_prize(client_and_evening, label="Premier", cents="50")
    post_prize(client_and_evening, label="Coupe", kind="group", group="jeunes", cents="90")
    winner = event.entries.get(shown_name="Anne Lefèvre")
    set_payments(event, [Payment(winner.pk, "jeunes", None, 0)])

    def read_winners() -> dict[str, list[str]]:
        given = client.get(address).context["given"]
        return {lot.label: [row.tally.player for row in each.winners] for each in given for lot in each.lots}

    told = {
        "no": "celui de son groupe au suivant",
        "highest": "le plus élevé en argent",
        "yes": "gagner plusieurs lots",
    }
    assert told["no"] in client.get(address).content.decode()
    for choice, cup in (("highest", ["Anne Lefèvre"]), ("yes", ["Anne Lefèvre"]), ("no", [])):
        assert client.post(f"{address}/several", {"several": choice}).status_code == 302
        page = client.get(address).content.decode()
        assert [words in page for words in told.values()].count(True) == 1
        assert told[choice] in page
        assert told[choice] in " ".join(PRINTABLES_BY_NAME["prizes"].build_paper(event).render_html().split())
        assert read_winners().get("Coupe", []) == cup
        assert read_winners()["Premier"] == (["Denis Roy"] if choice == "highest" else ["Anne Lefèvre", "Denis Roy"])
    call_command("recheck")


@pytest.mark.parametrize("choice", list(PrizeChoice))
def test_which_of_two_prizes_counts_travels_with_the_evening(client_and_evening, choice: PrizeChoice):
    _client, event = client_and_evening
    set_account(event, fee_cents=500, choice=choice)
    document = json.loads(json.dumps(build_tournament_document(event)))
    copy = import_tournament(event.club, read_tournament(document))
    assert (copy.account.choice, copy.account.fee_cents) == (choice, 500)


def test_an_invalid_prize_is_reported_at_its_fields(client_and_evening):
    answer = post_prize(client_and_evening, label=" ", place="0", cents="cinq")
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"label", "place", "cents"}
    assert set(post_prize(client_and_evening, kind="group").context["form"].errors) == {"group"}
    assert set(post_prize(client_and_evening, kind="rank", group="jeunes").context["form"].errors) == {"group"}
    assert not Prize.objects.exists()


def test_a_prize_is_added_and_removed_once_however_often_the_page_sends_it(client_and_evening):
    client, event = client_and_evening
    for token in ("one page", "one page", "another"):
        assert post_prize(client_and_evening, csrfmiddlewaretoken=token).status_code == 302
    assert Prize.objects.count() == 2
    where = f"/desk/event/{event.pk}/prizes"
    assert "info" in [each.level_tag for each in client.get(where).context["messages"]]
    first = Prize.objects.first()
    assert [client.post(f"{where}/{first.pk}/remove").status_code for _ in range(2)] == [302, 302]
    assert Prize.objects.count() == 1


def test_a_prize_without_a_winner_is_listed_on_the_page_on_paper_and_in_the_file(client_and_evening):
    client, event = client_and_evening
    post_prize(client_and_evening)
    post_prize(client_and_evening, label="Coupe", kind="group", group="jeunes")
    page = client.get(f"/desk/event/{event.pk}/prizes")
    assert [prize.label for prize in page.context["nobody"]] == ["Coupe"]
    assert "Coupe" in PRINTABLES_BY_NAME["prizes"].build_paper(event).render_html()
    last = json.loads(client.get(f"/desk/event/{event.pk}/prizes.json").content)["rows"][-1]
    assert (last["prize"], last["player"], last["rank"]) == ("Coupe", "", None)


def test_fees_due_and_paid_are_stored_and_added_up_for_the_treasurer(client_and_evening):
    client, event = client_and_evening
    anne, basile, *_others = event.entries.order_by("pk")
    sent = {"fee": "5", f"paid-{anne.pk}": "5", f"due-{basile.pk}": "2,50", f"group-{basile.pk}": "jeunes"}
    assert client.post(f"/desk/event/{event.pk}/money", sent).status_code == 302
    found = build_balance(event)
    assert (found.due, found.paid, found.missing) == (2750, 500, 2250)
    post_prize(client_and_evening, kind="group", group="jeunes")
    (cup,) = client.get(f"/desk/event/{event.pk}/prizes").context["given"]
    assert [row.tally.player for row in cup.winners] == ["Basile O’Connor"]
    wrong = client.post(f"/desk/event/{event.pk}/money", sent | {f"paid-{anne.pk}": "x"})
    assert wrong.status_code == 422
    assert build_balance(event).paid == 500
    assert {"prizes", "prize-labels", "receipts", "accounts"} <= {each.name for each in list_printable(event)}
    labels = PRINTABLES_BY_NAME["prize-labels"].build_paper(event).render_html()
    assert "Basile O’Connor</bdi></p>" in labels
    receipts = PRINTABLES_BY_NAME["receipts"].build_paper(event).render_html()
    accounts = PRINTABLES_BY_NAME["accounts"].build_paper(event)
    sums = build_listed_balance(event)
    assert sums.remaining % 100 == 0, "as in the columns"
    assert accounts.context["left"].endswith(",00\u00a0€"), "as in the columns"
    assert "27,50" in accounts.render_html(), "units under units"
    assert accounts.context["fee"] == "5,00\u00a0€", "units under units"
    assert "Anne" in receipts
    assert f"Reçu n° {event.code}-{anne.pk}" in receipts


def test_what_is_to_be_received_is_told_apart_from_what_is_to_be_given_back(client_and_evening):
    client, event = client_and_evening
    first = event.entries.order_by("pk").first()
    client.post(f"/desk/event/{event.pk}/money", {"fee": "5", f"paid-{first.pk}": "8"})
    found = build_balance(event)
    assert (found.missing, found.overpaid) == (500 * (event.entries.count() - 1), 300)
    page = client.get(f"/desk/event/{event.pk}/money").content.decode()
    assert "À rendre" in page
    table = AccountsTable(found, "EUR", medium=PAPER)
    assert "group" not in [column.name for column in table.columns], "nobody has one"
    *_others, column = table.foot_cells
    assert strip_tags(column) == format_money(sum(line.missing for line in found.lines), "EUR")


def test_who_has_paid_is_asked_once_somebody_owes_and_can_always_be_noted(client_and_evening):
    client, event = client_and_evening
    page = client.get(f"/desk/event/{event.pk}/money").content.decode()
    assert "<details data-paid>" in page
    assert page.count('name="paid-') == event.entries.count()
    wrong = client.post(f"/desk/event/{event.pk}/money", {"fee": "dix"})
    assert "<details data-paid>" in wrong.content.decode(), "nothing is wrong with what they paid"
    client.post(f"/desk/event/{event.pk}/money", {"fee": "5"})
    assert "<details data-paid open>" in client.get(f"/desk/event/{event.pk}/money").content.decode()


def test_nobody_who_has_paid_leaves_the_evening_before_the_money_is_given_back(client_and_evening):
    _client, event = client_and_evening
    (entry,) = add_entries(event, ["Zoé"])[-1:]
    set_payments(event, [Payment(entry.pk, "", None, 300)])
    with pytest.raises(NotNow, match="Un paiement est noté"):
        remove_entry(entry)
    set_payments(event, [Payment(entry.pk, "", None, 0)])
    remove_entry(entry)


def test_a_prize_of_a_group_names_the_group_alone(client_and_evening):
    client, event = client_and_evening
    post_prize(client_and_evening, kind="group", group="Juniors", label="Un livre", place="1")
    page = " ".join(client.get(f"/desk/event/{event.pk}/prizes").content.decode().split())
    assert re.search(r"groupe «\W*<bdi>Juniors</bdi>\W*», place", page)
    assert str(Prize.PrizeKind.GROUP.label) not in page.partition('class="lots"')[2].partition("</ul>")[0]


def test_the_preview_of_a_correction_lists_prizes_that_would_change_hands(client_and_evening):
    _client, event = client_and_evening
    post_prize(client_and_evening, label="Premier")
    plan = preview_correction(get_table(event).pk, 1, build_coup(37, 58, 25))
    ((prize, now, then),) = preview_tournament(event, [plan])["prizes"]
    assert (prize.label, now, then) == ("Premier", ["Anne Lefèvre", "Denis Roy"], ["Basile O’Connor"])
    Tournament.objects.filter(pk=event.pk).update(format=Tournament.Format.STANDING)
    event.refresh_from_db()
    assert preview_tournament(event, [plan], since=0)["drawn"] == [1]
    assert preview_tournament(event, [plan])["drawn"] == []


def test_newcomers_are_players_who_never_played_at_the_club_before(client_and_evening):
    _client, event = client_and_evening
    substitute_player(get_table(event).pk, 1, add_entries(event, ["Zoé"])[-1], actor="user:1")
    later = create_open_evening(event.club, names=("Anne Lefèvre", "Zoé", "Yves"), sizes=(3,))
    assert find_newcomers(later) == set(later.entries.values_list("pk", flat=True))
    Tournament.objects.filter(pk=event.pk).update(date="2026-01-01")
    assert {entry.shown_name for entry in later.entries.filter(pk__in=find_newcomers(later))} == {"Zoé", "Yves"}


def test_another_club_s_prizes_and_fees_are_missing(client_and_evening):
    stranger, _club = sign_in_organiser("paul", "Autre cercle")
    for page in ("prizes", "money", "prizes.csv", "money.xlsx"):
        assert stranger.get(f"/desk/event/{client_and_evening[1].pk}/{page}").status_code == 404


def test_the_fees_of_four_hundred_players_are_saved_at_once(client_and_evening):
    """Three fields a player: more than Django accepts unless its limit is raised."""
    client, event = client_and_evening
    add_entries(event, [f"Joueur {n}" for n in range(400)])
    entries = list(event.entries.values_list("pk", flat=True))
    sent = {"fee": "5"} | {
        f"{name}-{pk}": "5" if name == "paid" else "" for pk in entries for name in ("group", "due", "paid")
    }
    assert client.post(f"/desk/event/{event.pk}/money", sent).status_code == 302
    assert build_balance(event).lines[-1].paid == 500
