"""The list of all games, in the order of the rule book: each game has one file here, and one line in this list."""

from scoring.game import Game
from scoring.games.briscan.game import Briscan
from scoring.games.briscola.game import Briscola
from scoring.games.brisque.game import Brisque
from scoring.games.brusquembille.game import Brusquembille
from scoring.games.chiamata.game import Chiamata
from scoring.games.marque.game import Marque

GAMES: tuple[Game, ...] = (Brusquembille(), Briscan(), Brisque(), Briscola(), Chiamata(), Marque())

FIRST_GAME = GAMES[0]  # the one that is meant where none is named
BY_KEY: dict[str, Game] = {game.key: game for game in GAMES}
