"""Tag for pages: what other services show of a page that somebody sends on (Open Graph)."""

from typing import Any

from django import template

from config.hall import get_fixed_url
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("public/_open_graph.html", takes_context=True)
def open_graph(context: Any, tournament: Tournament) -> dict[str, Any]:
    """Say what the page is about; with its address and the picture of the podium where the server's own address is
    fixed: another one leads to nothing for whoever is not in the hall."""
    return {
        "tournament": tournament,
        "base": get_fixed_url(),
        "path": context["request"].path,
        "has_podium": tournament.status != Tournament.Status.DRAFT,
    }
