"""The page of the family of the Brusquembille: its tree, and its sources' words."""

import pytest
from django.test import Client

from tournaments.presentation.text.family import FAMILY, LOST, TREE, Descendant

pytestmark = pytest.mark.django_db


def list_kin(game: Descendant) -> list[Descendant]:
    """Return a game of the tree and all that come from it."""
    return [game, *(each for child in game.children for each in list_kin(child))]


DESCENTS = {
    "Brusquembille": "La plus ancienne règle connue",
    "Brisque, ou Mariage": "La Brusquembille a connu des prolongements dans les jeux du Mariage, de la Brisque",
    "Briscan": "Le Briscan a pour base la Brisque.",
    "Bésigue": "qui a certainement donné naissance au bésigue",
    "Briscola": "descend probablement de la Brusquembille.",
    "Briscola chiamata": "C’est une variante du Briscola",
}


def test_the_tree_of_the_family_states_no_descent_that_the_page_does_not_quote() -> None:
    quoted = [each.words for member in FAMILY for each in member.quotations]
    kin = list_kin(TREE)
    assert [str(each.name) for each in kin] == list(DESCENTS)
    assert {*DESCENTS} == {str(each.name) for each in FAMILY}
    assert [words for words in DESCENTS.values() if not any(words in whole for whole in quoted)] == []
    assert [each.is_probable for each in kin] == ["probablement" in words for words in DESCENTS.values()]
    told = {str(member.name): f"{member.text}{[each.words for each in member.quotations]}" for member in FAMILY}
    assert all(str(each.year) in told[str(each.name)] for each in kin if each.year)


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_tree_of_the_family_is_a_list_in_a_list_under_its_caption(language: str) -> None:
    page = Client().get("/learn/family", headers={"accept-language": language}).content.decode()
    tree = page.partition('<figure class="tree">')[2].partition("</figure>")[0]
    assert tree.startswith("<figcaption>")
    assert tree.count('<ul role="list">') == 4
    assert tree.count('class="probable"') == 1
    assert "1718" in tree
    assert "1752" in tree


def test_the_family_is_told_in_its_sources_words() -> None:
    page = Client().get("/learn/family").content.decode()
    for member in (*FAMILY, LOST):
        assert member.quotations
        assert str(member.name) in page
