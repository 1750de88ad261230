"""Tags for a sheet's events, told again and again as the sheet grows: what is told of one is made once by each process.

What is kept goes by all that it says, names and language too, so that nothing kept is ever stale.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

import scoring
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.rule_book import RuleEffect

from .corbillon import mark_words

MOST_KEPT = 4000  # events, of some 3 kB: those of a hundred tables

register = template.Library()


@register.simple_tag
def show_sentences(sentences: Iterable[scoring.Text], names: Iterable[str] = ()) -> SafeString:
    """Return the sentences that tell an event, as a list. `names`: the players at the table."""
    return make_sentences(tuple(map(localise, sentences)), tuple(names or ()), get_language())


@lru_cache(maxsize=MOST_KEPT)
def make_sentences(sentences: tuple[str, ...], names: tuple[str, ...], language: str) -> SafeString:
    """Return sentences in this language, which is the active one, as `show_sentences`."""
    rows = format_html_join("", "<li>{}</li>", ((mark_words(each, names),) for each in sentences))
    return format_html('<ul class="telling">{}</ul>', rows)


@register.simple_tag(takes_context=True)
def show_reasons(context: Context, reasons: Iterable[RuleEffect]) -> SafeString:
    """Return the rules applied to an event, each with its effect and a link into the rule book: that of this evening
    for whoever organises it."""
    tournament: Any = context.get("tournament")
    organises = bool(tournament) and bool(getattr(context.get("request"), "rights", None))
    return make_reasons(tuple(reasons), tournament.code if organises else "", get_language())


@lru_cache(maxsize=MOST_KEPT)
def make_reasons(reasons: tuple[RuleEffect, ...], evening: str, language: str) -> SafeString:
    """Return reasons in this language, which is the active one, as `show_reasons`. `evening`: its code, or ""."""
    return render_to_string("parts/reason_rows.html", {"reasons": reasons, "evening": evening})
