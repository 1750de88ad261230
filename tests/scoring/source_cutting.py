"""How the five sources are cut into sentences and clauses, and the digests of these.

The sources are other people's pages: the project holds a digest of each of their sentences and clauses, not their text.
From a folder with the five files, `python -m tests.scoring.source_cutting FOLDER` writes `source_digests.txt` anew.

A paragraph is a line that is not blank. A sentence ends after `.`, `!` or `?` and a space (but not after a lone figure,
as in «voir en 3.»), a clause after `;` or `:` and a space. White space is read as one space. A dash that opens a line
of a list, and a heading that runs into the sentence behind it, are cut off.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b\d\.) ")
CLAUSE_END = re.compile(r"(?<=[;:]) ")
LAST_MARKS = ("", ";", " ;", ":", " :")
"""What may end a clause in the source and be left out at the end of a quotation."""
HEADINGS = (
    "Brusquembille à deux, quatre et cinq joueurs 1. Nombre de joueurs et jeu de cartes",
    "1. Principe",
    "4.5 As d'atout",
)
DIGESTS = Path(__file__).with_name("source_digests.txt")


def cut_sentences(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph."""
    text = " ".join(paragraph.split()).removeprefix("– ")
    for heading in HEADINGS:
        if text.startswith(f"{heading} "):
            return [heading, *SENTENCE_END.split(text.removeprefix(f"{heading} "))]
    return SENTENCE_END.split(text)


def cut_clauses(sentence: str) -> list[str]:
    """Return the clauses of a sentence, each with its last mark."""
    return CLAUSE_END.split(sentence)


def compute_digest(words: str) -> str:
    """Return the digest of a sentence or clause: the first 16 figures of its SHA-256."""
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def write_digests(folder: Path) -> Iterator[str]:
    """Yield a line a sentence: source, paragraph, the digest of the sentence, then those of its clauses if several."""
    for n, path in enumerate(sorted(folder.glob("*.txt"))):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
        for paragraph, line in enumerate(lines, 1):
            for sentence in cut_sentences(line):
                clauses = cut_clauses(sentence)
                told = [sentence, *(clauses if len(clauses) > 1 else [])]
                yield " ".join([f"S{n}", str(paragraph), *map(compute_digest, told)])


if __name__ == "__main__":
    DIGESTS.write_text("\n".join(write_digests(Path(sys.argv[1]))) + "\n", encoding="utf-8")
