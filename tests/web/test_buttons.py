"""Nobody is shown a link or a button that his role lets him not use: every page of every role, every address on it."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import Resolver404, resolve

from tests.fixtures.amounts import IS_LONG
from tests.web.declared_routes import OURS
from tests.web.rights_world import MAY, RightsWorld, build_address
from tournaments.book.table_keys import table_code
from tournaments.models import Table
from tournaments.printing.documents import DOCUMENTS

pytestmark = pytest.mark.usefixtures("world")


class AddressReader(HTMLParser):
    """Collect (method, address) of every link, form and picture of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given: dict[str, Any] = dict(attrs)
        if tag == "form":
            self.found.add((given.get("method", "get").upper(), given.get("action") or "."))
        for name in ("href", "src", "hx-get", "hx-post", "formaction"):
            if given.get(name):
                self.found.add(("POST" if name in ("hx-post", "formaction") else "GET", given[name]))


def find_right(method: str, address: str) -> str:
    """Return the right that an address of ours needs, "" for none."""
    try:
        view = resolve(address.partition("?")[0].partition("#")[0]).func
    except Resolver404:
        return ""
    return getattr(view, "rights", ("", ""))[method == "POST"]


@pytest.mark.parametrize("role", [role for role in MAY if role != "founder"])
def test_a_page_leads_nowhere_that_its_reader_may_not_go(world: RightsWorld, role: str):
    """In the short form a reader looks at every page and each other role at every third one, another one in turn."""
    wrong, turn = [], list(MAY).index(role)
    for route in list(OURS.values()) if IS_LONG or role == "reader" else list(OURS.values())[turn % 3 :: 3]:
        if route.access != "member" or "GET" not in route.methods or route.rights[0] not in MAY[role].split():
            continue
        address = build_address(route, world)
        page = world.clients[role].get(address)
        if page.status_code != 200 or "html" not in page["Content-Type"]:
            continue
        reader = AddressReader()
        reader.feed(page.content.decode())
        for method, link in sorted(reader.found):
            right = find_right(method, address if link == "." else link)
            if right and right not in MAY[role].split():
                wrong.append((route.name, method, link, str(right)))
    assert not wrong, "\n" + "\n".join(map(str, wrong))


@pytest.mark.parametrize("role", ["reader", "treasurer"])
def test_nobody_prints_what_opens_a_table_unless_he_may_write_there(world: RightsWorld, role: str):
    codes = [table_code(table) for table in Table.objects.filter(round__tournament=world.own["tournament"])]
    for document in DOCUMENTS:
        address = f"/desk/event/{world.own['tournament']}/print/{document.name}.html"
        answer = world.clients[role].get(address)
        assert answer.status_code == 404 or (answer.status_code == 200) == (document.right in MAY[role].split())
        assert not any(code in answer.content.decode() for code in codes), document.name
    body = {"document": ["standings", "sheets"]}
    assert world.clients[role].post(f"/desk/event/{world.own['tournament']}/print/together", body).status_code == 403
