"""Nothing lies about: what is defined is used by the program itself, not by its tests alone."""

import keyword
import re
from functools import cache
from pathlib import Path

from vulture.core import Vulture

from tests.tidy.sources import ROOT, files
from tournaments.printing.documents import DOCUMENTS

PROGRAM = (
    *("config", "corbillon", "scoring", "tasks", "static", "templates", "tournaments"),
    *("manage.py", "pyproject.toml"),
)
CALLED_BY_LIBRARIES = (
    "cornerRefinementMethod",  # how OpenCV finds the corners of a mark
    *("Meta", "constraints", "indexes", "ordering", "unique_together", "queryset", "output_field", "as_postgresql"),
    *("clean_*", "prepare_value", "from_db_value", "label_from_instance", "ExcludedEntry", "SeasonTournament"),
    *("Command", "add_arguments", "requires_system_checks", "TournamentsConfig", "is_usable", "describe", "_populate"),
    *("app_label", "from_state", "to_state", "database_*", "state_forwards", "reduces_to_sql", "reversible"),
    *("render_*", "value_*", "template_name", "orderable", "freeze_panes", "data_type", "quotePrefix"),  # tables, files
    *("is_open_for_signup", "pre_authenticate", "get_reset_password_from_key_url"),  # allauth
    *("get_email_confirmation_url", "is_reauthentication_required", "send_mail"),
    *("get_public_key_credential_rp_entity", "passwordless", "form_valid"),  # allauth, passkeys
    "handle_*",  # html.parser
    *("support_js_module_import_aggregation", "max_post_process_passes", "status_code"),
    "flavor",  # of fontTools
    *("add_task", "channel_class", "expect_continue", "parser_class", "received", "service", "task_class"),  # waitress
    *("buffer_text", "*Handler"),  # of expat
    "fetchmany",  # of a database cursor, called by Django
    *("db_for_read", "db_for_write", "allow_relation"),  # of its router
    "sock",  # of http.client: a connection that stands already
    *("model_config", "parse_body", "get_operation_url_name", "get_openapi_operation_id", "club_name"),  # django-ninja
    *("__signature__", "__module__", "__qualname__"),  # of inspect, and of a view
    *("handler500", "show_server_error", "exc_text", "msg"),  # Django names its error page; fields of a log's record
)
READ_BY_TESTS = (
    "asks_who",
    "temporary_replica",  # of the server that `make test` starts
    *("corrected_event", "to_document", "winners_override"),  # of the scoring package's own face
    *("is_open", "is_pending"),
    *("brusquembilles_won", "brusquembilles_lost"),  # columns that a game's statistics name
    *("opponent", "paper_points", "exclude_columns"),  # columns of tables, and a parameter of their library
    *("AnswerFormatter", "TREASURER", "forfeit", "annulled", "name_key"),  # by a quoted name, or a choice's key
    *("home_club", "licence"),  # details of a player, read by their names
    "IMPERSONAL_MODELS",  # what keeps nothing of anybody, which is for whoever adds a model to say
    *("group_double", "group_leavers", "final_best_of", "final_third", "short_name"),
)
OVERRIDES = ("templates/account/", "templates/mfa/", "templates/allauth/")  # of templates that a package names
ERROR_PAGES = re.compile(r"templates/(?:40\d(?:_csrf)?|500)\.html")
COMPOSED = re.compile(r"[ncu]\d|(?:step|rows)-\d|layer-\w+")  # classes that a template makes of a number or a word
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)"', re.MULTILINE)
LATE = re.compile(r"\(\{ (\w+) \}\) =>")  # of a script that a template names, fetched when it is needed
WHOLE = re.compile(r'^import \* as (\w+) from "\./([\w.]+)"', re.MULTILINE)


@cache
def text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def program() -> str:
    kinds = {".py", ".html", ".js", ".css", ".toml", ".txt"}
    return "\n".join(text(path) for path in files() if path.parts[0] in PROGRAM and path.suffix in kinds)


def test_everything_defined_in_python_is_used() -> None:
    """vulture reads the program; a word of a template or of the settings is a use."""
    operations = ["@read", "@read_own", "@write", "@write_keyed", "@create"]
    found = Vulture(ignore_names=[*CALLED_BY_LIBRARIES, *READ_BY_TESTS], ignore_decorators=operations)
    named = {word for path in files() if _names_python(path) for word in re.findall(r"[^\W\d]\w*", text(path))}
    found.scan("\n".join(named - set(keyword.kwlist)))
    folders = [str(ROOT / name) for name in ("config", "corbillon", "scoring", "tasks", "tournaments")]
    found.scavenge(folders, exclude=["*/migrations/*"])
    unused = [item for item in found.get_unused_code() if item.typ != "import"]  # ruff sees those better
    reports = [item.get_report() for item in unused]
    assert reports == [], "the program itself uses nothing of this: take it away, or use it"


def _names_python(path: Path) -> bool:
    """True for templates, for the settings, and for the lists of addresses that name views which are loaded late."""
    late = (f"tournaments/views/{name}.py" for name in ("print_addresses", "lesson_addresses", "organiser/__init__"))
    named = ("config/settings.py", "config/second_code_addresses.py", "manage.py", *late)
    return path.parts[0] == "templates" or str(path) in named


def test_every_template_is_named() -> None:
    ours = [str(path) for path in files() if path.parts[0] == "templates"]
    printed = {f"templates/{document.template}" for document in DOCUMENTS}  # they bear the documents' names
    named = [path for path in ours if not path.startswith(OVERRIDES) and not ERROR_PAGES.fullmatch(path)]
    alone = [path for path in named if path not in printed and path.removeprefix("templates/") not in program()]
    assert alone == [], "nothing shows this template: name it in a view, a form or another template, or take it away"


def test_every_class_of_a_stylesheet_is_given_to_something() -> None:
    sources = [path for path in files() if path.parts[0] in ("templates", "tournaments", "static")]
    given = {word for path in sources if path.suffix in (".html", ".py", ".js") for word in _words(path)}
    alone = {
        f"{path}: {name}"
        for path in sources
        if path.suffix == ".css"
        for name in _classes(text(path))
        if name not in given and not COMPOSED.fullmatch(name)
    }
    assert alone == set(), "nothing has this class: give it in a template or a form's `style`, or take its rules away"


def _words(path: Path) -> list[str]:
    return re.findall(r"[\w-]+", text(path))


def _classes(css: str) -> set[str]:
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", css, flags=re.DOTALL)
    return set(re.findall(r"[.#]([A-Za-z_][\w-]*)", selectors))


def test_scripts_import_what_is_exported_and_export_what_is_imported() -> None:
    scripts = {path.name: text(path) for path in files() if path.match("static/js/*.js")}
    exported = {(name, one) for name, source in scripts.items() for one in EXPORT.findall(source)}
    imported = {
        (other, one.split(" as ")[0].strip())
        for source in scripts.values()
        for names, other in IMPORT.findall(source)
        for one in names.split(",")
        if one.strip()
    }
    imported |= {
        (other, one)
        for source in scripts.values()
        for alias, other in WHOLE.findall(source)
        for one in re.findall(rf"(?<!/)\b{alias}\.(\w+)", source)
    }
    late = {one for source in scripts.values() if "import(" in source for one in LATE.findall(source)}
    imported |= {(name, one) for name, one in exported if one in late}
    assert exported ^ imported == set(), "a script exports what another imports, and nothing else"


def test_what_is_skipped_but_on_postgresql_is_run_there() -> None:
    """`make test` runs the marked files alone there."""
    skipped = re.compile(r'skipif\(\s*connection\.vendor != "postgresql"')
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in files() if path.name.startswith("test_")}
    never = [path for path, text in texts.items() if skipped.search(text) and not re.search(r"mark\.book\b", text)]
    assert never == [], "mark it with `pytest.mark.book`"
