"""Reading a Tournament Report File of any edition, and making a tournament of it: its name, its days, its players in
the order of their starting ranks."""

import datetime
import re
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.decisions import sealed
from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.preconditions import is_storable
from tournaments.models import Club, Tournament
from tournaments.models.clubs import NAME_LENGTH
from tournaments.models.days import is_taken
from tournaments.reading.phases import LIST, Phase

from .report import BYES, POINTS, UNKNOWN, WINS, TrfGame, TrfPlayer, TrfReport
from .trf_text import GAME_COMMENT, NAME_COMMENT

NUMBER, NAME, RANK, GAMES = slice(4, 8), slice(14, 47), slice(85, 89), 91
GAME_WIDTH = 10
TAGS = ("012", "042", "092", "142", "XXR")
OPEN_GAME = re.compile(rf"{GAME_COMMENT}(\d{{3}}) (\d{{4}}) ([wb-]) (\d{{4}})", re.ASCII)
DATE = re.compile(r"(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})")
MOST_ROUNDS = 100
NO_PLAYERS = gettext_lazy("Ce fichier ne tient aucun joueur : il y faut des lignes qui commencent par 001.")


class TrfReader:
    """One file being read; `problems` grows."""

    def __init__(self, text: str) -> None:
        self.lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
        self.problems: list[FieldError] = []
        self.line_of: dict[int, int] = {}

    def add_problem(self, line: int, column: int, message: str) -> None:
        """Add a problem at a line and column, both from 1."""
        where = _("ligne %(line)s, colonne %(column)s") % {"line": line, "column": column}
        self.problems.append(FieldError(where, message))

    def read(self) -> TrfReport:
        """Read everything; raise Refused with all problems."""
        tags = {line[:3]: line[4:].strip() for line in reversed(self.lines) if line[:3] in TAGS}
        players = [self.read_player(n, line) for n, line in enumerate(self.lines, 1) if line.startswith("001 ")]
        found = self.with_whole_names({player.number: player for player in players if player is not None})
        self.add_open_games(found)
        if not players:
            self.problems.append(FieldError("", NO_PLAYERS))
        for player in found.values():
            self.check_games(player, found)
        if self.problems:
            raise Refused(self.problems)
        played = max(len(player.games) for player in found.values())
        planned = tags.get("142") or tags.get("XXR") or ""
        rounds = int(planned) if re.fullmatch(r"\d{1,3}", planned, re.ASCII) else 0
        return TrfReport(
            tags.get("012", ""),
            read_date(tags.get("042", "")),
            min(max(rounds, played, 1), MOST_ROUNDS),
            tags.get("092", ""),
            tuple(found[number] for number in sorted(found)),
        )

    def read_player(self, at: int, line: str) -> TrfPlayer | None:
        """Read a player's line; None with a problem added where it has no number of its own."""
        number, rank = line[NUMBER].strip(), line[RANK].strip()
        if not is_number(number) or int(number) == 0:
            self.add_problem(at, NUMBER.start + 1, _("Il faut ici le rang de départ d’un joueur, de 1 à 9999."))
            return None
        if int(number) in self.line_of:
            self.add_problem(at, NUMBER.start + 1, _("Deux joueurs portent ce numéro."))
            return None
        self.line_of[int(number)] = at
        name = " ".join(line[NAME].split())
        if not name or not is_storable(name) or "\0" in name:
            self.add_problem(at, NAME.start + 1, _("Il faut ici le nom d’un joueur."))
        if rank and not is_number(rank):
            self.add_problem(at, RANK.start + 1, _("Il faut ici un rang, en chiffres."))
            rank = ""
        starts = range(GAMES, len(line.rstrip()), GAME_WIDTH)
        games = tuple(self.read_game(at, start, line[start : start + GAME_WIDTH]) for start in starts)
        return TrfPlayer(int(number), name, int(rank or 0), games)

    def read_game(self, at: int, start: int, text: str) -> TrfGame:
        """Read the columns of one round. `start`: the index of the first one."""
        opponent, colour, result = text[:4].strip() or "0", text[5:6].strip().lower() or "-", text[7:8].upper() or " "
        if not is_number(opponent):
            self.add_problem(at, start + 1, _("Il faut ici le numéro d’un adversaire, ou 0000."))
            return TrfGame()
        if colour not in ("w", "b", "-"):
            self.add_problem(at, start + 6, _("Il faut ici w, b ou -."))
        if result not in POINTS:
            known = " ".join(sorted(set(POINTS) - {" "}))
            self.add_problem(at, start + 8, _("Il faut ici un de ces résultats : %(known)s.") % {"known": known})
            return TrfGame()
        if int(opponent) == 0:
            return TrfGame(0, "-", result if result.strip() else "Z")
        return TrfGame(int(opponent), colour, result)

    def with_whole_names(self, players: dict[int, TrfPlayer]) -> dict[int, TrfPlayer]:
        """Return the players, with the whole name of each one whose line has only its beginning."""
        for line in self.lines:
            if not line.startswith(NAME_COMMENT):
                continue
            number, _space, name = line.removeprefix(NAME_COMMENT).partition(" ")
            player = players.get(int(number)) if is_number(number) else None
            if player and name.startswith(player.name) and len(name) <= NAME_LENGTH and is_storable(name):
                players[player.number] = replace(player, name=name)
        return players

    def add_open_games(self, players: dict[int, TrfPlayer]) -> None:
        """Add to the players the games whose results are not known, which stand in comments."""
        for line in self.lines:
            found = OPEN_GAME.fullmatch(line)
            player = players.get(int(found[2])) if found else None
            if found is None or player is None or not 1 <= int(found[1]) <= len(player.games) + 1:
                continue
            at, games = int(found[1]) - 1, player.games
            if games[at : at + 1] in ((), (TrfGame(),)):
                game = TrfGame(int(found[4]), found[3], UNKNOWN)
                players[player.number] = replace(player, games=(*games[:at], game, *games[at + 1 :]))

    def check_games(self, player: TrfPlayer, players: dict[int, TrfPlayer]) -> None:
        """Add a problem for each round in which both sides do not say the same."""
        for n, game in enumerate(player.games):
            column = GAMES + n * GAME_WIDTH + 1
            if not game.opponent:
                continue
            other = players.get(game.opponent)
            back = other.games[n] if other and n < len(other.games) else TrfGame()
            if other is None or other == player:
                self.add_problem(self.line_of[player.number], column, _("Cet adversaire n’est pas dans le fichier."))
            elif back.opponent != player.number:
                text = _("Le joueur %(n)s dit avoir rencontré quelqu’un d’autre à cette ronde.") % {"n": game.opponent}
                self.add_problem(self.line_of[player.number], column, text)
            elif game.result in WINS and back.result in WINS:
                self.add_problem(self.line_of[player.number], column + 7, _("Les deux adversaires ont gagné."))
            elif game.result in BYES - {" "}:
                text = _("Ce résultat est celui d’un repos, et quelqu’un fut rencontré.")
                self.add_problem(self.line_of[player.number], column + 7, text)


def is_number(text: str) -> bool:
    """True for one to four digits."""
    return bool(re.fullmatch(r"\d{1,4}", text, re.ASCII))


def read_date(text: str) -> datetime.date | None:
    """Return the day; None where there is none that can be read, or none that is taken."""
    found = DATE.match(text)
    try:
        day = datetime.date(*map(int, found.groups())) if found else None
    except ValueError:
        return None
    return day if day and is_taken(day) else None


def read_trf(content: bytes) -> TrfReport:
    """Read a report, in UTF-8 or, as older programs write, in Windows' Latin. Raises Refused with all problems."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return TrfReader(text).read()


FORMAT_WORDS = (
    (Tournament.Format.GROUPS, ("groups", "poules", "gironi")),
    (Tournament.Format.KNOCKOUT, ("knock", "elimin", "élimin")),
    (Tournament.Format.ALL, ("robin", "toutes rondes", "berger")),
)
"""Words of a report's type of tournament that tell its format; without any it is a Swiss."""


@sealed
def import_report(club: Club, report: TrfReport, *, game: str, name: str, today: datetime.date) -> Tournament:
    """Create the tournament, in preparation. `name`: where the report has none; `today`: where it has no day. Raises
    Refused, NotNow."""
    tournament = create_tournament(
        club,
        name=report.name[:NAME_LENGTH].strip() or name,
        date=report.date or today,
        game=game,
        players=[player.name for player in report.players],
    )
    found = choose_format(report.kind)
    return plan_rounds(tournament, format=found, rounds=report.rounds, phase=Phase(found, 0, seeding=LIST))


def choose_format(kind: str) -> str:
    """Return the format of two sides that a report's type of tournament names."""
    told = kind.lower()
    return next((each for each, words in FORMAT_WORDS if any(word in told for word in words)), Tournament.Format.SWISS)
