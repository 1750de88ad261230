"""Sentences that all games share: amounts, payments, holdings, totals, ranking.

Words only: every number comes from an outcome or a state.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from scoring.language import Series, Text, plural, verbatim
from scoring.model import FICHE, Outcome, Purse, Setting, TableState
from scoring.provenance import mark_sentence


def describe_jetons(n: int) -> Text:
    """Return an amount as «12 jetons»."""
    return plural("{n} jeton", "{n} jetons", n)


def describe_fiches(n: int) -> Text:
    """Return an amount as «3 fiches»."""
    return plural("{n} fiche", "{n} fiches", n)


def describe_points(n: int) -> Text:
    """Return an amount as «58 points»."""
    return plural("{n} point", "{n} points", n)


def narrate_target(points: int) -> Text:
    """Say to how many points the partie is played."""
    return plural("On joue en {n} point.", "On joue en {n} points.", points)


def describe_fiches_and_jetons(number_of_fiches: int, number_of_jetons: int) -> tuple[Text, ...]:
    """Return «3 fiches et 12 jetons» as a list of two, leaving out what is 0; «0 jeton» for nothing at all."""
    worded = ((describe_fiches, number_of_fiches), (describe_jetons, number_of_jetons))
    return tuple(word(n) for word, n in worded if n) or (describe_jetons(0),)


def describe_tokens(total: int) -> tuple[Text, ...]:
    """Return a total in jetons as fiches and jetons, with as many fiches as possible."""
    return describe_fiches_and_jetons(*divmod(total, FICHE))


def describe_purse(purse: Purse) -> tuple[Text, ...]:
    """Return what a player holds, as «3 fiches et 12 jetons»; below zero, as «une dette de 12 jetons» (BRU-20)."""
    if purse.total < 0:
        return (plural("une dette de {n} jeton", "une dette de {n} jetons", -purse.total),)
    return describe_fiches_and_jetons(purse.fiches, purse.jetons)


def format_signed(n: int) -> Text:
    """Return a number with its sign, as «+42», «−15», «0»: the same in every language."""
    return verbatim(f"+{n}" if n > 0 else n)


def has_figure_at_end(names: Iterable[str]) -> bool:
    """True if a name ends in a figure, which would be read as part of the number after it."""
    return any(name[-1:].isdigit() for name in names)


def describe_rows(
    rows: Iterable[tuple[str | tuple[str, ...], object]], players: Iterable[str] = ()
) -> tuple[Text, ...]:
    """Return a name and its number for each row: «Anne 58», «Basile 37».

    If a name, in the rows or of `players`, ends in a figure, which would run into the number, each row has a colon:
    «Marie : 58», «Marie 2 : 37», «Marie 2 et Anne : 52».
    """
    all_rows = tuple(rows)
    named = [name for names, _ in all_rows for name in ((names,) if isinstance(names, str) else names)]
    if has_figure_at_end((*players, *named)):
        return tuple(Text("{player} : {n}", player=names, n=number) for names, number in all_rows)
    return tuple(Text("{player} {n}", player=names, n=number) for names, number in all_rows)


def narrate_holdings(outcome: Outcome) -> Text:
    """Say what each player holds after the event."""
    rows = zip(outcome.setting.players, outcome.seat_purses, strict=True)
    held = describe_rows((name, describe_purse(purse)) for name, purse in rows)
    return Text("En main : {held}.", held=Series(held))


def describe_shares(setting: Setting, numbers: Sequence[int]) -> tuple[Text, ...]:
    """Return «Anne 58 et Basile 62» from numbers by seat; sides, whose names hold an «et» already, are separated by
    semicolons."""
    rows = describe_rows((names, numbers[setting.seats[names[0]]]) for names in setting.list_scoring_sides())
    return rows if setting.sides is None else Series(rows)


def narrate_departure(outcome: Outcome) -> Text:
    """Say who leaves, and that this ends the partie (PEN-12; in a game of points GEN-01, the program's choice)."""
    player = outcome.event_fields["player"]
    if outcome.setting.sides is None:
        left = Text(
            "{player} quitte la table : la partie s’arrête là, et qui quitte est classé dernier.", player=player
        )
    else:
        left = Text(
            "{player} quitte la table : la partie s’arrête là, et qui quitte est classé dernier, avec son camp.",
            player=player,
        )
    return left if outcome.seat_purses else mark_sentence(left)


def narrate_pot_left_for_good(pot: int) -> Text:
    """Say that what lies in the pot at the end of the partie goes to nobody (PEN-02, GEN-02: the house's choice)."""
    return mark_sentence(Text("Il reste au corbillon {amount}, que personne ne prend.", amount=describe_tokens(pot)))


def narrate_totals(state: TableState) -> Text:
    """Say the total of each player so far, in a game of points."""
    return Text("Totaux : {rows}.", rows=describe_rows(state.totals.items()))


def narrate_ranking(state: TableState, describe_total: Callable[[int], Text]) -> Iterator[Text]:
    """Yield the rows of the ranking; `describe_total` puts one total into the words of its game."""
    for row in state.ranking:
        total = describe_total(row.total)
        yield Text("{rank}. {player} : {total}", rank=row.rank, player=row.player, total=total)
