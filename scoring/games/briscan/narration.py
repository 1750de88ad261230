"""Briscan and Brisque narrated as one player tells it to another: the marks in order, then what the tricks brought."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from scoring.games.briscan.config import PACK, TRICKS, Law
from scoring.games.briscan.coup import Coup
from scoring.games.briscan.names import SUITS
from scoring.games.briscan.score import called_marks, winning_mark
from scoring.language import Series, Text
from scoring.model import Mark, Outcome, Step, TableState
from scoring.phrases import departure, each, totals


def opening(law: Law) -> Sequence[Text]:
    """Say what the target is, and how many cards are in a hand."""
    if law.hand == 5:
        return (Text("On joue en {target} points, à cinq cartes.", target=law.target),)
    return (Text("On joue en {target} points, à six cartes.", target=law.target),)


def tell(before: TableState, step: Step) -> Sequence[Text]:
    """Narrate a coup or a departure."""
    outcome = step.outcome
    assert outcome is not None
    if outcome.type == "leave":
        return (departure(outcome),)
    assert isinstance(step.record, Coup)
    return tuple(_coup(before, step.state, step.record, outcome))


def _coup(before: TableState, after: TableState, coup: Coup, outcome: Outcome) -> Iterator[Text]:
    """Narrate a coup, from the turn-up to the new totals."""
    law: Law = outcome.setting.law
    names = outcome.setting.players
    assert outcome.seat_dealer is not None
    yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
    card, suit = PACK.write(coup.retourne), SUITS[coup.retourne >> 4]
    yield Text("La retourne est {card} : l’atout est {suit}.", card=card, suit=suit)
    if coup.exchange is not None:
        yield Text("{player} prend la retourne contre le sept d’atout.", player=names[coup.exchange[0]])
    called = called_marks(law, coup.calls, coup.retourne, outcome.seat_dealer)
    place = winning_mark(law, before.seat_totals, called)
    first = called if place is None else called[: place + 1]
    if first:
        yield Text("On marque : {marks}.", marks=_marked(names, first))
    if place is not None:
        winner = names[called[place][0]]
        yield Text("Par cette marque, {player} arrive à {target} points et gagne.", player=winner, target=law.target)
        if called[place + 1 :]:
            yield Text("On marque encore : {marks}.", marks=_marked(names, called[place + 1 :]))
    yield from _end(coup, outcome, names, vole_wins=place is None)
    yield _brought(outcome)
    yield totals(after)


def _marked(names: Sequence[str], marks: Sequence[Mark]) -> Series:
    """Return the marks in their order, those of one player that follow each other together."""
    turns = groupby(marks, lambda mark: mark[0])
    return Series(each((names[seat], _turn(same)) for seat, same in turns))


def _turn(marks: Iterable[Mark]) -> tuple[Text, ...]:
    """Return the marks of one player as words: «10 (retourne : D♣) et 4 fois 10 (main encore toute de blanches)»."""
    told = []
    for (points, reason), same in groupby(marks, lambda mark: (mark[1], mark[3])):
        times = len(list(same))
        once = Text("{points} ({reason})", points=points, reason=reason)
        told.append(once if times == 1 else Text("{times} fois {mark}", times=times, mark=once))
    return tuple(told)


def _end(coup: Coup, outcome: Outcome, names: Sequence[str], vole_wins: bool) -> Iterator[Text]:
    """Say what the tricks brought, and whether there was a vole."""
    end = coup.end
    if end.tricks_won is not None and TRICKS in end.tricks_won:
        winner = names[end.tricks_won.index(TRICKS)]
        yield _vole(winner, vole_wins)
    elif end.tricks_won is not None:
        yield Text("Levées : {won}.", won=each(zip(names, end.tricks_won, strict=True)))
    last = [mark for mark in outcome.marks if mark[2] in ("BRC-13", "BRC-14", "BRC-15")]
    if last:
        yield Text("À la fin, on marque : {marks}.", marks=_marked(names, last))
    if end.card_points is not None:
        yield Text("Points de cartes : {had}.", had=each(zip(names, end.card_points, strict=True)))


def _vole(winner: str, wins: bool) -> Text:
    """Say that a player took all sixteen tricks; `wins`: and by that the partie."""
    if wins:
        return Text("{player} fait la vole, les seize levées, et gagne la partie.", player=winner)
    return Text("{player} fait la vole, les seize levées.", player=winner)


def _brought(outcome: Outcome) -> Text:
    """Say what the coup brought to each player."""
    rows = zip(outcome.setting.players, outcome.seat_net, strict=True)
    return Text("Le coup rapporte : {told}.", told=each(rows))
