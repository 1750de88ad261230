"""What changes hands in an event of Brusquembille, in words and in the order of play: the stake before the deal, the
brusquembilles during the tricks, the pot after the count; then who changes fiches, and whose debt grows or shrinks.

Words only: every number comes from an outcome, a state or `ledger`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring import ledger
from scoring.games.brusquembille.config import ACE_JETONS, TEN_JETONS
from scoring.games.brusquembille.coup import BrusquembilleCoup
from scoring.games.brusquembille.score import compute_whole_pot, get_counted_points
from scoring.language import CommaList, Series, Text, plural
from scoring.model import FICHE, Outcome, Step, TableState
from scoring.phrases import (
    describe_fiches,
    describe_jetons,
    describe_points,
    describe_tokens,
    has_figure_at_end,
    narrate_pot_left_for_good,
)
from scoring.provenance import mark_sentence


def narrate_hand_overs(before: TableState, step: Step) -> Iterator[Text]:
    """Say all that changes hands in a coup, and what each payment is for; nothing where the club plays «aux points»."""
    coup, outcome = step.record, step.outcome
    assert isinstance(coup, BrusquembilleCoup) and outcome is not None
    if outcome.seat_purses:
        yield from narrate_stakes(before)
        yield from narrate_payments(outcome)
        yield from narrate_pot(before, step)
        yield from narrate_changes(before, outcome)


def narrate_stakes(before: TableState) -> Iterator[Text]:
    """Say that each player stakes a fiche before the deal (BRU-08), and who stakes jetons or has to be lent them."""
    if before.pot:
        stakes = Text(
            "Avant la donne, chacun met {stake} au corbillon, où il y a déjà {there}.",
            stake=describe_fiches(1),
            there=describe_tokens(before.pot),
        )
    else:
        stakes = Text("Avant la donne, chacun met {stake} au corbillon.", stake=describe_fiches(1))
    yield stakes if before.setting.sides is None else mark_sentence(stakes)  # BRU-19
    for name, purse in zip(before.setting.players, before.seat_purses, strict=True):
        if not purse.fiches:
            yield _narrate_stake_without_fiche(name, min(max(purse.total, 0), FICHE))


def narrate_lent_stakes(before: TableState) -> Iterator[Text]:
    """Say to whom the bank must lend before the deal, because he holds less than the fiche that he stakes (BRU-20)."""
    for name, purse in zip(before.setting.players, before.seat_purses, strict=True):
        if purse.total < FICHE:
            yield _narrate_stake_without_fiche(name, max(purse.total, 0))


def _narrate_stake_without_fiche(name: str, own: int) -> Text:
    """Say how a player stakes who has no fiche: in jetons, `own` of which are his; the rest is a debt (BRU-20)."""
    if own == FICHE:
        return Text("Au lieu d’une fiche, {player} met {stake}.", player=name, stake=describe_jetons(FICHE))
    missing = FICHE - own
    if own:
        lent = Text(
            "{player} n’a plus que {own} à mettre : la banque en avance {missing}, c’est une dette.",
            player=name,
            own=describe_jetons(own),
            missing=missing,
        )
    else:
        lent = Text(
            "La banque avance à {player} les {missing} jetons de sa mise : c’est une dette.",
            player=name,
            missing=missing,
        )
    return mark_sentence(lent)


def narrate_brusquembille(player: str, rank: str, won: bool) -> Text:
    """Say who pays whom how much for one ace ("A") or ten ("10"), when its trick is taken (BRU-14, 15). `won`: the
    player took it himself; else he lost it, and pays."""
    amount = describe_jetons(ACE_JETONS if rank == "A" else TEN_JETONS)
    if won:
        return Text("Chacun donne {amount} à {player}.", amount=amount, player=player)
    return Text("{player} donne {amount} à chacun.", amount=amount, player=player)


def narrate_brusquembille_to_player(rank: str, won: bool) -> Text:
    """Say to the player of a brusquembille what each other player pays him for it, if he `won` it, or he pays them
    (BRU-14, 15)."""
    amount = describe_jetons(ACE_JETONS if rank == "A" else TEN_JETONS)
    if won:
        return Text("Vous recevez {amount} de chacun.", amount=amount)
    return Text("Vous donnez {amount} à chacun.", amount=amount)


def narrate_trick(played: Sequence[tuple[str, str]], taker: str, listener: str) -> Iterator[Text]:
    """Say what each brusquembille of a whole trick moves; `played`: (player, card) in order of play; `listener`: the
    player to whom it is said."""
    for player, card in played:
        rank, won = card[:-1], player == taker
        if rank in ("A", "10") and player == listener:
            yield narrate_brusquembille_to_player(rank, won)
        elif rank in ("A", "10"):
            yield narrate_brusquembille(player, rank, won)


def narrate_payments(outcome: Outcome) -> Iterator[Text]:
    """Say, for each two players, who owes the other the difference of their payments for brusquembilles; then who hands
    whom what, in as few hand-overs as possible, if nothing was paid during the tricks. If all payments cancel out, say
    only that."""
    size = outcome.setting.size
    paid = [move for move in outcome.moves if move[0] < size and move[1] < size]
    if not paid:
        return
    owed = ledger.net_pairwise(paid, size)
    if not owed:
        yield Text("Les brusquembilles se compensent : personne ne doit rien à personne.")
        return
    yield Text(
        "Les brusquembilles se paient pendant les levées ; la différence entre deux joueurs, en jetons : {owed}.",
        owed=_describe_payers(outcome.setting.players, owed),
    )
    yield Text(
        "Pour solde, si rien n’a été payé pendant les levées : {handed}.",
        handed=_describe_payers(outcome.setting.players, ledger.settle_shortest(paid, size)),
    )


def _describe_payers(names: tuple[str, ...], payments: Iterable[tuple[int, int, int]]) -> Series:
    """Return payments by seat as «Anne 1 à Basile», «Chloé 3 à Anne, 4 à Basile», one text for each payer."""
    gifts: dict[str, list[Text]] = {}
    for payer, payee, amount in payments:
        gifts.setdefault(names[payer], []).append(Text("{n} à {player}", n=amount, player=names[payee]))
    lists = {payer: CommaList(each) for payer, each in gifts.items()}
    if has_figure_at_end(names):
        return Series(Text("{payer} : {gifts}", payer=payer, gifts=each) for payer, each in lists.items())
    return Series(Text("{payer} {gifts}", payer=payer, gifts=each) for payer, each in lists.items())


def narrate_pot(before: TableState, step: Step) -> Iterator[Text]:
    """Say who takes the pot of a coup and why; with a short pack, what becomes of the stakes."""
    coup, outcome = step.record, step.outcome
    assert isinstance(coup, BrusquembilleCoup) and outcome is not None
    if coup.short_pack:
        yield from narrate_short_pack(coup)
        yield from _narrate_stakes_back(before, outcome)
    else:
        yield from narrate_claims(coup, outcome)
        yield from _narrate_pot_taken(before, coup, outcome)
    if outcome.pot and step.state.complete:
        yield narrate_pot_left_for_good(outcome.pot)
    elif outcome.pot:
        left = Text("Il reste au corbillon, pour le coup suivant : {amount}.", amount=describe_tokens(outcome.pot))
        yield mark_sentence(left)  # BRU-12, PEN-02


def narrate_claims(coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say who announced fewer points than he (or his side) had, and so counts with those (PEN-11)."""
    setting = outcome.setting
    for seat, claimed in coup.claimed.items():
        if claimed == coup.points[seat]:
            continue
        points = describe_points(claimed)
        if setting.sides is None:
            name = setting.players[seat]
            yield Text("{player} n’avait annoncé que {points} : c’est ce qui compte.", player=name, points=points)
        else:
            side = setting.find_scoring_side(seat)
            yield Text("{players} n’avaient annoncé que {points} : c’est ce qui compte.", players=side, points=points)


def narrate_short_pack(coup: BrusquembilleCoup) -> Iterator[Text]:
    """Say that cards were missing from the pack, and that what was paid until then stands (PEN-02, PEN-03)."""
    yield plural(
        "Il manque {n} carte au paquet : personne ne gagne ce coup.",
        "Il manque {n} cartes au paquet : personne ne gagne ce coup.",
        coup.short_pack,
    )


def _narrate_stakes_back(before: TableState, outcome: Outcome) -> Iterator[Text]:
    """Say that each player takes back his stake for this coup, and those for the coups just before it, also with a
    short pack, whose stakes had stayed in the pot."""
    back = [amount for _, _, amount, rule in outcome.moves if rule == "PEN-02"]
    if not back:
        return
    amount, this = describe_tokens(back[0]), before.coups_played + 1
    if back[0] == FICHE:
        yield Text("Chacun reprend sa mise du coup {n} : {amount}.", n=this, amount=amount)
        return
    coups = tuple(range(this + 1 - back[0] // FICHE, this + 1))
    yield mark_sentence(Text("Chacun reprend ses mises des coups {coups} : {amount}.", coups=coups, amount=amount))


def _narrate_pot_taken(before: TableState, coup: BrusquembilleCoup, outcome: Outcome) -> Iterator[Text]:
    """Say who takes the pot and why, and what becomes of the rest that cannot be shared."""
    size, winners = len(coup.points), outcome.winners
    received = dict.fromkeys(outcome.seat_winners, 0)
    for payer, payee, jetons_taken, _ in outcome.moves:
        if payer == size:
            received[payee] += jetons_taken
    share, rest = divmod(sum(received.values()), len(winners))
    counted = get_counted_points(before, coup)
    best, claimed = counted[outcome.seat_winners[0]], tuple(counted) != coup.points
    narrate = _narrate_pot_taken_singly if outcome.setting.side_of is None else _narrate_pot_taken_by_side
    taken = narrate(winners, best, describe_tokens(share), claimed)
    yield mark_sentence(taken) if _is_house_tie(coup, counted, outcome) else taken
    if rest:
        lucky = outcome.setting.players[max(received, key=lambda seat: received[seat])]
        last = Text(
            "Ce qui ne se partage pas, {rest}, va à {player}, premier des joueurs à égalité à partir de la droite du "
            "donneur.",
            rest=describe_jetons(rest),
            player=lucky,
        )
        yield mark_sentence(last)  # BRU-12


def _is_house_tie(coup: BrusquembilleCoup, counted: Sequence[int], outcome: Outcome) -> bool:
    """Return True if no source says how this tie is shared: between three players or more (BRU-12), or with one who
    announced fewer points than he had (PEN-11). `counted`: by seat, the points that count for the pot."""
    parties = len(outcome.winners) if outcome.setting.side_of is None else len(outcome.winners) // 2
    claimed = any(counted[seat] != coup.points[seat] for seat in outcome.seat_winners)
    return parties > 2 or (parties == 2 and claimed)


def _narrate_pot_taken_singly(winners: tuple[str, ...], best: int, amount: tuple[Text, ...], claimed: bool) -> Text:
    """Say who takes the pot where all play singly. `best`: the winners' points; `amount`: what each takes, in words;
    `claimed`: somebody counts with fewer points than he had."""
    fields: dict[str, Any] = {"player": winners[0], "best": best, "amount": amount}
    if len(winners) == 1 and claimed:
        return Text("{player} compte ainsi le plus de points ({best}) et prend le corbillon : {amount}.", **fields)
    if len(winners) == 1:
        return Text("{player} a le plus de points ({best}) et prend le corbillon : {amount}.", **fields)
    return Text(
        "{players} sont à égalité ({points} chacun) et se partagent le corbillon : {amount} chacun.",
        players=winners,
        points=describe_points(best),
        amount=amount,
    )


def _narrate_pot_taken_by_side(winners: tuple[str, ...], best: int, amount: tuple[Text, ...], claimed: bool) -> Text:
    """Say which side takes the pot, two against two. `winners`: two players, or all four in a tie; `best`: their side's
    points; `amount`: what each takes, in words; `claimed`: a side counts with fewer points than it had."""
    fields: dict[str, Any] = {"players": winners, "best": best, "amount": amount}
    if len(winners) == 2 and claimed:
        return Text(
            "{players} comptent ainsi le plus de points à deux ({best}) et prennent le corbillon : {amount} chacun.",
            **fields,
        )
    if len(winners) == 2:
        return Text(
            "{players} ont le plus de points à deux ({best}) et prennent le corbillon : {amount} chacun.", **fields
        )
    return Text(
        "Les deux camps sont à égalité ({points} chacun) : chacun reprend {amount}.",
        points=describe_points(best),
        amount=amount,
    )


def narrate_changes(before: TableState, outcome: Outcome) -> Iterator[Text]:
    """Say who changes fiches into jetons, and whose debt grows or shrinks (BRU-20), after all payments of an event."""
    size = outcome.setting.size
    for seat, name in enumerate(outcome.setting.players):
        had, purse = before.seat_purses[seat], outcome.seat_purses[seat]
        fiches, staked = had.fiches, 0
        for payer, payee, amount, _ in outcome.moves:
            if payer == seat and payee == size:
                fiches, staked = max(fiches - 1, 0), staked + amount
            elif payee == seat and payer >= size:
                fiches += amount // FICHE
        if fiches > purse.fiches:
            changed = describe_fiches(fiches - purse.fiches)
            yield Text("{player} change {fiches} en jetons.", player=name, fiches=changed)
        lent = max(-purse.total, 0) - max(staked - had.total, 0)
        if lent > 0:
            debt = plural(
                "La banque avance à {player} le jeton qui lui manque pour payer : c’est une dette.",
                "La banque avance à {player} les {n} jetons qui lui manquent pour payer : c’est une dette.",
                lent,
                player=name,
            )
            yield mark_sentence(debt)  # BRU-20
        elif lent < 0:
            yield Text("{player} rend à la banque {amount} de sa dette.", player=name, amount=describe_jetons(-lent))


def narrate_penalty_payment(before: TableState, outcome: Outcome) -> Iterator[Text]:
    """Say what a penalty costs, to whom, and why so much (PEN-06, 07, 08)."""
    setting = outcome.setting
    names, (payer, payee, jetons, rule) = setting.players, outcome.moves[0]
    amount = describe_jetons(jetons)
    if rule == "PEN-06":
        assert before.pot is not None
        whole = compute_whole_pot(before.pot, setting.size)
        half = Text(
            "{payer} donne {amount} à {payee} : {half}, {what} ; le corbillon n’est pas touché.",
            payer=names[payer],
            amount=amount,
            payee=names[payee],
            half=_describe_half(whole),
            what=_describe_whole_pot(before.pot, setting.size),
        )
        yield mark_sentence(half) if whole % 2 else half
    elif setting.size == 2:
        yield Text("{payer} donne {amount} à {payee}.", payer=names[payer], amount=amount, payee=names[payee])
    elif setting.sides is None:
        yield Text("{payer} donne {amount} à chacun des autres joueurs.", payer=names[payer], amount=amount)
    else:
        yield Text(
            "{payer} donne {amount} à chacun des trois autres, partenaire compris.", payer=names[payer], amount=amount
        )


def _describe_half(whole: int) -> Text:
    """Return «la moitié de 60», and of an odd number that it is rounded down (PEN-06)."""
    if whole % 2:
        return Text("la moitié de {whole} (arrondie au-dessous)", whole=whole)
    return Text("la moitié de {whole}", whole=whole)


def _describe_whole_pot(left: int, size: int) -> Text:
    """Say what is in the pot for a coup: the stakes, and what was left there."""
    if not left:
        return Text("les mises du coup")
    return Text(
        "les mises du coup ({stakes}) et ce qui est resté au corbillon ({left})",
        stakes=compute_whole_pot(0, size),
        left=left,
    )


def narrate_departure_payment(before: TableState, outcome: Outcome) -> Iterator[Text]:
    """Say what a player who leaves pays and why, and who receives what lay in the pot (PEN-12)."""
    size, names = outcome.setting.size, outcome.setting.players
    gifts = [(payee, jetons) for payer, payee, jetons, _ in outcome.moves if payer < size]
    gift_texts = tuple(Text("{n} à {player}", n=jetons, player=names[payee]) for payee, jetons in gifts)
    total = sum(jetons for _, jetons in gifts)
    paid = plural(
        "{player} paie {fiches} pour le coup qui n’est pas fini, {total} en tout : {gifts}.",
        "{player} paie {fiches} pour les {n} coups qui ne sont pas finis, {total} en tout : {gifts}.",
        total // FICHE,
        player=outcome.event_fields["player"],
        fiches=describe_fiches(total // FICHE),
        total=describe_jetons(total),
        gifts=gift_texts,
    )
    yield mark_sentence(paid)
    rest = total % len(gifts)
    first = names[max(gifts, key=lambda gift: gift[1])[0]]
    if rest:
        indivisible = plural(
            "Le jeton qui ne se partage pas est pour {first}, le premier d’entre eux à sa droite.",
            "Les {n} jetons qui ne se partagent pas sont pour {first}, le premier d’entre eux à sa droite.",
            rest,
            first=first,
        )
        yield mark_sentence(indivisible)
    for payer, payee, jetons, _ in outcome.moves:
        if payer == size:
            given = Text(
                "Ce qui était au corbillon, {amount}, va à {player}, le premier d’entre eux à sa droite.",
                amount=describe_tokens(jetons),
                player=names[payee],
            )
            yield mark_sentence(given)
