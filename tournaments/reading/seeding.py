"""What a draw by rating is made from: the figures of that moment, kept with the tournament, so that the draw stays
explained whatever is reckoned since. They are no truth: nothing is computed from them once the round is published.

The keys of `Tournament.seeded_by`, which is empty where nothing is drawn by rating: "wanted", True if the first round
of tables is to be; "round", the number of the last round that was; "kind", SKILL or ELO; "stamp", the digest of what
the ratings followed from; "day", the last day that they knew, as an ordinal number; "figures", by entry id the lower
end of the skill's band or the tenths of Elo, None without a rating.
"""

from bisect import bisect
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from tournaments.models import Tournament

from .kept_ratings import ELO, SKILL, find_game_ratings
from .phases import get_current_phase

DIGITS = 4  # of the end of a band


def is_seeded_round(tournament: Tournament, n: int) -> bool:
    """True if round n is to be drawn by rating: the first of a phase, or of rounds that follow the standings."""
    if tournament.format == Tournament.Format.STANDING:
        return n == 1 and bool(tournament.seeding.get("wanted"))
    phase = get_current_phase(tournament)
    return phase is not None and phase.is_by_rating and phase.since == n


def build_seeding(tournament: Tournament, n: int) -> dict[str, Any] | None:
    """Return the ratings by which round n is to be drawn, as they are stored with the tournament: its keys are round,
    kind, stamp, day and figures (by entry id). None where no entry has a rating."""
    game = find_game_ratings(tournament.club, tournament.game)
    if game is None or not game.is_rated:
        return None
    kind = SKILL if game.shows_skill else ELO
    levels = {each.player: round(each.skill.low, DIGITS) if kind == SKILL else each.tenths for each in game.players}
    entries = tournament.entries.order_by("pk").values_list("pk", "player")
    figures = {str(entry): levels.get(player) for entry, player in entries}
    if not any(figure is not None for figure in figures.values()):
        return None
    day = max(each.day for each in game.players)
    return {"round": n, "kind": kind, "stamp": game.stamp, "day": day, "figures": figures}


def compute_level(seeding: dict[str, Any], unit: Sequence[int]) -> float | None:
    """Return the average rating of the entries in `unit`, which are drawn as one, such as a fixed pair; None where one
    of them has no rating. `seeding`: as `build_seeding` returns it."""
    figures = [seeding["figures"].get(str(entry)) for entry in unit]
    return None if None in figures else fmean(figures)


def compute_first_scores(tournament: Tournament) -> dict[int, int]:
    """Return each entry's score for the draw of the next round if that one is seeded by rating, the higher the better;
    else empty. At tables players of similar ratings meet, one without a rating counting as the middle one; in a Swiss
    the first half meets the second, in the order of both."""
    current = tournament.rounds.current() if "round" in tournament.seeding else None
    if tournament.seeding.get("round") != (current.n if current else 0) + 1:
        return {}
    phase = get_current_phase(tournament)
    if phase is not None:
        half = len(phase.sides) // 2
        return {entry: half - n % half if n < 2 * half else 1 for n, side in enumerate(phase.sides) for entry in side}
    figures = tournament.seeding["figures"]
    known = sorted(figure for figure in figures.values() if figure is not None)
    middle = known[len(known) // 2] if known else 0
    return {int(entry): bisect(known, middle if figure is None else figure) for entry, figure in figures.items()}
