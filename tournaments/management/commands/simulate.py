"""`manage.py simulate`: draw and play a tournament to its end with random legal cards; prints its id on the last
line."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

import scoring
from tournaments.actions.errors import ActionError
from tournaments.exchange.simulation import DRAWS, FREE, simulate_tournament
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.management.data_command import DataCommand


class Command(DataCommand):
    help = "Invente un évènement : tables tirées, coups joués au hasard avec de vraies cartes. Rend son numéro."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True, choices=sorted(PARTS_BY_GAME))
        parser.add_argument("--players", required=True, type=int, metavar="N")
        parser.add_argument("--rounds", type=int, default=1, metavar="R")
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument("--draw", choices=DRAWS, default=FREE)

    def handle(self, *args: Any, game: str, players: int, rounds: int, seed: int, draw: str, **options: Any) -> None:
        sizes = scoring.list_table_sizes(game)
        if players < min(sizes):
            raise CommandError(f"Il faut au moins {min(sizes)} joueurs.")
        if rounds < 1:
            raise CommandError("Il faut au moins une ronde (--rounds 1).")
        try:
            tournament = simulate_tournament(game, players, rounds, seed, draw)
        except ActionError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(str(tournament.pk))
