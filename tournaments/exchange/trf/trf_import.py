"""Making a tournament of a report: its name, its day, its players in the order of their starting ranks. A player of the
club who has the same name is taken for the same person, whether the given or the family name comes first."""

import datetime

from django.utils.translation import gettext as _

from scoring.letters import fold_letters
from tournaments.actions.decisions import sealed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import import_players, plan_players
from tournaments.actions.people.recognising import NEW, SKIP, PlannedPlayer, Recognition
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.models import Club, Tournament
from tournaments.models.clubs import NAME_LENGTH
from tournaments.presentation.text.option_text import join_label
from tournaments.reading.phases import LIST, Phase

from .report import TrfReport
from .trf_export import PAIR_DASH
from .trf_reader import name_line
from .trf_words import read_system


@sealed
def import_report(club: Club, report: TrfReport, *, game: str, name: str, today: datetime.date) -> Tournament:
    """Create a tournament in preparation from a report, with its players. `name`, `today`: for a report without name or
    day. Raises Refused, NotNow."""
    planned = plan_people(club, report)
    wrong = [each for each in planned if each.problem]
    if wrong:
        raise Refused(FieldError("file", join_label(name_line(each.line), each.problem)) for each in wrong)
    tournament = create_tournament(
        club, name=report.name[:NAME_LENGTH].strip() or name, date=report.date or today, game=game
    )
    decisions = {each.key: each.proposal if each.proposal not in ("", SKIP) else NEW for each in planned}
    import_players(club, list_people(report), decisions, tournament)
    system = read_system(report.kind)
    phase = Phase(system.format, 0, seeding=LIST, double=system.double)
    return plan_rounds(tournament, format=system.format, rounds=report.rounds, phase=phase)


def list_people(report: TrfReport) -> list[ListedPlayer]:
    """Return the report's players as a list to import, the given name before the family name."""
    return [
        ListedPlayer(turn_name(each.name), line=each.line or n, family_name=read_family_name(each.name))
        for n, each in enumerate(report.players, 1)
    ]


def plan_people(club: Club, report: TrfReport) -> list[PlannedPlayer]:
    """Return, for each player of the report, which player of the club he probably is, or that he is new."""
    return plan_players(club, list_people(report))


def turn_name(name: str) -> str:
    """Return a name that FIDE writes «Dupont, Jean» as «Jean Dupont»; a title after a second comma stays at the end.
    Any other name, or the names of a pair, are returned as they are."""
    family, comma, others = name.partition(",")
    if not comma or PAIR_DASH in name:
        return name
    given, comma, title = others.partition(",")
    turned = f"{given.strip()} {family.strip()}".strip()
    return f"{turned}, {title.strip()}" if title.strip() else turned


def read_family_name(name: str) -> str:
    """Return the family name of a name that FIDE writes «Dupont, Jean»; "" of any other."""
    family, comma, _others = name.partition(",")
    return family.strip() if comma and PAIR_DASH not in name else ""


def list_remarks(club: Club, report: TrfReport) -> list[FieldError]:
    """Return what the organiser should know before he imports the report: what was not understood in the file, and
    which players may be another person of the club."""
    doubts = (
        FieldError(name_line(each.line), doubt) for each in plan_people(club, report) if (doubt := describe_doubt(each))
    )
    return [*report.remarks, *doubts]


def describe_doubt(planned: PlannedPlayer) -> str:
    """Return the sentence on why it is not sure who this player is; "" if it is."""
    name = planned.listed.name
    if planned.recognition == Recognition.REPEATED:
        return _("« %(name)s » est là deux fois : ce seront deux personnes.") % {"name": name}
    if planned.recognition != Recognition.DOUBTFUL:
        return ""
    if planned.likely is None:
        others = " · ".join(player.name for player in planned.matches)
        words = _("« %(name)s » sera quelqu’un de nouveau ; ce peut être %(others)s : réunissez-les alors ensuite.")
        return words % {"name": name, "others": others}
    if fold_letters(turn_name(planned.likely.name)) == fold_letters(name):
        return ""
    return _("« %(name)s » est pris pour %(other)s.") % {"name": name, "other": planned.likely.name}
