"""One thing, one word: the code keeps to docs/glossary.md, and to names that say what they are."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from tests.tidy.sources import ROOT, nodes, python_files, tree

PROGRAM = ("config", "corbillon", "scoring", "tasks", "tournaments")
ROW = re.compile(r"^\|([^|]+)\|([^|]+)\|([^|]+)\|$", re.MULTILINE)
NAMED_BY_DJANGO = {"Command", "Migration", "Meta"}
LONE_PARTICIPLE = re.compile(
    r"[a-z]*(?:ed|wn)|after|apart|under|by|beside|before|within|given|made|told|said|kept|met|sat|put|done|gone"
    r"|together|through|there|here|ours|once|again|wide|less|more"
)
FORBIDDEN = {
    *("told", "said", "tell", "telling", "tale", "story", "deed", "deeds", "beat", "beats", "dues", "treasury"),
    *("foreseen", "foresight", "foretold", "seal", "standing", "casting", "weighing"),
}
GONE = {"law", "tale", "told", "foretold"}
NO_VERBS = {"kept", "touched", "written"}


@cache
def _rows() -> list[tuple[str, str, str]]:
    found = ROW.findall((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    rows = [(screen.strip(), code.strip(), meaning.strip()) for screen, code, meaning in found]
    return [row for row in rows if "`" in row[1]]


def _nodes() -> Iterator[ast.AST]:
    for path in python_files(*PROGRAM):
        yield from nodes(path)


@cache
def _known_names() -> set[str]:
    """Classes, functions, constants and text keys; attributes of a class as «Class.attribute»."""
    known = set()
    for node in _nodes():
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            known.add(node.name)
        if isinstance(node, ast.ClassDef):
            known |= {f"{node.name}.{name}" for part in node.body for name in _names_defined_by(part)}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            known.add(f'"{node.value}"')
        if isinstance(node, ast.Assign):
            known |= set(_names_defined_by(node))
    return known


def _names_defined_by(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def test_every_name_of_the_glossary_is_in_the_code() -> None:
    names = {name for _screen, code, _meaning in _rows() for name in re.findall(r"`([^`]+)`", code)}
    assert len(names) > 60
    assert names - _known_names() == set(), "docs/glossary.md names what the code has not: correct the row, or drop it"


def test_each_thing_of_the_glossary_is_told_in_one_sentence() -> None:
    meanings = [meaning for _screen, _code, meaning in _rows()]
    long = [text for text in meanings if not text.endswith(".") or len(text) > 150]
    assert long == [], "say it in docs/glossary.md in one sentence of at most 150 signs, with its full stop"
    names = Counter(code for _screen, code, _meaning in _rows())
    twice = [name for name, count in names.items() if count > 1]
    assert twice == [], "a name has one row of docs/glossary.md: join the two"


def test_a_class_name_stands_once() -> None:
    names = Counter(node.name for node in _nodes() if isinstance(node, ast.ClassDef))
    twice = {name for name, count in names.items() if count > 1} - NAMED_BY_DJANGO
    assert twice == set(), "two classes of the program have one name: call yours after its game, or after what it holds"


def test_a_function_is_named_by_a_verb_with_its_object() -> None:
    names = [
        node.name for path in python_files(*PROGRAM) for node in tree(path).body if isinstance(node, ast.FunctionDef)
    ]
    lone = [name for name in names if LONE_PARTICIPLE.fullmatch(name.strip("_"))]
    assert len(lone) * 100 <= len(names), (
        f"name a function by a verb with its object (`read_coup`), as none of {lone} is"
    )


def test_forbidden_words_name_nothing() -> None:
    functions = {node.name.strip("_") for node in _nodes() if isinstance(node, ast.FunctionDef)}
    parameters = {node.arg for node in _nodes() if isinstance(node, ast.arg)}
    classes = {node.name.lower() for node in _nodes() if isinstance(node, ast.ClassDef)}
    forbidden = (functions | parameters | classes) & FORBIDDEN
    aliases = {node.asname for node in _nodes() if isinstance(node, ast.alias) and node.asname}
    forbidden |= aliases & FORBIDDEN
    assert forbidden == set(), "this word means two things here: take the one that docs/glossary.md has for the thing"
    variables = {node.id for node in _nodes() if isinstance(node, ast.Name)} & GONE
    assert variables == set(), "call a variable by what it holds: `sentences`, `narrated`, a game's settings `config`"
    assert functions & NO_VERBS == set(), "name a function by a verb with its object: `keep_it`, not `kept`"


def test_a_template_s_variable_says_what_it_holds() -> None:
    tags = {
        path: re.findall(r"{[{%].*?[}%]}", path.read_text("utf-8")) for path in (ROOT / "templates").rglob("*.html")
    }
    wrong = [path.name for path, some in tags.items() if any(re.search(r"(?<![\w\"./-])told\b", tag) for tag in some)]
    assert wrong == [], "call a template's variable by what it holds: `narrated`, `sentences`"


def test_event_names_an_event_and_never_a_tournament() -> None:
    wrong = [
        ast.unparse(node)
        for node in _nodes()
        if ((isinstance(node, ast.arg) and node.arg == "event") or _is_event_attribute(node))
        and "Tournament" in ast.unparse(getattr(node, "annotation", None) or ast.Constant(""))
    ]
    assert wrong == [], "call a tournament or an evening `tournament`: an `event` is a coup, a penalty or its like"


def _is_event_attribute(node: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.target).rpartition(".")[2] == "event"
