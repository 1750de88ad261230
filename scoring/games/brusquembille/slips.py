"""The slips that may have happened in one event of Brusquembille, and what each changes in the players' holdings."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from scoring import ledger
from scoring.game import PossibleSlip
from scoring.games.brusquembille.config import ACE_JETONS, TEN_JETONS, BrusquembilleConfig
from scoring.games.brusquembille.coup import BrusquembilleCounts, BrusquembilleCoup
from scoring.language import Text
from scoring.model import FICHE, Outcome, Setting, Step, TableState
from scoring.phrases import describe_fiches, describe_jetons

CARD_SLIPS = {
    "aces_won": (ACE_JETONS, Text("un as gagné"), Text("un as inscrit gagné"), Text("perdu")),
    "aces_lost": (-ACE_JETONS, Text("un as perdu"), Text("un as inscrit perdu"), Text("gagné")),
    "tens_won": (TEN_JETONS, Text("un dix gagné"), Text("un dix inscrit gagné"), Text("perdu")),
    "tens_lost": (-TEN_JETONS, Text("un dix perdu"), Text("un dix inscrit perdu"), Text("gagné")),
}
"""For each count, as "aces_won": the jetons that each other player owes for one such card, then the words for it."""
OPPOSITE = {
    "aces_won": "aces_lost",
    "aces_lost": "aces_won",
    "tens_won": "tens_lost",
    "tens_lost": "tens_won",
}


def list_possible_slips(before: TableState, step: Step) -> Iterator[PossibleSlip]:
    """Yield each mistake that may have been made in recording or paying one event; none where no fiches are held."""
    outcome = step.outcome
    assert outcome is not None
    where = _name_event(before, outcome)
    if isinstance(step.record, BrusquembilleCoup):
        config: BrusquembilleConfig = before.setting.config
        if config.pays_brusquembilles:
            yield from _list_card_slips(before.setting, step.record, where)
        yield from _list_pot_slips(before.setting, step.record, outcome, where)
        yield from _list_stake_slips(outcome, where)
    yield from _list_payment_slips(before.setting, step, where)


def _name_event(before: TableState, outcome: Outcome) -> Text:
    """Name the event in words: «Coup 3», «Recave de Anne avant le coup 2»."""
    n = before.coups_played + 1
    if outcome.type == "penalty":
        return Text("Pénalité de {player} avant le coup {n}", player=outcome.event_fields["player"], n=n)
    if outcome.type == "recave":
        return Text("Recave de {player} avant le coup {n}", player=outcome.event_fields["player"], n=n)
    if outcome.type == "leave":
        return Text("Départ de {player}", player=outcome.event_fields["player"])
    return Text("Coup {n}", n=n)


def _build_slip_text(where: Text, what: Text) -> Text:
    """Join the name of the event and the mistake in words: «Coup 3 : Anne n’a pas donné 5 jetons à Basile.»."""
    return Text("{where} : {what}.", where=where, what=what)


def _decline_correction() -> None:
    """Return None, no corrected event: the mistake was made in paying, and the record is right."""


def _list_card_slips(setting: Setting, coup: BrusquembilleCoup, where: Text) -> Iterator[PossibleSlip]:
    """Yield a mistake for each brusquembille that may have been credited to another player, or won instead of lost.
    `where`: the name of the event, in words."""
    counts = coup.counts or ()
    for seat, each in enumerate(counts):
        for key, (owed, card, written, other_way) in CARD_SLIPS.items():
            if not getattr(each, key):
                continue
            for other in range(setting.size):
                if other != seat:
                    text = Text(
                        "{card}, inscrit à {player}, était à {other}",
                        card=card,
                        player=setting.players[seat],
                        other=setting.players[other],
                    )
                    delta = _build_transfer_delta(setting.size, seat, other, owed * setting.size)
                    correct = partial(_move_counted_card, setting, coup, (seat, key), (other, key))
                    yield PossibleSlip("card", (seat, key), delta, _build_slip_text(where, text), correct)
            text = Text(
                "{card} à {player} était {other_way}",
                card=written,
                player=setting.players[seat],
                other_way=other_way,
            )
            correct = partial(_move_counted_card, setting, coup, (seat, key), (seat, OPPOSITE[key]))
            yield PossibleSlip(
                "result",
                (seat, key),
                _build_reversal_delta(setting.size, seat, owed),
                _build_slip_text(where, text),
                correct,
            )


def _build_transfer_delta(size: int, giver: int, taker: int, amount: int) -> tuple[int, ...]:
    """Return by seat, of `size` seats, the change in jetons where `giver` gives `taker` that amount."""
    return tuple(amount * ((seat == taker) - (seat == giver)) for seat in range(size))


def _build_reversal_delta(size: int, seat: int, owed: int) -> tuple[int, ...]:
    """Return by seat, of `size` seats, the change in jetons where the card of the player at `seat` was paid in the
    wrong direction: twice what each player owed."""
    return tuple(-2 * owed * (size - 1) if each == seat else 2 * owed for each in range(size))


def _move_counted_card(
    setting: Setting, coup: BrusquembilleCoup, taken: tuple[int, str], given: tuple[int, str]
) -> dict[str, Any] | None:
    """Return the coup as an event in which one brusquembille is counted for another player, or as won instead of lost.
    `taken`: (seat, key of a count, as "aces_won") from which it is subtracted; `given`: the same to which it is added.
    None where the record gives no counts, or tricks that prove them."""
    if coup.counts is None or coup.play is not None:
        return None
    counts = list(coup.counts)
    for (seat, key), more in ((taken, -1), (given, 1)):
        counts[seat] = counts[seat]._replace(**{key: getattr(counts[seat], key) + more})
    return coup._replace(counts=tuple(BrusquembilleCounts(*each) for each in counts)).to_json(setting)


def _list_pot_slips(setting: Setting, coup: BrusquembilleCoup, outcome: Outcome, where: Text) -> Iterator[PossibleSlip]:
    """Yield a mistake for each way in which the pot, or a share of it, may have gone to the wrong player or side.
    `where`: the name of the event, in words."""
    size, winners = setting.size, outcome.seat_winners
    losers = tuple(seat for seat in range(size) if seat not in winners)
    if setting.side_of is not None:
        if winners and losers:
            yield _build_pot_slip(setting, coup, outcome, where, winners, losers)
        return
    for taker in winners:
        for other in losers:
            yield _build_pot_slip(setting, coup, outcome, where, (taker,), (other,))


def _build_pot_slip(
    setting: Setting,
    coup: BrusquembilleCoup,
    outcome: Outcome,
    where: Text,
    takers: tuple[int, ...],
    others: tuple[int, ...],
) -> PossibleSlip:
    """Build the mistake by which `others` received what `takers` should have had of the pot; both are equally many."""
    names, delta = setting.players, [0] * setting.size
    for payer, payee, amount, _ in outcome.moves:
        if payer == setting.size and payee in takers:
            delta[payee] -= amount
            delta[others[takers.index(payee)]] += amount
    text = Text(
        "le corbillon, inscrit à {player}, est allé à {other}",
        player=tuple(names[seat] for seat in takers),
        other=tuple(names[seat] for seat in others),
    )
    correct = partial(_swap_points, setting, coup, takers[0], others[0])
    return PossibleSlip("pot", ("pot", takers), tuple(delta), _build_slip_text(where, text), correct)


def _swap_points(setting: Setting, coup: BrusquembilleCoup, one: int, other: int) -> dict[str, Any] | None:
    """Return the coup as an event in which the players (or sides) at the seats `one` and `other` have each other's
    points; None for a coup recorded by its tricks, or in which points were claimed wrongly."""
    if coup.given is None or coup.claimed:
        return None
    given = dict(enumerate(coup.points)) if setting.side_of is None else {}
    given |= {one: coup.points[other], other: coup.points[one]}
    return coup._replace(given=given).to_json(setting)


def _list_stake_slips(outcome: Outcome, where: Text) -> Iterator[PossibleSlip]:
    """Yield a mistake for each fiche that may not have been staked, so that the takers of the pot had that much less.
    `where`: the name of the event, in words."""
    winners = outcome.seat_winners
    if not winners or FICHE % len(winners):
        return
    for payer, name in enumerate(outcome.setting.players):
        delta = [0] * outcome.setting.size
        delta[payer] += FICHE
        for seat in winners:
            delta[seat] -= FICHE // len(winners)
        text = Text("{player} n’a pas mis sa fiche au corbillon", player=name)
        yield _build_forgotten_payment(("stake", payer), tuple(delta), _build_slip_text(where, text))


def _list_payment_slips(setting: Setting, step: Step, where: Text) -> Iterator[PossibleSlip]:
    """Yield a mistake for each payment that may have been forgotten.

    It may be one card's, all of a kind, a difference between two players, or a sum handed over to settle the coup; or
    fiches not bought from the bank.
    """
    assert step.outcome is not None
    size, names = setting.size, setting.players
    for payer, payee, amount in dict.fromkeys(_list_owed_payments(step, step.outcome, size)):
        text = Text(
            "{payer} n’a pas donné {amount} à {payee}",
            payer=names[payer],
            amount=describe_jetons(amount),
            payee=names[payee],
        )
        delta = _build_transfer_delta(size, payee, payer, amount)
        yield _build_forgotten_payment(("payment", payer, payee), delta, _build_slip_text(where, text))
    for payer, payee, amount, _ in step.outcome.moves:
        if payer > size:
            text = Text(
                "{player} n’a pas reçu {fiches} de la banque",
                player=names[payee],
                fiches=describe_fiches(amount // FICHE),
            )
            delta = tuple(-amount * (seat == payee) for seat in range(size))
            yield _build_forgotten_payment(("bank",), delta, _build_slip_text(where, text))


def _build_forgotten_payment(source: tuple[Any, ...], delta: tuple[int, ...], text: Text) -> PossibleSlip:
    """Build the mistake of a forgotten payment; `source`: what was not paid, as ("payment", payer, payee); `delta`: by
    seat, the change in jetons."""
    return PossibleSlip("payment", source, delta, text, _decline_correction)


def _list_owed_payments(step: Step, outcome: Outcome, size: int) -> Iterator[tuple[int, int, int]]:
    """Yield (payer, payee, jetons) for each single payment by which players may have settled the event: card by card,
    or in a sum."""
    between = [move for move in outcome.moves if move[0] < size and move[1] < size]
    if between and isinstance(step.record, BrusquembilleCoup):
        yield from _list_card_payments(step.record, size)
    yield from ((payer, payee, amount) for payer, payee, amount, _ in between)
    yield from ledger.settle_shortest(outcome.moves, size)
    yield from ledger.net_pairwise(outcome.moves, size)


def _list_card_payments(coup: BrusquembilleCoup, size: int) -> Iterator[tuple[int, int, int]]:
    """Yield (payer, payee, jetons) for each payment that one brusquembille alone causes."""
    for seat, each in enumerate(coup.counts or ()):
        for key, (owed, *_) in CARD_SLIPS.items():
            for other in range(size):
                if getattr(each, key) and other != seat:
                    yield (other, seat, owed) if owed > 0 else (seat, other, -owed)
