"""Everything of one club as one zip, for a club that leaves: its evenings and presets in the forms that another
installation imports, its players with all that is kept of them, its seasons, its log. Reads the database only."""

import json
from collections.abc import Callable, Iterator
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.forms.models import model_to_dict

from tournaments.exchange.personal_data import build_player_document
from tournaments.exchange.preset_file import build_preset_document
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Club, Member, Player, Season, Tournament
from tournaments.presentation.tables.export import as_csv, build_grid
from tournaments.presentation.tables.people import ClubPlayersTable
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.text.audit_log import AuditLine, build_audit_log
from tournaments.presentation.text.club_log import build_club_log

FORMAT = "corbillon.club/1"


def write_club(club: Club, stream: IO[bytes], report: Callable[[int, int], None]) -> int:
    """Write all that a club has to the stream, as a ZIP. `report`: called with (evenings done, evenings in all). Return
    the number of its evenings."""
    evenings = Tournament.objects.filter(club=club).order_by("pk")
    count = evenings.count()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, content in list_members(club):
            write_member(archive, name, content)
        for picture in club.pictures.order_by("pk"):
            write_member(archive, f"pictures/{picture.digest}.{picture.ending}", bytes(picture.body))
        for done, evening in enumerate(evenings.iterator(chunk_size=100)):
            report(done, count)
            write_member(archive, f"evenings/{evening.pk}.json", write_json(build_tournament_document(evening)))
            log = [build_log_line(line) for line in build_audit_log(evening)]
            write_member(archive, f"logs/{evening.pk}.json", write_json(log))
    return count


def list_members(club: Club) -> Iterator[tuple[str, str]]:
    """Yield (name, content) of the files in the ZIP that are about the club itself, not about one evening."""
    yield "club.json", write_json(build_club_document(club))
    players = list(Player.objects.filter(club=club).select_related("details").order_by("pk"))
    yield "players.csv", as_csv(build_grid(ClubPlayersTable(players, medium=FILE)))
    yield "players.json", write_json([build_player_document(player) for player in players])
    for preset in club.presets.order_by("pk"):
        yield f"presets/{preset.pk}.json", write_json(build_preset_document(preset))


def build_club_document(club: Club) -> dict[str, Any]:
    """Return the document of a club: its settings, logo and sponsors, its members, its seasons with the ids of its own
    evenings in them, its log."""
    members = Member.objects.filter(club=club).select_related("user").order_by("pk")
    return {
        "format": FORMAT,
        "club": model_to_dict(club),
        "face": club.face,
        "members": [{"name": each.user.get_username(), "role": each.role} for each in members],
        "seasons": [
            model_to_dict(each, ["name", "rule", "in_draws", "hidden"])
            | {"evenings": list(each.tournaments.filter(club=club).order_by("pk").values_list("pk", flat=True))}
            for each in Season.objects.filter(club=club).order_by("pk")
        ],
        "log": [
            {"at": each.at.isoformat(), "what": str(each.what), "by": each.actor} for each in build_club_log(club.pk)
        ],
    }


def build_log_line(line: AuditLine) -> dict[str, Any]:
    """Return one line of an evening's log as a JSON object."""
    fields = {"at": line.at.isoformat(), "what": str(line.what), "by": line.actor, "reason": line.reason}
    return fields | {"changed": [[str(part) for part in each] for each in line.diff]}


def write_json(document: Any) -> str:
    """Return the document as JSON text, laid out like the program's other files."""
    return json.dumps(document, ensure_ascii=False, indent=1, default=str) + "\n"


def write_member(archive: ZipFile, name: str, content: str | bytes) -> None:
    """Add a file to the ZIP with no date of its own, as the clock may show a year that ZIP cannot store."""
    archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)
