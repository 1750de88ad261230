"""The organiser's pages, for signed-in members: one module for each task of the organiser."""

from django.urls import URLPattern

from .club import account, api_keys, backups, guide, machine, members, network, presets, publishing, webhooks
from .club import club_page as club
from .evening import (
    adjustments,
    exchange,
    files,
    lifecycle,
    moving,
    new_evening_list,
    overview,
    ranking,
    rule_change,
    seasons,
    tournaments,
)
from .money import jeton_worth
from .money import prizes_and_fees as money
from .people import check_in, personal_data, player_file, players, signing_up
from .rounds import (
    draw_jobs,
    free_tables,
    prepared_draws,
    round_publishing,
    rounds_clock,
    seat_corrections,
    seating,
    unplayed,
)
from .rounds import round_plan as rounds
from .table import calls, codes, corrections, paper_entry, recording, sheet, signed_papers

urlpatterns: list[URLPattern] = [
    *tournaments.urlpatterns,
    *new_evening_list.urlpatterns,
    *player_file.urlpatterns,
    *moving.urlpatterns,
    *players.urlpatterns,
    *personal_data.urlpatterns,
    *exchange.urlpatterns,
    *files.urlpatterns,
    *seating.urlpatterns,
    *rounds.urlpatterns,
    *round_publishing.urlpatterns,
    *draw_jobs.urlpatterns,
    *check_in.urlpatterns,
    *signing_up.urlpatterns,
    *rounds_clock.urlpatterns,
    *seat_corrections.urlpatterns,
    *free_tables.urlpatterns,
    *guide.urlpatterns,
    *overview.urlpatterns,
    *calls.urlpatterns,
    *codes.urlpatterns,
    *paper_entry.urlpatterns,
    *signed_papers.urlpatterns,
    *lifecycle.urlpatterns,
    *sheet.urlpatterns,
    *unplayed.urlpatterns,
    *recording.urlpatterns,
    *corrections.urlpatterns,
    *club.urlpatterns,
    *machine.urlpatterns,
    *backups.urlpatterns,
    *members.urlpatterns,
    *webhooks.urlpatterns,
    *account.urlpatterns,
    *api_keys.urlpatterns,
    *presets.urlpatterns,
    *publishing.urlpatterns,
    *ranking.urlpatterns,
    *adjustments.urlpatterns,
    *network.urlpatterns,
    *rule_change.urlpatterns,
    *seasons.urlpatterns,
    *money.urlpatterns,
    *jeton_worth.urlpatterns,
    *prepared_draws.urlpatterns,
]
