"""Random coups of a club's own game, within what was declared."""

from random import Random
from typing import Any

from scoring import Setting, TableState
from scoring.games.marque.config import MarqueConfig

USUAL = 100  # points of a coup, where nothing says how many
USUAL_DEALS, MOST_DEALS = 6, 60  # then the organiser ends what nothing else does


def play_next_event(state: TableState, chance: Random, tricks: float) -> dict[str, Any]:
    """Play the table's next coup at random and return its event. If the club declared no number of deals, end the
    partie after USUAL_DEALS coups; or, if it declared a target that nobody reaches, after MOST_DEALS. `tricks` is
    ignored, as this game has none."""
    setting, config = state.setting, state.setting.config
    if config.deals is None and state.coups_played >= (USUAL_DEALS if config.target is None else MOST_DEALS):
        return {"type": "end"}
    parties = setting.list_scoring_sides()
    numbers = draw_points(config, len(parties), chance)
    marks = list(draw_marks(setting, chance))
    points = {names[0]: number for names, number in zip(parties, numbers, strict=True)}
    return {"type": "coup", "points": points} | ({"marks": marks} if marks else {})


def draw_points(config: MarqueConfig, parties: int, chance: Random) -> list[int]:
    """Return random points for this number (`parties`) of players or sides: multiples of the number that the club
    declared (`multiple_of`), within its bounds; together they make its sum, if it declared one."""
    step, total = config.multiple_of, config.sum
    usual = USUAL if total is None else max(USUAL, abs(total))
    least = max(config.least, -usual) if total is None else max(config.least, total // parties - usual)
    most = least + 2 * usual if config.most is None else config.most
    low, high = -(-least // step), most // step
    if total is None:
        return [step * chance.randint(low, max(low, high)) for _ in range(parties)]
    left, points = total // step - low * parties, []
    for others in reversed(range(parties)):
        taken = chance.randint(max(0, left - others * (high - low)), max(0, min(left, high - low))) if others else left
        points.append(step * (low + taken))
        left -= taken
    chance.shuffle(points)
    return points


def draw_marks(setting: Setting, chance: Random) -> list[dict[str, str]]:
    """Return, at random, who has which mark (a bonus) in a coup, as [{"mark": key, "player": name}]: now and then one
    player or side has a mark, else nobody."""
    drawn = [key for key in setting.config.marks if chance.random() < 0.3]
    return [{"mark": key, "player": chance.choice(chance.choice(setting.list_scoring_sides()))} for key in drawn]
