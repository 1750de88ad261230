"""What could turn a text into something that runs: SQL, patterns, templates, commands, Python, a page's HTML. Each is
made of the program's own words alone."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.tidy.sources import ROOT, nodes, python_files

ROOMS = ("config", "corbillon", "scoring", "tournaments")
BUILT_SQL = {
    "config/background/job_table.py": "statements and conditions of that file, with their values beside them",
    "config/sqlite/pragmas.py": "the names of pragmas",
    "tournaments/actions/tables/inserting.py": "columns of a model, and a place for each value",
    "tournaments/exchange/restore.py": "quoted names of tables, and Django's own statements",
    "tournaments/models/guards/inspection.py": "the guards' own statements",
    "tournaments/upkeep/publishing/reading_once.py": "statements of others, handed on with their values",
    "tournaments/models/guards/install.py": "the guards' own statements",
    "tournaments/models/prepared.py": "what Django compiled, with its values beside it",
    "tournaments/reading/seat_rows.py": "what Django compiled, with its values beside it",
    "tournaments/reading/sums.py": "what Django compiled, with its values beside it",
    "tournaments/reading/tables.py": "what Django compiled, with its values beside it",
}
"""Where a statement is put together, and of what."""
RUNNERS = {"eval", "exec", "compile", "__import__"}
HTML_WRITERS = {"static/js/later.js", "static/js/preview.js", "static/js/sheet.js"}


@cache
def list_calls() -> list[tuple[str, str, ast.Call]]:
    """Return (file, the function's last name, call) of the whole program, without what migrations did once. It is read
    when a test asks, not by every process that loads the tests: it takes a second."""
    return list(_read_calls())


def _read_calls() -> Iterator[tuple[str, str, ast.Call]]:
    for path in python_files(*ROOMS):
        for node in nodes(path):
            if isinstance(node, ast.Call):
                yield path.as_posix(), ast.unparse(node.func).rpartition(".")[2], node


def is_own(node: ast.expr) -> bool:
    """True for a text of the program: one written there, or one put together of its constants."""
    if isinstance(node, ast.JoinedStr):
        parts = (each.value for each in node.values if isinstance(each, ast.FormattedValue))
        return all(is_own(part) for part in parts)
    if isinstance(node, ast.IfExp):
        return is_own(node.body) and is_own(node.orelse)
    return isinstance(node, ast.Constant) or ast.unparse(node).partition("[")[0].rpartition(".")[2].isupper()


def test_a_statement_of_sql_is_the_program_s_own_and_takes_its_values_beside_it():
    built = {file for file, name, call in list_calls() if name == "execute" and call.args and not is_own(call.args[0])}
    built -= {file for file in built if "super().execute" in (ROOT / file).read_text(encoding="utf-8")}
    assert built == set(BUILT_SQL), "write the statement as one constant text, and give its values beside it"
    raw = [file for file, name, _call in list_calls() if name in ("RawSQL", "raw", "extra", "executescript")]
    assert raw == [], "ask Django's models instead of raw SQL"


def test_nothing_runs_a_text_as_python_nor_loads_objects_from_bytes():
    running = {(file, name) for file, name, call in list_calls() if name in RUNNERS and isinstance(call.func, ast.Name)}
    assert running == set(), f"no text is run as Python: do without {sorted(RUNNERS)}"
    imported = re.compile(r"^\s*(?:import|from) (?:pickle|marshal|shelve|yaml|code)\b", re.MULTILINE)
    files = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    importing = [path.name for path in files if imported.search(path.read_text(encoding="utf-8"))]
    assert importing == [], "keep it as JSON: this module makes objects of bytes"


def test_a_command_is_a_list_of_words_and_no_shell_reads_it():
    shells = [(file, name) for file, name, call in list_calls() for word in call.keywords if word.arg == "shell"]
    shells += [(file, name) for file, name, call in list_calls() if ast.unparse(call.func) in ("os.system", "os.popen")]
    assert shells == [], "give a command as a list of words, without a shell"


def test_a_pattern_is_the_program_s_own():
    verbs = {"compile", "search", "match", "fullmatch", "sub", "findall", "finditer", "split"}
    names = {f"re.{verb}" for verb in verbs}
    patterns = [(file, call) for file, _name, call in list_calls() if ast.unparse(call.func) in names]
    foreign = {f"{file}: {ast.unparse(call)}" for file, call in patterns if not is_own(call.args[0])}
    assert patterns, "write a pattern as a constant text (that of trf_words is of a table of its own)"
    assert foreign == {"tournaments/exchange/trf/trf_words.py: re.match(some, word)"}, (
        "write a pattern as a constant text (that of trf_words is of a table of its own)"
    )


def test_a_template_is_a_file_of_the_program():
    made = [file for file, name, _call in list_calls() if name in ("Template", "from_string")]
    assert made == [], "put the template into a file of templates/"


def test_three_scripts_write_html_and_all_had_it_from_this_server():
    writing = re.compile(r"\b(?:innerHTML|outerHTML) *=|insertAdjacentHTML\(|document\.write|\beval\(|new Function")
    scripts = [path for path in sorted((ROOT / "static" / "js").rglob("*.js")) if not is_foreign(path)]
    found = {p.relative_to(ROOT).as_posix() for p in scripts if writing.search(p.read_text(encoding="utf-8"))}
    assert found == HTML_WRITERS, "let the script set textContent, or make elements: these alone write HTML"


def is_foreign(script: Path) -> bool:
    """True for a library of others."""
    return ".min." in script.name
