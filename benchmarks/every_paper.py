"""Print every document of every format, game, size and look, for people with names of all lengths and letters, and name
those that are refused because a text leaves its box or lies over another; compare each page with its picture of the
last time.

    python benchmarks/every_paper.py [FOLDER] [--resume] [--sizes 2,7,23,120] [--games briscan,…] [--draws free,…]

One run a night. FOLDER lies outside the repository and has the pictures: a page without a picture there is new and its
picture is kept; a page that looks otherwise than its picture is named, the new picture is put beside it as
NAME.new.png, and the run exits 1. To accept a change, delete the old picture. Without FOLDER, or without pypdfium2, no
page is compared. Tournaments are simulated with one seed, on one day and under one code, each in a new database, so
that the codes of its tables are the same whatever is printed before it; hours and fingerprints are made the same in
every run. A document that cannot be made, has no page, or a page without a word, is named too. Pages of other looks
than the plain one have no picture. A run takes hours: what it has printed stands in FOLDER/printed.txt, with its
faults, and --resume goes on from there.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.util
import itertools
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from _installation import set_up_django

SIZES = (2, 7, 23, 120)
ROUNDS, SEED = 3, 7
NAMES = Path(__file__).parent.parent / "tests" / "printing" / "names.txt"
OF_THE_GAME = frozenset({"rules", "door-rules"})  # alike whoever plays: printed of a game's first tournament alone
NEW_DATABASE = "new.sqlite3"  # migrated, without a row of a club
NOON = datetime.datetime(2026, 11, 21, 12, tzinfo=datetime.UTC)
SCALE = 0.7  # of a pixel a point: letters can be told apart
TOLERANCE = 0.0005  # of the pixels that may differ, by the drawing of one letter on another machine
DIFFERENT = 64  # of 255: from here on a pixel differs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--games")
    parser.add_argument("--draws")
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    pictures = options.folder if importlib.util.find_spec("pypdfium2") else None
    if options.folder and not pictures:
        print("no page is compared with its picture: pypdfium2, one of the parts for measuring, is missing")
    with tempfile.TemporaryDirectory(prefix="corbillon-papers-") as folder:
        prepare(Path(folder))
        from tournaments.exchange.simulation import DRAWS
        from tournaments.forms.games import PARTS_BY_GAME

        games = options.games.split(",") if options.games else list(PARTS_BY_GAME)
        draws = options.draws.split(",") if options.draws else list(DRAWS)
        sizes = [int(size) for size in options.sizes.split(",")]
        done = PrintedTournaments((options.folder or Path(folder)) / "printed.txt", options.resume)
        for game, draw, size in itertools.product(games, draws, sizes):
            name = f"{game}-{draw}-{size}"
            if name not in done.printed:
                begin_new_database(Path(folder))
                left_out = frozenset() if (draw, size) == (draws[0], sizes[0]) else OF_THE_GAME
                tournament = simulate_named(game, draw, size)
                printed = tournament and check_tournament(tournament, name, pictures, Path(folder), left_out)
                done.note(name, None if printed is None else list(printed))
    faults = [fault for some in done.printed.values() for fault in some or ()]
    print(f"{len(faults)} faults", *faults, sep="\n")
    return int(bool(faults))


class PrintedTournaments:
    """What a run has printed: a line a tournament, with its faults, or null where a game is not drawn so. `resumed`:
    what an earlier run printed counts."""

    def __init__(self, file: Path, resumed: bool) -> None:
        self.file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").splitlines() if resumed and file.exists() else []
        self.printed: dict[str, list[str] | None] = dict(json.loads(line) for line in lines)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def note(self, name: str, faults: list[str] | None) -> None:
        """Note that a tournament was printed, or could not be drawn."""
        self.printed[name] = faults
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([name, faults])}\n")
        print(f"{name}:", "no such draw" if faults is None else f"printed, {len(faults)} faults", flush=True)


def prepare(folder: Path) -> None:
    """Create an installation in `folder`: the program's settings, a new database, and the same secret key each time."""
    (folder / "secret.key").write_text("k" * 64)
    set_up_django(folder)
    from django.core.management import call_command
    from django.db import connection
    from django.utils.translation import activate

    call_command("migrate", verbosity=0)
    activate("fr")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(folder / NEW_DATABASE)])


def begin_new_database(folder: Path) -> None:
    """Put a new database in the place of the one of the tournament before, so that rows are numbered from 1 again."""
    from django.core.cache import cache
    from django.db import connection

    connection.close()
    database = Path(connection.settings_dict["NAME"])
    for rest in database.parent.glob(f"{database.name}-*"):
        rest.unlink()
    shutil.copyfile(folder / NEW_DATABASE, database)
    cache.clear()


def name_players(tournament: Any) -> None:
    """Give the players the long names that tests print, numbered where there are more players than names."""
    names = NAMES.read_text(encoding="utf-8").splitlines()
    for n, entry in enumerate(tournament.entries.order_by("pk")):
        entry.shown_name = names[n] if n < len(names) else f"{names[n % len(names)]} {n}"
        entry.save()


def simulate_named(game: str, draw: str, size: int) -> Any:
    """Simulate one tournament of people with long names; None where the game is not drawn so, or not by so many."""
    from tournaments.actions.errors import ActionError
    from tournaments.actions.evenings.seasons import create_season
    from tournaments.exchange.simulation import simulate_tournament
    from tournaments.models import Tournament

    try:
        tournament = simulate_tournament(game, size, ROUNDS, SEED, draw)
    except ActionError:
        return None
    create_season(tournament.club, f"{game} {draw} {size}").tournaments.add(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(code="K7M", date=NOON.date())
    name_players(tournament)
    tournament.refresh_from_db()
    return tournament


def check_tournament(
    tournament: Any, named: str, pictures: Path | None, folder: Path, left_out: frozenset[str]
) -> Iterator[str]:
    """Print all that a tournament can print but what is left out, and yield what is wrong with its pages."""
    from tournaments.printing.documents import DOCUMENTS_BY_NAME, list_printable
    from tournaments.printing.papers import LOOKS

    documents = [each for each in list_printable(tournament) if each.name in DOCUMENTS_BY_NAME.keys() - left_out]
    for document, look in itertools.product(documents, ("", *LOOKS)):
        name = f"{named}-{document.name}"
        kept = None if look else pictures
        yield from check_document(document, tournament, f"{name}-{look}".strip("-"), look, kept, folder)


def check_document(
    document: Any, tournament: Any, name: str, look: str, pictures: Path | None, folder: Path
) -> Iterator[str]:
    """Print one document in a look, and yield what is wrong with its pages."""
    from tournaments.printing.joining import PieceFailed
    from tournaments.printing.page_words import TextsLost
    from tournaments.printing.papers import PrintOptions, PrintOrder, TooNarrow

    file = folder / f"{name}.pdf"

    same = [
        patch("tournaments.printing.tournament_papers.load_heads", list_equal_heads),
        patch("tournaments.printing.document.compute_digest", lambda _tournament: "0000-0000"),
        patch("tournaments.printing.document.timezone.now", lambda: NOON),
    ]
    try:
        with same[0], same[1], same[2]:
            PrintOrder(document, tournament, file, PrintOptions(look=(look,) if look else ())).write()
    except TooNarrow:
        return  # a pen has no room, and the program says so
    except (PieceFailed, TextsLost) as failed:
        yield f"{name}: {failed or 'not made'}"
        return
    if pictures:
        yield from compare_pages(file, name, pictures)
    file.unlink()


def list_equal_heads(tournament: Any) -> tuple[list[tuple[int, int, str]], str]:
    """Return the heads of the tables' chains and of the tournament, which hold the hour of each record, all alike."""
    from tournaments.book.loading import load_heads

    heads, _head = load_heads(tournament)
    return [(round_n, n, "0" * 64) for round_n, n, _head in heads], "0" * 64


def compare_pages(file: Path, name: str, pictures: Path) -> Iterator[str]:
    """Compare each page of the PDF with its picture, and keep the pictures of new pages; yield what differs."""
    from PIL import Image
    from pypdfium2 import PdfDocument

    pages = PdfDocument(file)
    known = list(pictures.glob(f"{name}-[0-9]*.png"))
    if known and len([each for each in known if ".new" not in each.name]) != len(pages):
        yield f"{name}: {len(pages)} pages, formerly {len(known)}"
    for n, page in enumerate(pages, 1):
        if not page.get_textpage().get_text_range().strip():
            yield f"{name}-{n}: no word on the page"
        now = page.render(scale=SCALE).to_pil().convert("L")
        kept = pictures / f"{name}-{n}.png"
        if not kept.exists():
            now.save(kept)
        elif measure_difference(now, Image.open(kept)) > TOLERANCE:
            now.save(kept.with_suffix(".new.png"))
            yield f"{name}-{n}: looks otherwise"


def measure_difference(now: Any, formerly: Any) -> float:
    """Return the share of pixels that differ; 1 where the pages are not of one size."""
    from PIL import ImageChops

    if now.size != formerly.size:
        return 1.0
    counts: Sequence[int] = ImageChops.difference(now, formerly).histogram()
    return sum(counts[DIFFERENT:]) / sum(counts)


if __name__ == "__main__":
    sys.exit(main())
