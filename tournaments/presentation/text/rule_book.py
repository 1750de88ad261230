"""The rule book in the reader's language: every rule with its provenance, and the rules behind the effects of an event.

The rules' sentences are read from `scoring`; only the names of provenances are here. Knows no page.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

import scoring
from tournaments.presentation.text.option_text import localise

PROVENANCES = {
    "src": gettext_lazy("d’après la source"),
    "inf": gettext_lazy("déduit"),
    "usage": gettext_lazy("usage d’aujourd’hui"),
    "house": gettext_lazy("choix de la maison"),
    "club": gettext_lazy("règle du club"),
}
PROVENANCE_MEANINGS = (
    (PROVENANCES["src"], gettext_lazy("écrit dans l’une des sources, que voici plus bas.")),
    (PROVENANCES["inf"], gettext_lazy("non écrit, mais s’ensuit de ce qui l’est.")),
    (PROVENANCES["usage"], gettext_lazy("la pratique commune d’aujourd’hui.")),
    (PROVENANCES["house"], gettext_lazy("rien ne le règle : le programme a choisi, et le dit.")),
)
CLUB_MEANINGS = ((PROVENANCES["club"], gettext_lazy("ce que le club déclare.")), PROVENANCE_MEANINGS[-1])


@dataclass(frozen=True)
class Citation:
    """What a source says of a rule in one place: each of `quotes` is a sentence or clause, letter for letter; `place`:
    the paragraph, or paragraphs in a row, as «§ 7» or «§ 33–38»."""

    source: str
    place: str
    quotes: list[str]

    @property
    def source_name(self) -> str:
        """The name by which people know the source, with a capital: «Académie de 1718»."""
        return str(capfirst(localise(scoring.list_sources()[self.source].name)))

    @property
    def translations(self) -> list[str]:
        """The program's translations of the quotes into the active language; empty in French."""
        return [said for said in map(translate_words, self.quotes) if said]

    @property
    def anchor(self) -> str:
        """The HTML id of the source in the list of sources."""
        return build_source_anchor(self.source)


@dataclass(frozen=True)
class RuleValues:
    """A table of values that belongs to a rule, as of card points. `choice`: the words of the option's choice for which
    it holds, or ""."""

    choice: str
    table: scoring.ValueTable

    @property
    def rows(self) -> list[tuple[scoring.ValueRow, str]]:
        """The rows of the table, each with its provenance in words."""
        return [(row, describe_provenance(row.provenance)) for row in self.table.rows]


@dataclass(frozen=True)
class Article:
    """One rule, or one fact that a table needs beside the score (with a `name`), as text. `provenance`: where it comes
    from, in words; `is_house`: no source settles it, the program chose; `is_stated`: its sources say all of it;
    `citations`: their own words; `differences`: those in which two sources differ; `values`: its tables of values;
    `doubt`: how others are reported to read its source, or None."""

    game: str
    id: str
    text: str
    provenance: str
    is_house: bool
    is_stated: bool
    citations: list[Citation]
    values: tuple[RuleValues, ...] = ()
    name: str = ""
    differences: tuple[Citation, ...] = ()
    doubt: scoring.Doubt | None = None


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rule book: the rules whose ids have the same prefix, as BRU."""

    title: str
    articles: list[Article]


def list_meanings(game: scoring.Game) -> tuple[tuple[Any, Any], ...]:
    """Return (provenance, what it means) for each provenance that rules of this game can have."""
    return CLUB_MEANINGS if scoring.is_declared_by_clubs(game.options) else PROVENANCE_MEANINGS


def build_chapters(game: scoring.Game, values: Iterable[RuleValues] = ()) -> Iterator[Chapter]:
    """Yield a game's rules as chapters, one for each prefix of rule ids; the general ones (GEN) last.

    `values`: tables of values to show with their rules.
    """
    chosen = tuple(values)
    for prefix, rules in groupby(sorted(game.rules, key=is_general), lambda rule: rule.id.split("-")[0]):
        title = localise(game.chapters.get(prefix, prefix))
        yield Chapter(title, [build_article(game, rule, chosen) for rule in rules])


def is_general(rule: scoring.Rule) -> bool:
    return rule.id.startswith("GEN-")


def build_article(game: scoring.Game, rule: scoring.Rule, values: Iterable[RuleValues] = ()) -> Article:
    """Build the article of one rule, with those of `values` that belong to it. If each club declares the game's rules,
    sources do not apply: even the rules common to all games then count as the club's."""
    if rule.source and scoring.is_declared_by_clubs(game.options):
        rule = rule._replace(provenance=scoring.CLUB, source="")
    own = tuple(each for each in values if each.table.rule == rule.id)
    return _build_article(game, rule.id, rule, rule.source, values=own)


def _build_article(
    game: scoring.Game, key: str, statement: scoring.Rule | scoring.TableFact, source: str, **more: Any
) -> Article:
    """Build the article of a rule or fact. `key`: that of its quotations; `source`: the marks of the sources behind its
    provenance («S0 S1»). `more`: further fields of the article."""
    quotations = () if statement.provenance == scoring.CLUB else scoring.list_quotations(key)
    return Article(
        game.key,
        key,
        localise(statement.text),
        describe_provenance(statement.provenance, source),
        scoring.is_house(statement.provenance),
        statement.provenance == "src",
        build_citations(quotations),
        differences=tuple(build_citations(each for each in quotations if each.differs)),
        doubt=statement.doubt,
        **more,
    )


def list_citations(key: str) -> list[Citation]:
    """Return the sources' own words on a rule (by its id) or on a fact of a game («toy.cut»), grouped by place in the
    source."""
    return build_citations(scoring.list_quotations(key))


def build_citations(quotations: Iterable[scoring.Quotation]) -> list[Citation]:
    """Return the quotations as citations: consecutive paragraphs of one source make one citation."""
    places: list[list[scoring.Quotation]] = []
    for quotation in quotations:
        last = places[-1][-1] if places else None
        if last and last.source == quotation.source and quotation.paragraph - last.paragraph in (0, 1):
            places[-1].append(quotation)
        else:
            places.append([quotation])
    return [
        Citation(place[0].source, _describe_place(place), [quotation.words for quotation in place]) for place in places
    ]


def translate_words(words: str) -> str:
    """Return the program's translation of a source's words into the active language; "" if there is none."""
    return scoring.translate_quotation(words, (get_language() or "fr")[:2])


def _describe_place(quotations: list[scoring.Quotation]) -> str:
    """Return the place of quotations from consecutive paragraphs: «§ 7», «§ 33–38»."""
    first, last = quotations[0].paragraph, quotations[-1].paragraph
    return f"§\u00a0{first}" if first == last else f"§\u00a0{first}–{last}"


def list_table_facts(game: scoring.Game) -> list[Article]:
    """Return, as articles, what a table of this game needs beside the score: direction of play, cut, deal, order of the
    cards."""
    return [_build_table_fact(game, fact) for fact in game.table_facts]


def _build_table_fact(game: scoring.Game, fact: scoring.TableFact) -> Article:
    """Build the article of one such fact as the cut or the deal; its sources are those of its quotations."""
    key = f"{game.key}.{fact.key}"
    sources = sorted({quotation.source for quotation in scoring.list_quotations(key)})
    return _build_article(game, key, fact, " ".join(sources), name=localise(fact.name))


def describe_provenance(provenance: str, source: str = "") -> str:
    """Return a provenance («src inf») as text: «d’après l’Académie de 1718, déduit». If the rule is partly the
    program's own choice, only that is said. `source`: the marks of the sources."""
    if scoring.is_house(provenance) and provenance != "house":
        return _("en partie choix de la maison")
    return ", ".join(
        _describe_sources(source) if each == "src" else str(PROVENANCES[each]) for each in provenance.split()
    )


def _describe_sources(source: str) -> str:
    """Describe sources («S0 S1») as «d’après l’Académie de 1718 et l’Encyclopédie de 1751»."""
    sources = scoring.list_sources()
    names = [localise(sources[key].name) for key in source.split()]
    if not names:
        return str(PROVENANCES["src"])
    *first, last = names
    between = _("et")
    return _("d’après %(sources)s") % {"sources": f"{', '.join(first)} {between} {last}" if first else last}


def describe_option_provenance(game: scoring.Game, option: scoring.Option, preset: scoring.Preset | None = None) -> str:
    """Return, as text, where an option's value comes from: its value under `preset`, or its default without one. The
    sources named are those of the option's rules."""
    behind = [rule.source.split() for rule in game.rules if rule.id in option.rules]
    return describe_provenance(
        preset.get_provenance(option) if preset else option.provenance,
        " ".join(sorted({source for sources in behind for source in sources})),
    )


def describe_house_value(game: scoring.Game, option: scoring.Option, preset: scoring.Preset) -> str:
    """Return, as text, where an option's value under a preset comes from if no source settles it; else ""."""
    provenance = preset.get_provenance(option)
    return describe_option_provenance(game, option, preset) if scoring.is_house(provenance) else ""


@dataclass(frozen=True)
class ShownSource:
    """A source for display: its name, title and edition, and where to read it; `anchor`: its HTML id in the list of
    sources."""

    anchor: str
    name: str
    title: str
    edition: str
    references: tuple[scoring.Reference, ...]


def list_sources(game: scoring.Game) -> list[ShownSource]:
    """Return the sources of a game's rules and facts; none for a game whose rules each club declares."""
    if scoring.is_declared_by_clubs(game.options):
        return []
    named = {source for rule in game.rules for source in rule.source.split()}
    named |= {citation.source for fact in list_table_facts(game) for citation in fact.citations}
    return [source for key, source in describe_sources().items() if key in named]


def describe_sources() -> dict[str, ShownSource]:
    """Return every source for display, by its mark («S0»)."""
    return {
        key: ShownSource(
            build_source_anchor(key),
            str(capfirst(localise(source.name))),
            localise(source.title),
            localise(source.edition),
            source.references,
        )
        for key, source in scoring.list_sources().items()
    }


def build_source_anchor(mark: str) -> str:
    """Return the HTML id of a source, given its mark («S0»), in the list of sources."""
    return f"source-{mark.lower()}"


def list_values_to_choose(game: scoring.Game) -> list[RuleValues]:
    """Return a game's tables of values: if an option changes them, those of each of its choices; else the standard
    ones."""
    defaults = {option.key: option.default for option in game.options}
    standard = game.list_value_tables(defaults)
    for option in game.options:
        by_choice = [
            (localise(words), game.list_value_tables(defaults | {option.key: value})) for value, words in option.choices
        ]
        if any(tables != standard for _words, tables in by_choice):
            return [RuleValues(words, table) for words, tables in by_choice for table in tables]
    return [RuleValues("", table) for table in standard]


@dataclass(frozen=True)
class RuleEffect:
    """What one rule did in an event: the transfers that it made, or the score lines that it marked; neither for a rule
    that moves nothing. `game`: its key; `rule`: the rule's id."""

    game: str
    rule: str
    transfers: tuple[scoring.Transfer, ...] = ()
    lines: tuple[scoring.ScoreLine, ...] = ()

    @property
    def article(self) -> Article:
        """The rule's article in the rule book, in the reader's language; built at each use."""
        return get_article(scoring.get_game(self.game), self.rule)


# The rule of each type of event, where the event does not name its own.
RULE_BY_EVENT_TYPE: Mapping[str, str] = {"void": "GEN-03", "end": "GEN-02", "leave": "GEN-01", "recave": "BRU-20"}


def list_rule_effects(game_key: str, step: scoring.Step) -> list[RuleEffect]:
    """Return the effects of the rules in an event, in the order of its transfers, then of its lines.

    The event's own rule comes last, without transfers or lines, if it is not among them.
    """
    outcome = step.outcome
    if outcome is None:
        return []
    effects = [
        RuleEffect(game_key, rule, transfers=tuple(moved))
        for rule, moved in groupby(outcome.transfers, lambda transfer: transfer.rule)
    ]
    effects += [
        RuleEffect(game_key, rule, lines=tuple(marked))
        for rule, marked in groupby(outcome.lines, lambda line: line.rule)
    ]
    own = str(step.event.get("rule") or RULE_BY_EVENT_TYPE.get(str(step.event.get("type")), ""))
    if own in index_rules(game_key) and all(reason.rule != own for reason in effects):
        effects.append(RuleEffect(game_key, own))
    return effects


def get_article(game: scoring.Game, rule_id: str) -> Article:
    """Return the rule book's article of the rule with this id; raise KeyError if the game does not have it."""
    return build_article(game, index_rules(game.key)[rule_id])


def get_rule_text(game: scoring.Game, rule_id: str, *, of_sides: bool = True) -> str:
    """Return the text of the rule with this id, with a mark if no source settles it; "" if the game does not have the
    rule. `of_sides`: with the clauses that hold only where players play in sides."""
    rule = index_rules(game.key).get(rule_id)
    return localise(scoring.mark_rule(rule, of_sides=of_sides)) if rule else ""


@cache
def index_rules(game_key: str) -> Mapping[str, scoring.Rule]:
    """Return a game's rules by their ids; cached."""
    return {rule.id: rule for rule in scoring.get_game(game_key).rules}
