"""Each rule by its source's own words: every quotation is a sentence or clause of that source, letter for letter, and
every rule that a source states has one."""

from collections.abc import Sequence
from functools import cache

import pytest

import scoring
from scoring.quotations import Quotation, load_quotations
from tests.scoring.source_cutting import DIGESTS, LAST_MARKS, compute_digest, cut_clauses, cut_sentences
from tournaments.presentation.text.family import FAMILY, LOST

RULES = {rule.id: rule for game in scoring.list_games() for rule in game.rules}
FACTS = {f"{game.key}.{fact.key}": fact for game in scoring.list_games() for fact in game.table_facts}
QUOTATIONS = [(key, quotation) for key, quotations in load_quotations().items() for quotation in quotations]


@cache
def read_digests() -> dict[tuple[str, int], list[list[str]]]:
    """Return the digests of each paragraph of each source, sentence by sentence."""
    found: dict[tuple[str, int], list[list[str]]] = {}
    for line in DIGESTS.read_text(encoding="utf-8").splitlines():
        source, paragraph, *digests = line.split()
        found.setdefault((source, int(paragraph)), []).append(digests)
    return found


def is_run_within(pieces: Sequence[str], digests: Sequence[str]) -> bool:
    """True if these pieces stand one after the other among the digests; the last one's mark may be left out."""
    *first, last = pieces
    wanted = [{compute_digest(piece)} for piece in first] + [{compute_digest(last + mark) for mark in LAST_MARKS}]
    starts = range(len(digests) - len(wanted) + 1)
    return any(all(digests[start + n] in each for n, each in enumerate(wanted)) for start in starts)


def is_in_source(quotation: Quotation) -> bool:
    """True if a quotation is, in its paragraph, one sentence or several in a row, or a clause or several of one
    sentence."""
    sentences = read_digests()[quotation.source, quotation.paragraph]
    if is_run_within(cut_sentences(quotation.words), [whole for whole, *_clauses in sentences]):
        return True
    return any(is_run_within(cut_clauses(quotation.words), clauses) for _whole, *clauses in sentences)


@pytest.mark.parametrize(("key", "quotation"), QUOTATIONS)
def test_a_quotation_is_a_sentence_or_clause_of_its_source_letter_for_letter(key: str, quotation: Quotation) -> None:
    assert is_in_source(quotation), key
    assert len(quotation.words) <= 600
    assert quotation.words == " ".join(quotation.words.split())


def test_a_changed_letter_a_changed_place_and_half_a_clause_are_found() -> None:
    sound = load_quotations()["PEN-06"][0]
    assert is_in_source(sound)
    assert not is_in_source(sound._replace(words=sound.words.replace("’", "'")))
    assert not is_in_source(sound._replace(paragraph=6))
    assert not is_in_source(sound._replace(source="S4"))
    assert not is_in_source(sound._replace(words=sound.words.rpartition(",")[0]))
    assert not is_in_source(sound._replace(words=sound.words.replace("joint", "joint  ")))


@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.provenance.startswith("src")])
def test_a_rule_that_a_source_states_carries_that_source_s_words(rule: scoring.Rule) -> None:
    assert load_quotations().get(rule.id), rule.id


@pytest.mark.parametrize("rule", RULES.values())
def test_a_rule_names_the_sources_that_it_quotes(rule: scoring.Rule) -> None:
    quoted = {quotation.source for quotation in load_quotations().get(rule.id, ())}
    assert quoted == set(rule.source.split())


@pytest.mark.parametrize("game", scoring.list_games(), ids=lambda game: game.key)
def test_each_game_says_what_a_table_needs_beside_the_score(game: scoring.Game) -> None:
    when_to_pay = ["payments"] if game.key == "brusquembille" else []
    told = [fact.key for fact in game.table_facts]
    cards = ["direction", "cut", "deal", "order", "draw", "removed"] if game.tricks_form_keys else []
    assert told == [*cards, *when_to_pay]


def test_brusquembille_says_when_to_pay_in_the_words_of_its_source() -> None:
    said = [quotation.words for quotation in scoring.list_quotations("brusquembille.payments")]
    for beginning in ("Au début de chaque coup,", "Au cours des levées,", "Une fois toutes les cartes jouées,"):
        assert any(words.startswith(beginning) for words in said)


@pytest.mark.parametrize("key", FACTS)
def test_a_fact_of_the_table_carries_its_source_s_words_or_is_a_choice_of_the_house(key: str) -> None:
    assert bool(load_quotations().get(key)) != (FACTS[key].provenance == "house")


@pytest.mark.parametrize("key", ["briscan.direction", "brisque.direction", "BRC-01", "BRC-08", "BRC-09", "BRC-12"])
def test_what_only_follows_from_a_source_is_marked_as_inferred(key: str) -> None:
    """Neither S2 nor S3 says which way to turn, how the cards rank, or what is counted with six cards."""
    assert (FACTS.get(key) or RULES[key]).provenance == "src inf"


def test_no_quotation_belongs_to_nothing() -> None:
    family = {f"family.{member.key}" for member in (*FAMILY, LOST)}
    assert load_quotations().keys() - RULES.keys() - FACTS.keys() == family
