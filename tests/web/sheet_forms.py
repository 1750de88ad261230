"""Forms of a table at the organiser: sent as his page sends them, and what the sheet holds then."""

from typing import Any

from django.test import Client

from tests.web.organiser_builders import COUP, enter_coup
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import Table


def get_sheet(table: Table) -> Sheet:
    return load_sheet(table.pk)


def get_totals(table: Table) -> dict[str, int]:
    state = get_sheet(table).state
    assert state is not None
    return dict(state.totals)


def post_form(client: Client, table: Table, kind: str, **fields: str) -> Any:
    """Open a page of the table, fill it in and send it. Return the response."""
    address = f"/desk/table/{table.pk}/{kind}"
    page = client.get(address)
    return client.post(
        address,
        {"key": page.context.get("key") or page.context["hidden"]["key"], "number": get_sheet(table).next_number}
        | fields,
    )


def post_correction(client: Client, table: Table, position: int = 1, **fields: str) -> Any:
    """Send the correction of the event at this position. Return the response."""
    return client.post(
        f"/desk/table/{table.pk}/correct/{position}",
        {"key": "a-key-of-its-own", "number": get_sheet(table).next_number, "kind": "coup"} | COUP | fields,
    )


def finish_partie(client: Client, table: Table) -> None:
    """Enter three coups, which end the partie."""
    for _ in range(3):
        assert enter_coup(client, table).status_code == 302
