"""Tag for pages: what other services show of a page that somebody sends on (Open Graph)."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.models import Tournament
from tournaments.presentation.qr import find_fixed_address

register = template.Library()


@register.inclusion_tag("public/_open_graph.html", takes_context=True)
def open_graph(context: Any, tournament: Tournament) -> dict[str, Any]:
    """Return {tournament, address, picture}, the context of the Open Graph tags, by which other services see what the
    page is about. The addresses of the page and of the podium's picture are "" unless the server has a fixed address,
    since another one leads nowhere outside the hall; a draft has no picture."""
    has_podium = tournament.status != Tournament.Status.DRAFT
    return {
        "tournament": tournament,
        "address": find_fixed_address(context["request"].path),
        "picture": find_fixed_address(reverse("result-card", args=[tournament.code])) if has_podium else "",
    }
