"""What the desk does and what a key does are compared: whoever adds an action or a page says here which operation does
it for a program, or why none does."""

from tests.tidy.sources import ROOT
from tests.web.declared_routes import OURS, PATTERNS
from tournaments.actions.states import RULES
from tournaments.api.declared_acts import ACTS
from tournaments.api.routes import OPERATIONS

COVERAGE = ROOT / "tests" / "web" / "api_coverage.txt"
DOCUMENT = ROOT / "docs" / "api.md"
NEVER = {"members", "accounts", "keys", "webhooks", "targets", "backups and restores", "erasing"}


def read_coverage() -> dict[str, str]:
    """Return what stands beside each action and each address of the desk."""
    lines = [line for line in COVERAGE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = dict(line.split(" ", 1) for line in lines)
    assert len(found) == len(lines)
    return found


def list_reasons() -> set[str]:
    """Return the first column of «What a key does not do»."""
    _before, _heading, after = DOCUMENT.read_text(encoding="utf-8").partition("## What a key does not do\n")
    rows = [line for line in after.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    return {row.split("|")[1].strip() for row in rows[1:]}


def test_every_action_and_every_page_of_the_desk_has_its_operation_or_a_reason():
    desk = {name for name, route in OURS.items() if route.access == "member"}
    assert set(read_coverage()) == {*RULES, *desk}
    assert desk <= set(PATTERNS)


def test_every_operation_named_is_there_and_every_reason_stands_in_the_document():
    told = set(read_coverage().values())
    assert {each for each in told if not each.startswith("!")} <= {each.name for each in OPERATIONS}
    assert {each.removeprefix("!") for each in told if each.startswith("!")} == list_reasons()
    assert list_reasons() >= NEVER


def test_every_act_is_named_by_what_it_does():
    told = set(read_coverage().values())
    assert {act.name for act in ACTS} <= told
    assert len({act.name for act in ACTS}) == len(ACTS)
