"""Coups of random parties as the phone's forms hold them, and what `scoring` makes of each, beside what the phone's own
scorers make of them.

A coup given in tricks is told by its totals. Coups that follow each other make one line, as they wait on a phone: the
first starts from how the partie stands, each other from what the phone made of the one before."""

import json
import random
import subprocess
from collections.abc import Iterator
from os import environ
from typing import Any

import scoring
from scoring.games.briscan.announcement_lines import format_announcement
from tasks.checks import DENO, OFFLINE
from tests.scoring.plain import parties
from tests.tidy.sources import DENO_PROGRAM, ROOT
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.phone.table_state import describe_state

RUNNER = "tests/js/client/foresee.js"
LETTERS = {"♠": "P", "♥": "C", "♦": "K", "♣": "T"}
COUNTS = {"aces_won": ("A", "+"), "aces_lost": ("A", "-"), "tens_won": ("10", "+"), "tens_lost": ("10", "-")}
ENDS = {"tricks_won", "card_points", "last_trick", "last_talon_card", "last_five"}

Line = dict[str, Any]


def find_differences(seed: str, game: str, coups: int) -> list[Any]:
    """Foresee so many coups of random parties as a phone would. Return what differs from `scoring`: (line, coup, told,
    expected)."""
    lines: list[Line] = []
    rng = random.Random(seed)
    while sum(len(line["coups"]) for line in lines) < coups:
        lines += list_lines(parties.random_partie(rng, game))
    told = foresee(game, lines)
    return [
        (line["table"], coup, made, expected)
        for line, results in zip(lines, told, strict=True)
        for coup, expected, made in zip(line["coups"], line["expected"], results, strict=True)
        if made != expected
    ]


def foresee(game: str, lines: list[Line]) -> list[Any]:
    """Return what the phone's scorer of this game tells of each coup of these lines."""
    script = f"../../../static/{PARTS_BY_GAME[game].scorer}"
    done = subprocess.run(
        [str(DENO_PROGRAM), "run", "--no-check", *OFFLINE, "--allow-read", RUNNER, script],
        cwd=ROOT,
        env=environ | DENO,
        input=json.dumps([{"table": line["table"], "coups": line["coups"]} for line in lines]),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told: list[Any] = json.loads(done.stdout)
    return told


def list_lines(document: dict[str, Any]) -> Iterator[Line]:
    """Yield the coups of a partie in lines that nothing else interrupts."""
    partie = scoring.read_partie({**document, "events": []})
    assert isinstance(partie, scoring.Partie)
    state, line = partie.state, new_line(partie.state)
    for event in document["events"]:
        step = scoring.play_event(state, event)
        assert step.outcome is not None
        if step.outcome.type == "coup":
            step = leave_out_end(state, step)
            line["coups"].append(fill_inputs(state, step))
            line["expected"].append(expect(step))
        else:
            yield line
            line = new_line(step.state)
        state = step.state
    yield line


def leave_out_end(state: scoring.TableState, step: scoring.Step) -> scoring.Step:
    """Play a coup without its end, as the phone's form sends it, where a mark has won the partie before."""
    event = scoring.get_game(state.setting.game).to_totals_form(step)
    short = scoring.play_event(state, {key: value for key, value in event.items() if key not in ENDS})
    return short if event.keys() & ENDS and short.outcome else step


def new_line(state: scoring.TableState) -> Line:
    return {"table": describe_state(state), "coups": [], "expected": []}


def expect(step: scoring.Step) -> dict[str, Any]:
    """Return what a phone should tell of a coup."""
    state, outcome = step.state, step.outcome
    assert outcome is not None
    told = describe_state(state)
    after = {key: told[key] for key in ("totals", "purses", "pot", "carry", "played")}
    after["dealer"] = outcome.setting.seats[state.dealer] if state.dealer else None
    size = state.setting.size
    pays = dict.fromkeys(range(size), 0)
    for payer, payee, jetons, _rule in outcome.moves:
        if payer < size and payee < size:
            pays[payer] -= jetons
            pays[payee] += jetons
    winners = [state.setting.seats[name] for name in state.winners]
    told = {"net": outcome.seat_net, "after": after, "paid": list(pays.values()), "over": state.complete}
    return json.loads(json.dumps(told | {"winners": winners}))  # type: ignore[no-any-return]


# ── the inputs of each game's form


def fill_inputs(state: scoring.TableState, step: scoring.Step) -> dict[str, str]:
    """Return what the inputs of the phone's form hold of a coup, by name."""
    setting, game = state.setting, scoring.get_game(state.setting.game)
    event, places = game.to_totals_form(step), {name: seat + 1 for name, seat in setting.seats.items()}
    filled = FILL[PARTS_BY_GAME[game.key].scorer](event, step, places)
    dealer = {"dealer": places[event["dealer"]]} if event.get("dealer") and state.seat_dealer is None else {}
    return {name: str(value) for name, value in (dealer | filled).items() if value is not None}


def fill_points(step: scoring.Step, places: dict[str, int]) -> dict[str, Any]:
    assert step.outcome is not None
    assert step.outcome.points is not None
    return {f"points.{places[name]}": points for name, points in step.outcome.points.items()}


def fill_briscola(event: Any, step: scoring.Step, places: dict[str, int]) -> dict[str, Any]:
    return fill_points(step, places)


def fill_chiamata(event: Any, step: scoring.Step, places: dict[str, int]) -> dict[str, Any]:
    said = {"caller": places[event["caller"]], "bid": event["bid"], "called": event["called"]}
    partner = places[event["partner"]] if event.get("partner") else 0
    return said | {"partner": partner, "points": event["points"], "cappotto": 1 if event.get("cappotto") else None}


def fill_brusquembille(event: Any, step: scoring.Step, places: dict[str, int]) -> dict[str, Any]:
    cards = {"A": iter(LETTERS.values()), "10": iter(LETTERS.values())}
    said = {
        f"card.{rank}{next(cards[rank])}": f"{places[name]}{sign}"
        for name, counts in event.get("brusquembilles", {}).items()
        for key, (rank, sign) in COUNTS.items()
        for _ in range(counts.get(key, 0))
    }
    figures = describe_state(step.state)["figures"]
    claims = {f"claimed.{figures[places[name] - 1]}": points for name, points in event.get("claimed", {}).items()}
    return fill_points(step, places) | said | claims | {"short_pack": event.get("short_pack")}


def fill_briscan(event: Any, step: scoring.Step, places: dict[str, int]) -> dict[str, Any]:
    lines = [format_announcement(each, str(places[each["player"]])) for each in event.get("announcements", ())]
    ends = {
        f"{kind}.{places[name]}": number
        for kind in ("tricks_won", "card_points")
        for name, number in event.get(kind, {}).items()
    }
    last = event.get("last_trick") or event.get("last_talon_card")
    five = places[event["last_five"]] if event.get("last_five") else 0
    said = {"retourne": event["retourne"], "announcements": "\n".join(lines), "last": last and places[last]}
    return said | ends | {"last_five": five}


def fill_marque(event: Any, step: scoring.Step, places: dict[str, int]) -> dict[str, Any]:
    figures = describe_state(step.state)["figures"]
    marks = {f"marks.{figures[places[each['player']] - 1]}.{each['mark']}": "on" for each in event.get("marks", ())}
    return fill_points(step, places) | marks


FILL: dict[str, Any] = {
    "games/score_briscola.js": fill_briscola,
    "games/score_chiamata.js": fill_chiamata,
    "games/score_brusquembille.js": fill_brusquembille,
    "games/score_briscan.js": fill_briscan,
    "games/score_marque.js": fill_marque,
}
