"""A coup entered card by card on the organiser's pages: recorded, corrected from totals, and read as far as it goes."""

import random

import pytest

from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.book.loading import load_sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Record, Table

pytestmark = pytest.mark.django_db


def build_random_coup(table: Table, seed: int = 1) -> dict:
    """Return a random legal coup by tricks for the table."""
    return PARTS_BY_GAME["brusquembille"].play_next_event(load_sheet(table.pk).state, random.Random(seed), 1.0)


def build_fields(coup: dict, **more: str) -> dict[str, str]:
    """Return the form fields of a coup by tricks."""
    cards = "\n".join(" ".join(trick) for trick in coup["tricks"])
    return {"tricks-retourne": coup["retourne"], "tricks-cards": cards, **more}


def test_a_coup_is_entered_card_by_card():
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club))
    page = client.get(f"/desk/table/{table.pk}/mark/tricks")
    carried = {"key": page.context["key"], "number": "1"}
    letters = str.maketrans("♠♥♦♣", "PCKT")
    coup = build_random_coup(table)
    typed = {name: text.translate(letters) for name, text in build_fields(coup).items()}
    assert client.post(f"/desk/table/{table.pk}/mark/tricks", typed | carried).status_code == 302
    assert Record.objects.get().body == {"type": "coup", "retourne": coup["retourne"], "tricks": coup["tricks"]}


def test_an_illegal_card_is_reported_with_its_trick_and_no_id():
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club))
    coup = build_random_coup(table)
    coup["tricks"][1][0] = coup["tricks"][0][0]
    answer = client.post(
        f"/desk/table/{table.pk}/mark/tricks", build_fields(coup) | {"key": "phone-000001", "number": "1"}
    )
    assert answer.status_code == 422
    (told,) = answer.context["form"].errors["cards"]
    assert told.startswith("Levée 2")
    assert "BRU-01" not in told
    read = client.post(f"/desk/table/{table.pk}/so-far/1", build_fields(coup)).content.decode()
    assert "Levée 2" in read
    assert not Record.objects.exists()
    assert "BRU-" not in read, "the rule's number stays in the folded reasons"
    assert client.post(f"/desk/table/{table.pk}/so-far/9", {}).status_code == 204


def test_a_coup_in_totals_is_corrected_to_one_by_tricks():
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    address = f"/desk/table/{table.pk}/correct/1"
    assert "?kind=tricks" in client.get(address).content.decode()
    coup = build_random_coup(table)
    asked = build_fields(coup) | {"kind": "tricks", "key": "phone-000001", "number": "2"}
    preview = client.post(address, asked)
    assert preview.status_code == 200
    assert preview.context["previewed"]
    written = client.post(address, asked | {"write": "yes", "reason": "la feuille avait les cartes"})
    assert written.status_code == 302
    assert Record.objects.last().body["tricks"] == coup["tricks"]
    form = client.get(address).context["form"]
    assert form.kind == "tricks"
    assert form["retourne"].value() == coup["retourne"]
    assert form["cards"].value().split() == [card for trick in coup["tricks"] for card in trick]
    assert client.get(f"{address}?kind=coup").context["form"].kind == "coup"
