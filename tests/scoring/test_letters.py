"""Letters are folded in one way wherever names are matched, sorted, searched and erased."""

import re

import pytest

from scoring.letters import UNDECOMPOSED, fold_letters
from tests.tidy.sources import ROOT
from tournaments.actions.people.mentions import KnownNames, list_name_words
from tournaments.actions.people.recognising import build_person_key
from tournaments.standings.ranking import get_name_key


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Cœur", "coeur"),
        ("ŒUVRE", "oeuvre"),
        ("Łukasz Żak", "lukasz zak"),
        ("Ærø Đorđe Straße", "aero dorde strasse"),
        ("Işıl İpek", "isil ipek"),
        ("Þóra Ǿ", "thora o"),
        ("E\u0301lise d’Arès", "elise d'ares"),
        ("ÉLISE ﬁn ŉ", "elise fin 'n"),
        ("Plain O'Neil", "plain o'neil"),
    ],
)
def test_letters_fold_to_what_one_types_without_them(text: str, folded: str) -> None:
    assert fold_letters(text) == folded
    assert fold_letters(folded) == folded


def test_names_are_matched_sorted_and_erased_by_one_folding() -> None:
    assert build_person_key("marc coeur") == build_person_key("Marc Cœur")
    assert sorted(["Zoé", "Łukasz", "Anne", "Øyvind"], key=get_name_key) == ["Anne", "Łukasz", "Øyvind", "Zoé"]
    marc = KnownNames((list_name_words("Marc Cœur"),), frozenset())
    assert marc.redact("Coeur et MARC COEUR, contre E\u0301lise") == "… et …, contre E\u0301lise"
    elise = KnownNames((list_name_words("Élise"),), frozenset())
    assert elise.redact("avec E\u0301lise") == "avec …"


def test_pages_search_with_the_same_letters() -> None:
    script = (ROOT / "static" / "js" / "letters.js").read_text(encoding="utf-8")
    pairs = dict(re.findall(r'"?(.)"?: "([a-z\']+)"', script))
    assert pairs == {**{chr(code): plain for code, plain in UNDECOMPOSED.items()}, "ß": "ss"}
