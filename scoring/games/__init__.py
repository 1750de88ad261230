"""The list of all games, in the order of the rule book: each game has one file here, and one line in this list."""

from scoring.game import Game
from scoring.games.briscan import Briscan
from scoring.games.briscola import Briscola
from scoring.games.brisque import Brisque
from scoring.games.brusquembille import Brusquembille
from scoring.games.chiamata import Chiamata

GAMES: tuple[Game, ...] = (Brusquembille(), Briscan(), Brisque(), Briscola(), Chiamata())

BY_KEY: dict[str, Game] = {game.key: game for game in GAMES}
