"""The public pages beyond one tournament: a season's standings, a club's records, a player's career.

A hidden season answers 404, and so does a club without any public tournament.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, re_path
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import scoring
from tournaments.models import Club, Event, Player, Season
from tournaments.results import careers as past
from tournaments.results.seasons import club_names, season_rows
from tournaments.standings.careers import favourite, partners, rivals, streaks
from tournaments.standings.seasons import Rule, SeasonRow, sums_after_each
from tournaments.tables.export import Grid
from tournaments.text.option_text import said
from tournaments.views.access import anyone
from tournaments.views.download import ENDING, download

from .chart import NARROW, WIDE, Chart, chart
from .names import initials

CURVES = 6
COMPANY = 10  # the most rivals, and the most partners, shown


def season_of(pk: str) -> Season:
    """Return a public season; raise Http404 if it is hidden or missing."""
    return get_object_or_404(Season.objects.shown(), pk=int(pk))


def names_at(club: Club) -> dict[int, str]:
    """Return the public name of each player of the club: the shown name, or initials."""
    names = club_names(club)
    return initials(names) if club.initials else names


def counted_up(found: Season) -> tuple[list[Event], tuple[SeasonRow, ...]]:
    """Return the tournaments that count for the season, and everybody's row ranked over them, under public names."""
    return season_rows(found, names_at(found.club))


@anyone
@require_safe
def season_page(request: HttpRequest, pk: str) -> HttpResponse:
    """Show a season's standings and its rule."""
    found = season_of(pk)
    events, rows = counted_up(found)
    rule = Rule.of(found.rule)
    context = {
        "season": found,
        "rule": rule,
        "rates": [(said(scoring.game(game).name), rate) for game, rate in rule.factors.items()],
        "events": events,
        "rows": [(row, parts_by_event(row, events)) for row in rows],
        "charts": charts(rows, events, rule),
    }
    return render(request, "public/season.html", context)


def parts_by_event(row: SeasonRow, events: list[Event]) -> list[Any]:
    """Return what each tournament is worth to the player, in the order of `events`; None where he did not play."""
    parts = {part.event: part for part in row.parts}
    return [parts.get(event.pk) for event in events]


def charts(rows: tuple[SeasonRow, ...], events: list[Event], rule: Rule) -> list[Chart]:
    """Return the charts of the leaders' points after each tournament, in whole points."""
    leading = rows[:CURVES]
    sums = sums_after_each(leading, [event.pk for event in events], rule.presence)
    series = {row.name: [0, *(round(each) for each in sums[row.player])] for row in leading}
    labels = [_("au début"), *(date_format(event.date, "j N") for event in events)]
    made = (chart(series, labels, 0, box) for box in (WIDE, NARROW)) if series and len(events) > 1 else ()
    return [each for each in made if each]


@anyone
@require_safe
def season_file(request: HttpRequest, pk: str, ending: str) -> HttpResponse:
    """Download a season's standings."""
    found = season_of(pk)
    return download(season_grid(found.name, *counted_up(found)), ending, f"saison-{found.pk}")


def season_grid(name: str, events: list[Event], rows: tuple[SeasonRow, ...]) -> Grid:
    """Build the grid of a season: a row for each player, a column for each tournament with what it is worth, counted or
    not."""
    columns: list[tuple[str, Any]] = [("rank", _("Rang")), ("player", _("Joueur")), ("score", _("Points"))]
    columns += [("won", _("Soirées gagnées")), ("evenings", _("Soirées"))]
    columns += [(event.code, f"{date_format(event.date, 'SHORT_DATE_FORMAT')} {event.name}") for event in events]
    lines = [
        [
            *(row.rank, row.name, plain(row.score), row.won, len(row.parts)),
            *(plain(part.worth) if part else None for part in parts_by_event(row, events)),
        ]
        for row in rows
    ]
    return Grid.of(name, columns, lines)


def plain(number: Any) -> int | float:
    """Return a whole number as an int, another one as a float with two decimals."""
    return int(number) if number == int(number) else round(float(number), 2)


@anyone
@require_safe
def club_page(request: HttpRequest, pk: str) -> HttpResponse:
    """Show a club's seasons and records."""
    club = get_object_or_404(Club, pk=int(pk))
    context = {"club": club, "seasons": Season.objects.shown().filter(club=club), "names": names_at(club)}
    return render(request, "public/club.html", context | records_of(club))


def records_of(club: Club) -> dict[str, Any]:
    """Return the club's records for a template: by game the best tournaments and coups; most brusquembilles in one
    tournament; most tournaments played. Raise Http404 if the club has no public tournament."""
    events = list(Event.objects.shown().filter(club=club))
    if not events:
        raise Http404
    games = [game for game in scoring.games() if any(event.game == game.key for event in events)]
    return {
        "records": [
            (said(game.name), past.best_evenings(events, game.key), past.best_coups(events, game.key)) for game in games
        ],
        "brusquembilles": past.most_brusquembilles(events),
        "faithful": past.most_faithful(club),
    }


@anyone
@require_safe
def player_page(request: HttpRequest, pk: str, player_pk: str) -> HttpResponse:
    """Show a player's career: his tournaments, whom he met and how it went."""
    player, history = career_of(pk, player_pk)
    names = names_at(player.club)
    sittings = [sitting for evening in history for sitting in evening.sittings]
    key = favourite(sittings)
    context = {
        "club": player.club,
        "name": names[player.pk],
        "history": list(reversed(history)),
        "tables": len(sittings),
        "won": sum(sitting.won for sitting in sittings),
        "first": sum(evening.rank == 1 for evening in history),
        "favourite": said(scoring.game(key).name) if key else "",
        "streaks": streaks(sittings),
        "rivals": [(names[each.player], each) for each in rivals(sittings)[:COMPANY]],
        "partners": [(names[each.player], each) for each in partners(sittings)[:COMPANY]],
    }
    return render(request, "public/career.html", context)


def career_of(pk: str, player_pk: str) -> tuple[Player, list[past.Past]]:
    """Return the player and his tournaments, the earliest first; raise Http404 if there are none."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=int(player_pk), club=int(pk))
    history = past.past_of(player)
    if not history:
        raise Http404
    return player, history


NUMBER = "[0-9]{1,18}"
urlpatterns: list[URLPattern] = [
    re_path(rf"^season/(?P<pk>{NUMBER})$", season_page, name="season"),
    re_path(rf"^season/(?P<pk>{NUMBER})\.{ENDING}$", season_file, name="season-file"),
    re_path(rf"^club/(?P<pk>{NUMBER})$", club_page, name="club-page"),
    re_path(rf"^club/(?P<pk>{NUMBER})/player/(?P<player_pk>{NUMBER})$", player_page, name="career"),
]
