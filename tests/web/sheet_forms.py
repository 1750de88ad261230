"""Forms of a table at the organiser: sent as his page sends them, and what the sheet holds then."""

from collections.abc import Mapping
from typing import Any

from django.test import Client

from tests.book.evening_builders import create_table
from tests.web.organiser_builders import COUP, enter_coup, sign_in_organiser
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import Table

SIZES = {"brusquembille": 3, "briscan": 2, "brisque": 2, "briscola": 4, "chiamata": 5, "marque": 4}
ROW = {"points.1": "58", "points.2": "37", "brusquembilles.1.aces_won": "2", "brusquembilles.1.aces_lost": "1"}
ROW |= {"brusquembilles.1.tens_won": "1", "brusquembilles.1.tens_lost": "1", "brusquembilles.2.aces_won": "1"}
ROW |= {"brusquembilles.2.tens_won": "1", "brusquembilles.3.tens_lost": "1"}
COUPS: Mapping[str, dict[str, str]] = {
    "briscan": {
        "coup-retourne": "9C",
        "coup-announcements": "Anne : mariage ♠\nBasile : séquence R♦ D♦ V♦\nAnne : mariage de rencontre ♣",
        "coup-exchange": "2",
        "coup-tricks_won.1": "9",
        "coup-last_trick": "1",
        "coup-last_five": "1",
        "coup-card_points.1": "71",
    },
    "briscola": {"coup-points.1": "61"},
    "chiamata": {
        "coup-caller": "4",
        "coup-bid": "75",
        "coup-called": "RC",
        "coup-partner": "5",
        "coup-points": "78",
    },
    "marque": {"coup-points.1": "112", "coup-points.2": "", "coup-mark.belote": "3"},
}


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


class OrganiserAtTable:
    """An organiser in front of the one table of an evening of this game."""

    def __init__(self, game: str, name: str = "nadia", **options: Any) -> None:
        self.client, club = sign_in_organiser(name, f"Le cercle de {name}")
        self.table = create_table(SIZES[game], game=game, **options)
        self.table.round.tournament.club = club
        self.table.round.tournament.save(update_fields=["club"])

    @property
    def sheet(self) -> Sheet:
        """The current sheet of the table."""
        return load_sheet(self.table.pk)

    def send(self, where: str, **fields: Any) -> Any:
        """Send a form to a page of the table, with a key and the current number."""
        sent = {"key": f"desk-{self.sheet.next_number:012d}", "number": self.sheet.next_number, "kind": "coup"} | fields
        return self.client.post(f"/desk/table/{self.table.pk}/{where}", sent)

    def read_fields(self, where: str) -> dict[str, str]:
        """Return the filled fields of a page's form, as a browser would send them back."""
        form = self.client.get(f"/desk/table/{self.table.pk}/{where}").context["form"]
        values = {bound.html_name: bound.value() for bound in form}
        return {name: value for name, value in values.items() if value not in (None, "", False)}

    def correct(self, **changes: Any) -> Any:
        """Send the form that corrects the first event, with these changes."""
        return self.send(
            "correct/1", **self.read_fields("correct/1?kind=coup") | {"write": "yes", "reason": "mal lu"} | changes
        )


def build_fields(page: Any, *rows: dict[str, str], **more: str) -> dict[str, str]:
    """Return what the page sends once these rows are typed into it."""
    form = page.context["grid"].form
    sent = {f"key.{at}": row.key for at, row in enumerate(form.rows)} | {
        "number": str(page.context["sheet"].next_number)
    }
    return sent | {f"{at}.{path}": cell for at, row in enumerate(rows) for path, cell in row.items()} | more
