"""Other programs read a club's prizes, fees and settlement, and note who has paid; who may is in `rights.txt`."""

import pytest

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.api_programs import Program
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.money.currency import set_currency
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.money.prizes import Payment, add_prize, remove_prize, set_account, set_payments
from tournaments.models.rights import Role
from tournaments.reading.settlement import build_settlement, choose_worth, find_worths

pytestmark = pytest.mark.django_db


def test_a_treasurer_s_program_reads_the_money_and_notes_who_has_paid():
    _client, club = sign_in_organiser()
    evening = create_open_evening(club)
    record_events(get_table(evening), build_coup())
    set_currency(evening, "KWD")
    set_account(evening, fee_cents=2125)
    anne, basile = evening.entries.order_by("shown_name")[:2]
    set_payments(evening, [Payment(anne.pk, "jeunes", 1000, 0)])
    prize = add_prize(evening, kind="rank", place=1, group="", label="Un", cents=3000, shared=True)
    assert (prize.kind, prize.place, prize.group, prize.label, prize.shared) == ("rank", 1, "", "Un", True)
    named = {"kind": "group", "group": "jeunes ", "label": "Deux", "cents": 0, "shared": False}
    other = add_prize(evening, place=2, **named)
    assert (other.place, other.group) == (2, "jeunes")
    remove_prize(other)
    program, root = Program(club, Role.TREASURER), f"/tournaments/{evening.code}"

    prizes = program.get(f"{root}/prizes").json()
    assert (prizes["currency"], prizes["decimals"], prizes["items"][0]["amount"]) == ("KWD", 3, 3000)
    (award,) = prizes["awards"]
    assert (award["prizes"], award["amount"], award["settled"]) == ([prize.pk], 3000, True)
    assert award["winners"] == [{"entry": anne.pk, "name": "Anne Lefèvre", "rank": 1}]

    paid = program.post(f"{root}/entries/{anne.pk}/payment", {"paid": 1500}).json()
    assert (paid["due"], paid["paid"], paid["missing"], paid["group"]) == (1000, 1500, -500, "jeunes")
    fees = program.get(f"{root}/fees", limit=2).json()
    assert (fees["fee"], fees["paid"], fees["prizes"], fees["currency"]) == (2125, 1500, 3000, "KWD")
    assert [(each["entry"], each["due"]) for each in fees["items"]] == [(anne.pk, 1000), (basile.pk, 2125)]
    assert len(program.get(f"{root}/fees", cursor=fees["next"]).json()["items"]) == evening.entries.count() - 2
    assert program.post(f"{root}/entries/{anne.pk}/payment", {"paid": -1}).status_code == 422

    assert program.get(f"{root}/settlement").status_code == 404  # jetons are worth nothing yet
    set_jeton_worth(evening, WorthTerms(5, 2, "EUR", 1))
    told, found = (
        program.get(f"{root}/settlement").json(),
        build_settlement(evening, choose_worth(*find_worths(evening))),
    )
    assert (told["currency"], told["minor_units"], told["items"][0]["entry"]) == ("EUR", 5, anne.pk)
    assert [each["amount"] for each in told["items"]] == [line.minor_units for line in found.lines]
    assert [each["amount"] for each in told["hand_overs"]] == [each.minor_units for each in found.hand_overs]
