"""The organiser's pages, for signed-in members: one module for each task of the organiser."""

from types import ModuleType

from django.urls import URLPattern

from .club import account, api_keys, backups, club_page, guide, machine, members, network, presets, publishing, webhooks
from .evening import (
    adjustments,
    arbiter,
    evening_list,
    exchange,
    files,
    hall_message,
    lifecycle,
    moving,
    new_evening_list,
    overview,
    ranking,
    rule_change,
    seasons,
    sharing,
    tournaments,
)
from .money import jeton_worth, prizes_and_fees
from .people import check_in, entry_page, personal_data, player_file, players, signing_up
from .rounds import (
    draw_jobs,
    free_tables,
    prepared_draws,
    round_plan,
    round_publishing,
    round_results,
    rounds_clock,
    seat_corrections,
    seating,
    unplayed,
)
from .table import calls, codes, corrections, paper_entry, recording, second_look, sheet, signed_papers

PAGES: tuple[ModuleType, ...] = (
    *(account, api_keys, backups, club_page, guide, machine, members, network, presets, publishing, webhooks),
    *(adjustments, evening_list, exchange, files, lifecycle, moving, new_evening_list, overview, ranking, rule_change),
    *(arbiter, hall_message, seasons, sharing, tournaments, jeton_worth, prizes_and_fees),
    *(check_in, entry_page, personal_data, player_file, players, signing_up),
    *(
        draw_jobs,
        free_tables,
        prepared_draws,
        round_plan,
        round_publishing,
        round_results,
        rounds_clock,
        seat_corrections,
    ),
    *(seating, unplayed, calls, codes, corrections, paper_entry, recording, second_look, sheet),
    *(signed_papers,),
)
urlpatterns: list[URLPattern] = [pattern for module in PAGES for pattern in module.urlpatterns]
