"""Brusquembille narrated as one player tells it to another: who takes the corbillon and why, who hands whom what."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring import ledger
from scoring.coup_text import (
    describe_claims,
    describe_dealer,
    describe_player_points,
    describe_tricks,
    describe_turn_up,
)
from scoring.games.brusquembille.config import BrusquembilleConfig
from scoring.games.brusquembille.coup import BrusquembilleCounts, BrusquembilleCoup
from scoring.games.brusquembille.score import get_counted_points
from scoring.language import Series, Text, plural, verbatim
from scoring.model import Outcome, Step, TableState
from scoring.phrases import (
    describe_fiches,
    describe_fiches_and_jetons,
    describe_jetons,
    describe_points,
    describe_rows,
    describe_tokens,
    narrate_changes,
    narrate_departure,
    narrate_holdings,
    narrate_payments,
    narrate_totals,
)


def narrate_opening(config: BrusquembilleConfig) -> Sequence[Text]:
    """Say how many coups are played and what the cave is; aux points, the target."""
    if config.coups is None:
        return (Text("On joue en {target} points.", target=config.target),)
    cave = ledger.build_cave(config.coups)
    coups = plural("On joue {n} coup.", "On joue {n} coups.", config.coups)
    return (coups, Text("Cave de chacun : {cave}.", cave=describe_fiches_and_jetons(cave.fiches, cave.jetons)))


def narrate_event(before: TableState, step: Step) -> Sequence[Text]:
    """Narrate a coup, a penalty, a recave or a departure."""
    outcome = step.outcome
    assert outcome is not None
    if outcome.type == "coup":
        assert isinstance(step.record, BrusquembilleCoup)
        return tuple(_narrate_coup(before, step.state, step.record, outcome))
    first = {"penalty": _narrate_penalty, "recave": _narrate_recave, "leave": narrate_departure}[outcome.type](outcome)
    if not outcome.moves:
        return (first,)
    handed = (*narrate_payments(outcome), *_narrate_pot_given(outcome), *narrate_changes(before.seat_purses, outcome))
    return (first, *handed, narrate_holdings(outcome))


def _narrate_coup(before: TableState, after: TableState, coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Narrate a coup, from the stakes to what each player holds afterwards."""
    yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
    if outcome.seat_purses:
        yield Text("Chacun met {stake} au corbillon.", stake=describe_fiches(1))
    yield from _narrate_points(coup, outcome)
    yield from _narrate_claims(coup, outcome)
    if coup.short_pack:
        yield from _narrate_short_pack(coup, outcome)
    elif outcome.seat_purses:
        yield from _narrate_pot(before, coup, outcome)
    if outcome.seat_purses:
        yield from _narrate_brusquembilles(coup, outcome)
        yield from narrate_payments(outcome)
        yield from narrate_changes(before.seat_purses, outcome)
        yield narrate_holdings(outcome)
    else:
        yield narrate_totals(after)


def _narrate_points(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say who had how many points: «Points : Anne 58, Basile 37 et Chloé 25.»; by side where there are two."""
    setting = outcome.setting
    rows = setting.sides or tuple((name,) for name in setting.players)
    had = describe_rows((names, coup.points[setting.seats[names[0]]]) for names in rows)
    if any(coup.points):
        yield Text("Points : {had}.", had=had if setting.sides is None else Series(had))


def _narrate_claims(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say which players announced fewer points than they had, and so count with those (PEN-11)."""
    for seat, claimed in coup.claimed.items():
        yield Text(
            "{player} n’avait annoncé que {points} : c’est ce qui compte.",
            player=outcome.setting.players[seat],
            points=describe_points(claimed),
        )


def _narrate_short_pack(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say that cards were missing from the pack, and what became of the stakes."""
    yield plural(
        "Il manque {n} carte au paquet : personne ne gagne ce coup.",
        "Il manque {n} cartes au paquet : personne ne gagne ce coup.",
        coup.short_pack,
    )
    back = [amount for _, _, amount, rule in outcome.moves if rule == "PEN-02"]
    if back:
        yield Text("Chacun reprend sa mise : {amount}.", amount=describe_tokens(back[0]))
    if outcome.pot:
        yield _narrate_left_in_pot(outcome.pot)


def _narrate_pot(before: TableState, coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say who takes the pot and why, and what becomes of the rest that cannot be shared."""
    size, winners = len(coup.points), outcome.winners
    received = dict.fromkeys(outcome.seat_winners, 0)
    for payer, payee, jetons_taken, _ in outcome.moves:
        if payer == size:
            received[payee] += jetons_taken
    share, rest = divmod(sum(received.values()), len(winners))
    amount = describe_tokens(share)
    best = get_counted_points(before, coup)[outcome.seat_winners[0]]
    if outcome.setting.side_of is None:
        yield _narrate_pot_taken_singly(winners, best, amount)
    else:
        yield _narrate_pot_taken_by_side(winners, best, amount)
    if rest:
        lucky = outcome.setting.players[max(received, key=lambda seat: received[seat])]
        yield Text(
            "Ce qui ne se partage pas, {rest}, va à {player}, le premier à partir de la droite du donneur.",
            rest=describe_jetons(rest),
            player=lucky,
        )
    elif outcome.pot:
        yield _narrate_left_in_pot(outcome.pot)


def _narrate_pot_taken_singly(winners: tuple[str, ...], best: int, amount: tuple[Text, ...]) -> Text:
    """Say who takes the pot where all play singly."""
    if len(winners) == 1:
        return Text(
            "{player} a le plus de points ({best}) et prend le corbillon : {amount}.",
            player=winners[0],
            best=best,
            amount=amount,
        )
    return Text(
        "{players} sont à égalité ({best} points chacun) et se partagent le corbillon : {amount} chacun.",
        players=winners,
        best=best,
        amount=amount,
    )


def _narrate_pot_taken_by_side(winners: tuple[str, ...], best: int, amount: tuple[Text, ...]) -> Text:
    """Say which side takes the pot, two against two."""
    if len(winners) == 2:
        return Text(
            "{players} ont le plus de points à deux ({best}) et prennent le corbillon : {amount} chacun.",
            players=winners,
            best=best,
            amount=amount,
        )
    return Text(
        "Les deux camps sont à égalité ({best} points chacun) : chacun reprend {amount}.",
        best=best,
        amount=amount,
    )


def _narrate_left_in_pot(pot: int) -> Text:
    """Say how much is left in the pot."""
    return Text("Il reste au corbillon : {amount}.", amount=describe_tokens(pot))


def _narrate_brusquembilles(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say which brusquembilles each player won and lost, where they are paid."""
    counts = coup.counts or ()
    if not (any(map(any, counts)) and outcome.setting.config.pays_brusquembilles):
        return
    told = [
        _describe_won_and_lost(name, each)
        for name, each in zip(outcome.setting.players, counts, strict=True)
        if any(each)
    ]
    yield Text("Brusquembilles : {told}.", told=Series(told))


def _describe_won_and_lost(name: str, counts: BrusquembilleCounts) -> Text:
    """Say what one player won and lost: «Anne gagne 2 as et perd 1 dix»."""
    won, lost = _describe_cards(counts.aces_won, counts.tens_won), _describe_cards(counts.aces_lost, counts.tens_lost)
    if won and lost:
        return Text("{player} gagne {won}, perd {lost}", player=name, won=won, lost=lost)
    if won:
        return Text("{player} gagne {won}", player=name, won=won)
    return Text("{player} perd {lost}", player=name, lost=lost)


def _describe_cards(aces: int, tens: int) -> tuple[Text, ...]:
    """Return the aces and tens as a list, leaving out what is 0."""
    told = (
        plural("{n} as", "{n} as", aces) if aces else None,
        plural("{n} dix", "{n} dix", tens) if tens else None,
    )
    return tuple(text for text in told if text is not None)


FAULT_TEXTS = {
    "PEN-01": Text("une carte retournée dans le paquet ou montrée en donnant ; le même donneur refait"),
    "PEN-04": Text("avoir joué avant son rang ; la carte reste jouée"),
    "PEN-05": Text("avoir voulu reprendre une carte jetée ; c’est refusé"),
    "PEN-06": Text("avoir joint à son jeu une carte du talon qui revenait à un autre ; elle est rendue"),
    "PEN-07": Text("avoir pris avant son tour une carte du talon, et l’avoir seulement vue"),
    "PEN-08": Text("avoir vu une seconde carte en tirant"),
    "PEN-09": Text("avoir vu en tirant la carte due à un adversaire ; les adversaires peuvent faire recommencer"),
    "PEN-10": Text("avoir vu en tirant la carte due à son propre camp ; le jeu continue"),
}


def _narrate_penalty(outcome: Outcome) -> Text:
    told = outcome.event_fields
    return Text("Pénalité pour {player} : {fault}.", player=told["player"], fault=FAULT_TEXTS[told["rule"]])


def _narrate_recave(outcome: Outcome) -> Text:
    told = outcome.event_fields
    return Text("{player} achète {fiches} à la banque.", player=told["player"], fiches=describe_fiches(told["fiches"]))


def _narrate_pot_given(outcome: Outcome) -> Iterator[Text]:
    """Say who receives what lay in the pot when a player left."""
    for payer, payee, amount, _ in outcome.moves:
        if payer == outcome.setting.size:
            yield Text(
                "Ce qui était au corbillon, {amount}, va à {player}.",
                amount=describe_tokens(amount),
                player=outcome.setting.players[payee],
            )


def describe_coup(event: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the content of a recorded coup, in parts that make one line."""
    yield from describe_turn_up(event)
    yield from describe_player_points(event)
    for name, counts in (event.get("brusquembilles") or {}).items():
        won = counts.get("aces_won", 0), counts.get("tens_won", 0)
        lost = counts.get("aces_lost", 0), counts.get("tens_lost", 0)
        if any(won) or any(lost):
            yield verbatim(f"{name} {_format_counts(won, '+')} {_format_counts(lost, '−')}".strip())
    if event.get("short_pack"):
        yield Text("jeu incomplet, il manque {n}", n=event["short_pack"])
    yield from describe_dealer(event)
    yield from describe_claims(event)
    yield from describe_tricks(event)


def _format_counts(counts: tuple[int, int], sign: str) -> str:
    """Format counts of aces and tens: (2, 1) and "+" → "A+2 10+1"; zeros are left out."""
    return " ".join(f"{rank}{sign}{n}" for rank, n in zip(("A", "10"), counts, strict=True) if n)
