"""Documents of every tournament: its standings and those of the seasons that count it, diagrams of coups trick by
trick, the posters at the door; and the register of them, with score sheets, reasons, seating, caves and rules.

The standings have the rows and the table class of the screen. The posters say the address of the tournament's public
page and how a table keeps its score, or bear the square with which players check in by themselves.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from config.wifi import read_wifi
from tournaments.book.loading import load_heads, load_sheets
from tournaments.book.replay import Replay, build_replays
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Adjustment, Tournament
from tournaments.models.rights import Right
from tournaments.presentation import rule_sheet
from tournaments.presentation.announcements import build_poster_facts
from tournaments.presentation.qr import (
    draw_phone_qr,
    draw_qr,
    get_board_address,
    get_door_address,
    get_tonight_address,
    has_phone_address,
)
from tournaments.presentation.tables.fairness import FairnessTable, list_met
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.seasons import (
    SeasonTable,
    SeasonTeamsTable,
    build_clubs_context,
    build_evening_head,
    build_rule_context,
    tell_apart,
)
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.presentation.tables.teams import TeamMatchesTable, TeamPlacesTable, TeamsTable
from tournaments.presentation.tables.tricks import TricksTable
from tournaments.presentation.text.adjustment_text import list_adjustment_lines
from tournaments.presentation.text.provisional_text import describe_printed_state
from tournaments.presentation.text.team_text import describe_team_rule, describe_unequal_teams, explain_team_rank
from tournaments.printing import cave_slip, rank_reasons, scoresheets, seating
from tournaments.reading.final_order import list_final_rows
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.open_tables import list_seats_in_play, list_unread_tables
from tournaments.reading.season_outcomes import get_season_standings, get_season_team_rows
from tournaments.reading.season_rounds import SEASON_ROUNDS_COUNTED, list_fairness_rows
from tournaments.reading.seasons import list_counted_tournaments, list_uncounted_tournaments
from tournaments.reading.shown_names import Viewer, get_player_names
from tournaments.reading.taking_part import list_who_took_no_part, place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.reading.teams import list_team_tables, read_team_standings
from tournaments.standings.seasons import SeasonRule

from .document import CLOSED, DRAFT, OPEN, Document
from .print_stage import ADDRESS, ALWAYS, CAVES, RECORDS, SEASON, SEATED, SELF_CHECK_IN, TEAMS, TRICKS
from .remainder import has_tables_left, is_before_first_record

MOST_FIGURES = 6  # figure columns that fit beside rank and name
SHORT_PLACE = 4  # signs: «9.12», the round and the table of a seal


def build_standings(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the standings. If there are many columns, those that do not rank are hidden to
    make room for the names."""
    rows, figures = list_final_rows(tournament), get_game_figures(tournament)
    in_play = {entry for _table, entry in list_seats_in_play(tournament)}
    table = StandingsTable(rows, figures, in_play=in_play, medium=PAPER, orderable=False)
    names = [column.name for column in table.columns]
    beside = [key for key in names if key not in ("rank", "player", "adjustment", "counted", *table.ranking)]
    for key in beside[::-1][: max(0, len(names) - 2 - MOST_FIGURES)]:
        table.columns.hide(key)
    heads, head = load_heads(tournament)
    people = dict(tournament.entries.values_list("pk", "shown_name"))
    given = Adjustment.objects.for_tournament(tournament)
    return {
        "table": table,
        "rows": rows,
        "adjustments": list_adjustment_lines(given, people, figures.unit),
        "heads": heads,
        "has_long_places": any(len(f"{n}.{table}") > SHORT_PLACE for n, table, _digest in heads),
        "head": head,
        "absent": [each.player for each in list_who_took_no_part(tournament)],
        "provisional": describe_printed_state(tournament, list_unread_tables(tournament)),
        "in_play": in_play,
    }


def build_teams(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the standings of the teams, and of a sheet for each team: its places, the reasons
    for its rank, its tables."""
    names, unit = dict(tournament.entries.values_list("pk", "shown_name")), get_game_figures(tournament).unit
    ranked = place_waiting_last(tournament, get_ranking(tournament))
    standings = read_team_standings(tournament, names, ranked)
    if standings is None:
        return {"sheets": []}
    return {
        "table": TeamsTable(standings, unit, medium=PAPER),
        "rule": describe_team_rule(standings, unit),
        "unequal": describe_unequal_teams(standings),
        "matches": TeamMatchesTable(standings, medium=PAPER) if standings.matches else None,
        "sheets": [
            {
                "name": standings.teams[row.team],
                "table": TeamPlacesTable(standings, row, unit, medium=PAPER),
                "why": explain_team_rank(standings, row, unit),
                "tables": list_team_tables(tournament, standings, row),
            }
            for row in standings.rows
        ],
    }


EVENINGS_ACROSS = 8
"""How many evenings of a season stand side by side, also in large print; the next ones are in a table of their own."""


def build_seasons(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of each season that counts the tournament: its standings, the evenings not yet
    counted, its rule."""
    found = []
    for season in tournament.seasons.filter(hidden=False):
        standings = get_season_standings(season, tournament.club)
        heads = tell_apart([build_evening_head(each, standings.club_names) for each in standings.tournaments])
        pages = [heads[n : n + EVENINGS_ACROSS] for n in range(0, max(1, len(heads)), EVENINGS_ACROSS)]
        context = build_rule_context(SeasonRule.from_json(season.rule)) | build_clubs_context(standings.clubs)
        teams = get_season_team_rows(season, standings.tournaments)
        clubs = standings.club_name_of
        tables = [SeasonTable(standings.rows, page, clubs=clubs, medium=PAPER) for page in pages]
        tables += [SeasonTeamsTable(teams, page, medium=PAPER) for page in pages if teams]
        found.append((season, tables, list_uncounted_tournaments(season), context))
    return {"seasons": found}


def build_fairness(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of what each season that counts the tournament gave each player (first deals, rests,
    small tables …), and whom he met."""
    names = get_player_names(Viewer.CLUB, tournament.club)
    found = []
    for season in tournament.seasons.filter(hidden=False):
        rows = list_fairness_rows(list_counted_tournaments(season, tournament.club), names)
        met = [(names[row.player], list_met(row, names)) for row in rows]
        found.append((season, FairnessTable(rows, names, medium=PAPER, style="lines fairness"), met))
    return {"seasons": found, "rounds_counted": SEASON_ROUNDS_COUNTED}


FROM_WIDE = 5  # players


@dataclass(frozen=True)
class Diagram:
    """One coup on paper, replayed trick by trick, with letters in place of its players' names."""

    replay: Replay

    @property
    def is_narrow(self) -> bool:
        """True if the coup has so few players that two diagrams fit side by side on a page."""
        return len(self.replay.sheet.names) < FROM_WIDE

    @property
    def letters(self) -> dict[str, str]:
        """The letter that stands for each player in this diagram, by his name: {"Anne": "A", …}."""
        return dict(zip(self.replay.sheet.names, LETTERS, strict=False))

    @property
    def table(self) -> TricksTable:
        """The tricks of the coup as a table for paper, in order of play."""
        return TricksTable(self.replay.rows, list(self.letters.values()), medium=PAPER)


def build_diagrams(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the diagrams: every coup that was recorded trick by trick, by round, table and
    coup; and how many coups were counted without their cards."""
    sheets = load_sheets(tournament)
    coups = sum(step.event["type"] == "coup" for sheet in sheets for step in sheet.steps)
    diagrams = [Diagram(replay) for sheet in sheets for replay in build_replays(sheet)]
    return {"replays": diagrams, "without_cards": coups - len(diagrams)}


def build_poster(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the poster in the hall: the public address and, where the organiser wants it, the
    Wi-Fi, both as text and as QR; whether the game is played with fiches, and how a coup is then marked."""
    address = get_board_address(tournament)
    return {
        "address": address.split("://", 1)[1] if has_phone_address() else "",
        "qr": draw_phone_qr(address),
        "in_fiches": get_game_figures(tournament).in_jetons,
        "marking": PARTS_BY_GAME[tournament.game].marking_in_jetons,
        **build_wifi(),
    }


def build_announcement(tournament: Tournament, *, look: str = "classic") -> dict[str, Any]:
    """Return the template context of a poster that announces the evening, with the sign-up QR while sign-up is open.
    `look`: the CSS class of its page."""
    facts = build_poster_facts(tournament)
    return {"facts": facts, "look": look, "qr": draw_qr(facts.sign_up) if facts.sign_up else ""}


def build_check_in_poster(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the poster with which players check in themselves. Its address is only in the QR,
    as its key is too long to be typed."""
    return {"qr": draw_phone_qr(get_door_address(tournament.sign_up_terms)), **build_wifi()}


def build_tonight_poster(_tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the poster that can hang for every evening: its fixed address always leads to the
    evening being played."""
    address = get_tonight_address()
    bare_address = address.split("://", 1)[1] if has_phone_address() else ""
    return {"address": bare_address, "qr": draw_phone_qr(address), **build_wifi()}


def build_wifi() -> dict[str, Any]:
    """Return the Wi-Fi for the context of a poster, as text and as QR; None and "" unless the organiser wants it on
    posters."""
    wifi = read_wifi(settings.VAR_DIR)
    wifi_on_poster = wifi if wifi and wifi.on_poster else None
    return {"wifi": wifi_on_poster, "wifi_qr": draw_qr(wifi_on_poster.qr_text) if wifi_on_poster else ""}


TOURNAMENT_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "sheets",
        _("Feuilles de marque vierges"),
        _("Une par table : de quoi marquer à la main, ou reprendre quand le réseau tombe."),
        scoresheets.build_sheets,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
        has_address=True,
        right=Right.ARBITRATE,
        build_left=scoresheets.build_left_sheets,
        left_title=_("Feuilles de marque à finir"),
        is_left=has_tables_left,
    ),
    Document(
        "sheets-filled",
        _("Feuilles de marque remplies"),
        _("Les mêmes, avec tout ce qui est marqué : à relire, à signer, à garder."),
        partial(scoresheets.build_sheets, filled=True),
        RECORDS,
        (OPEN, CLOSED),
        layout="sheets",
        has_address=True,
        right=Right.ARBITRATE,
    ),
    Document(
        "standings",
        _("Classement"),
        _("Le score de chacun, ses tables, ses coups ; les ex æquo partagent le rang."),
        build_standings,
        ALWAYS,
        (OPEN, CLOSED),
    ),
    Document(
        "teams",
        _("Classement par équipes"),
        _("Où en est chaque équipe, puis sa feuille : ses joueurs, ce qui compte, leurs tables."),
        build_teams,
        TEAMS,
        (OPEN, CLOSED),
        always_listed=False,
    ),
    Document(
        "reasons",
        _("Pourquoi chaque rang"),
        _("Pour qui doute de son rang : ce qui le sépare du précédent et du suivant, ses chiffres, ses tables."),
        rank_reasons.build_reasons,
        RECORDS,
        (CLOSED,),
    ),
    Document(
        "season",
        _("Classement de la saison"),
        _("Où en est chacun, soirée par soirée ; entre parenthèses celles qui ne comptent pas."),
        build_seasons,
        SEASON,
        (CLOSED,),
    ),
    Document(
        "fairness",
        _("Équité de la saison"),
        _("Ce que la saison a donné à chacun : donnes, repos, petites tables, changements, et qui il a rencontré."),
        build_fairness,
        SEASON,
        (CLOSED,),
    ),
    Document(
        "seating",
        _("Placement"),
        _("Qui joue à quelle table : par table pour le mur, par nom pour l’entrée."),
        seating.build_seating,
        SEATED,
        (DRAFT, OPEN),
        has_rounds=True,
    ),
    Document(
        "caves",
        _("Bordereau des caves"),
        _("Combien de fiches et de jetons pour chacun, par table, et ce que la banque doit garder."),
        cave_slip.build_cave_slip,
        CAVES,
        (DRAFT,),
        is_left=is_before_first_record,
    ),
    Document(
        "diagrams",
        _("Diagrammes des coups"),
        _("Les coups marqués carte par carte, levée par levée : qui a joué quoi, qui a pris, les points."),
        build_diagrams,
        TRICKS,
        (CLOSED,),
    ),
    Document(
        "rules",
        _("Règles de la soirée"),
        _("Les options choisies et la règle entière, article par article, avec sa source."),
        rule_sheet.build_printed_rules,
        ALWAYS,
        (DRAFT,),
    ),
    Document(
        "door-rules",
        _("Règles pour la porte"),
        _("Sur une page, en grand : ce qu’il faut savoir avant de jouer, et les options choisies."),
        rule_sheet.build_printed_rules,
        ALWAYS,
        (DRAFT,),
    ),
    Document(
        "welcome",
        _("Affiche de la soirée"),
        _("À la porte de la salle : l’adresse de la soirée, son carré, et comment une table tient sa feuille."),
        build_poster,
        ALWAYS,
        (DRAFT, OPEN),
        has_address=True,
    ),
    *(
        Document(
            name,
            title,
            _("À coller en ville : le jour, le lieu, le prix, et le carré où l’on s’inscrit tant que c’est ouvert."),
            partial(build_announcement, look=look),
            ALWAYS,
            (DRAFT,),
            layout="announcement",
            has_address=True,
        )
        for name, title, look in (
            ("announcement", _("Annonce, classique"), "classic"),
            ("announcement-day", _("Annonce, le jour en grand"), "day"),
            ("announcement-band", _("Annonce, un bandeau"), "band"),
        )
    ),
    Document(
        "tonight",
        _("Affiche « Où suis-je ? »"),
        _("Au mur, pour toutes les soirées : l’adresse et le carré où chacun trouve sa table."),
        build_tonight_poster,
        ADDRESS,
        (DRAFT, OPEN),
        has_address=True,
    ),
    Document(
        "check-in-poster",
        _("Affiche du pointage"),
        _("À la porte : un carré que chacun vise avec son téléphone pour dire qu’il est là."),
        build_check_in_poster,
        SELF_CHECK_IN,
        (DRAFT, OPEN),
        has_address=True,
        right=Right.RUN,
    ),
)
