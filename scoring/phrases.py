"""Sentences that all games share: amounts, payments, holdings, totals, ranking.

Words only: every number comes from an outcome or a state.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from scoring import ledger
from scoring.language import Series, Text, plural, verbatim
from scoring.model import FICHE, Outcome, Purse, TableState


def describe_jetons(n: int) -> Text:
    """Return an amount as «12 jetons»."""
    return plural("{n} jeton", "{n} jetons", n)


def describe_fiches(n: int) -> Text:
    """Return an amount as «3 fiches»."""
    return plural("{n} fiche", "{n} fiches", n)


def describe_points(n: int) -> Text:
    """Return an amount as «58 points»."""
    return plural("{n} point", "{n} points", n)


def describe_fiches_and_jetons(number_of_fiches: int, number_of_jetons: int) -> tuple[Text, ...]:
    """Return «3 fiches et 12 jetons» as a list of two, leaving out what is 0; «0 jeton» for nothing at all."""
    told = ((describe_fiches, number_of_fiches), (describe_jetons, number_of_jetons))
    return tuple(word(n) for word, n in told if n) or (describe_jetons(0),)


def describe_tokens(total: int) -> tuple[Text, ...]:
    """Return a total in jetons as fiches and jetons, with as many fiches as possible."""
    return describe_fiches_and_jetons(*divmod(total, FICHE))


def format_signed(n: int) -> Text:
    """Return a number with its sign, as «+42», «−15», «0»: the same in every language."""
    return verbatim(f"+{n}" if n > 0 else n)


def describe_rows(rows: Iterable[tuple[str | tuple[str, ...], object]]) -> tuple[Text, ...]:
    """Return a name and its number for each row: «Anne 58», «Basile 37».

    With a colon for all where a name ends in a figure, which would run into the number: «Marie : 58», «Marie 2 : 37».
    """
    told = tuple(rows)
    if any(names[-1][-1:].isdigit() for names, _ in told):
        return tuple(Text("{player} : {n}", player=names, n=number) for names, number in told)
    return tuple(Text("{player} {n}", player=names, n=number) for names, number in told)


def narrate_payments(outcome: Outcome) -> Iterator[Text]:
    """Say what players hand each other once all their payments are netted, a sentence for each payer."""
    names = outcome.setting.players
    handed = ledger.net_payments(outcome.moves, len(names))
    for seat, name in enumerate(names):
        gifts = tuple(
            Text("{amount} à {player}", amount=describe_jetons(amount), player=names[payee])
            for payer, payee, amount in handed
            if payer == seat
        )
        if gifts:
            yield Text("{player} donne {gifts}.", player=name, gifts=gifts)


def narrate_changes(before: Sequence[Purse], outcome: Outcome) -> Iterator[Text]:
    """Say who changed fiches into jetons to pay, and who staked jetons because he had no fiche left."""
    size = outcome.setting.size
    held = [purse.fiches for purse in before]
    for payer, payee, amount, _ in outcome.moves:
        name = outcome.setting.players[payer] if payer < size else ""
        if payee == size and held[payer]:
            held[payer] -= 1
        elif payee == size:
            yield Text("{player} n’a plus de fiche et met {amount}.", player=name, amount=describe_jetons(amount))
        elif payer >= size:
            held[payee] += amount // FICHE
    for name, had, purse in zip(outcome.setting.players, held, outcome.seat_purses, strict=True):
        if had > purse.fiches:
            changed = describe_fiches(had - purse.fiches)
            yield Text("{player} change {fiches} en jetons.", player=name, fiches=changed)


def narrate_holdings(outcome: Outcome) -> Text:
    """Say what each player holds after the event."""
    rows = zip(outcome.setting.players, outcome.seat_purses, strict=True)
    held = describe_rows((name, describe_fiches_and_jetons(purse.fiches, purse.jetons)) for name, purse in rows)
    return Text("En main : {held}.", held=Series(held))


def list_party_totals(state: TableState) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Return (names, total) for each side, or for each player where all play singly."""
    rows = state.setting.sides or tuple((name,) for name in state.setting.players)
    return tuple((names, state.totals[names[0]]) for names in rows)


def narrate_departure(outcome: Outcome) -> Text:
    """Say who leaves, in a game of points."""
    return Text("{player} quitte la table : la partie s’arrête là.", player=outcome.event_fields["player"])


def narrate_totals(state: TableState) -> Text:
    """Say the total of each player so far, in a game of points."""
    return Text("Totaux : {rows}.", rows=describe_rows(state.totals.items()))


def narrate_ranking(state: TableState, describe_total: Callable[[int], Text]) -> Iterator[Text]:
    """Yield the rows of the ranking; `describe_total` puts one total into the words of its game."""
    for row in state.ranking:
        total = describe_total(row.total)
        yield Text("{rank}. {player} : {total}", rank=row.rank, player=row.player, total=total)
