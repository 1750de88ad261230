"""A partie of one good coup of each game, to be changed at one place."""

from typing import Any

import scoring

COUPS: dict[str, dict[str, Any]] = {
    "brusquembille": {"type": "coup", "points": {"Anne": 70, "Basile": 50}},
    "briscan": {
        "type": "coup",
        "retourne": "8♠",
        "tricks_won": {"Anne": 8, "Basile": 8},
        "last_trick": "Anne",
        "card_points": {"Anne": 60, "Basile": 60},
    },
    "brisque": {
        "type": "coup",
        "retourne": "8♠",
        "tricks_won": {"Anne": 8, "Basile": 8},
        "last_talon_card": "Anne",
        "card_points": {"Anne": 60, "Basile": 60},
    },
    "briscola": {"type": "coup", "points": {"Anne": 70, "Basile": 50}},
    "chiamata": {"type": "coup", "caller": "Anne", "bid": 61, "called": "A♠", "points": 61},
}
FIVE = ["Anne", "Basile", "Chloé", "Denis", "Ève"]
DROP = object()


def build_document(game: str, **coup: Any) -> dict[str, Any]:
    """Return a partie of one good coup, with changes in the coup; the value DROP leaves a key out."""
    event = {key: value for key, value in (COUPS[game] | coup).items() if value is not DROP}
    players = FIVE if game == "chiamata" else FIVE[:2]
    return {"format": "corbillon.partie/1", "game": game, "players": players, "events": [event]}


def list_problems(partie: dict[str, Any]) -> set[tuple[str, str | None]]:
    """Return (path, rule) of each problem of the partie."""
    return {(each["path"], each["rule"]) for each in scoring.score_partie(partie).get("errors", [])}
