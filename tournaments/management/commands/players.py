"""`manage.py players FILE`: print what the program reads in a list of players, as on the organisers' page that imports
one, and write nothing. Needs no database. The keys of its JSON answer are a contract with other programs."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.people.listed_players import ListedPlayer, read_payment
from tournaments.actions.people.recognising import KnownPlayers, PlannedPlayer, Recognition, plan_people
from tournaments.forms.lists.people import ListReading
from tournaments.forms.lists.reading import guess_table, read_player_file, read_table
from tournaments.forms.lists.sheets import UnreadablePlayerFile
from tournaments.management.output import build_utf8_writer, leave_unread
from tournaments.models import Player, PlayerDetails
from tournaments.models.currencies import EURO

FORMAT = "corbillon.liste/1"
RECOGNISED = {Recognition.KNOWN: "known", Recognition.DOUBTFUL: "doubt", Recognition.NEW: "new"}


class Command(BaseCommand):
    help = "Lit une liste de joueurs (CSV, XLSX, ODS, vCard) comme la page qui la reprend, et n’écrit rien."
    requires_system_checks: list[str] = []  # no system checks, so that it starts fast

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="la liste, ou - pour l’entrée standard")
        parser.add_argument("--known", metavar="FILE", help="une liste des joueurs qui sont connus")
        parser.add_argument("--language", choices=scoring.LANGUAGES, default="fr", help="fr (défaut), en ou it")
        parser.add_argument("--format", choices=("json", "text"), default="json", help="json (défaut) ou text")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            known = build_known(read_file(options["known"]).people if options["known"] else [])
            reading = read_file(options["file"])
            planned = plan_people(known, reading.people, EURO)
            if options["format"] == "text":
                text = write_text(planned)
            else:
                text = json.dumps(build_answer(planned, reading), ensure_ascii=False, indent=1)
        try:
            build_utf8_writer(self.stdout)(text)
        except BrokenPipeError:
            leave_unread()


def read_file(name: str) -> ListReading:
    """Return the people of a list, and the rows that hold none. `name`: the file's path, or "-" for standard input.
    Raises CommandError."""
    try:
        table = read_player_file(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
        return read_table(table, guess_table(table))
    except OSError as error:
        raise CommandError(_("« %(name)s » ne se lit pas : %(why)s.") % {"name": name, "why": error.strerror}) from None
    except UnreadablePlayerFile as why:
        raise CommandError(str(why)) from None


def build_known(people: Sequence[ListedPlayer]) -> KnownPlayers:
    """Return the people of a list as players whom a club knows, each once, so that a second list is recognised against
    them."""
    players = []
    for n, each in enumerate(plan_people(KnownPlayers([]), people, EURO), 1):
        if each.recognition is Recognition.NEW:
            player = Player(pk=n, name=each.listed.name)
            PlayerDetails(player=player, licence=each.listed.licence)
            players.append(player)
    return KnownPlayers(players)


def build_answer(planned: Sequence[PlannedPlayer], reading: ListReading) -> dict[str, Any]:
    """Return the JSON answer of the command: the people, and the rows that hold none, in the order of the file."""
    ignored = [(row.line, row.write()) for row in reading.ignored]
    ignored += [(each.line, each.listed.name) for each in planned if each.problem]
    return {
        "format": FORMAT,
        "players": [describe_player(each) for each in planned if not each.problem],
        "ignored": [{"line": line, "text": text} for line, text in sorted(ignored)],
    }


def describe_player(planned: PlannedPlayer) -> dict[str, Any]:
    """Return one person of the list by the keys of the JSON answer; None for what the list does not say."""
    listed = planned.listed
    paid = read_payment(listed, EURO)
    known = planned.matches[0].name if planned.matches else listed.name
    return {
        "line": planned.line,
        "name": listed.name,
        "family_name": listed.family_name or None,
        "given_name": listed.given_name or None,
        "licence": listed.licence or None,
        "club": listed.home_club or None,
        "email": listed.email or None,
        "category": listed.category or None,
        "note": listed.note or None,
        "paid_cents": None if paid is None or (paid.done and paid.cents is None) else paid.compute_cents(0),
        "status": listed.status.value,
        "partner": listed.partner or None,
        "team": listed.team or None,
        "left_out": [each._asdict() for each in listed.left_out],
        "recognised": RECOGNISED[planned.found],
        "known_as": None if planned.found is Recognition.NEW else known,
    }


def write_text(planned: Sequence[PlannedPlayer]) -> str:
    """Return the people of the list as a text, one a line."""
    return "\n".join(" · ".join(list_words(each)) for each in planned)


def list_words(planned: PlannedPlayer) -> Iterator[str]:
    """Yield the parts of a person's line in the text: line number, name, details, status."""
    description = describe_player(planned) if not planned.problem else {}
    yield f"{planned.line}"
    yield " ".join(filter(None, (planned.listed.name, planned.problem)))
    details = ("licence", "club", "email", "paid_cents", "partner", "team")
    yield from (f"{key} {description[key]}" for key in details if description.get(key) is not None)
    yield from (f"{each.field} ? {each.value}" for each in planned.listed.left_out)
    yield " ".join(description[key] for key in ("status", "recognised", "known_as") if description.get(key))
