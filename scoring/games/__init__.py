"""The games, in the order of the rule book: one file a game, one line here."""

from scoring.game import Game
from scoring.games.briscan import Briscan
from scoring.games.briscola import Briscola
from scoring.games.brisque import Brisque
from scoring.games.brusquembille import Brusquembille
from scoring.games.chiamata import Chiamata

GAMES: tuple[Game, ...] = (Brusquembille(), Briscan(), Brisque(), Briscola(), Chiamata())

BY_KEY: dict[str, Game] = {game.key: game for game in GAMES}
