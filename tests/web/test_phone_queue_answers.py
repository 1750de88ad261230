"""Each request that waited on a phone gets an answer that ends the waiting: recorded, refused with its problems, or
shown beside the sheet's own coup."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.web.phone_client import COUP, Phone, phone, points, text
from tournaments import actions
from tournaments.models import Record
from tournaments.views.phone.install import files
from tournaments.views.phone.queue_protocol import KEPT

pytestmark = pytest.mark.django_db

WRITINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("coup", dict(COUP)),
    ("coup", {**COUP, **points(58, 37, 20)}),
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


def another_coup_undone(hers: Phone) -> None:
    """The other phone records a coup and undoes it."""
    hers.coup()
    hers.write("undo")


def the_evening_closed(hers: Phone) -> None:
    """The other phone records a coup, then the evening is closed."""
    hers.coup()
    actions.close_event(hers.sheet.event)


def keep(mine: Phone, where: str, **fields: Any) -> Any:
    """Send a request that waited on the phone, as the page does later. Return the response."""
    return mine.client.post(f"/t/{where}", {"key": f"waited-{next(_ids):09d}", **fields}, headers={"Accept": KEPT})


@pytest.mark.parametrize("meanwhile", [another_coup_undone, the_evening_closed])
def test_each_request_that_waited_while_another_phone_wrote_is_answered(meanwhile: Callable[[Phone], None]) -> None:
    mine = phone(coups=4)
    meanwhile(Phone(mine.table, 2))
    book = Record.objects.count()
    for where, fields in WRITINGS:
        answer = keep(mine, where, number=1, **fields)
        assert answer.status_code == 409 and 'data-kind="' in text(answer), (where, fields)
    assert Record.objects.count() == book


def test_a_coup_that_is_both_stale_and_invalid_is_shown_with_its_problems() -> None:
    mine = phone()
    Phone(mine.table, 2).coup()
    answer = keep(mine, "coup", number=1, **{**COUP, **points(58, 37, 20)})
    assert answer.status_code == 409 and 'data-kind="stale"' in text(answer)
    assert "il en manque 5" in text(answer) and "Anne 58" in text(answer)


def test_the_service_worker_caches_every_file_that_the_page_loads() -> None:
    page = text(mine := phone().client.get("/t"))
    asked = {part.split('"')[0].split("?")[0] for part in page.split('="/static/')[1:]}
    assert mine.status_code == 200 and asked
    assert asked <= {name.removeprefix("/static/") for name in files()}
