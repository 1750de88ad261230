"""Teams of an evening: made by hand, by a list or by the members' clubs; who takes over from whom; what ranks them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.letters import fold_letters
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.actions.rounds.participation import MOST_ROUNDS
from tournaments.actions.saving import save_fields
from tournaments.actions.states import lock_evening
from tournaments.models import Entry, Seat, Team, Tournament
from tournaments.models.people import read_detail
from tournaments.reading.grouping import group_pairs
from tournaments.reading.teams import group_by_club

from .names import clean_name

SIZES = _("Une équipe a de deux à huit joueurs : « %(team)s » en aurait %(n)s.")
IN_ANOTHER = _("%(name)s joue déjà pour « %(team)s » : ôtez-le d’abord de cette équipe.")
SAME_NAME = _("Une autre équipe porte déjà ce nom.")
BEGUN = _("Une ronde est publiée : les équipes qui s’y rencontrent ne changent plus, on y remplace quelqu’un.")


@transaction.atomic
def save_team(tournament: Tournament, name: str, entries: Iterable[Entry], team: Team | None = None) -> Team:
    """Make a team of these entries, or give an existing one (`team`) this name and these members, who keep their places
    in it. Raises Refused, TournamentClosed."""
    lock_evening(tournament, "save_team")
    name, chosen = clean_name(name), list(entries)
    if fold_letters(name) in {fold_letters(each.name) for each in tournament.teams.all() if each != team}:
        raise Refused([FieldError("name", SAME_NAME)])
    check_members(chosen, team, name)
    team = save_fields(team, name=name) if team else Team.objects.create(tournament=tournament, name=name)
    team.members.exclude(pk__in=[each.pk for each in chosen]).update(team=None, team_place=None)
    give_places(team, chosen)
    if not tournament.team_score:
        save_fields(tournament, team_score=Tournament.TeamScore.POINTS)
    return team


def check_members(entries: Sequence[Entry], team: Team | None, name: str) -> None:
    """Raise Refused if these may not be the members of the team. `team`: None for a new team; `name`: the team's
    name."""
    faults = [FieldError("entries", BEGUN)] if team and has_met(team) and is_changed(team, entries) else []
    faults += [
        FieldError("entries", IN_ANOTHER % {"name": each.shown_name, "team": each.team.name})
        for each in entries
        if each.team and each.team != team
    ]
    size = len(list_places(entries))
    if size not in Team.SIZES:
        faults.append(FieldError("entries", SIZES % {"team": name, "n": size}))
    if faults:
        raise Refused(faults)


def has_met(team: Team) -> bool:
    """True if teams meet in this tournament, each place of one against the same place of the other, and a round is
    published."""
    tournament = team.tournament
    return tournament.has_team_matches and get_next_round_number(tournament) > 1


def is_changed(team: Team, entries: Iterable[Entry]) -> bool:
    """True if these are not the members that the team has."""
    return {each.pk for each in entries} != set(team.members.values_list("pk", flat=True))


@transaction.atomic
def raise_member(entry: Entry) -> None:
    """Move the entry one place up in its team, in exchange with who holds that place; drafts are deleted where that
    changes who meets whom. Raises NotNow, TournamentClosed."""
    team, tournament = entry.team, entry.tournament
    lock_evening(tournament, "raise_member")
    before = team.members.filter(team_place__lt=entry.team_place).order_by("team_place").last() if team else None
    if team is None or before is None:
        raise NotNow(_("%(name)s joue déjà à la première table, ou n’a pas d’équipe.") % {"name": entry.shown_name})
    if has_met(team):
        raise NotNow(BEGUN)
    here, above = entry.team_place, before.team_place
    order = Case(When(team_place=here, then=Value(above)), default=Value(here))
    team.members.filter(team_place__in=(here, above)).update(team_place=order)
    if tournament.has_team_matches:
        tournament.drafts.all().delete()


def list_places(entries: Iterable[Entry]) -> dict[int, list[Entry]]:
    """Return the entries of a team by the number of the place that they hold; an entry without one has a place of its
    own, numbered below zero."""
    return group_pairs((each.team_place or -each.pk, each) for each in entries)


def give_places(team: Team, entries: Iterable[Entry]) -> None:
    """Save these entries as members of the team; who holds a place in it keeps it, and the others get the free ones."""
    entries = list(entries)
    taken = {each.team_place for each in entries if each.team_place}
    free = (n for n in range(1, len(entries) + len(taken) + 1) if n not in taken)
    for each in entries:
        save_fields(each, team=team, team_place=each.team_place or next(free))


@transaction.atomic
def remove_team(team: Team) -> None:
    """Dissolve the team: its members play on for themselves. Raises NotNow, TournamentClosed."""
    tournament = team.tournament
    lock_evening(tournament, "remove_team")
    if has_met(team):
        raise NotNow(BEGUN)
    team.members.update(team=None, team_place=None)
    team.delete()
    if not tournament.teams.exists():
        save_fields(tournament, team_score=None, team_best=None)


@transaction.atomic
def make_teams(tournament: Tournament, named: Mapping[str, Sequence[Entry]]) -> list[Team]:
    """Put these entries into the teams of these names, which are made where they are not there yet; those who are there
    already stay. Returns the teams that changed. Raises Refused, TournamentClosed."""
    teams_by_name = {fold_letters(each.name): each for each in tournament.teams.prefetch_related("members__team")}
    changed = []
    for name, entries in named.items():
        team = teams_by_name.get(fold_letters(name))
        members = {each.pk: each for each in (*(team.members.all() if team else ()), *entries)}
        if team is None or any(each.team_id != team.pk for each in entries):
            changed.append(save_team(tournament, team.name if team else name, members.values(), team))
    return changed


@transaction.atomic
def make_club_teams(tournament: Tournament) -> list[Team]:
    """Make a team of all who come from one club and have none yet, for each club of two or more. Raises NotNow where
    there is none, Refused where a club is larger than a team, TournamentClosed."""
    lock_evening(tournament, "make_club_teams")
    lone = tournament.entries.filter(team=None).select_related("player__details")
    clubs = group_by_club((read_detail(each.player, "home_club"), each) for each in lone)
    groups = {name: people for name, people in clubs.items() if len(people) > 1}
    if not groups:
        raise NotNow(_("Aucun club d’origine n’a deux joueurs qui soient encore sans équipe."))
    return make_teams(tournament, groups)


@transaction.atomic
def set_team_rules(tournament: Tournament, *, score: str, best: int | None, club_rounds: int | None) -> Tournament:
    """Set what ranks teams (`score`: "points" or "ranks" of their players), how many places of each count (`best`;
    None: all), and in how many rounds people of one club are kept apart (None: in none). Where teams meet, their
    matches rank them. Raises Refused, TournamentClosed."""
    lock_evening(tournament, "set_team_rules")
    faults: list[FieldError] = []
    sizes = count_places(tournament)
    if tournament.has_team_matches:
        score, best = tournament.team_score or "", tournament.team_best
    if sizes and score not in Tournament.TeamScore.values:
        faults.append(FieldError("score", _("Choisissez ce qui classe les équipes.")))
    if best is not None and not 1 <= best <= max(sizes, default=0):
        faults.append(FieldError("best", say_too_many(max(sizes, default=0))))
    if club_rounds is not None and not 1 <= club_rounds <= MOST_ROUNDS:
        faults.append(FieldError("club_rounds", _("De 1 à 100 rondes.")))
    if faults:
        raise Refused(faults)
    save_fields(tournament, team_score=score if sizes else None, team_best=best, club_rounds=club_rounds)
    tournament.entries.exclude(team=None).update(team_place=F("team_place"))  # the boards look again
    return tournament


def count_places(tournament: Tournament) -> Collection[int]:
    """Return how many places each team has."""
    places = tournament.entries.exclude(team=None).values_list("team", "team_place").distinct()
    return [len(some) for some in group_pairs(places).values()]


def say_too_many(most: int) -> Promise | str:
    """Return the message that no team has as many places as should count. `most`: how many the largest team has."""
    return _("La plus grande équipe a %(n)s joueurs : on n’en compte pas davantage.") % {"n": most}


@transaction.atomic
def take_over(entry: Entry, newcomer: Entry) -> Entry:
    """Let the newcomer take the entry's place in its team from the next round on; what both won counts for the team.
    Raises NotNow, TournamentClosed."""
    tournament = entry.tournament
    lock_evening(tournament, "take_over")
    if entry.team is None or newcomer.team or newcomer == entry:
        raise NotNow(_("Choisissez qui quitte son équipe, et quelqu’un qui n’en a pas pour le remplacer."))
    sat = Seat.objects.filter(entry=newcomer, table__round__in=tournament.rounds.in_force())
    if sat.exclude(table__in=Seat.objects.filter(entry=entry).values("table")).exists():
        message = _("%(name)s a déjà joué pour son compte : ce qu’il a gagné ne peut pas passer à une équipe.")
        raise NotNow(message % {"name": newcomer.shown_name})
    last = get_next_round_number(tournament) - 1
    mates = tournament.entries.filter(team=entry.team, team_place=entry.team_place).exclude(pk=entry.pk)
    if entry.last_round is not None and mates.filter(Q(last_round=None) | Q(last_round__gt=entry.last_round)).exists():
        raise NotNow(_("%(name)s est déjà remplacé dans son équipe.") % {"name": entry.shown_name})
    save_fields(entry, last_round=last)
    return save_fields(newcomer, team=entry.team, team_place=entry.team_place)
