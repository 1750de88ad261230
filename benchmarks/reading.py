"""Read sheets that the program printed, hands filled and phones photographed, all drawn from seeds.

    python benchmarks/reading.py [--pages 600] [--folder FOLDER]

Each page is read under two sets of degradations: «usual», on which the reader's thresholds were set, and «other», seen
while it was built for one rule alone: what is much paler than a page's other marks may be a stain. With a FOLDER, what
was read is kept there, a line for each seed, and the next run goes on from it.
Needs the extras `reading` and `bench`, or pdftoppm in place of pypdfium2. What synthetic pages do not prove stands in
docs/reading-sheets.md. To be reached: bubbles silently wrong at most 1 in 5,000, with at most 2 % asked; coups proposed
right at least 85 %, silently wrong at most 1 %; pages registered at least 98 % at 2 megapixels and more; at most a
second of one core for a page.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import set_up_django

DOTS = 300
MEGAPIXELS = (0.5, 1, 2, 3, 5, 8, 12)
KINDS = ("usual", "other")
MISCOUNTED = 0.05  # of the coups: what their table wrote does not make its sum
SIMULATED = (("briscola", 4), ("chiamata", 5))
PAGES = 600


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        measure(asked.folder or Path(folder), asked.pages)


def measure(folder: Path, pages: int) -> None:
    """Read so many pages of each kind, those that the folder has not yet, and print the figures."""
    import cv2

    (folder / "var").mkdir(parents=True, exist_ok=True)
    set_up_django(folder / "var")
    cv2.setNumThreads(1)
    printed = list(print_pages(folder))
    kept = folder / "read.jsonl"
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    known = {(line["kind"], line["seed"]) for line in lines}
    with kept.open("a") as file:
        for seed in range(pages):
            for kind in KINDS:
                if (kind, seed) not in known:
                    lines.append(read_seed(printed, seed, kind))
                    file.write(json.dumps(lines[-1]) + "\n")
                    file.flush()
    for kind in KINDS:
        print_figures(kind, [line for line in lines if line["kind"] == kind and line["seed"] < pages])


def print_pages(folder: Path) -> Iterator[tuple[Any, Any, Any]]:
    """Print a sheet of each game. Yield (sheet, page, its picture from 0 to 1) of the first two pages of each."""
    import numpy as np
    from django.core.management import call_command
    from django.utils.translation import override

    from benchmarks.large.coups import create_evening
    from tournaments.book.loading import load_sheet
    from tournaments.exchange.simulation import simulate_tournament
    from tournaments.models import Table, Tournament
    from tournaments.printing.documents import DOCUMENTS_BY_NAME

    call_command("migrate", verbosity=0)
    if not Tournament.objects.exists():
        create_evening("À lire", 2)
        for game, players in SIMULATED:
            simulate_tournament(game, players, 1, 1)
    for tournament in Tournament.objects.order_by("pk"):
        with override("fr"):
            paper = DOCUMENTS_BY_NAME["readable-sheets"].build_paper(tournament)
        file = folder / f"{tournament.pk}.pdf"
        file.write_bytes(paper.render_pdf())
        tables = {table.pk: load_sheet(table.pk) for table in Table.objects.filter(round__tournament=tournament)}
        for at, each in list(enumerate(paper.context["pages"]))[:2]:
            sheet = tables[each.score.sheet.table.pk]
            yield sheet, each.page, np.asarray(rasterise(file, at), np.float32) / 255


def rasterise(file: Path, at: int) -> Any:
    """Return the page of a PDF at this index, at DOTS dots an inch, in grey."""
    from PIL import Image

    if importlib.util.find_spec("pypdfium2"):
        from pypdfium2 import PdfDocument

        return PdfDocument(file)[at].render(scale=DOTS / 72).to_pil().convert("L")
    stem = file.with_suffix("")
    pages = ["-f", str(at + 1), "-l", str(at + 1), "-singlefile"]
    subprocess.run(["pdftoppm", "-r", str(DOTS), "-gray", *pages, file, stem], check=True)
    return Image.open(stem.with_suffix(".pgm"))


def read_seed(printed: Sequence[Any], seed: int, kind: str) -> dict[str, Any]:
    """Fill, photograph and read the page of this seed. Return what came of it."""
    from benchmarks._drawn_pages import fill_page, photograph
    from tournaments.scanning.pages import RefusedPage, read_photo

    random = Random(f"coups {seed}")
    sheet, page, picture = printed[seed % len(printed)]
    texts = invent_texts(sheet, page, random)
    megapixels = MEGAPIXELS[(seed // len(printed)) % len(MEGAPIXELS)]
    photo = photograph(fill_page(picture, page, texts, seed), megapixels, seed, kind)
    begun = time.process_time()
    [read] = read_photo(photo, lambda code: page)
    line = {"kind": kind, "seed": seed, "megapixels": megapixels, "seconds": time.process_time() - begun}
    if isinstance(read, RefusedPage):
        return {**line, "refused": read.reason}
    return {**line, **judge_page(sheet, page, read, texts)}


def invent_texts(sheet: Any, page: Any, random: Random) -> dict[str, tuple[str, ...]]:
    """Invent what is written on a page: what each cell's parts say, by "coup path"."""
    from tournaments.forms.paper_sheet import list_typed_fields
    from tournaments.scanning.layout import Boxes

    fields = list_typed_fields(sheet.setting)
    found: dict[str, tuple[str, ...]] = {}
    if page.dealer:
        found["dealer"] = (random.choice([bubble.text for bubble in page.dealer.parts[0].bubbles]),)
    for coup in page.coups:
        numbers = invent_numbers(fields, random)
        for cell in coup.cells:
            field = fields[cell.column]
            if cell.column in numbers:
                text = str(numbers[cell.column])
            elif field.kind == "integer":
                text = str(random.randint(field.low, field.high))
            else:
                text = ""
            parts = cell.parts
            if isinstance(parts[0], Boxes):
                found[f"{coup.n} {cell.path}"] = (text,)
            elif len(parts) == 2 and text:
                found[f"{coup.n} {cell.path}"] = (text[:-1], text[-1])
            elif text:
                found[f"{coup.n} {cell.path}"] = ("" if text == "0" else text,)
            elif field.required or random.random() < 0.8:
                found[f"{coup.n} {cell.path}"] = tuple(random.choice(part.bubbles).text for part in parts)
    return found


def invent_numbers(fields: Sequence[Any], random: Random) -> dict[int, int]:
    """Invent the figures that make a known sum together, by the column of their field; a few tables count wrong."""
    found: dict[int, int] = {}
    groups: dict[Any, list[int]] = {}
    for column, field in enumerate(fields):
        if field.kind == "integer" and (field.total or field.counted):
            key = field.counted[0] if field.counted else "points", field.counted[2] if field.counted else field.total
            groups.setdefault(key, []).append(column)
    for (_key, total), columns in groups.items():
        found |= dict.fromkeys(columns, 0)
        if total > 9:
            cuts = sorted(random.randint(0, total) for _column in columns[1:])
            found |= dict(zip(columns, (b - a for a, b in pairwise([0, *cuts, total])), strict=True))
            if random.random() < MISCOUNTED:
                column = random.choice(columns)
                found[column] = min(total, max(0, found[column] + random.choice([-10, -2, -1, 1, 2, 10])))
        else:
            for _card in range(total):
                found[random.choice(columns)] += 1
    return found


def judge_page(sheet: Any, page: Any, read: Any, texts: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    """Compare what was read with what was written: choices of bubbles, then whole coups as the form's rules take
    them."""
    from tournaments.scanning.layout import Choice

    counts = dict.fromkeys(("choices", "asked", "wrong", "coups", "right", "silent"), 0)
    for coup, laid in zip(read.coups, page.coups, strict=True):
        wrong = asked = False
        for cell, place in zip(coup.cells, laid.cells, strict=True):
            said = "".join(texts.get(f"{coup.n} {cell.path}", ()))
            wrong |= cell.text != said
            asked |= cell.asked
            if isinstance(place.parts[0], Choice):
                counts["choices"] += 1
                counts["asked"] += cell.asked
                counts["wrong"] += cell.text != said and not cell.asked
        counts["coups"] += 1
        counts["right"] += not wrong
        counts["silent"] += wrong and not asked and passes_rules(sheet, coup)
    return counts


def passes_rules(sheet: Any, coup: Any) -> bool:
    """True where the form in which a paper sheet is typed takes the coup as it was read."""
    from tournaments.forms.paper_sheet import PaperForm

    data = {"key.0": "k", "number": "0"} | {f"0.{cell.path}": cell.text for cell in coup.cells}
    form = PaperForm(sheet, [(1, "A")], data)
    form.check_rows()
    return not any(row.has_errors for row in form.rows)


def print_figures(kind: str, lines: Sequence[dict[str, Any]]) -> None:
    """Print the figures of one kind beside their limits."""
    sums = {
        key: sum(line.get(key, 0) for line in lines)
        for key in ("choices", "asked", "wrong", "coups", "right", "silent")
    }
    large = [line for line in lines if line["megapixels"] >= 2]
    registered = sum("refused" not in line for line in large) / max(1, len(large))
    reasons: dict[str, int] = {}
    for line in lines:
        if "refused" in line:
            key = f"{line['refused']} at {line['megapixels']} MP"
            reasons[key] = reasons.get(key, 0) + 1
    seconds = sorted(line["seconds"] for line in lines)
    print(f"{kind}: {len(lines)} pages, {sums['choices']} choices, {sums['coups']} coups")
    print(f"  bubbles silently wrong  {sums['wrong']} in {sums['choices']} (at most 1 in 5,000)")
    print(f"  bubbles asked           {sums['asked'] / max(1, sums['choices']):.2%} (at most 2 %)")
    print(f"  coups proposed right    {sums['right'] / max(1, sums['coups']):.1%} (at least 85 %)")
    print(f"  coups silently wrong    {sums['silent'] / max(1, sums['coups']):.2%} (at most 1 %)")
    print(f"  registered from 2 MP    {registered:.1%} (at least 98 %); refused: {reasons}")
    print(f"  seconds a page          {seconds[len(seconds) // 2]:.2f}, at most {seconds[-1]:.2f} (1.00)")


if __name__ == "__main__":
    main()
