"""Briscan and Brisque narrated as one player tells it to another: the marks in order, then what the tricks brought; and
a recorded coup in one line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.coup_text import describe_dealer, describe_numbers, describe_player, describe_tricks, describe_turn_up
from scoring.games.briscan.config import PACK, TRICKS, BriscanConfig
from scoring.games.briscan.coup import BriscanCoup
from scoring.games.briscan.names import SUIT_NAMES
from scoring.games.briscan.score import build_announcement_marks, find_winning_mark
from scoring.language import Series, Text, plural
from scoring.model import Mark, Outcome, Step, TableState
from scoring.phrases import describe_points, describe_rows, narrate_totals
from scoring.provenance import mark_sentence


def narrate_opening(config: BriscanConfig) -> Sequence[Text]:
    """Say what the target is, and how many cards are in a hand."""
    if config.hand_size == 5:
        return (plural("On joue en {n} point, à cinq cartes.", "On joue en {n} points, à cinq cartes.", config.target),)
    return (plural("On joue en {n} point, à six cartes.", "On joue en {n} points, à six cartes.", config.target),)


def narrate_coup(before: TableState, step: Step) -> Iterator[Text]:
    """Narrate a coup, from the turn-up to the new totals."""
    coup, outcome = step.record, step.outcome
    assert isinstance(coup, BriscanCoup) and outcome is not None
    config: BriscanConfig = outcome.setting.config
    names = outcome.setting.players
    assert outcome.seat_dealer is not None
    yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
    card, suit = PACK.write_card(coup.retourne), SUIT_NAMES[coup.retourne >> 4]
    yield Text("La retourne est {card} : l’atout est {suit}.", card=card, suit=suit)
    if coup.exchange is not None:
        yield Text("{player} prend la retourne contre le sept d’atout.", player=names[coup.exchange[0]])
    called = build_announcement_marks(config, coup.announcements, coup.retourne, outcome.seat_dealer)
    place = find_winning_mark(config, before.seat_totals, called)
    first = called if place is None else called[: place + 1]
    if first:
        yield Text("On marque : {marks}.", marks=_describe_marks(names, first))
    if place is not None:
        winner = names[called[place][0]]
        won = Text(
            "Par cette marque, {player} atteint le but de {points} et gagne.",
            player=winner,
            points=describe_points(config.target),
        )
        yield mark_sentence(won)  # BRC-19
        if called[place + 1 :]:
            yield Text("On marque encore : {marks}.", marks=_describe_marks(names, called[place + 1 :]))
    yield from _narrate_end(coup, outcome, names, vole_wins=place is None)
    yield _narrate_net(outcome)
    yield narrate_totals(step.state)


def _describe_marks(names: Sequence[str], marks: Sequence[Mark]) -> Series:
    """Return the marks as words, in their order; marks of one player that follow each other make one item."""
    turns = groupby(marks, lambda mark: mark[0])
    return Series(describe_rows(((names[seat], _describe_marks_of_one(same)) for seat, same in turns), names))


def _describe_marks_of_one(marks: Iterable[Mark]) -> tuple[Text, ...]:
    """Return the marks of one player as words: «10 (retourne : D♣) et 4 fois 10 (main encore toute de blanches)»."""
    sentences = []
    for (points, reason), same in groupby(marks, lambda mark: (mark[1], mark[3])):
        times = len(list(same))
        once = Text("{points} ({reason})", points=points, reason=reason)
        sentences.append(once if times == 1 else Text("{times} fois {mark}", times=times, mark=once))
    return tuple(sentences)


def _narrate_end(coup: BriscanCoup, outcome: Outcome, names: Sequence[str], vole_wins: bool) -> Iterator[Text]:
    """Say what the tricks brought, and whether there was a vole. `vole_wins`: that wins the partie."""
    end = coup.end
    if end.tricks_won is not None and TRICKS in end.tricks_won:
        winner = names[end.tricks_won.index(TRICKS)]
        yield _narrate_vole(winner, vole_wins)
    elif end.tricks_won is not None:
        yield Text("Levées : {won}.", won=describe_rows(zip(names, end.tricks_won, strict=True)))
    yield from narrate_end_marks(outcome)
    if end.card_points is not None:
        yield Text("Points de cartes : {had}.", had=describe_rows(zip(names, end.card_points, strict=True)))


def narrate_end_marks(outcome: Outcome) -> Iterator[Text]:
    """Say what is marked at the end of a coup beside the card points, and why (BRC-13 to 15)."""
    last = [mark for mark in outcome.marks if mark[2] in ("BRC-13", "BRC-14", "BRC-15")]
    if last:
        yield Text("À la fin, on marque : {marks}.", marks=_describe_marks(outcome.setting.players, last))


def _narrate_vole(winner: str, wins: bool) -> Text:
    """Say that a player took all sixteen tricks; `wins`: and by that the partie."""
    if wins:
        return Text("{player} fait la vole, les seize levées, et gagne la partie.", player=winner)
    return Text("{player} fait la vole, les seize levées.", player=winner)


def _narrate_net(outcome: Outcome) -> Text:
    """Say how many points the coup brought to each player."""
    rows = zip(outcome.setting.players, outcome.seat_net, strict=True)
    return Text("Le coup rapporte : {points}.", points=describe_rows(rows))


ANNOUNCED = {
    "mariage": Text("mariage"),
    "sequence": Text("séquence"),
    "carre": Text("carré"),
    "figures": Text("toutes figures"),
    "blanches": Text("toutes blanches"),
    "as_atout": Text("as d’atout"),
    "cinq_atouts": Text("tous atouts"),
}
RENCONTRE = Text("mariage de rencontre")
PLAYER_LABELS = {
    "last_trick": Text("la dernière levée :"),
    "last_talon_card": Text("la dernière carte du talon :"),
    "last_five": Text("les cinq dernières :"),
}


def describe_coup(event: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the content of a recorded coup, in parts that make one line."""
    yield from describe_turn_up(event)
    for each in event.get("announcements", ()):
        yield describe_announcement(each)
    for key, label in (("tricks_won", Text("levées")), ("card_points", Text("points"))):
        if isinstance(event.get(key), dict):
            yield describe_numbers(label, event[key])
    yield from describe_dealer(event)
    for key, label in PLAYER_LABELS.items():
        yield from describe_player(event, key, label)
    if exchange := event.get("exchange"):
        yield Text("{name} prend la retourne pour le sept d’atout", name=exchange["player"])
        if exchange.get("before_trick"):
            yield Text("Levée {n}", n=exchange["before_trick"])
    yield from describe_tricks(event)


def describe_announcement(announcement: Mapping[str, Any]) -> Text:
    """Say who announced what, and before which trick if it is recorded: «Basile : séquence R♠ D♠ V♠ (levée 4)»."""
    said = RENCONTRE if announcement.get("rencontre") else ANNOUNCED[announcement["kind"]]
    cards = announcement.get("suit") or announcement.get("rank") or " ".join(announcement.get("cards", ()))
    what = Text("{label} {what}", label=said, what=cards) if cards else said
    if trick := announcement.get("before_trick"):
        return Text("{name} : {what} (levée {n})", name=announcement["player"], what=what, n=trick)
    return Text("{name} : {what}", name=announcement["player"], what=what)
