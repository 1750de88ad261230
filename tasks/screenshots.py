"""Take the documents' pictures from the running program: `.venv` runs this file, `make docs` calls it.

    python -m tasks.screenshots ADDRESS PASSWORD TABLE FOLDER

`ADDRESS`: of a server with a demonstration; `PASSWORD`: of its first organiser; `TABLE`: the fragment that opens a
table's sheet on a phone; `FOLDER`: where the pictures go.
"""

import os
import sys
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tasks.system import browser

COLOURS = 64  # a page has few
BROWSER_OPTIONS = ["--no-sandbox", "--font-render-hinting=none"]  # else letters stand on whole pixels, as on no screen
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "fr-FR", "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "locale": "fr-FR",
    "reduced_motion": "reduce",
}
DESK = {"desk": "/desk/event/1", "print": "/desk/event/1/print", "status": "/desk/status"}
DATA_FOLDER = "/var/lib/corbillon"  # where a club's data would lie, instead of the folder that is deleted afterwards
REPLACE_WORDS = """([from, to]) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(from, to);
}"""
PUBLIC = {"door": "/accounts/login/", "lesson": "/learn/brusquembille/3"}


def take(page: Page, address: str, file: Path) -> None:
    """Take the picture of the page at this address."""
    page.goto(address)
    save_picture(page, file)


def save_picture(page: Page, file: Path) -> None:
    """Take the picture of the page as it stands."""
    page.wait_for_load_state("networkidle")
    page.evaluate(REPLACE_WORDS, [os.environ["CORBILLON_VAR"], DATA_FOLDER])
    page.screenshot(path=file)
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(COLOURS).save(file, optimize=True)


def main(address: str, password: str, table: str, folder: str) -> None:
    pictures = Path(folder)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser(), args=BROWSER_OPTIONS)
        laptop = chromium.new_context(**LAPTOP).new_page()
        for name, path in PUBLIC.items():
            take(laptop, address + path, pictures / f"{name}.png")
        laptop.goto(f"{address}/desk/")
        laptop.locator("input[name=login]").fill("organisateur")
        laptop.locator("input[name=password]").fill(password)
        laptop.locator("button[type=submit]").first.click()
        laptop.wait_for_url("**/desk/")
        for name, path in DESK.items():
            take(laptop, address + path, pictures / f"{name}.png")
        phone = chromium.new_context(**PHONE).new_page()
        phone.goto(f"{address}/t#{table}")
        phone.get_by_role("button", name="Édith Saint-Cyr").tap()
        phone.locator("form#coup").wait_for()
        save_picture(phone, pictures / "phone.png")
        chromium.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
