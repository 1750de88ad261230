"""The games, in the order of the rule book: one file a game, one line here."""

from scoring.game import Game
from scoring.games.brusquembille import Brusquembille

GAMES: tuple[Game, ...] = (Brusquembille(),)

BY_KEY: dict[str, Game] = {game.key: game for game in GAMES}
