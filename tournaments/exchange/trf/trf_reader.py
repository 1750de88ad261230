"""Reading a Tournament Report File of any edition: the tournament, its players, and what is not understood of it."""

import datetime
import re
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.tables.preconditions import is_storable
from tournaments.models import Tournament
from tournaments.models.clubs import NAME_LENGTH

from .report import BYES, POINTS, UNKNOWN, WINS, TrfGame, TrfPlayer, TrfReport
from .trf_text import GAME_COMMENT, NAME_COMMENT
from .trf_words import read_day, read_system

NUMBER, NAME, RANK, GAMES = slice(4, 8), slice(14, 47), slice(85, 89), 91
GAME_WIDTH = 10
PASSED_OVER = re.compile(r"(?:[0-3]\d2|XXC|XXR)(?: |$)|###|[A-Z]{3} +\d|\s*$", re.ASCII)
"""Lines that are read, or of which nothing is to be taken over: places, arbiters, days, national ratings, comments."""
TEAMS = gettext_lazy("Les équipes ne sont pas reprises : ici chacun joue pour soi.")
POINTS_KEPT_OUT = gettext_lazy("Les points d’une partie ne sont pas repris : choisissez-les dans le classement.")
ACCELERATED = gettext_lazy("L’appariement accéléré n’est pas repris.")
KEPT_APART = gettext_lazy("Qui ne doit pas se rencontrer n’est pas repris : dites-le avant le tirage.")
AWAY = gettext_lazy("Qui manque à une ronde n’est pas repris : dites-le avant le tirage.")
LEFT_OUT = (
    dict.fromkeys(("013", "310", "300", "320", "330"), TEAMS)
    | dict.fromkeys(("162", "299", "362", "XXS"), POINTS_KEPT_OUT)
    | {"250": ACCELERATED, "XXA": ACCELERATED, "260": KEPT_APART, "XXP": KEPT_APART, "240": AWAY, "XXZ": AWAY}
)
"""The name of what lines with each tag hold and is not imported."""
OPEN_GAME = re.compile(rf"{GAME_COMMENT}(\d{{3}}) (\d{{4}}) ([wb-]) (\d{{4}})", re.ASCII)
MOST_ROUNDS = 100
MOST_PROBLEMS = MOST_UNKNOWN = 100
"""The most problems, or lines that are not understood, to list of a file of another kind."""
NO_PLAYERS = gettext_lazy("Ce fichier ne tient aucun joueur : il y faut des lignes qui commencent par 001.")


class TrfReader:
    """Reads one file in FIDE's format, collecting `problems`, for which it is refused, and `remarks`, with which it is
    read."""

    def __init__(self, text: str) -> None:
        self.lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
        self.problems: list[FieldError] = []
        self.remarks: list[tuple[int, str]] = []
        self.line_of: dict[int, int] = {}

    def add_problem(self, line: int, column: int, message: str) -> None:
        """Add a problem at this line and column, both from 1, unless there are MOST_PROBLEMS already."""
        if len(self.problems) >= MOST_PROBLEMS:
            return
        where = _("ligne %(line)s, colonne %(column)s") % {"line": line, "column": column}
        self.problems.append(FieldError(where, message))

    def read(self) -> TrfReport:
        """Read the whole file. Raises Refused with all problems."""
        players = [self.read_player(n, line) for n, line in enumerate(self.lines, 1) if line.startswith("001 ")]
        whole_names = self.with_whole_names({player.number: player for player in players if player is not None})
        self.add_open_games(whole_names)
        if not players:
            self.problems.append(FieldError("", NO_PLAYERS))
        for player in whole_names.values():
            self.check_games(player, whole_names)
        if self.problems:
            raise Refused(self.problems)
        played = max(len(player.games) for player in whole_names.values())
        _at, name = self.find_tag("012")
        report = TrfReport(
            name,
            self.read_date(),
            min(max(self.read_rounds(), played, 1), MOST_ROUNDS),
            self.read_kind(),
            tuple(whole_names[number] for number in sorted(whole_names)),
        )
        self.add_left_out()
        return replace(
            report, remarks=tuple(FieldError(name_line(at), remarks) for at, remarks in sorted(self.remarks))
        )

    def find_tag(self, *tags: str) -> tuple[int, str]:
        """Return (line number, text) of the first of these tags that has a text; (0, "") if none has."""
        for tag in tags:
            for at, line in enumerate(self.lines, 1):
                if line[:3] == tag and line[3:].strip():
                    return at, line[4:].strip()
        return 0, ""

    def add_remark(self, at: int, message: str) -> None:
        """Add a remark on a line, numbered from 1."""
        self.remarks.append((at, message))

    def read_date(self) -> datetime.date | None:
        """Return the first day of the tournament, or None; add a remark if it is not understood, or could be read as
        another day."""
        at, text = self.find_tag("042")
        written_day = read_day(text)
        if at and written_day.day is None:
            self.add_remark(at, _("« %(text)s » n’est pas un jour connu : ce sera aujourd’hui.") % {"text": text})
        elif written_day.day and not written_day.sure:
            day = date_format(written_day.day, "DATE_FORMAT")
            self.add_remark(at, _("« %(text)s » est pris pour le %(day)s.") % {"text": text, "day": day})
        return written_day.day

    def read_rounds(self) -> int:
        """Return how many rounds are planned, 0 if the file does not say; add a remark if that is not understood."""
        at, text = self.find_tag("142", "XXR")
        if re.fullmatch(r"\d{1,3}", text, re.ASCII):
            return int(text)
        if at:
            self.add_remark(at, _("« %(text)s » n’est pas un nombre de rondes.") % {"text": text})
        return 0

    def read_kind(self) -> str:
        """Return the type of tournament as written in the file; add a remark if it is not understood."""
        at, text = self.find_tag("192", "092")
        system = read_system(text)
        if system.teams:
            self.add_remark(at, str(TEAMS))
        if not system.understood:
            words = _("« %(text)s » n’est pas un déroulement connu : ce sera « %(format)s ».")
            self.add_remark(at, words % {"text": text, "format": Tournament.Format(system.format).label})
        if "baku" in text.lower():
            self.add_remark(at, str(ACCELERATED))
        return text

    def add_left_out(self) -> None:
        """Add a remark on each line that is not understood or not imported; lines with the same remark get it once."""
        said = {remarks for _at, remarks in self.remarks}
        unknown: list[tuple[int, str]] = []
        for at, line in enumerate(self.lines, 1):
            tag = line[:3]
            message = LEFT_OUT.get(tag)
            if tag == "082" and line[3:].strip(" 0"):
                message = TEAMS
            if message is not None and str(message) not in said:
                said.add(str(message))
                self.add_remark(at, str(message))
            elif message is None and not line.startswith("001 ") and not PASSED_OVER.match(line):
                unknown.append((at, line.strip()[:40]))
        for at, text in unknown[:MOST_UNKNOWN]:
            self.add_remark(at, _("« %(text)s » n’est pas compris.") % {"text": text})
        if others := unknown[MOST_UNKNOWN:]:
            words = ngettext(
                "%(n)s ligne de plus n’est pas comprise.", "%(n)s lignes de plus ne sont pas comprises.", len(others)
            )
            self.add_remark(others[0][0], words % {"n": len(others)})

    def read_player(self, at: int, line: str) -> TrfPlayer | None:
        """Return the player on this line (`at`: its number); None, with a problem added, if he has no starting rank of
        his own."""
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
        return TrfPlayer(int(number), name, int(rank or 0), games, at)

    def read_game(self, at: int, start: int, text: str) -> TrfGame:
        """Return one player's game in one round. `at`: the number of the line; `start`: the index of the game's first
        column in it; `text`: its columns."""
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
        """Return the players by starting rank; names that were cut in a player's line are completed from the file's
        comments."""
        for line in self.lines:
            if not line.startswith(NAME_COMMENT):
                continue
            number, _space, name = line.removeprefix(NAME_COMMENT).partition(" ")
            player = players.get(int(number)) if is_number(number) else None
            if player and name.startswith(player.name) and len(name) <= NAME_LENGTH and is_storable(name):
                players[player.number] = replace(player, name=name)
        return players

    def add_open_games(self, players: dict[int, TrfPlayer]) -> None:
        """Add to the players the games without a result yet, which this program writes as comments."""
        for line in self.lines:
            match = OPEN_GAME.fullmatch(line)
            player = players.get(int(match[2])) if match else None
            if match is None or player is None or not 1 <= int(match[1]) <= len(player.games) + 1:
                continue
            at, games = int(match[1]) - 1, player.games
            if games[at : at + 1] in ((), (TrfGame(),)):
                game = TrfGame(int(match[4]), match[3], UNKNOWN)
                players[player.number] = replace(player, games=(*games[:at], game, *games[at + 1 :]))

    def check_games(self, player: TrfPlayer, players: dict[int, TrfPlayer]) -> None:
        """Add a problem for each round in which the player's line and his opponent's contradict each other. `players`:
        by starting rank."""
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


def name_line(at: int) -> str:
    """Return the words for a line of the file: «ligne 12»."""
    return _("ligne %(n)s") % {"n": at}


def is_number(text: str) -> bool:
    """True if the text consists of one to four digits."""
    return bool(re.fullmatch(r"\d{1,4}", text, re.ASCII))


def read_trf(content: bytes) -> TrfReport:
    """Return the report in a file of FIDE's format, in UTF-8 or, as older programs write, in Windows-1252. Raises
    Refused with all problems."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return TrfReader(text).read()
