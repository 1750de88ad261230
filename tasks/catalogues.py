"""Collect the texts on screen into the catalogues, and compile these, with Babel; Django itself reads its templates.

The one module of the tasks that `.venv` runs, because Babel lies there: `python -m tasks.catalogues`. A new text has no
translation, and none is guessed; a text that is gone is dropped.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "en": "nplurals=2; plural=(n != 1);",
    "it": "nplurals=2; plural=(n != 1);",
}
"""The languages; French is the source, and its catalogue of pages is filled by itself (it is there for « 0 jeton »)."""
PAGES = ("config", "manage.py", "templates", "tournaments")
PAGE_MARKS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "LessonNote")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
SCORING_MARKS = {"Text": None, "gettext": None, "plural": (1, 2)}
Marks = dict[str, Any]
"""By function: which arguments are the text and its plural, from 1; (1, "c") is a context. None: the first argument."""


class PlainCatalog(Catalog):
    """A catalogue whose header has no dates and no tool's version, so that only texts make a difference."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The header's lines, as (name, value)."""
        return [
            ("Language", self.language),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", f"{PLURALS[self.language]}\n"),
        ]


def main(root: Path) -> None:
    """Bring the catalogues up to date, compile them, and print what is not translated."""
    collect(root)
    for path in list_catalogues(root):
        problems = list_problems(path)
        compile_catalogue(path, path.with_suffix(".mo"))
        print(f"{path.relative_to(root)}: {problems or 'tout est traduit / all is translated'}", flush=True)


def list_catalogues(root: Path) -> list[Path]:
    """List every catalogue; those of `tournaments/locale` are written by hand, and put words of Django right."""
    return sorted(path for room in ("", "scoring", "tournaments") for path in (root / room / "locale").rglob("*.po"))


def collect(root: Path) -> None:
    """Bring the .po files below `root` up to date with the texts in its code and its templates."""
    pages = list(_iter_texts(_list_files(root, PAGES), PAGE_MARKS))
    for language in PLURALS:
        _update(root / "locale" / language / "LC_MESSAGES" / "django.po", pages)
    scoring = list(_iter_texts(_list_files(root, ("scoring",)), SCORING_MARKS))
    for language in PLURALS.keys() - {"fr"}:
        _update(root / "scoring" / "locale" / language / "LC_MESSAGES" / "scoring.po", scoring)


def list_problems(path: Path) -> list[str]:
    """List the texts that are not translated, and those whose translation has other placeholders."""
    catalogue = _read(path)
    blank = [str(each.id) for each in catalogue if each.id and not all(_list_strings(each.string))]
    return blank + [
        str(error) for each in catalogue for error in each.check(catalogue) if all(_list_strings(each.string))
    ]


def compile_catalogue(path: Path, output: Path) -> None:
    """Write the catalogue in the form that programs read."""
    with output.open("wb") as stream:
        write_mo(stream, _read(path))


def _list_files(root: Path, names: Iterable[str]) -> list[Path]:
    files = (file for name in names for file in [root / name, *(root / name).rglob("*")])
    return sorted((file for file in files if file.suffix in (".py", ".html", ".txt")), key=str)


def _iter_texts(files: Iterable[Path], marks: Marks) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Yield each text, with its plural where it has one, and its context (None without). `marks`: which functions mark
    a text, and at which arguments, as Babel takes them."""
    for file in files:
        code = file.read_text(encoding="utf-8")
        if file.suffix != ".py":  # as Django's makemessages does: a template becomes code with nothing but its texts
            code = "\n".join(line.strip() for line in templatize(code).split("\n"))
        calls: Any = extract_python(BytesIO(code.encode()), marks, [], {})  # Babel types what it finds too narrowly
        for _line, function, found, _comments in calls:
            arguments = found if isinstance(found, tuple) else (found,)
            contexts = [arguments[place[0] - 1] for place in marks[function] or () if isinstance(place, tuple)]
            places = [place for place in marks[function] or (1,) if isinstance(place, int)]
            texts = tuple(arguments[place - 1] for place in places)
            if all(texts):
                yield texts if len(texts) > 1 else texts[0], next(iter(contexts), None)


def _update(path: Path, texts: Iterable[tuple[str | tuple[str, ...], str | None]]) -> None:
    """Write the catalogue anew with these texts, and the translations that it had for them."""
    language = path.parts[-3]
    before, now = _read(path), PlainCatalog(language)
    for text, context in texts:
        now.add(text, context=context)
    for each in now:
        known = before.get(each.id, each.context) if each.id else None
        if known and known.pluralizable == each.pluralizable:
            each.string = known.string
        if language == "fr" and not any(_list_strings(each.string)):
            each.string = each.id
    body = BytesIO()
    write_po(body, now, width=0, no_location=True, omit_header=True)
    header = "".join(f'"{name}: {value.strip()}\\n"\n' for name, value in now.mime_headers)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'msgid ""\nmsgstr ""\n{header}\n{body.getvalue().decode().strip()}\n', encoding="utf-8")


def _read(path: Path) -> PlainCatalog:
    catalogue = PlainCatalog(path.parts[-3])
    if path.exists():
        with path.open("rb") as stream:
            for each in read_po(stream):
                if each.id:
                    catalogue[each.id] = each
    return catalogue


def _list_strings(string: str | Sequence[str] | None) -> Sequence[str]:
    return [string or ""] if isinstance(string, str | None) else string


if __name__ == "__main__":
    main(Path(sys.argv[1]))
