"""Who may import whom: the table below is the whole rule. A module that no line covers must first be given a room."""

import sys
from pathlib import Path

import pytest

from tests.tidy.sources import Import, imports, module_name, python_files

PURE_STANDINGS = "standings, computing"
BOOK = "what is kept, and reading it"
VERDICTS = "what actions judge, pure"
SHOWN = "what public pages show"
PHASES = "meetings of two sides, read from the book"
WORDS = "words on pages"
READY = "draws made ready"
TOLD = "what was written, in words"
FIGURES = "what an event's game counts"

# Each module belongs to the first room whose prefix fits it.
ROOMS = (
    ("scoring", "scoring"),
    ("tournaments.draws", "draws"),
    ("tournaments.results.tallies", "standings"),
    ("tournaments.results.tables", "standings"),
    ("tournaments.results.seasons", "standings"),
    ("tournaments.results.prizes", "standings"),
    ("tournaments.results.careers", "standings"),
    ("tournaments.results.export", "standings"),
    ("tournaments.results.game_figures", FIGURES),
    ("tournaments.results.idle_rounds", "standings"),
    ("tournaments.standings", PURE_STANDINGS),
    ("tournaments.actions.errors", VERDICTS),
    ("tournaments.actions.people.names", VERDICTS),
    ("tournaments.book.effects", VERDICTS),
    ("tournaments.book.recount", VERDICTS),
    ("tournaments.actions", "actions"),
    ("tournaments.models", BOOK),
    ("tournaments.models.querysets", BOOK),
    ("tournaments.book.sheet", BOOK),
    ("tournaments.book.history", BOOK),
    ("tournaments.book.seat_names", BOOK),
    ("tournaments.book.table_keys", BOOK),
    ("tournaments.text.preset_diff", BOOK),
    ("tournaments.book.replay", BOOK),
    ("tournaments.rounds.prepared_draws", READY),
    ("tournaments.text.event_text", TOLD),
    ("tournaments.text.audit_log", TOLD),
    ("tournaments.guards", BOOK),
    ("tournaments.migrations", BOOK),
    ("tournaments.rounds.phases", PHASES),
    ("tournaments.forms", "forms"),
    ("tournaments.tables", "tables"),
    ("tournaments.templatetags", WORDS),
    ("tournaments.text.rule_book", WORDS),
    ("tournaments.text.option_text", WORDS),
    ("tournaments.text.metric_text", WORDS),
    ("tournaments.printing", "printing"),
    ("tournaments.rounds.brackets", SHOWN),
    ("tournaments.rounds.table_status", SHOWN),
    ("tournaments.archives", "archives"),
    ("tournaments.demo", "demo"),
    ("tournaments.views", "views"),
    ("tournaments.urls", "urls"),
    ("tournaments.management", "commands"),
    ("tournaments", "app"),
    ("config.hall", "hall"),
    ("config.serving", "hall"),
    ("config.wifi", "hall"),
    ("config.phone_arrivals", "hall"),
    ("config.printed_addresses", "hall"),
    ("config.urls", "urls"),
    ("config", "config"),
    ("tasks", "setup"),
)
EVERYTHING_BUT_VIEWS = {
    *("scoring", "draws", "standings", PURE_STANDINGS, BOOK, VERDICTS, "actions", "forms", "tables"),
    *(WORDS, SHOWN, PHASES, READY, TOLD, FIGURES, "printing", "demo", "archives", "hall"),
}
MAY_IMPORT: dict[str, set[str]] = {
    "scoring": set(),
    "draws": set(),
    PURE_STANDINGS: set(),
    BOOK: {"scoring"},
    FIGURES: {"scoring", BOOK},
    VERDICTS: {"scoring", BOOK},
    PHASES: {"draws", BOOK, VERDICTS},
    "actions": {"scoring", "draws", PURE_STANDINGS, BOOK, VERDICTS, PHASES, READY, FIGURES},
    READY: {"scoring", "draws", BOOK, PHASES},
    TOLD: {"scoring", BOOK, WORDS, "forms"},
    "standings": {"scoring", BOOK, VERDICTS, PURE_STANDINGS, FIGURES},
    "tables": {FIGURES, PURE_STANDINGS, WORDS, "standings", BOOK},
    "forms": {"scoring", "draws", BOOK, VERDICTS, PURE_STANDINGS, WORDS, PHASES},
    WORDS: {"scoring", BOOK, PURE_STANDINGS},
    SHOWN: {"scoring", "draws", BOOK, VERDICTS, "standings", PURE_STANDINGS, "tables", WORDS, PHASES},
    "printing": {
        *(
            "scoring",
            "draws",
            "standings",
            PURE_STANDINGS,
            BOOK,
            SHOWN,
            FIGURES,
            "tables",
            WORDS,
            "hall",
            PHASES,
            READY,
            TOLD,
        )
    },
    "demo": EVERYTHING_BUT_VIEWS,
    "archives": {"scoring", "draws", PURE_STANDINGS, BOOK, VERDICTS, PHASES, "actions", "hall"},
    "views": EVERYTHING_BUT_VIEWS,
    "commands": EVERYTHING_BUT_VIEWS,
    "app": set(),
    "hall": set(),
    "config": {"hall"},
    "urls": {"views"},
    "tasks": {"hall"},
}
STANDARD_LIBRARY_ONLY = {"scoring", "hall", "tasks"}
WITHOUT_DJANGO = STANDARD_LIBRARY_ONLY | {"draws", PURE_STANDINGS}
HEAVY = {"weasyprint", "pypdf", "fontTools"}  # seconds to import, and rarely wanted
LATE = {
    Path("manage.py"): "Django's own way: the settings' name is said first",
    Path("tasks/__main__.py"): "an old Python must reach its sentence before it meets newer syntax",
}
OURS = ("config", "scoring", "tasks", "tournaments")

ALL = [found for path in python_files(*OURS) for found in imports(path)]


def room(module: str) -> str | None:
    return next((name for prefix, name in ROOMS if f"{module}.".startswith(f"{prefix}.")), None)


def told(wrong: list[Import]) -> str:
    return "\n".join(map(str, wrong))


@pytest.mark.parametrize("prefix", [prefix for prefix, _name in ROOMS])
def test_every_room_has_a_module(prefix: str) -> None:
    modules = [module_name(path) for path in python_files(*OURS)]
    assert any(f"{module}.".startswith(f"{prefix}.") for module in modules) or prefix == "tournaments.migrations"


def test_imports_go_down() -> None:
    wrong = [
        found
        for found in ALL
        if (there := room(found.module)) is not None
        and (here := room(module_name(found.path))) is not None
        and there != here
        and there not in MAY_IMPORT[here]
    ]
    assert not wrong, told(wrong)


@pytest.mark.parametrize("name", sorted(STANDARD_LIBRARY_ONLY))
def test_standard_library_only(name: str) -> None:
    known = sys.stdlib_module_names
    wrong = [
        found
        for found in ALL
        if room(module_name(found.path)) == name
        and room(found.module) is None
        and found.module.partition(".")[0] not in known
    ]
    assert not wrong, told(wrong)


def test_pure_rooms_know_no_django() -> None:
    wrong = [
        found
        for found in ALL
        if room(module_name(found.path)) in WITHOUT_DJANGO and found.module.partition(".")[0] == "django"
    ]
    assert not wrong, told(wrong)


def test_scoring_knows_no_clock_and_no_chance() -> None:
    forbidden = {"random", "secrets", "time", "datetime", "os", "socket", "sqlite3", "subprocess"}
    wrong = [f for f in ALL if f.path.parts[0] == "scoring" and f.module.partition(".")[0] in forbidden]
    assert not wrong, told(wrong)


def test_imports_inside_functions_are_for_what_is_heavy_and_rare() -> None:
    wrong = [f for f in ALL if f.inside and f.module.partition(".")[0] not in HEAVY and f.path not in LATE]
    assert not wrong, told(wrong)


def test_settings_are_read_through_django() -> None:
    wrong = [found for found in ALL if found.module == "config.settings"]
    assert not wrong, told(wrong)


def test_no_signals() -> None:
    wrong = [f for f in ALL if f.path.parts[0] == "tournaments" and ".signals" in f.module]
    assert not wrong, told(wrong)


def test_the_map_has_no_empty_room() -> None:
    """Each module of the app has a room of its own, not the app's hall."""
    homeless = [
        path
        for path in python_files("tournaments")
        if room(module_name(path)) == "app" and path.name not in ("__init__.py", "apps.py")
    ]
    assert not homeless
