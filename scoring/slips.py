"""Explain why a count of the jetons on the table differs from the book: which slip of pen or hand would do it.

A slip is one thing done otherwise than recorded: a card credited to another player, or won instead of lost;
the corbillon given to another; one payment forgotten. Each game lists the possible slips of an event; here their
effects are compared with the differences. Exact integers, no guessing: where no single slip explains every player's
difference, the two most probable pairs are given.

«Most probable» means: the commonest kinds first (SLIP_KINDS, from the commonest), then the earliest events.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.game import PossibleSlip
from scoring.games import BY_KEY
from scoring.language import Text, plural
from scoring.model import Setting, Step, TableState
from scoring.session import play_event, play_events
from scoring.table_setup import build_initial_state

SLIP_KINDS = ("payment", "card", "result", "pot")
PAIRS_SHOWN = 2


class Slip(NamedTuple):
    """One mistake in recording or paying: its event (numbered from 0), its kind (one of SLIP_KINDS), its words, and the
    event as it should be.

    `corrected_event` is None where the record was right and the payment wrong, or where tricks prove the record.
    """

    event: int
    kind: str
    text: Text
    corrected_event: dict[str, Any] | None


class CountExplanation(NamedTuple):
    """What explains a count of jetons: every `single` mistake that does, earliest event first; if none does, `pairs`.

    `differences`: by player, jetons counted less jetons in the book.
    """

    differences: Mapping[str, int]
    single: tuple[Slip, ...]
    pairs: tuple[tuple[Slip, Slip], ...]
    text: Text


@dataclass(frozen=True, slots=True)
class _PlacedSlip:
    """A mistake that may have been made, with the number of its event and the state of the table before it."""

    event: int
    before: TableState
    slip: PossibleSlip

    @property
    def likelihood(self) -> tuple[int, int]:
        """Sort key by the kind of mistake, then the event: smaller is likelier."""
        return SLIP_KINDS.index(self.slip.kind), self.event


def explain_count(setting: Setting, events: Iterable[Any], counted: Mapping[str, int]) -> CountExplanation:
    """Find the mistakes that explain `counted`, each player's jetons on the table (a fiche is 20) after these events.

    The events must be valid. Raise ValueError in a game of points, where there is nothing to count.
    """
    steps = play_events(setting, events)
    last = steps[-1].state if steps else build_initial_state(setting)
    if not last.seat_purses:
        raise ValueError("nothing is counted on the table in a game of points")
    differences = {name: counted[name] - purse.total for name, purse in last.purses.items()}
    wanted = tuple(differences.values())
    if not any(wanted):
        return CountExplanation(differences, (), (), Text("Le compte est juste."))
    possible = list(_list_possible_slips(setting, steps))
    single = tuple(_build_slip(each, steps) for each in possible if each.slip.delta == wanted)
    pairs = () if single else tuple(_find_pairs(possible, wanted, steps))
    return CountExplanation(differences, single, pairs, _describe_result(sum(wanted), len(single), len(pairs)))


def _describe_result(gap: int, single: int, pairs: int) -> Text:
    """Say how many explanations of a count were found: `single` mistakes, or `pairs`. Without any, say how many jetons
    are missing (`gap` below zero) or too many."""
    if single:
        return plural("Une seule erreur l’explique :", "Une seule erreur l’explique, de {n} façons :", single)
    if pairs:
        return Text("Aucune erreur seule ne l’explique ; les deux erreurs les plus probables :")
    if gap < 0:
        return plural("Il manque {n} jeton en tout : recomptez.", "Il manque {n} jetons en tout : recomptez.", -gap)
    if gap > 0:
        return plural(
            "Il y a {n} jeton de trop en tout : recomptez.",
            "Il y a {n} jetons de trop en tout : recomptez.",
            gap,
        )
    return Text("Ni une erreur seule ni deux ne l’expliquent : recomptez.")


def _list_possible_slips(setting: Setting, steps: tuple[Step, ...]) -> Iterator[_PlacedSlip]:
    """Yield every mistake in recording or paying that may have been made in any of the events."""
    before = build_initial_state(setting)
    game = BY_KEY[setting.game]
    for number, step in enumerate(steps):
        for slip in game.list_possible_slips(before, step):
            yield _PlacedSlip(number, before, slip)
        before = step.state


def _find_pairs(
    possible: list[_PlacedSlip], wanted: tuple[int, ...], steps: tuple[Step, ...]
) -> Iterator[tuple[Slip, Slip]]:
    """Yield the most probable pairs of mistakes whose effects add up to `wanted`: by seat, the jetons counted less
    those in the book."""
    ranked = sorted(possible, key=lambda each: each.likelihood)
    by_delta: dict[tuple[int, ...], list[int]] = {}
    for place, each in enumerate(ranked):
        by_delta.setdefault(each.slip.delta, []).append(place)
    pairs: list[tuple[int, int, int]] = []
    for place, each in enumerate(ranked):
        rest = tuple(w - d for w, d in zip(wanted, each.slip.delta, strict=True))
        partner = next((p for p in by_delta.get(rest, ()) if p > place and _are_independent(ranked[p], each)), None)
        if partner is not None:
            kinds = each.likelihood[0] + ranked[partner].likelihood[0]
            pairs.append((kinds, place, partner))
    for _, one, other in sorted(pairs)[:PAIRS_SHOWN]:
        first, second = sorted((ranked[one], ranked[other]), key=lambda each: each.event)
        yield _build_slip(first, steps), _build_slip(second, steps)


def _are_independent(one: _PlacedSlip, other: _PlacedSlip) -> bool:
    """Return True if both mistakes can have been made: not if they concern one card or payment of the same event."""
    return one.event != other.event or one.slip.source != other.slip.source


def _build_slip(each: _PlacedSlip, steps: tuple[Step, ...]) -> Slip:
    """Build the mistake as callers see it, without its corrected event where later events contradict that."""
    corrected = each.slip.build_correction()
    if corrected is not None and not _is_correction_valid(each, corrected, steps):
        corrected = None
    return Slip(each.event, each.slip.kind, each.slip.text, corrected)


def _is_correction_valid(each: _PlacedSlip, corrected: dict[str, Any], steps: tuple[Step, ...]) -> bool:
    """Return True if the corrected event is valid, and so are all events that follow it."""
    state = each.before
    for event in (corrected, *(step.given for step in steps[each.event + 1 :])):
        step = play_event(state, event)
        if step.problems:
            return False
        state = step.state
    return True
