"""A check after each test of the book: no action has left anything that it decided without its link in the chain."""

from collections.abc import Iterator

import pytest

from tournaments.actions.tables.decision_check import check_decisions


@pytest.fixture(autouse=True)
def every_decision_has_its_link(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check the database of the test at its end, but for tests that tamper with it themselves. An action that does not
    say what it decided (`actions.decisions`) fails here, whatever its own test looks at."""
    databases = {"own_database", "db"} & {*request.fixturenames}
    for name in databases:  # before the check, so that they end after it
        request.getfixturevalue(name)
    yield
    if databases and request.node.get_closest_marker("tampers") is None:
        check_decisions(None)
