"""Every document with hostile text in every field that is printed: it stays text. They are printed in a process without
network whose time, memory and opened files are checked; the PDFs are tagged and embed their fonts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from config.wifi import Wifi
from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events
from tests.fixtures.amounts import choose_amount
from tests.fixtures.patience import PROCESS_SECONDS
from tournaments.actions.evenings.lifecycle import change_tournament
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.models import Club, Tournament
from tournaments.printing.documents import DOCUMENTS, DOCUMENTS_BY_NAME, list_printable

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert(1)</script>"
IMAGE = '<img src="file:///etc/passwd">'
STYLE = "</style><style>*{background:url(http://127.0.0.1:9/x)}"
DRAWING = '<svg><image href="http://127.0.0.1:9/a.svg"/></svg>'
ATTACHED = '<link rel=attachment href="file:///etc/passwd">'
CODED = '<object data="data:text/html,<script>x</script>">'
NAMES = (SCRIPT, IMAGE, STYLE, DRAWING, ATTACHED, CODED)
HEAVY = (
    "e" + "\u0301" * 79,
    "W" * 80,
    "😀" * 80,
    "\u202e" + "אבגד " * 15,
    "{{ settings.SECRET_KEY }}",
    "{% include '/etc/passwd' %}",
)
MOST_MEGABYTES = 400
FULL_OF_NAMES = ("sheets", "seating", "standings", "badges", "records")
EACH = choose_amount(6, 1)  # of the other documents, the one in so many that is printed
UNESCAPED_HTML = f"""<html lang="fr"><title>.</title><link rel="stylesheet" href="file:///etc/hostname"><base href="file:///etc/">
<style>@import "file:///etc/hosts"; @font-face {{ font-family: x; src: url(file:///etc/fstab) }}
p {{ font-family: x; background: url(passwd) }}</style><p>x{IMAGE}{DRAWING}{ATTACHED}{CODED}<img src="/etc/group">"""
"""HTML that no field can produce, since fields are escaped: the URL fetcher alone protects against it."""


def remove_spaces(text: str) -> str:
    """Return the text without any white space."""
    return "".join(text.split())


@pytest.fixture
def hostile_evening(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Twelve players, six of them at two tables; no text that is printed is harmless."""
    monkeypatch.setattr(
        "tournaments.printing.tournament_papers.read_wifi", lambda var: Wifi(IMAGE, CODED, on_poster=True)
    )
    tournament = create_evening(3, 3)
    for entry, name in zip(tournament.entries.order_by("pk"), NAMES, strict=True):
        rename_entry(entry, name)
    add_entries(tournament, HEAVY)
    change_tournament(tournament, name=ATTACHED, date=tournament.date)
    record_events(get_table(tournament), build_coup(), build_coup(46, 46, 28))
    correct_event(get_table(tournament), 1, build_coup(60, 35, 25), reason=STYLE)
    Club.objects.filter(pk=tournament.club_id).update(name=DRAWING)
    Tournament.objects.filter(pk=tournament.pk).update(house_rule=CODED)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.posix
def test_each_document_is_tagged_and_no_hostile_text_is_fetched_or_run(
    hostile_evening: Tournament, tmp_path: Path
) -> None:
    with override("fr"):
        printable = [each for each in DOCUMENTS if each in list_printable(hostile_evening)]
        assert len(printable) > 25
        ready = [each for n, each in enumerate(printable) if each.name in {*FULL_OF_NAMES, "log"} or n % EACH == 0]
        pages = {document.name: document.build_paper(hostile_evening).render_html() for document in ready} | {
            "": UNESCAPED_HTML
        }
    (tmp_path / "documents.json").write_text(json.dumps(pages), encoding="utf-8")
    command = [sys.executable, "-m", "tests.printing.sandbox", str(tmp_path)]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "CORBILLON_VAR": str(settings.VAR_DIR)}
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=PROCESS_SECONDS
    )
    assert done.returncode == 0, done.stderr[-2000:]
    result = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    assert result["strange"] == []
    assert result["megabytes"] < MOST_MEGABYTES
    bare = result["told"].pop("")
    assert bare["text"].split() == ["x", "1", "/", "1"]
    assert bare["attached"] == 0
    assert len(result["told"]) == len(ready)
    for name, told in result["told"].items():
        assert told["tagged"], name
        assert told["ua"], name
        assert told["language"] == "fr", name
        assert told["mute"] == 0, f"{name}: a drawing without words, a cell without its headers"
        assert told["headed"], f"{name}: a drawing without words, a cell without its headers"
        assert told["title"] == f"{DOCUMENTS_BY_NAME[name].title} · {hostile_evening.name}"
        assert told["fonts"], name
        assert all(told["fonts"].values()), name
        if not name.startswith(("diplomas", "announcement")):  # they hang on a wall
            assert told["bare"] == [], f"{name}: a page does not say when it was printed"
        assert told["attached"] == told["links"] == 0, name
        assert told["pages"] <= 10, name
        assert remove_spaces(ATTACHED) in remove_spaces(told["text"]) or remove_spaces(DRAWING) in remove_spaces(
            told["text"]
        ), name
    for name in FULL_OF_NAMES:
        assert all(remove_spaces(each) in remove_spaces(result["told"][name]["text"]) for each in NAMES), name
    badges = result["told"]["badges"]["text"]
    assert "{{settings.SECRET_KEY}}" in remove_spaces(badges)
    assert "root:" not in badges
    assert remove_spaces(STYLE) in remove_spaces(result["told"]["log"]["text"])
