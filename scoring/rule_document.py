"""The rule book as a document, `corbillon.regles/1`: every rule once, in the order of the book, with the words of its
sources."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from scoring.game import Game
from scoring.games import GAMES
from scoring.language import Text, verbatim
from scoring.model import Rule
from scoring.provenance import CLUB, is_unsourced, mark_sentence, mark_words
from scoring.quotations import list_quotations

FORMAT = "corbillon.regles/1"


def write_rule_book(game: Game | None = None, language: str = "fr") -> dict[str, Any]:
    """Return the rule book, whole or of one game, in one language; quotations stay in the language of their source."""
    return {"format": FORMAT, "rules": [_write_rule(rule, language) for rule in list_rules(game)]}


def list_rules(game: Game | None = None) -> Iterator[Rule]:
    """Yield every rule, or those of one game, in the order of the book; a rule that games share comes once."""
    rules = {rule.id: rule for each in (GAMES if game is None else (game,)) for rule in each.rules}
    yield from rules.values()


def cite_rule(rule_id: str) -> Text:
    """Return a rule's id as it is cited: «BRU-08»; if no source states any of it, «BRU-12, choix de la maison»."""
    words = verbatim(rule_id)
    return mark_words(words) if rule_id in _list_unsourced_ids() else words


def mark_refusal(sentence: Text, rule_id: str) -> Text:
    """Return the sentence that refuses something by this rule, with «(Choix de la maison.)» after it where no source
    states any part of the rule."""
    return mark_sentence(sentence) if rule_id in _list_unsourced_ids() else sentence


@cache
def _list_unsourced_ids() -> frozenset[str]:
    """Return the ids of the rules that no source states in any part."""
    return frozenset(rule.id for rule in list_rules() if is_unsourced(rule))


def list_rule_games(rule_id: str) -> Iterator[Game]:
    """Yield the games that have the rule with this id."""
    return (game for game in GAMES if any(rule.id == rule_id for rule in game.rules))


def _write_rule(rule: Rule, language: str) -> dict[str, Any]:
    """Return one rule as JSON. Its "standing" says where its first clause comes from («src», «house»); it is "house"
    for a rule that each club declares itself."""
    return {
        "id": rule.id,
        "games": [game.key for game in list_rule_games(rule.id)],
        "text": rule.text.localise(language),
        "standing": "house" if rule.provenance == CLUB else rule.provenance.split()[0],
        "sources": rule.source.split(),
        "quotes": [{"source": each.source, "text": each.words} for each in list_quotations(rule.id)],
    }
