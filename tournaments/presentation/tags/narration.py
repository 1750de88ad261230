"""Tags that show a sheet's events in words. The HTML of an event is made once by each process and shown again as the
sheet grows.

The key under which it is cached holds all that it depends on, names and language too, so that nothing cached is ever
stale.
"""

import json
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

import scoring
from tournaments.book.history import find_digest_up_to
from tournaments.book.sheet import Sheet
from tournaments.models.summaries import RecentItems
from tournaments.presentation.text.cards import get_shown_pack
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.rule_book import RuleEffect
from tournaments.presentation.text.sheet_text import NarratedEvent

from .corbillon import mark_words

MOST_KEPT = 4000  # events, of some 3 kB: those of a hundred tables
EVENTS: RecentItems[SafeString] = RecentItems(MOST_KEPT)

register = template.Library()


@register.simple_tag(takes_context=True)
def show_event(context: Context, narrated: NarratedEvent) -> SafeString:
    """Return an event of the context's `sheet` as HTML, as the table's phone shows it, but without who has read it.
    Cached."""
    sheet: Sheet = context["sheet"]
    key = name_event(sheet, narrated)
    html = EVENTS.find(key)
    if html is None:
        html = render_to_string("phone/log_event.html", {"sheet": sheet, "narrated": narrated})
        EVENTS.keep(key, html)
    return html


def name_event(sheet: Sheet, narrated: NarratedEvent) -> Hashable:
    """Return the cache key of an event's HTML: its digest in the chain of records and all else that the HTML depends
    on. It includes the reasons of corrections, which no digest covers, since they may be erased."""
    table, evening = sheet.table, sheet.tournament
    rules = evening.game, evening.preset, json.dumps(evening.options, sort_keys=True), table.sides
    where = evening.code, table.round.n, table.n, evening.club.time_zone
    shown = sheet.names, narrated.corrections, get_language(), get_shown_pack()
    return find_digest_up_to(sheet.records, narrated.n), narrated.n, rules, where, shown


@register.simple_tag
def show_sentences(sentences: Iterable[scoring.Text], names: Iterable[str] = ()) -> SafeString:
    """Return the sentences that narrate an event as an HTML list. `names`: the names of the players at the table."""
    return make_sentences(tuple(map(localise, sentences)), tuple(names or ()), get_language(), get_shown_pack())


@lru_cache(maxsize=MOST_KEPT)
def make_sentences(sentences: tuple[str, ...], names: tuple[str, ...], language: str, pack: str) -> SafeString:
    """Return the list of `show_sentences`, cached. `language` and `pack`: the language and the card pack shown now, for
    each of which the cache has its own entry."""
    rows = format_html_join("", "<li>{}</li>", ((mark_words(each, names),) for each in sentences))
    return format_html('<ul class="telling">{}</ul>', rows)


@register.simple_tag(takes_context=True)
def show_reasons(context: Context, reasons: Iterable[RuleEffect]) -> SafeString:
    """Return the rules applied to an event as HTML, each with its effect and a link to the rule book: for an organiser,
    the book with this evening's options."""
    tournament: Any = context.get("tournament")
    organises = bool(tournament) and bool(getattr(context.get("request"), "rights", None))
    return make_reasons(tuple(reasons), tournament.code if organises else "", get_language(), get_shown_pack())


@lru_cache(maxsize=MOST_KEPT)
def make_reasons(reasons: tuple[RuleEffect, ...], evening: str, language: str, pack: str) -> SafeString:
    """Return the HTML of `show_reasons`, cached. `evening`: the tournament's code for the links, or ""; `language` and
    `pack`: the language and the card pack shown now, for each of which the cache has its own entry."""
    return render_to_string("parts/reason_rows.html", {"reasons": reasons, "evening": evening})
