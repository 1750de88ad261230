"""Tag for the cards of a pack, side by side, to be touched. They are the longest part of a sheet and never change, so
each process makes them once for each pack, game and language."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.presentation.text.cards import get_shown_pack

Deck = tuple[tuple[str, tuple[str, ...]], ...]

register = template.Library()


@register.simple_tag
def show_fan(deck: Deck, typed: object = False) -> SafeString:
    """Return the cards of the deck as HTML buttons, suit by suit. `typed`: each button gives its card as the reader
    would type it."""
    return make_fan(deck, bool(typed), get_language(), get_shown_pack())


@lru_cache(maxsize=100)
def make_fan(deck: Deck, typed: bool, language: str, pack: str) -> SafeString:
    """Return the buttons of `show_fan`, cached. `language` and `pack`: the language and the card pack shown now, for
    each of which the cache has its own entry."""
    return render_to_string("phone/fan.html", {"deck": deck, "typed": typed})
