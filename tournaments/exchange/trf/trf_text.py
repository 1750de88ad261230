"""Writing a Tournament Report File: TRF26, whose lines of players are also those of TRF16 and TRF06.

A line of a player has 33 characters for the name. A longer one is cut there, and stands whole in a comment, which other
programs pass over.
"""

from collections.abc import Iterator

from .report import LONGEST_NAME, TrfGame, TrfPlayer, TrfReport

NAME_COMMENT = "### name "
"""Before a starting rank of four digits and the whole name."""


def write_trf(report: TrfReport) -> str:
    """Return the file's text; each line ends as FIDE asks, with a carriage return."""
    return "".join(f"{line}\r\n" for line in iterate_lines(report))


def iterate_lines(report: TrfReport) -> Iterator[str]:
    """Yield the lines: the tournament, then its players by starting rank."""
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
        yield write_player(player)


def write_player(player: TrfPlayer) -> str:
    """Return a player's line: sex, title, rating, federation, number and birth are left blank."""
    name = player.name[:LONGEST_NAME].ljust(LONGEST_NAME)
    head = f"001 {player.number:>4}      {name}".ljust(80)
    return f"{head}{float(player.points):>4.1f} {player.rank:>4}{''.join(map(write_game, player.games))}".rstrip()


def write_game(game: TrfGame) -> str:
    """Return the ten characters of one round."""
    opponent = f"{game.opponent:>4}" if game.opponent else "0000"
    return f"  {opponent} {game.colour} {game.result}"
