"""Filled sheets photographed at the organiser's: sent as they are taken, compared with their picture, then recorded."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organiser_user import fill_open_evening, sign_in
from tests.fixtures.live_server import LiveServer
from tests.scanning.drawn_sheet import draw_sheet, photograph
from tournaments.book.loading import load_sheet
from tournaments.models import Record, Table
from tournaments.scanning.layout import Choice, PageCode
from tournaments.views.organiser.table.photographs import lay_out_sheet

pytest.importorskip("cv2", reason="the extra `reading` is not installed")
pytestmark = pytest.mark.start_from(fill=fill_open_evening)


def photograph_table(folder: Path) -> Path:
    """Photograph the sheet of the one table: the first bubble of the first coup is marked."""
    table = Table.objects.get()
    sheet_page = lay_out_sheet(load_sheet(table.pk))[0]
    choice = next(part for cell in sheet_page.coups[0].cells for part in cell.parts if isinstance(part, Choice))
    code = PageCode(table.pk, table.round.n, 1, sheet_page.fingerprint)
    file = folder / "photo.jpg"
    file.write_bytes(photograph(draw_sheet(sheet_page, [choice.bubbles[0]], code)))
    return file


def test_a_photographed_sheet_is_compared_with_its_picture_before_anything_is_recorded(
    live: LiveServer, page: Page, tmp_path: Path
) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.goto(f"{live.url}/desk/event/{Table.objects.get().round.tournament_id}/photos")
    page.locator("input[type=file][multiple][accept*=pdf]").last.set_input_files(photograph_table(tmp_path))
    expect(page.locator("[data-read=yes]")).to_have_count(1, timeout=60_000)
    page.locator("[data-waiting] a").click()
    cell = page.locator("[name$='brusquembilles.1.aces_won']").first
    expect(cell).to_have_value("1")
    expect(cell.locator("xpath=../*[name()='svg']")).to_be_visible()
    assert Record.objects.count() == 0


def test_a_file_that_is_too_long_is_said_and_the_next_one_is_read(live: LiveServer, page: Page, tmp_path: Path) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.goto(f"{live.url}/desk/event/{Table.objects.get().round.tournament_id}/photos")
    scan = tmp_path / "douze.pdf"
    scan.write_bytes(b"%PDF" + bytes(50_000_000))
    page.locator("input[type=file][multiple]").last.set_input_files([scan, photograph_table(tmp_path)])
    expect(page.locator("[data-read=yes]")).to_have_count(1, timeout=60_000)
    expect(page.locator("[data-read=no]")).to_contain_text("douze.pdf")
