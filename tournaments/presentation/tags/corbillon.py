"""Tags and filters shared by all pages and prints. They format the values they are given and query nothing.

Numbers: `format_signed` a gain or loss, `format_gain` the same in colour, `format_total_html` a total in its unit,
`format_holding` a holding, `format_points` points that may be fractions, `format_money` money in a currency,
`format_tokens` and `format_purse` jetons as fiches and jetons, `format_head` a digest.
Cards: `suit` and `draw_suits` draw the four suits, `card` draws a playing card, `card_name` names it, `card_letter` and
`court_letters` say its letter.
Texts: `localise` a text of the scoring package in the reader's language, `localise_html` the same as HTML with each
name in its own direction of writing, `localise_briefly` with short names; `rule_text` the text of a rule; `bind_marks`
a quotation that breaks well.
People and tables: `join_names` a list of names, `shorten` names as on a card, `bind_name` one unbroken, `get_name` one
name by its key, `party_name` the payer or payee of a transfer, `table_label` a table with its round,
`describe_replacements` who took over whose seat, `name_town` the town of a time zone. Forms: `field` a form field with
its help and error.
"""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import template
from django.forms import BoundField
from django.template.defaultfilters import capfirst
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy

import scoring
from scoring import TotalUnit, phrases
from tournaments.models import Tournament
from tournaments.presentation.text.cards import (
    RED,
    describe_typed_cards,
    explain_court_letters,
    get_suit,
    letter_cards,
    letter_rank,
    name_card,
    name_card_in_sentence,
    write_typed_cards,
)
from tournaments.presentation.text.elision import say_and, say_de
from tournaments.presentation.text.numbers import (
    format_head,
    format_holding,
    format_money,
    format_points,
    format_signed,
    format_wait,
)
from tournaments.presentation.text.option_text import format_table_label, localise, name_game
from tournaments.presentation.text.rule_book import get_rule_text
from tournaments.presentation.text.sheet_text import describe_replacements, shorten_names
from tournaments.presentation.text.time_zones import name_town
from tournaments.presentation.text.unit_text import format_total

register = template.Library()
CARD_OR_SUIT = re.compile("(?:(?<![A-Z0-9])(?P<rank>10|[A-Z2-9]))?(?P<suit>[♠♥♦♣])\ufe0f?")
HYPHENATED = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+)+(?![\w-])")
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
RIGHT_TO_LEFT = re.compile(f"({_LETTER}+(?:[ -]{_LETTER}+)*)")
FIGURE_AFTER = re.compile(r" [+−]?\d+")
LONGEST_UNBROKEN = 16  # letters: at twice their size they still fit a narrow phone
LOOSE_MARK = re.compile("(?<=«) | (?=[;:!?»])")
for _filter in (
    localise,
    format_signed,
    format_points,
    format_money,
    format_holding,
    format_head,
    format_total,
    describe_replacements,
    name_town,
):
    register.filter(_filter)
register.filter("card_name", name_card)
register.filter("the_card", name_card_in_sentence)
register.filter("card_letter", letter_rank)
register.simple_tag(describe_typed_cards, name="typing_help")
register.simple_tag(explain_court_letters, name="court_letters")

INK, OXBLOOD = "#211c16", "#7d1f26"


@register.filter
def format_gain(number: int | None) -> SafeString | str:
    """Return a gain or loss with its sign, as HTML in the colour of gains or of losses; the sign alone suffices without
    colour."""
    if not number:
        return format_signed(number)
    return format_html('<span class="{}">{}</span>', "gain" if number > 0 else "loss", format_signed(number))


@register.filter
def format_total_html(total: int | None, unit: TotalUnit) -> SafeString | str:
    """Format a total as HTML: a gain in jetons with its sign in its colour, points and coups won as a count."""
    return format_gain(total) if unit is TotalUnit.JETONS else format_holding(total)


@register.filter
def get_name(people: Any, key: int) -> str:
    """Return the name under this key of a mapping or list of names."""
    return str(people[key])


@register.filter
def count_longest_word(podium: Iterable[Any]) -> int:
    """Return how many letters the longest word has in the names on the steps of a podium."""
    names = [row.tally.player for step in podium for row in step.rows]
    return max((len(word) for name in names for word in re.split(r"[\s-]", name)), default=0)


@register.simple_tag(name="suit")
def build_suit_svg(symbol: str, silent: bool = False) -> SafeString:
    """Return the SVG of one suit (♠ ♥ ♦ ♣), which a screen reader names, or skips if `silent`."""
    suit = get_suit(symbol)
    colour = " red" if symbol in RED else ""
    if silent:
        label = mark_safe('aria-hidden="true"')
    else:
        label = format_html('role="img" aria-label="{}"', suit.name)
    return format_html('<svg class="suit{}" viewBox="0 0 32 32" {}><path d="{}"/></svg>', colour, label, suit.path)


@register.filter
def names_round(tournament: Tournament, n: int | str) -> bool:
    """True if round n of the tournament is called by its number; n may be dots on paper, where the number is written by
    hand."""
    return tournament.names_round(n if isinstance(n, int) else 1)


@register.filter
def first_dealers(tables: Iterable[Any]) -> set[int]:
    """Return the seats (positions from 1) of those who deal first at these tables; `tables`: table cards or
    seatings."""
    return {table.first_dealer for table in tables}


@register.filter
def bind_marks(words: str) -> str:
    """Make the spaces before punctuation and inside «» no-break spaces, so that no line begins with such a mark. The
    letters stay as they are."""
    return LOOSE_MARK.sub("\u202f", words)


@register.filter
def draw_suits(text: Any) -> SafeString:
    """Return the text as HTML with suit symbols drawn and card letters in the reader's language: "R♠" becomes «K» and
    an SVG, never parted by a line break."""
    escaped = letter_cards(str(conditional_escape(text)))
    return mark_safe(CARD_OR_SUIT.sub(_draw_card_or_suit, escaped))


def _draw_card_or_suit(match: re.Match[str]) -> str:
    """Return a card with its suit drawn, never parted by a line break, or a lone suit drawn, as HTML; `match`: where it
    is in a text."""
    rank, suit = match["rank"], build_suit_svg(match["suit"])
    return f'<span class="nowrap">{rank}{suit}</span>' if rank else suit


@register.simple_tag
def card(text: str) -> SafeString:
    """Draw a playing card ("10♥") as an SVG that a screen reader names; the same on screen and on paper."""
    rank, symbol = text[:-1], text[-1]
    corner = format_html(
        '<text x="6" y="22" font-family="EB Garamond, Georgia, serif" font-size="22" font-weight="500">{}</text>'
        '<path transform="translate(7 27) scale(.3)" d="{}"/>',
        letter_rank(rank),
        get_suit(symbol).path,
    )
    return format_html(
        '<svg class="playing" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<rect x="1" y="1" width="58" height="82" rx="6" fill="#fffdf7" stroke="{}" stroke-width="1.5"/>'
        '<g fill="{}">{}<g transform="rotate(180 30 42)">{}</g>'
        '<path transform="translate(16 28) scale(.875)" d="{}"/></g></svg>',
        name_card(text),
        INK,
        OXBLOOD if symbol in RED else INK,
        corner,
        corner,
        get_suit(symbol).path,
    )


@register.filter
def typed_cards(text: Any) -> str:
    """Return the text with each card written as the reader would type it: «Q♥» in English."""
    return write_typed_cards(str(text))


@register.simple_tag
def colon() -> str:
    """Return the colon to write after a name or label, in French with the space before it."""
    return "\u202f:" if get_language() == "fr" else ":"


@register.filter
def changes_sides(tournament: Tournament) -> bool:
    """Return True if players of this tournament are partners and opponents in turn at one table."""
    return scoring.get_game(tournament.game).sides_change


@register.filter
def join_names(people: Iterable[Any]) -> SafeString:
    """Join names as «Anne, Basile et Chloé», as HTML with each name in its own direction of writing."""
    names = list(people)
    marked = [format_html("<bdi>{}</bdi>", bind_name(person)) for person in names]
    if len(marked) < 2:
        return mark_safe("".join(marked))
    first = format_html_join(", ", "{}", ((name,) for name in marked[:-1]))
    return format_html("{} {} {}", first, say_and(str(names[-1])), marked[-1])


@register.filter
def shorten(people: Iterable[str], everybody: Iterable[str]) -> list[str]:
    """Return these names as they fit on a phone: first words only, if first words tell apart `everybody` at the
    table."""
    short = shorten_names(tuple(everybody))
    return [short[name] for name in people]


@register.filter
def bind_name(name: Any, longest: int = LONGEST_UNBROKEN) -> SafeString:
    """Return a name as HTML without a line break after its hyphens: «Jean-Pierre» stays on one line. `longest`: the
    letters of the longest word that is never broken."""

    def bind_word(match: re.Match[str]) -> str:
        return f'<span class="unbroken">{match[0]}</span>' if len(match[0]) <= longest else match[0]

    return mark_safe(HYPHENATED.sub(bind_word, conditional_escape(name)))


@register.filter
def join_names_after_de(people: Iterable[Any]) -> SafeString:
    """Join names, in French after «de» or «d’»: «d’Anne, Basile et Chloé»; as HTML."""
    names = list(people)
    return format_html("{}{}", say_de(str(names[0])) if names else "", join_names(names))


RULE_ID = re.compile(r"\b[A-Z]{3}-\d\d\b")


@register.filter
def localise_html(text: Any, people: Iterable[str] = ()) -> SafeString:
    """Return a text of the scoring package in the reader's language as HTML: suits drawn, right-to-left words in <bdi>,
    hyphens of `people` and rule ids never broken."""
    return mark_words(localise(text), people)


def mark_words(words: str, people: Iterable[str]) -> SafeString:
    """Return a text as HTML: suits drawn, right-to-left words in <bdi> (a figure beside them would change sides),
    hyphens of `people` and rule ids never broken."""
    words = RIGHT_TO_LEFT.sub(r"<bdi>\1</bdi>", str(conditional_escape(words)))
    for name in people:
        if "-" in name:
            words = words.replace(str(conditional_escape(name)), bind_name(name))
    return draw_suits(mark_safe(RULE_ID.sub(r'<span class="unbroken">\g<0></span>', words)))


@register.filter
def localise_briefly(text: Any, people: Iterable[str]) -> SafeString:
    """Return a text of the scoring package as `localise_html` does, but with each name of `people` shortened to its
    first word if these differ."""
    words, short = localise(text), shorten_names(tuple(people))
    for name in sorted(short, key=len, reverse=True):
        words = words.replace(name, short[name])
    return bind_figures(localise_html(words, short.values()), short.values())


def bind_figures(html: SafeString, people: Iterable[str]) -> SafeString:
    """Keep each name of `people` and the figure after it on one line, but a name that is longer than a narrow line."""
    for name in (str(bind_name(each)) for each in people if each and len(each) <= LONGEST_UNBROKEN):
        start, *after = html.split(name)
        html = mark_safe(start + "".join(bind_figure(name, words) for words in after))
    return html


def bind_figure(name: str, words: str) -> str:
    """Return a name with the words after it as HTML; if they begin with a figure, name and figure stay on one line."""
    figure = FIGURE_AFTER.match(words)
    return f'<span class="unbroken">{name}{figure[0]}</span>{words[figure.end() :]}' if figure else name + words


@register.filter
def format_tokens(jetons: int) -> str:
    """Format an amount of jetons as fiches and jetons: 62 → «3 fiches et 2 jetons»."""
    return localise(scoring.Text("{amount}", amount=phrases.describe_tokens(jetons)))


@register.filter
def format_purse(purse: scoring.Purse) -> str:
    """Return a purse in the fiches and jetons that the player really holds: «4 fiches et 22 jetons», «une dette de 10
    jetons»."""
    return localise(scoring.Text("{amount}", amount=phrases.describe_purse(purse)))


PARTY_NAMES = {"pot": gettext_lazy("le corbillon"), "bank": gettext_lazy("la banque")}


@register.simple_tag
def party_name(name: str) -> SafeString:
    """Return the name of who pays or receives jetons (a player, the pot or the bank) as HTML."""
    return format_html("<bdi>{}</bdi>", PARTY_NAMES.get(name, name))


@register.simple_tag
def rule_text(sheet: Any, rule_id: str) -> str:
    """Return the text of a rule of the sheet's game as far as it concerns its table, in the reader's language; "" for
    an unknown rule id."""
    of_sides = sheet.setting is not None and sheet.setting.sides is not None
    return get_rule_text(scoring.get_game(sheet.tournament.game), rule_id, of_sides=of_sides)


@register.filter
def name_fault(words: str) -> SafeString:
    """Return the text of a penalty's rule with the fault in bold, up to its colon, and what it costs below."""
    fault, colon, cost = words.partition(":")
    return format_html("<b>{}</b><br>{}", fault.rstrip(), capfirst(cost.strip())) if colon else format_html("{}", words)


@register.filter
def cite_rule(rule_id: str) -> str:
    """Return a rule's id to show beside its effect, with a note if no source states the rule."""
    return localise(scoring.cite_rule(rule_id))


@register.inclusion_tag("parts/field.html")
def field(bound: BoundField, short: bool = False) -> dict[str, Any]:
    """Return the context of the template tag that shows a form field with its label, input, help and error. `short`: a
    narrow input."""
    described = [f"{bound.auto_id}-help"] if bound.help_text else []
    attributes: dict[str, Any] = {}
    if bound.errors:
        described.append(f"{bound.auto_id}-error")
        attributes["aria-invalid"] = "true"
    if described:
        attributes["aria-describedby"] = " ".join(described)
    if short:
        attributes["class"] = "short"
    kind = getattr(bound.field.widget, "input_type", "")
    many = bound.use_fieldset
    return {
        "bound": bound,
        "input": bound.as_widget(attrs=attributes),
        "tick": kind == "checkbox" and not many,
        "many": many,
    }


@register.filter
def game_name(tournament: Any) -> str:
    """Return the name of the game that a tournament plays, in the reader's language; of a game that clubs declare, what
    its rules are called: «Belote»."""
    return name_game(tournament)


@register.filter
def table_label(table: Any) -> str:
    """Return the name of a table: «Table 2», or «Ronde 3, table 2» where rounds are called by numbers."""
    return format_table_label(table.round.tournament, table.n, table.round.n)


@register.filter
def ends_at(current_round: Any, extra_minutes: int) -> Any:
    """Return the time when a round's clock runs out, for a table with `extra_minutes`; None without round or clock."""
    return current_round.ends_at(extra_minutes) if current_round else None


@register.filter
def minutes(count: int) -> str:
    """Return a number of minutes as text, in hours or days if there are many: «40 minutes», «3 heures»."""
    return format_wait(timedelta(minutes=count))


@register.filter
def seconds_left(current_round: Any, extra_minutes: int) -> int | None:
    """Return the seconds left on a round's paused clock; None if it runs, or without round or clock."""
    seconds: int | None = current_round.seconds_left(extra_minutes) if current_round else None
    return seconds
