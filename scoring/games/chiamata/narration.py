"""Briscola chiamata narrated as one player tells it to another: the call, the sides, the result, the marks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.coup_text import describe_dealer, describe_tricks
from scoring.games.briscola.config import FORTY
from scoring.games.chiamata.coup import ChiamataCoup, compute_factor
from scoring.language import Text, plural, verbatim
from scoring.model import Step, TableState
from scoring.phrases import describe_rows, format_signed
from scoring.provenance import mark_sentence


def narrate_coup(before: TableState, step: Step) -> Iterator[Text]:
    """Narrate a coup, from the auction to the new totals."""
    coup, outcome = step.record, step.outcome
    assert isinstance(coup, ChiamataCoup) and outcome is not None
    names = outcome.setting.players
    caller = names[coup.caller]
    yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
    yield Text(
        "{caller} emporte l’enchère à {bid} points et nomme la carte {card}.",
        caller=caller,
        bid=coup.bid,
        card=FORTY.write_card(coup.called),
    )
    if coup.partner is None:
        yield Text("Personne d’autre ne tient cette carte : {caller} joue contre les quatre autres.", caller=caller)
    else:
        yield Text("{partner} tient cette carte et joue avec {caller}.", partner=names[coup.partner], caller=caller)
    yield _narrate_result(coup, tuple(names[seat] for seat in coup.side))
    times = compute_factor(outcome.setting.config, coup)
    if times > 1:
        yield Text("Le coup compte {n} fois.", n=times)
    marked = Text(
        "On marque : {marks}.",
        marks=_describe_signed_rows((names[seat], points) for seat, points, _, _ in outcome.marks),
    )
    yield mark_sentence(marked) if coup.partner is None else marked  # CHI-04
    yield Text("Totaux : {rows}.", rows=_describe_signed_rows(step.state.totals.items()))


def _narrate_result(coup: ChiamataCoup, side: tuple[str, ...]) -> Text:
    """Say how many points the caller's side made, and whether they reach its bid."""
    had = plural("{n} point", "{n} points", coup.points)
    if coup.cappotto:
        had = Text("les huit levées, {points}", points=had)
    result = Text("réussie") if coup.points >= coup.bid else Text("manquée")
    if len(side) == 1:
        return Text("{player} fait {had} : l’enchère est {result}.", player=side[0], had=had, result=result)
    return Text("{players} font {had} : l’enchère est {result}.", players=side, had=had, result=result)


def _describe_signed_rows(rows: Iterable[tuple[str, int]]) -> tuple[Text, ...]:
    """Return the name and the signed number of each row: «Anne +4», «Basile −2»."""
    return describe_rows((name, format_signed(number)) for name, number in rows)


def describe_coup(event: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the content of a recorded coup, in parts that make one line."""
    if "caller" in event:
        yield from (verbatim(str(event[key])) for key in ("caller", "bid", "called") if key in event)
        if event.get("partner"):
            yield Text("avec {name}", name=event["partner"])
        if "points" in event:
            yield plural("{n} point", "{n} points", event["points"])
    yield from describe_dealer(event)
    if event.get("cappotto"):
        yield Text("le cappotto")
    yield from describe_tricks(event)
