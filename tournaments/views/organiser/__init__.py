"""The organiser's pages, for signed-in members: one module for each task of the organiser."""

from types import ModuleType

from django.urls import URLPattern

from tournaments.views.late_pages import LatePages

from .club import account, api_keys, backups, club_page, guide, machine, members, network, presets, webhooks
from .evening import (
    adjustments,
    arbiter,
    evening_list,
    files,
    hall_message,
    lifecycle,
    new_evening_list,
    overview,
    ranking,
    rule_change,
    seasons,
    sharing,
    tombola,
    tournaments,
)
from .money import jeton_worth, prizes_and_fees
from .people import check_in, entry_page, players, ratings, signing_up
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

publishing = LatePages(
    f"{__name__}.club.publishing",
    publishing=("club/publishing", "edit_publishing"),
    publishing_now=("club/publishing/now", "publish_now"),
    publishing_remove=("club/publishing/<int:pk>/remove", "remove_target"),
)
exchange = LatePages(
    f"{__name__}.evening.exchange",
    players_cards=("players.vcf", "download_cards"),
    report_import=("event/import-report", "import_report_file"),
    tournament_files=("event/<int:pk>/files", "show_files"),
    token_journal=("event/<int:pk>/jetons.<str:ending>", "download_token_journal"),
    money_journal=("event/<int:pk>/argent.<str:ending>", "download_money_journal"),
    report_file=("event/<int:pk>/report.trf", "download_report"),
)
player_file = LatePages(
    f"{__name__}.people.player_file",
    players_import=("players/import", "import_club_players"),
    tournament_players_import=("event/<int:pk>/players/import", "import_tournament_players"),
)
moving = LatePages(
    f"{__name__}.evening.moving",
    tournament_import=("event/import", "import_tournament"),
    tournament_export=("event/<int:pk>/export.json", "export_tournament"),
    tournament_copy=("event/<int:pk>/next", "copy_as_next"),
)
photographs = LatePages(
    f"{__name__}.table.photographs",
    tournament_photos=("event/<int:pk>/photos", "read_photographs"),
)
personal_data = LatePages(
    f"{__name__}.people.personal_data",
    player_data=("players/<int:pk>/data", "show_player_data"),
    player_data_file=("players/<int:pk>/data.json", "download_player_data"),
    account_data=("account/data", "show_account_data"),
    account_data_file=("account/data.json", "download_account_data"),
    player_forget=("players/<int:pk>/forget", "erase_player_name"),
)
PAGES: tuple[ModuleType | LatePages, ...] = (
    *(account, api_keys, backups, club_page, guide, machine, members, network, presets, publishing, webhooks),
    *(adjustments, evening_list, exchange, files, lifecycle, moving, new_evening_list, overview, ranking, rule_change),
    *(arbiter, hall_message, seasons, sharing, tombola, tournaments, jeton_worth, prizes_and_fees),
    *(check_in, entry_page, personal_data, player_file, players, ratings, signing_up),
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
    *(signed_papers, photographs),
)
urlpatterns: list[URLPattern] = [pattern for module in PAGES for pattern in module.urlpatterns]
