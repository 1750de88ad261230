"""Seasons: created, changed, hidden, played with other clubs. Their standings are computed from the book, which does
not change."""

import re
from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from scoring.letters import fold_letters
from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.people.club_log import log_joined_season
from tournaments.actions.people.names import clean_name
from tournaments.actions.saving import save_fields
from tournaments.models import Club, ClubChange, JoinedClub, Season, Tournament
from tournaments.models.seasons import SeasonTournament
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.seasons import SeasonRule, check_season_rule

SEASON_ERRORS = {
    "way": _("Choisissez comment les soirées comptent."),
    "places": _("Des nombres qui ne montent jamais de l’un au suivant, de −10 000 à 10 000 : quarante au plus."),
    "factors": _("De 0 à 100 000 pour cent."),
    "best": _("De 1 à 400 soirées, ou rien pour les compter toutes."),
    "least": _("De 1 à 400 soirées."),
    "presence": _("De −10 000 à 10 000 points."),
}

OTHER_CURRENCY = _("« %(evening)s » se joue dans une autre monnaie : ces gains ne s’additionnent pas.")
OTHER_UNIT = _("« %(evening)s » ne se compte pas comme les autres soirées : ces gains ne s’additionnent pas.")
NO_CARD_POINTS = _("Au jeu de « %(evening)s », on ne sait pas qui a pris quels points de cartes.")

OWN_CLUB = _("C’est le club de cette saison : ses soirées y comptent déjà.")
NO_SUCH_CLUB = _("Aucun club de ce nom n’a ici de soirée publique.")
SEVERAL_CLUBS = _("Plusieurs clubs ont ce nom : donnez l’adresse de la page du vôtre.")


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
    """Change the season's name, its rule and the club's tournaments; those of other clubs stay as they are. `in_draws`:
    whether players who met in its past rounds are kept apart in draws. Raises Refused with all problems."""
    wrong = check_season_rule(rule)
    if wrong:
        raise Refused([FieldError(what, SEASON_ERRORS[what]) for what, _kind in wrong])
    own = [each for each in tournaments if each.club_id == season.club_id]
    others = list(season.tournaments.exclude(club=season.club_id))
    check_addable(rule, others, beside=own or others[:1], field="way")
    save_fields(season, name=check_free_name(season.club, name, season.pk), rule=rule.as_json, in_draws=in_draws)
    set_counted_tournaments(season, season.club, own)
    seal_changed(Season, [season.pk])
    return season


def set_counted_tournaments(season: Season, club: Club, tournaments: Iterable[Tournament]) -> None:
    """Make exactly these tournaments of the club count for the season; those of other clubs stay."""
    counted = SeasonTournament.objects.filter(season=season, tournament__club=club).values_list("pk", flat=True)
    before, wanted = list(counted), {each.pk for each in tournaments}
    season.tournaments.remove(*season.tournaments.filter(club=club).exclude(pk__in=wanted))
    season.tournaments.add(*wanted)
    seal_changed(SeasonTournament, [*before, *counted.all()])


def check_addable(
    rule: SeasonRule, tournaments: Iterable[Tournament], *, beside: Collection[Tournament], field: str
) -> None:
    """Raise Refused if the season adds up figures (totals or card points) and one of these tournaments of other clubs
    counts in a currency or a unit that none of `beside` has, or has no card points. `beside`: the tournaments that the
    season has already; `field`: the form field of the problem."""
    if rule.way == "total":
        currencies = {each.currency for each in beside}
        units = {get_game_figures(each).unit for each in beside}
        wrong = [
            (each, OTHER_CURRENCY if each.currency not in currencies else OTHER_UNIT)
            for each in tournaments
            if each.currency not in currencies or get_game_figures(each).unit not in units
        ]
    elif rule.way == "card_points":
        wrong = [(each, NO_CARD_POINTS) for each in tournaments if not scoring.get_game(each.game).counts_card_points]
    else:
        return
    if wrong:
        raise Refused([FieldError(field, str(why) % {"evening": each.name}) for each, why in wrong])


@transaction.atomic
def invite_club(season: Season, asked: str) -> JoinedClub:
    """Ask another club, by its name or the address of its page, to bring its tournaments to the season. Its owner
    answers; until then nobody else hears of it. Raises Refused or NotNow."""
    check_shown(season)
    club = find_asked_club(season, asked)
    joined, is_new = JoinedClub.objects.get_or_create(season=season, club=club)
    if not is_new:
        raise Refused([FieldError("club", _("Ce club est déjà invité : voyez la liste."))])
    return joined


def find_asked_club(season: Season, typed: str) -> Club:
    """Return the club with this name, or with its page at this address, of those with public tournaments. Raises
    Refused."""
    page = re.search(r"/club/([0-9]{1,18})\b", typed)
    public = Tournament.objects.visible().order_by().values("club")
    known = {*Club.objects.filter(demonstration=False, pk__in=public), season.club}
    if page:
        clubs = {each for each in known if each.pk == int(page[1])}
    else:
        clubs = {each for each in known if fold_letters(each.shown_name) == fold_letters(typed.strip())}
    if clubs == {season.club}:
        raise Refused([FieldError("club", OWN_CLUB)])
    others = clubs - {season.club}
    if len(others) != 1:
        raise Refused([FieldError("club", SEVERAL_CLUBS if others else NO_SUCH_CLUB)])
    return others.pop()


def check_shown(season: Season) -> None:
    """Raise NotNow if the season is hidden: then no other club may join it or bring a tournament."""
    if season.hidden:
        raise NotNow(_("Cette saison est masquée : rien ne s’y ajoute plus."))


@sealed
def answer_invitation(joined: JoinedClub, agrees: bool, *, actor: str) -> None:
    """Save whether the invited club agrees to join the season; one that had joined and no longer agrees leaves it.
    Raises NotNow."""
    joined = lock_joined_club(joined)
    if joined.state == JoinedClub.Answer.JOINED and not agrees:
        remove_joined_club(joined, actor=actor)
    elif joined.state == JoinedClub.Answer.ASKED and agrees:
        check_shown(joined.season)
        save_fields(joined, state=JoinedClub.Answer.JOINED)
        log_joined_season(joined, ClubChange.What.SEASON_JOINED, actor)
    elif joined.state == JoinedClub.Answer.ASKED:
        save_fields(joined, state=JoinedClub.Answer.REFUSED)


@sealed
def remove_joined_club(joined: JoinedClub, *, actor: str) -> None:
    """Take a club out of the season with all its tournaments, or take back its invitation."""
    joined = lock_joined_club(joined)
    if joined.state == JoinedClub.Answer.JOINED:
        set_counted_tournaments(joined.season, joined.club, [])
        log_joined_season(joined, ClubChange.What.SEASON_LEFT, actor)
    joined.delete()


@sealed
def bring_tournaments(joined: JoinedClub, tournaments: Iterable[Tournament]) -> None:
    """Make exactly these tournaments of the club that has joined count for the season. Raises Refused or NotNow."""
    joined = lock_joined_club(joined)
    season, mine = joined.season, [each for each in tournaments if each.club_id == joined.club_id]
    check_shown(season)
    others = season.tournaments.exclude(club=joined.club)
    check_addable(SeasonRule.from_json(season.rule), mine, beside=[*others] or mine[:1], field="events")
    set_counted_tournaments(season, joined.club, mine)


def lock_joined_club(joined: JoinedClub) -> JoinedClub:
    """Lock a club's row in a season, and return it as it is now. Raises NotNow if it is gone."""
    joined_clubs = JoinedClub.objects.select_for_update(of=["self"]).select_related("club", "season__club")
    try:
        return joined_clubs.get(pk=joined.pk)
    except JoinedClub.DoesNotExist:
        raise NotNow(_("Ce club n’est plus de cette saison.")) from None


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
