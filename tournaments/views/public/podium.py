"""The podium on the pages, and the picture of it to share."""

from typing import Any

from django.http import HttpResponse
from django.urls import URLPattern, re_path
from django.utils.text import slugify

from tournaments.models import Tournament
from tournaments.presentation.result_card import draw_result_card
from tournaments.presentation.text.main_score import find_order_score
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.presentation.text.rank_text import describe_tie_breaks
from tournaments.presentation.text.unit_text import UNIT_NAMES
from tournaments.reading.final_order import FinalOrder, read_final_order
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.taking_part import list_who_took_no_part, place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.standings.podium import STEPS, build_podium
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, with_tournament

AFTER_THE_PODIUM = 8  # rows listed under it


def build_podium_context(tournament: Tournament, order: FinalOrder) -> dict[str, Any]:
    """Return, for a template, the `podium` and the rows `after_podium`; `main`, the score that ranks first (None: the
    total), and its `unit`; `parted`, what ranks players of equal score; `provisional`, why all of it may change; the
    names `waiting` for a rank and `absent`. `order`: the final order, its rows with the number of their coups."""
    podium, rows = build_podium(order.rows), order.rows
    after = [row for row in rows if podium and row.rank > STEPS and not row.waiting][:AFTER_THE_PODIUM]
    placed = [row for step in podium for row in step.rows]
    unit = get_game_figures(tournament).unit
    main = find_order_score(order, unit)
    return {
        "podium": podium,
        "after_podium": after,
        "main": main,
        "by_matches": order.by_matches,
        "counted_unit": unit,
        "unit": "" if main else UNIT_NAMES[unit],
        "parted": "" if order.by_matches else describe_tie_breaks(placed + after, unit),
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
        "players": sum(not row.waiting for row in rows),
        "waiting": [row.tally.player for row in rows if row.waiting],
        "absent": [each.player for each in list_who_took_no_part(tournament)],
    }


@with_tournament
def show_result_card(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Send the picture of the podium (PNG), to look at and to share, with the name that it has once it is saved."""
    rows = place_waiting_last(tournament, get_ranking(tournament, get_public_names(tournament), more=("coups",)))
    order = read_final_order(tournament, rows)
    picture = draw_result_card(tournament, order, describe_provisional(tournament, list_unread_tables(tournament)))
    name = f"{tournament.date:%Y-%m-%d}-{slugify(tournament.name) or tournament.code}.png"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(picture, content_type="image/png", headers=headers)


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/podium\.png$", show_result_card, name="result-card")]
