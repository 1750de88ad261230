"""Brusquembille narrated as one player tells it to another, in the order of play; `hand_overs` tells what is paid."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring import ledger
from scoring.coup_text import (
    describe_claims,
    describe_dealer,
    describe_player_points,
    describe_tricks,
    describe_turn_up,
)
from scoring.games.brusquembille.config import ACE_JETONS, TEN_JETONS, BrusquembilleConfig
from scoring.games.brusquembille.coup import BrusquembilleCounts, BrusquembilleCoup
from scoring.games.brusquembille.hand_overs import (
    narrate_changes,
    narrate_claims,
    narrate_departure_payment,
    narrate_payments,
    narrate_penalty_payment,
    narrate_pot,
    narrate_short_pack,
    narrate_stakes,
)
from scoring.language import Series, Text, plural
from scoring.model import FICHE, Outcome, Setting, Step, TableState
from scoring.phrases import (
    describe_fiches_and_jetons,
    describe_shares,
    narrate_departure,
    narrate_holdings,
    narrate_target,
    narrate_totals,
)
from scoring.provenance import mark_sentence


def narrate_opening(setting: Setting) -> Iterator[Text]:
    """Say how many coups are played and what the cave is; where the club plays «aux points», what the target is."""
    config: BrusquembilleConfig = setting.config
    if config.coups is None:
        yield narrate_target(config.target)
        return
    yield plural("On joue {n} coup.", "On joue {n} coups.", config.coups)
    cave = ledger.build_cave(config.coups)
    yield Text("Cave de chacun : {cave}.", cave=describe_fiches_and_jetons(cave.fiches, cave.jetons))


SETTLEMENT = Text(
    "Les brusquembilles ne se paient qu’une fois : qui les a payées pendant les levées ne doit plus rien ; si rien n’a "
    "été payé, on ne paie que le solde."
)


def explain_payments(setting: Setting) -> Iterator[Text]:
    """Say for a beginner what a fiche is worth, who takes the corbillon, and what brusquembilles are where they are
    paid (BRU-07, 08, 10, 13 to 15); nothing where the club plays «aux points»."""
    config: BrusquembilleConfig = setting.config
    if config.in_points:
        return
    yield Text("Une fiche (f.) vaut {n} jetons (j.).", n=FICHE)
    yield Text("À chaque coup, chacun met une fiche au corbillon, et qui a le plus de points le prend.")
    if config.pays_brusquembilles:
        yield Text("Les as et les dix sont les brusquembilles.")
        yield Text(
            "Qui en joue une et gagne la levée reçoit de chacun {ace} jetons pour un as, {ten} pour un dix ; qui la "
            "joue et perd la levée les paie à chacun.",
            ace=ACE_JETONS,
            ten=TEN_JETONS,
        )


def narrate_other_event(before: TableState, step: Step) -> Iterator[Text]:
    """Narrate a penalty, a recave or a departure."""
    outcome = step.outcome
    assert outcome is not None
    yield {"penalty": _narrate_penalty, "recave": _narrate_recave, "leave": narrate_departure}[outcome.type](outcome)
    if not outcome.moves:
        yield from _narrate_free_penalty(outcome)
        return
    if outcome.type != "recave":
        narrate = narrate_penalty_payment if outcome.type == "penalty" else narrate_departure_payment
        yield from narrate(before, outcome)
    yield from narrate_changes(before, outcome)
    yield narrate_holdings(outcome)


def narrate_coup(before: TableState, step: Step) -> Iterator[Text]:
    """Narrate a coup, from the stakes to what each player holds afterwards, in the order of play."""
    coup, outcome = step.record, step.outcome
    assert isinstance(coup, BrusquembilleCoup) and outcome is not None
    yield Text("Coup {n}, donné par {player}.", n=before.coups_played + 1, player=outcome.dealer)
    if not outcome.seat_purses:
        yield from _narrate_points(coup, outcome)
        yield from narrate_short_pack(coup) if coup.short_pack else narrate_claims(coup, outcome)
        if coup.short_pack:
            yield Text("Rien n’est marqué.")
        yield narrate_totals(step.state)
        return
    yield from narrate_stakes(before)
    yield from _narrate_brusquembilles(coup, outcome)
    yield from narrate_payments(outcome)
    yield from _narrate_points(coup, outcome)
    yield from narrate_pot(before, step)
    yield from narrate_changes(before, outcome)
    yield narrate_holdings(outcome)


def _narrate_points(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say who had how many points: «Points : Anne 58, Basile 37 et Chloé 25.»; by side where there are two."""
    if any(coup.points):
        yield Text("Points : {had}.", had=describe_shares(outcome.setting, coup.points))


def _narrate_brusquembilles(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say which brusquembilles each player won and lost, where they are paid."""
    counts = coup.counts or ()
    if not (any(map(any, counts)) and outcome.setting.config.pays_brusquembilles):
        return
    sentences = [
        _describe_won_and_lost(name, each)
        for name, each in zip(outcome.setting.players, counts, strict=True)
        if any(each)
    ]
    yield Text("Brusquembilles : {payments}.", payments=Series(sentences))


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
    sentences = (
        plural("{n} as", "{n} as", aces) if aces else None,
        plural("{n} dix", "{n} dix", tens) if tens else None,
    )
    return tuple(text for text in sentences if text is not None)


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
PAID_FAULTS = ("PEN-06", "PEN-07", "PEN-08")


def _narrate_penalty(outcome: Outcome) -> Text:
    fields = outcome.event_fields
    return Text("Pénalité pour {player} : {fault}.", player=fields["player"], fault=FAULT_TEXTS[fields["rule"]])


def _narrate_free_penalty(outcome: Outcome) -> Iterator[Text]:
    """Say that a penalty that costs jetons in a partie in fiches costs nothing where the club plays «aux points»
    (BRU-23)."""
    if not outcome.seat_purses and outcome.event_fields.get("rule") in PAID_FAULTS:
        yield Text("Aux points, rien n’est payé.")


def _narrate_recave(outcome: Outcome) -> Text:
    """Say who buys how many fiches from the bank (BRU-20)."""
    fields = outcome.event_fields
    return mark_sentence(
        plural(
            "{player} achète {n} fiche à la banque ; à la fin, on l’ôte de son gain.",
            "{player} achète {n} fiches à la banque ; à la fin, on les ôte de son gain.",
            fields["fiches"],
            player=fields["player"],
        )
    )


def describe_coup(event: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the content of a recorded coup, in parts that make one line."""
    yield from describe_turn_up(event)
    yield from describe_player_points(event)
    for name, counts in (event.get("brusquembilles") or {}).items():
        if any(counts.values()):
            yield _describe_won_and_lost(name, BrusquembilleCounts(**counts))
    if event.get("short_pack"):
        yield Text("paquet incomplet, il manque {n}", n=event["short_pack"])
    yield from describe_dealer(event)
    yield from describe_claims(event)
    yield from describe_tricks(event)
