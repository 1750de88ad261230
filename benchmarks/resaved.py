"""Open what the program gives with another program, save it there, and take it back: what comes back changed?

    python benchmarks/resaved.py [--only tables people cards calendar journals reports]

tables    each file of a table that a page offers, as CSV, XLSX and ODS, saved again by LibreOffice in the same form
people    a club's list of players, saved in each of these forms, taken back by the page of lists: everybody is known,
          nothing changes
cards     its address cards, by the package vobject
calendar  by the package icalendar
journals  by beancount; by hledger where it is installed
reports   by the packages trf and py4swiss

Each line says how many came back unchanged, the next ones what did not; a program that is not there is named. Exits 1
where something changed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import logging
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from _installation import set_up_django
from _office import find_office, save_again

Change = str  # what came back changed, in one line
ENDINGS = ("csv", "xlsx", "ods")
PEOPLE = (
    ("Lefèvre, Anne", "00204417", "anne@club.example"),
    ("Zoé d’Arès", "B 204-417", ""),
    ("Łukasz Œuvrard", "1E5", "l@club.example"),
    ("=SOMME(A1)", "3/4", ""),
    ("Jean-Pierre; dit « le Grand »", "2026-11-21", ""),
    ("مريم", "-12", "m@club.example"),
)
"""Name, licence, e-mail, as an office program may like to read them otherwise."""


def main() -> int:
    """Try each part that is asked for. Return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", choices=PARTS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        set_up_django(Path(folder))
        from django.conf import settings
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        logging.disable()
        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
        call_command("migrate", verbosity=0, stdout=io.StringIO())
        changed = 0
        for name in asked.only or PARTS:
            work = Path(folder) / name
            work.mkdir()
            for line in PARTS[name](work):
                changed += line.startswith(" ")
                print(line, flush=True)
    return int(changed > 0)


def tell(name: str, changes: Iterable[tuple[str, Change]]) -> Iterator[str]:
    """Yield how many of these came back unchanged ("" says so), then what did not."""
    found = list(changes)
    wrong = [(what, change) for what, change in found if change]
    yield f"{name}: {len(found) - len(wrong)} of {len(found)} unchanged"
    yield from (f"  {what}: {change}" for what, change in wrong)


def tell_absent(name: str, program: str) -> Iterator[str]:
    """Yield that a program is not there."""
    yield f"{name}: not tried, {program} is not installed"


def find_change(before: list[Any], after: list[Any]) -> Change:
    """Return the first place where two lists differ, "" if they are the same."""
    for n, (one, other) in enumerate(zip(before, after, strict=False), 1):
        if one != other:
            return f"line {n}: {one!r} became {other!r}"
    return "" if len(before) == len(after) else f"{len(before)} lines became {len(after)}"


def try_tables(folder: Path) -> Iterator[str]:
    """Save every file of a table again."""
    from tests.web.organiser_builders import sign_in_organiser

    if find_office() is None:
        return (yield from tell_absent("tables", "LibreOffice"))
    client, club = sign_in_organiser()
    addresses = dict(importlib.import_module("tests.web.test_file_columns").list_files(client, club))
    for ending in ENDINGS:
        files = {}
        for n, (name, address) in enumerate(addresses.items()):
            files[name] = folder / f"{n}.{ending}"
            files[name].write_bytes(client.get(f"{address}.{ending}", headers={"accept-language": "fr"}).content)
        saved = save_again(list(files.values()), ending)
        told = ((name, find_change(read_rows(file), read_rows(saved[file]))) for name, file in files.items())
        yield from tell(f"tables, {ending}", told)


def read_rows(file: Path) -> list[tuple[str, ...]]:
    """Return the rows of a table as the reader of lists sees them, without the empty cells at their ends, nor the
    seconds that LibreOffice adds to a time of a CSV, which has no types."""
    from tournaments.forms.lists.reading import read_player_file

    rows: list[tuple[str, ...]] = []
    for row in read_player_file(file.read_bytes()).rows:
        cells = [re.sub(r"^(\d{4}-\d\d-\d\d \d\d:\d\d):00$", r"\1", cell) for cell in row.cells]
        while cells and not cells[-1]:
            cells.pop()
        rows.append(tuple(cells))
    return rows


def fill_people(account: str) -> tuple[Any, Any]:
    """Return the client of an organiser with this account, and his club, which has the PEOPLE."""
    from tests.web.organiser_builders import sign_in_organiser
    from tournaments.actions.people.clubs import save_player_details
    from tournaments.models import Player

    client, club = sign_in_organiser(account, "Cercle des gens")
    for name, licence, email in PEOPLE:
        player = Player.objects.create(club=club, name=name)
        save_player_details(player, licence=licence, email=email)
    return client, club


def list_people(club: Any) -> list[tuple[str, ...]]:
    """Return what the club keeps of its players."""
    from tournaments.models import Player

    kept = Player.objects.filter(club=club).order_by("pk")
    columns = ("name", "details__licence", "details__email", "details__home_club", "details__category")
    return list(kept.values_list(*columns))


def try_people(folder: Path) -> Iterator[str]:
    """Save the list of players again, and import it."""
    if find_office() is None:
        return (yield from tell_absent("people", "LibreOffice"))
    client, club = fill_people("tableur")
    told = []
    for ending in ENDINGS:
        file = folder / f"people.{ending}"
        asked = f"/desk/players.{ending}?club={club.pk}"
        file.write_bytes(client.get(asked, headers={"accept-language": "fr"}).content)
        for kept_as in ENDINGS:
            saved = save_again([file], kept_as)[file]
            told.append((f"{ending} as {kept_as}", take_back(client, club, saved.read_bytes())))
    yield from tell("people", told)


def take_back(client: Any, club: Any, content: bytes) -> Change:
    """Import a list of the club's own players by its page; return what changed."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    before = list_people(club)
    page = client.post("/desk/players/import", {"club": club.pk, "file": SimpleUploadedFile("list", content)})
    counts = page.context["counts"]
    if counts != {"known": len(before)}:
        return f"on the page: {counts}"
    sent = {**page.context["columns"].data, "club": club.pk, "rows": page.context["rows"], "write": "1"}
    client.post("/desk/players/import", sent)
    return find_change(before, list_people(club))


def try_cards(folder: Path) -> Iterator[str]:
    """Save the cards of the players again, and import them."""
    if importlib.util.find_spec("vobject") is None:
        return (yield from tell_absent("cards", "vobject"))
    import vobject

    client, club = fill_people("cartes")
    text = client.get(f"/desk/players.vcf?club={club.pk}").content.decode()
    saved = "".join(card.serialize() for card in vobject.readComponents(text))
    yield from tell("cards", [("vobject", take_back(client, club, saved.encode()))])


def try_calendar(folder: Path) -> Iterator[str]:
    """Save a calendar again."""
    if importlib.util.find_spec("icalendar") is None:
        return (yield from tell_absent("calendar", "icalendar"))
    import icalendar

    from tests.web.organiser_builders import create_open_evening, sign_in_organiser
    from tournaments.actions.rounds.clock import start_clock

    client, club = sign_in_organiser("agenda", "Cercle, du; «Corbillon»")
    tournament = create_open_evening(club)
    start_clock(tournament.rounds.get(), 45)
    content = client.get(f"/{tournament.code}/calendar.ics").content
    saved = icalendar.Calendar.from_ical(content).to_ical()
    yield from tell("calendar", [("icalendar", find_change(list_events(content), list_events(saved)))])


def list_events(content: bytes) -> list[str]:
    """Return the lines of a calendar, unfolded, in one order."""
    return sorted(content.decode().replace("\r\n ", "").splitlines())


def try_journals(folder: Path) -> Iterator[str]:
    """Let beancount and hledger write what they have read of the journals; the balances stay."""
    from tournaments.exchange.journals import JOURNAL_WRITERS, build_money_journal, build_token_journal
    from tournaments.exchange.simulation import simulate_tournament

    tournament = simulate_tournament("brusquembille", 7, 2, 1)
    for ending, program, save in (("beancount", "beancount", save_beancount), ("journal", "hledger", save_hledger)):
        if (importlib.util.find_spec(program) or shutil.which(program)) is None:
            yield from tell_absent(f"journals, {ending}", program)
            continue
        changes = []
        for name, build in (("jetons", build_token_journal), ("money", build_money_journal)):
            file = folder / f"{name}.{ending}"
            file.write_text(JOURNAL_WRITERS[ending](build(tournament)), encoding="utf-8")
            changes.append((name, save(file)))
        yield from tell(f"journals, {ending}", changes)


def save_beancount(file: Path) -> Change:
    """Return what beancount finds changed or wrong in a journal that it wrote itself."""
    from beancount import loader
    from beancount.parser import printer

    entries, faults, _options = loader.load_file(str(file))
    again, more, _options = loader.load_string("".join(map(printer.format_entry, entries)))
    if faults or more:
        return str([*faults, *more][0])
    told = [[printer.format_entry(each) for each in some] for some in (entries, again)]
    return find_change(*told)


def save_hledger(file: Path) -> Change:
    """Return what hledger finds changed or wrong in a journal that it wrote itself."""
    again = file.with_suffix(".saved.journal")
    again.write_text(run("hledger", "-f", str(file), "print"), encoding="utf-8")
    return find_change(*(run("hledger", "-f", str(each), "balance").splitlines() for each in (file, again)))


def run(*command: str) -> str:
    """Return what a command writes. Raises SystemExit where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stderr.strip()[:300]}")
    return done.stdout


def try_reports(folder: Path) -> Iterator[str]:
    """Let the packages trf and py4swiss write reports that they have read: of a tournament that is over, and of one of
    which the games of the last round are not played."""
    from tournaments.exchange.simulation import simulate_tournament
    from tournaments.exchange.trf import build_trf_report, read_trf, write_trf
    from tournaments.models import Tournament

    names = {"swiss": simulate_tournament("briscola", 7, 3, 1, "swiss"), "pool": build_unplayed_round(Tournament)}
    for program, save in (("trf", save_by_trf), ("py4swiss", save_by_py4swiss)):
        if importlib.util.find_spec(program) is None:
            yield from tell_absent(f"reports, {program}", program)
            continue
        changes = []
        for name, tournament in names.items():
            file = folder / f"{name}.trf"
            file.write_text(write_trf(build_trf_report(tournament)), encoding="utf-8", newline="")
            before, after = (list_games(read_trf(each)) for each in (file.read_bytes(), save(file)))
            changes.append((name, find_change(before, after)))
        yield from tell(f"reports, {program}", changes)


def build_unplayed_round(tournaments: Any) -> Any:
    """Return a Swiss of which one round is played and the next one published."""
    from tournaments.actions.evenings.lifecycle import open_tournament
    from tournaments.actions.rounds.drafts import publish_round
    from tournaments.actions.rounds.drawing import draw_rounds
    from tournaments.exchange.simulation import create_simulated_tournament, play_drawn_rounds

    made = create_simulated_tournament("briscola", 7, 3, 2, "swiss")
    play_drawn_rounds(made, 1, 2)
    made = tournaments.objects.get(pk=made.pk)
    draw_rounds(made, sizes=(2, 2, 2), seed=3)
    publish_round(made, 2)
    return made if made.status == made.Status.OPEN else open_tournament(made)


def save_by_trf(file: Path) -> bytes:
    """Return the report as the package trf writes it."""
    import trf

    return trf.dumps(trf.loads(file.read_text(encoding="utf-8"))).encode()


def save_by_py4swiss(file: Path) -> bytes:
    """Return the report as py4swiss writes it."""
    from py4swiss.trf import TrfParser

    saved = file.with_suffix(".saved.trf")
    TrfParser.parse(file).write_to_file(saved)
    return saved.read_bytes()


def list_games(report: Any) -> list[Any]:
    """Return the name and system of a tournament, and each player with his games that have a result."""
    players = [
        (player.number, player.name, player.rank, [game for game in player.games if not game.is_unknown])
        for player in report.players
    ]
    return [report.name, report.date, report.kind, *players]


PARTS: dict[str, Callable[[Path], Iterator[str]]] = {
    "tables": try_tables,
    "people": try_people,
    "cards": try_cards,
    "calendar": try_calendar,
    "journals": try_journals,
    "reports": try_reports,
}


if __name__ == "__main__":
    raise SystemExit(main())
