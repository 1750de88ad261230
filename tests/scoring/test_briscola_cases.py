"""The rule book's cases of Briscola and of Briscola chiamata."""

import pytest

from tests.scoring.casebook import Case, check_case, read_cases

CASES = [(game, case) for game in ("briscola", "chiamata") for case in read_cases(game)]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{game} {case.title}") for game, case in CASES])
def test_the_case_scores_as_it_says(case: Case) -> None:
    check_case(case)
