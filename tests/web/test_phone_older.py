"""A sheet is as light late in a partie as at its beginning: the last events, the ids that the phone may lack, and the
rest when it is asked for."""

import re

import pytest

from tests.book.evening_builders import build_coup, correct_event, record_events, undo_last
from tests.web.phone_client import Phone, open_phone, read_html
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.rounds.seating import set_sides
from tournaments.book.saved_records import read_last_records, write_saved_records
from tournaments.models import Club, RecordReason
from tournaments.presentation.tags import narration
from tournaments.presentation.text import cards
from tournaments.presentation.text.sheet_text import narrate_event
from tournaments.views.phone.log_facts import LATEST_EVENTS, OLDER_EVENTS

pytestmark = pytest.mark.django_db

COUPS = LATEST_EVENTS + OLDER_EVENTS + 2


@pytest.fixture
def phone() -> Phone:
    """The phone of a table's first player: thirty tours to play, COUPS coups marked from another phone."""
    mine = open_phone(tours=30)
    record_events(mine.table, *[build_coup()] * COUPS, actor="table:2")
    return mine


def list_lines(page: str) -> list[int]:
    """Return the coups whose rows a page shows, in its order."""
    return [int(n) for n in re.findall(r'<span class="what">\D+(\d+)</span>', page)]


def read_named(phone: Phone, **headers: str) -> tuple[list[str], list[str]]:
    """Return the ids and digests that the sheet names to a phone that says so."""
    page = read_html(
        phone.client.get("/t/sheet", headers={f"X-Table-{name}": value for name, value in headers.items()})
    )
    ids, chain = (re.search(rf'data-{name}="(.*?)"', page) for name in ("recorded", "chain"))
    assert ids
    assert chain
    return ids[1].split(), chain[1].split()


# ── the events


def test_a_sheet_shows_the_last_events_and_older_ones_when_asked_for(phone: Phone) -> None:
    page = phone.read_sheet()
    assert list_lines(page) == [*range(COUPS, COUPS - LATEST_EVENTS, -1)]
    line = COUPS - LATEST_EVENTS + 1
    assert f"/t/older/{line}" in page
    older = read_html(phone.client.get(f"/t/older/{line}"))
    assert list_lines(older) == [*range(line - 1, line - 1 - OLDER_EVENTS, -1)]
    assert f"/t/older/{line - OLDER_EVENTS}" in older
    first = read_html(phone.client.get(f"/t/older/{line - OLDER_EVENTS}"))
    assert list_lines(first) == [2, 1]
    assert "/t/older/" not in first


def test_a_sheet_is_no_longer_late_in_the_partie(phone: Phone) -> None:
    def measure() -> int:
        head = phone.sheet.chain.split()[-1]
        return len(phone.client.get("/t/sheet", headers={"X-Table-Head": head, "X-Table-From": "999"}).content)

    before = measure()
    record_events(phone.table, *[build_coup()] * COUPS, actor="table:2")
    assert abs(measure() - before) < 1500, "some points of the curves; a row would have 4 kB"


def test_an_older_event_is_corrected_read_and_contested_from_its_row(phone: Phone) -> None:
    older = read_html(phone.client.get("/t/older/2"))
    assert 'hx-get="/t/correct/1"' in older
    assert 'hx-post="/t/agree"' in older
    assert 'name="line" value="1"' in older
    assert phone.send("dispute", line=1, position=3, words="j’avais deux as").status_code == 303
    assert "data-dispute" in read_html(phone.client.get("/t/older/2"))
    watching = Phone(phone.table, seat=None)
    assert "hx-post" not in read_html(watching.client.get("/t/older/2"))


def test_a_row_is_made_once_and_anew_for_whatever_it_says(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> str:
        return read_html(phone.client.get("/t/older/3"))

    before = read()
    with monkeypatch.context() as kept:
        kept.setattr(narration, "render_to_string", lambda *_asked: "made anew")
        assert "made anew" not in read()
        assert read() == before
        record_events(phone.table, build_coup(), actor="table:2")
        assert "made anew" not in read(), "a later coup changes nothing of an earlier row"
    correct_event(phone.table, 1, build_coup(60, 35, 25), reason="mal lu")
    assert "mal lu" in read()
    RecordReason.objects.all().delete()
    assert "mal lu" not in read()
    assert "data-corrected" in read()
    entry = phone.table.seats.get(position=1).entry
    name = entry.shown_name
    forget_name(entry.player, actor="")
    assert name in before
    assert name not in read()


def test_a_coup_marked_in_place_of_another_has_a_row_of_its_own(phone: Phone) -> None:
    before = read_html(phone.client.get(f"/t/older/{COUPS + 1}"))
    undo_last(phone.table)
    record_events(phone.table, build_coup(60, 35, 25), actor="table:2")
    after = read_html(phone.client.get(f"/t/older/{COUPS + 1}"))
    assert "Anne 60" in after
    assert "Anne 60" not in before


def test_a_row_is_kept_for_the_pack_that_it_shows() -> None:
    shown = {}
    for pack in (Club.Cards.ITALIAN, Club.Cards.FRENCH):
        cards._shown.set(pack)
        shown[pack] = narration.show_sentences(("L’as de ♠ gagne.",))
    assert len(set(shown.values())) == 2


# ── the ids


def test_a_phone_is_told_the_ids_from_the_record_on_that_it_asks_for(phone: Phone) -> None:
    keys, chain = [record.key for record in phone.sheet.records], phone.sheet.chain.split()
    assert read_named(phone, Head=chain[19], From="20") == (keys[19:], chain[19:])
    assert read_named(phone, Head=chain[19], From="7") == (keys[6:], chain[6:])
    assert read_named(phone, Head=chain[-1], From="999") == (keys[-1:], chain[-1:])
    assert read_named(phone, From="20")[0] == keys[19:]
    assert read_named(phone, From="0")[0] == read_named(phone, From="x")[0] == keys


def test_a_phone_whose_head_the_chain_lacks_is_told_all(phone: Phone) -> None:
    keys = [record.key for record in phone.sheet.records]
    assert read_named(phone, Head="0123456789abcdef", From="20")[0] == keys


def test_a_page_of_an_earlier_program_is_told_all(phone: Phone) -> None:
    keys, chain = [record.key for record in phone.sheet.records], phone.sheet.chain.split()
    assert read_named(phone, Head=chain[-1])[0] == keys


def test_a_phone_that_knows_nothing_is_told_what_no_backup_holds(phone: Phone) -> None:
    keys = [record.key for record in phone.sheet.records]
    assert read_named(phone)[0] == keys
    write_saved_records(read_last_records())
    record_events(phone.table, build_coup(), actor="table:2")
    assert read_named(phone)[0] == [keys[-1], phone.sheet.records[-1].key]


def test_partners_who_moved_alike_are_named_once_a_line() -> None:
    mine = Phone(set_sides(open_phone(4).table, True))
    mine.send("coup", **{"points.1": 80, "points.3": 40})
    assert [camp for camp, _ in narrate_event(mine.sheet, 1).nets_by_camp] == [
        ("Anne", "Basile"),
        ("Chloé", "Denis"),
    ]
    row = mine.read_sheet().partition('<span class="nets">')[2].partition("</summary>")[0]
    assert row.count('class="net"') == 2
