"""The words on screen: all in the catalogues, English whole, nothing guessed, what is compiled fresh."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from tasks.catalogues import collect, compile_catalogue, list_catalogues, list_problems
from tests.games.stages import may_wait
from tests.tidy.sources import NOT_WORDS, ROOT, nodes, python_files, read_compiled

WHOLE = ("fr", "en", "it")
PAGES = "django.po"
ALL_PAGES = Path("locale/fr/LC_MESSAGES") / PAGES
RUN_MESSAGES = "the catalogues are not what the code says: run `make messages`, then fill in each empty msgstr"
ALL = [path.relative_to(ROOT) for path in list_catalogues(ROOT)]


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house whose catalogues have just been brought up to date."""
    copy = tmp_path_factory.mktemp("house")
    for name in ("config", "locale", "scoring", "templates", "tournaments"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", copy)
    collect(copy)
    return copy


@pytest.mark.parametrize("catalogue", ALL, ids=str)
def test_every_word_on_screen_is_in_the_catalogue(collected: Path, catalogue: Path) -> None:
    """`make messages` would change nothing."""
    assert (collected / catalogue).read_text(encoding="utf-8") == (ROOT / catalogue).read_text(encoding="utf-8"), (
        RUN_MESSAGES
    )


def test_a_text_within_a_formatted_string_is_in_the_catalogue_too() -> None:
    """What collects the texts does not look into an f-string."""
    known = {
        msgid[0] if isinstance(msgid, tuple) else msgid
        for msgid in read_compiled((ROOT / ALL_PAGES).with_suffix(".mo"))
    }
    marked = [(path, text) for path in python_files("tournaments") for text in _list_formatted_texts(path)]
    assert marked
    unknown = [each for each in marked if each[1] not in known]
    assert unknown == [], "take the text out of its f-string, so that `make messages` finds it"


def _list_formatted_texts(path: Path) -> list[str]:
    """List the texts that are marked inside the f-strings of a module."""
    formatted = (inner for outer in nodes(path) if isinstance(outer, ast.JoinedStr) for inner in ast.walk(outer))
    calls = [each for each in formatted if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
    marked = [call.args[0] for call in calls if ast.unparse(call.func) in ("_", "gettext", "ngettext")]
    return [str(text.value) for text in marked if isinstance(text, ast.Constant)]


LOOSE = re.compile(r" [;:!?»]|« |\d \d{3}|[^\\]\'|\.\.\.|--")  # an ordinary space lets the line break before the mark


SET_BY_THEIR_SOURCES = "quotations.po"


@pytest.mark.parametrize(
    "catalogue", [path for path in ALL if path.parts[-3] == "en" and path.name != SET_BY_THEIR_SOURCES], ids=str
)
def test_french_words_are_set_as_french_is(collected: Path, catalogue: Path) -> None:
    told = re.findall(
        r'^msgid(?:_plural)? "(.*)"$',
        (collected / catalogue).read_text(encoding="utf-8").replace('"\n"', ""),
        re.MULTILINE,
    )
    loose = [words for words in told if LOOSE.search(words)]
    assert loose == [], "set French as it is printed: U+202F before ; : ! ? and within « » and thousands, ’, …, –"


def test_no_catalogue_is_wanting(collected: Path) -> None:
    assert [path.relative_to(collected) for path in list_catalogues(collected)] == ALL, RUN_MESSAGES


@pytest.mark.parametrize("catalogue", [path for path in ALL if path.parts[-3] in WHOLE], ids=str)
def test_whole(catalogue: Path) -> None:
    problems = [problem for problem in list_problems(ROOT / catalogue) if not may_wait(problem)]
    assert problems == [], (
        f"translate these in {catalogue}, then `make messages`; those of a new game wait where it is `UNFINISHED` in "
        "tests/games/stages.py"
    )


@pytest.mark.parametrize("catalogue", ALL, ids=str)
def test_nothing_is_guessed(catalogue: Path) -> None:
    guessed = "#, fuzzy" in (ROOT / catalogue).read_text(encoding="utf-8")
    assert not guessed, f"{catalogue} guesses: correct each text marked `#, fuzzy`, and take that line away"


@pytest.mark.parametrize("catalogue", ALL, ids=str)
def test_a_translation_has_as_many_lines(catalogue: Path) -> None:
    """Said once, and laid out alike: a mail repeated itself."""
    words = read_compiled((ROOT / catalogue).with_suffix(".mo")).items()
    told = [(key[0] if isinstance(key, tuple) else str(key), said) for key, said in words if key]
    unlike = [said for original, said in told if original.count("\n") != said.count("\n")]
    assert unlike == [], "give the translation as many lines as the text has"


@pytest.mark.parametrize("catalogue", ALL, ids=str)
def test_what_is_compiled_is_fresh(catalogue: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.mo"
    compile_catalogue(ROOT / catalogue, fresh)
    assert read_compiled((ROOT / catalogue).with_suffix(".mo")) == read_compiled(fresh), (
        "run `make messages`, which compiles it"
    )


COUP = re.compile(r"\bcoups?\b", re.IGNORECASE)


@pytest.mark.parametrize("catalogue", [path for path in ALL if path.parts[-3] == "it"], ids=str)
def test_a_coup_has_one_word_in_italian(catalogue: Path) -> None:
    """A coup is a smazzata: a mano is what a player holds, or to many a trick."""
    words = read_compiled((ROOT / catalogue).with_suffix(".mo")).items()
    told = [(key[0] if isinstance(key, tuple) else str(key), NOT_WORDS.sub("", said)) for key, said in words if key]
    assert [said for _original, said in told if COUP.search(said)] == [], "a coup is a smazzata in Italian"
    named = [said for original, said in told if COUP.search(NOT_WORDS.sub("", original))]
    others = [said for said in named if "smazzat" not in said.casefold()]
    assert others == [], "a coup is a smazzata in Italian"
