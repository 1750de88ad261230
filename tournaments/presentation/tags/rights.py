"""Tag for templates: whether the reader of a page may use an address that a view proposes."""

from typing import Any

from django import template
from django.urls import resolve

register = template.Library()


@register.simple_tag(takes_context=True)
def may_open(context: dict[str, Any], url: str | None, post: bool | None = False) -> bool:
    """True if the signed-in member may open the address, or with `post` send it a form; everybody may if it needs no
    right. False without an address."""
    if not url:
        return False
    rights = getattr(resolve(url.partition("?")[0].partition("#")[0]).func, "rights", None)
    return rights is None or rights[bool(post)] in context["request"].rights
