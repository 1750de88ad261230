"""Writing a Tournament Report File: TRF26, whose lines of players are also those of TRF16 and TRF06.

A player's line has 33 characters for the name. A longer name is cut there, and stands whole in a comment, which other
programs pass over. A game whose result is not known yet stands in a comment too, since some programs refuse an opponent
without a result. In the player's line its round is written as an absence, or left out if no later result is known.
"""

from collections.abc import Iterator

from .report import LONGEST_NAME, TrfGame, TrfPlayer, TrfReport

NAME_COMMENT = "### name "
"""The beginning of a comment with a starting rank of four digits and the whole name."""
GAME_COMMENT = "### game "
"""The beginning of a comment with a round of three digits and a game of it without a result: one starting rank, its
colour, the other one."""


def write_trf(report: TrfReport) -> str:
    """Return the report as the text of a file in FIDE's format; each line ends with a carriage return and line feed."""
    return "".join(f"{line}\r\n" for line in iterate_lines(report))


def iterate_lines(report: TrfReport) -> Iterator[str]:
    """Yield the lines of the file: the tournament, then its players by starting rank."""
    yield f"012 {report.name}"
    if report.date:
        yield f"042 {report.date:%Y/%m/%d}"
        yield f"052 {report.date:%Y/%m/%d}"
    yield f"062 {len(report.players)}"
    yield f"092 {report.kind}"
    yield f"142 {report.rounds}"
    yield f"XXR {report.rounds}"  # the same, for engines that read the editions before TRF26
    for player in report.players:
        if len(player.name) > LONGEST_NAME:
            yield f"{NAME_COMMENT}{player.number:04} {player.name}"
    for player in report.players:
        for n, game in enumerate(player.games, 1):
            if game.is_unknown:
                yield f"{GAME_COMMENT}{n:03} {player.number:04} {game.colour} {game.opponent:04}"
    for player in report.players:
        yield write_player(player)


def write_player(player: TrfPlayer) -> str:
    """Return the line of a player, with all his games. Sex, title, rating, federation, FIDE number and birth are left
    blank."""
    name = player.name[:LONGEST_NAME].ljust(LONGEST_NAME)
    head = f"001 {player.number:>4}      {name}".ljust(80)
    known = max((n for n, game in enumerate(player.games, 1) if not game.is_unknown), default=0)
    return f"{head}{float(player.points):>4.1f} {player.rank:>4}{''.join(map(write_game, player.games[:known]))}"


def write_game(game: TrfGame) -> str:
    """Return the ten characters of a player's line that stand for one round."""
    game = TrfGame() if game.is_unknown else game
    opponent = f"{game.opponent:>4}" if game.opponent else "0000"
    return f"  {opponent} {game.colour} {game.result}"
