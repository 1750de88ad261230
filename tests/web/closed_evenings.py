"""Evenings that a club has closed, and what it makes of them: ratings of its players, a season with its neighbour."""

import datetime
import json
from collections.abc import Iterable
from typing import Any

from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.models import Club, JoinedClub, KeptRatings, Player, Tournament
from tournaments.standings.log_loss import COIN
from tournaments.standings.seasons import SeasonRule

THREE = ("Anne", "Basile", "Chloé")
GAME = "brusquembille"
DAY = 739_900
CURVE = [(DAY - 7, 0.1, 0.2), (DAY, 0.3, 0.1)]
HERE, THERE = ("Anne Aubert", "Basile Brun", "Chloé Carré"), ("Anne Aubert", "Hugo Henri", "Inès Isard")
HERE, THERE = ("Anne Aubert", "Basile Brun", "Chloé Carré"), ("Anne Aubert", "Hugo Henri", "Inès Isard")


def play_evening(club: Club, day: int, *events: Any, names: tuple[str, ...] = THREE) -> Tournament:
    """Play and close an evening of one table: +2 +5 −7, or these events."""
    tournament = create_open_evening(club, names=names, sizes=(len(names),))
    record_events(get_table(tournament), *(events or [build_coup()]))
    Tournament.objects.filter(pk=tournament.pk).update(date=datetime.date(2026, 1, 1) + datetime.timedelta(day))
    tournament.refresh_from_db()
    return close_tournament(tournament)


def keep_skills(club: Club, means: dict[str, float], *, loss: float = 0.6, elo_loss: float = 0.6) -> None:
    """Keep ratings of these players, by their names, as if they had been reckoned."""
    pks = {name: Player.objects.get(club=club, name=name).pk for name in means}
    losses = {name: {"loss": value, "error": 0.01, "tables": 60} for name, value in zip(
        ("skill", "elo", "habit"), (loss, elo_loss, COIN), strict=True
    )}  # fmt: skip
    rows = [(pks[name], 12, DAY, mean, 0.1, 15000 + round(1000 * mean)) for name, mean in means.items()]
    kept = [KeptRatings(club=club, game=GAME, stamp="a" * 64, document={"losses": losses, "players": rows})]
    kept += [
        KeptRatings(club=club, game=GAME, stamp="a" * 64, player_id=pk, document={"curve": CURVE, "gains": []})
        for pk in pks.values()
    ]
    KeptRatings.objects.filter(club=club).delete()
    KeptRatings.objects.bulk_create(kept)


class TwoClubs:
    """The club of a season, and its neighbour, with an evening each. `owner` and `other`: their owners' clients."""

    def __init__(self) -> None:
        self.owner, self.club = sign_in_organiser("nadia", "Cercle du Corbillon")
        self.other, self.neighbour = sign_in_organiser("karl", "Les Voisins")
        self.evening = play_evening(self.club, 1, names=HERE)
        self.evening_there = play_evening(self.neighbour, 2, names=THERE)
        self.season = create_season(self.club, "Hiver")
        rule = SeasonRule(places=(10, 6, 3))
        change_season(self.season, name="Hiver", rule=rule, tournaments=[self.evening], in_draws=True)

    def invite(self, asked: str = "les voisins"):
        """Ask a club by this name; return the answer."""
        return self.owner.post(f"/desk/season/{self.season.pk}/clubs", {"club": asked})

    def answer(self, answer: str = "yes"):
        """Let the neighbour's owner answer; return what he gets."""
        joined = JoinedClub.objects.get(club=self.neighbour)
        return self.other.post(f"/desk/joined/{joined.pk}/answer", {"answer": answer})

    def bring(self, tournaments: Iterable[Tournament]):
        """Let the neighbour bring these evenings; return the answer."""
        joined = JoinedClub.objects.get(club=self.neighbour)
        return self.other.post(f"/desk/joined/{joined.pk}", {"events": [each.pk for each in tournaments]})

    def join(self) -> "TwoClubs":
        """Let the neighbour join with his evening."""
        self.invite()
        self.answer()
        self.bring([self.evening_there])
        return self

    def read_page(self):
        """Return the season's public page."""
        return Client().get(f"/season/{self.season.pk}")

    def read_rows(self) -> list[tuple]:
        """Return rank, player, club and score of each row of the season's file."""
        rows = json.loads(Client().get(f"/season/{self.season.pk}.json").content)["rows"]
        return [(row["rank"], row["player"], row.get("club"), row["score"]) for row in rows]
