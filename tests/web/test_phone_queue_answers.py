"""Each request that waited on a phone gets an answer that ends the waiting: recorded, refused with its problems, or
shown beside the sheet's own coup."""

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.web.phone_client import COUP, Phone, build_point_fields, open_phone, read_html
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.states import ONLY_ORGANISERS
from tournaments.models import Record
from tournaments.views.phone.queue_protocol import QUEUE_MEDIA_TYPE
from tournaments.views.phone.shell import list_page_files

pytestmark = pytest.mark.django_db

REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("coup", dict(COUP)),
    ("coup", {**COUP, **build_point_fields(58, 37, 20)}),
    ("coup", {"points.1": "x"}),
    ("tricks", {"retourne": "A♠", "cards": "10♠ 7♥"}),
    ("penalty", {"rule": "PEN-06", "player": 3, "to": 1}),
    ("recave", {"player": 1, "fiches": 1}),
    ("void", {"reason": "mal donné"}),
    ("leave", {"player": 2}),
    ("end", {}),
    ("undo", {}),
)
_ids = count(1)


def record_and_undo_coup(hers: Phone) -> None:
    """The other phone records a coup and undoes it."""
    hers.send_coup()
    hers.send("undo")


def record_and_close_evening(hers: Phone) -> None:
    """The other phone records a coup, then the evening is closed."""
    hers.send_coup()
    close_tournament(hers.sheet.tournament)


def send_waiting(mine: Phone, where: str, **fields: Any) -> Any:
    """Send a request that waited on the phone, as the page does later. Return the response."""
    return mine.client.post(
        f"/t/{where}", {"key": f"waited-{next(_ids):09d}", **fields}, headers={"Accept": QUEUE_MEDIA_TYPE}
    )


def test_what_waited_for_a_closed_evening_is_for_the_organiser_and_is_not_thrown_away_at_one_tap() -> None:
    mine = open_phone(coups=4)
    record_and_close_evening(Phone(mine.table, 2))
    where, fields = REQUESTS[0]
    shown = read_html(send_waiting(mine, where, number=2, **fields))
    assert str(ONLY_ORGANISERS) in shown
    assert shown.index("<details><summary>") < shown.index('data-decide="discard"')
    assert "entame" not in mine.read_sheet(), "nobody leads a coup any more"


@pytest.mark.parametrize("meanwhile", [record_and_undo_coup, record_and_close_evening])
def test_each_request_that_waited_while_another_phone_wrote_is_answered(meanwhile: Callable[[Phone], None]) -> None:
    mine = open_phone(coups=4)
    meanwhile(Phone(mine.table, 2))
    book = Record.objects.count()
    for where, fields in REQUESTS:
        answer = send_waiting(mine, where, number=1, **fields)
        assert answer.status_code == 409, (where, fields)
        assert 'data-kind="' in read_html(answer), (where, fields)
    assert Record.objects.count() == book


def test_a_coup_that_is_both_stale_and_invalid_is_shown_with_its_problems() -> None:
    mine = open_phone()
    Phone(mine.table, 2).send_coup()
    answer = send_waiting(mine, "coup", number=1, **{**COUP, **build_point_fields(58, 37, 20)})
    assert answer.status_code == 409
    assert 'data-kind="stale"' in read_html(answer)
    assert [problem.message.values["gap"] for problem in answer.context["mine"].step.problems] == [5]
    assert "Anne 58" in read_html(answer)


def test_two_phones_that_wrote_the_same_coup_are_told_apart_from_two_that_did_not() -> None:
    """The same words need no question; other words are shown once, as what each of the choices keeps."""
    mine = open_phone(coups=4)
    Phone(mine.table, 2).send_coup()
    same = read_html(send_waiting(mine, "coup", number=1, **COUP))
    assert "data-same" in same
    other = read_html(send_waiting(mine, "coup", number=1, **COUP | build_point_fields(57, 38, 25)))
    assert "data-same" not in other
    assert other.index("data-differs") < other.index('class="choices differs"') < other.index("<details")
    choices = [re.findall(r"(Anne|Basile) (\d+)</span></span>", button) for button in other.split("data-decide")]
    assert choices[1:3] == [[("Anne", "57"), ("Basile", "38")], [("Anne", "58"), ("Basile", "37")]]
    mine.client.get("/t/sheet", headers={"X-Table-Differs": "yes"})
    differs = Phone(mine.table, 2).read_facts().differs
    assert "Anne 58" in differs.here
    assert "Anne 57" in differs.there


def test_a_coup_that_was_undone_since_is_not_the_same() -> None:
    mine = open_phone(coups=4)
    record_and_undo_coup(Phone(mine.table, 2))
    assert "data-same" not in read_html(send_waiting(mine, "coup", number=1, **COUP))


def test_the_service_worker_caches_every_file_that_the_page_loads() -> None:
    page = read_html(mine := open_phone().client.get("/t"))
    asked = {part.split('"')[0].split("?")[0] for part in page.split('="/static/')[1:]}
    assert mine.status_code == 200
    assert asked
    assert asked <= {name.removeprefix("/static/") for name in list_page_files()}
