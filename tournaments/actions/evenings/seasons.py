"""Seasons: created, changed, hidden. Their standings are computed from the book, which does not change."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.people.names import clean_name
from tournaments.actions.saving import save_fields
from tournaments.models import Club, Season, Tournament
from tournaments.models.seasons import SeasonTournament
from tournaments.standings.seasons import SeasonRule, check_season_rule

SEASON_ERRORS = {
    "way": _("Choisissez comment les soirées comptent."),
    "places": _("Des nombres qui ne montent jamais de l’un au suivant, de −10 000 à 10 000 : quarante au plus."),
    "factors": _("De 0 à 100 000 pour cent."),
    "best": _("De 1 à 400 soirées, ou rien pour les compter toutes."),
    "least": _("De 1 à 400 soirées."),
    "presence": _("De −10 000 à 10 000 points."),
}


@sealed
def create_season(club: Club, name: str) -> Season:
    """Create a season with the default rule. Raises Refused."""
    season = Season.objects.create(club=club, name=check_free_name(club, name), rule=SeasonRule().as_json)
    seal_changed(Season, [season.pk])
    return season


@sealed
def change_season(
    season: Season, *, name: str, rule: SeasonRule, tournaments: Iterable[Tournament], in_draws: bool
) -> Season:
    """Change the season's name, its rule and its tournaments; those of another club are ignored. `in_draws`: its past
    rounds count in draws. Raises Refused with all problems."""
    wrong = check_season_rule(rule)
    if wrong:
        raise Refused([FieldError(what, SEASON_ERRORS[what]) for what, _kind in wrong])
    save_fields(season, name=check_free_name(season.club, name, season.pk), rule=rule.as_json, in_draws=in_draws)
    counted = SeasonTournament.objects.filter(season=season).values_list("pk", flat=True)
    before = list(counted)
    season.tournaments.set(tournament for tournament in tournaments if tournament.club_id == season.club_id)
    seal_changed(SeasonTournament, [*before, *counted.all()])
    seal_changed(Season, [season.pk])
    return season


@sealed
def hide_season(season: Season, hidden: bool = True) -> Season:
    """Take the season off the lists, or put it back."""
    save_fields(season, hidden=hidden)
    seal_changed(Season, [season.pk])
    return season


def check_free_name(club: Club, name: str, except_id: int = 0) -> str:
    """Return the cleaned name. Raises Refused if another season of the club (other than id `except_id`) bears it."""
    wanted = clean_name(name)
    if Season.objects.filter(club=club, name=wanted).exclude(pk=except_id).exists():
        raise Refused([FieldError("name", _("Le club a déjà une saison de ce nom."))])
    return wanted
