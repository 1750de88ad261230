"""Answers and bodies on money, field by field. Amounts are whole minor units of the currency: 550 with two decimals is
5.50."""

from typing import Annotated

from ninja import Schema
from pydantic import Field

from tournaments.models import Prize
from tournaments.models.currencies import MOST_MINOR_UNITS

from .bodies import Body, show_example
from .schemas import ListPage, one_of

Amount = Annotated[int, Field(description="Minor units of the currency.")]
Entrant = Annotated[int, Field(description="The entry's id.")]


class MoneyOut(Schema):
    """The currency of the amounts, by its ISO 4217 code, and how many decimals it has."""

    currency: str
    decimals: int


class PrizeOut(Schema):
    """One prize. `kind`: rank (for the `place` in the standings), group (for the place in the `group`) or new (among
    those who never played at the club before); `amount`: 0 for a prize that is a thing; `shared`: players who tie share
    the money."""

    id: int
    label: str
    kind: Annotated[str, one_of(Prize.PrizeKind.values)]
    place: int
    group: str
    amount: Amount
    shared: bool


class WinnerOut(Schema):
    """A winner of prizes, with his rank in the standings."""

    entry: Entrant
    name: str
    rank: int


class AwardOut(Schema):
    """Who wins which `prizes` (ids) by the present standings. `amount`: what each winner gets; `remainder`: what cannot
    be divided among them; `settled`: false where lots must still be drawn."""

    prizes: list[int]
    winners: list[WinnerOut]
    amount: Amount
    remainder: Amount
    settled: bool


class PrizesOut(MoneyOut):
    """The prizes of a tournament, and who wins them; a prize that nobody wins is in no award."""

    items: list[PrizeOut]
    awards: list[AwardOut]


class FeeOut(MoneyOut):
    """What one player owes and has paid. `group`: the group in which he competes for prizes, or ""; `missing`: what he
    still has to pay, below zero if he paid too much."""

    entry: Entrant
    name: str
    group: str
    due: Amount
    paid: Amount
    missing: Amount


class FeesOut(MoneyOut, ListPage):
    """What each player owes and has paid, by name. `fee`: what an entry owes that has no amount of its own; `due`,
    `paid`: sums over all entries; `prizes`: the sum of the money prizes."""

    fee: Amount
    due: Amount
    paid: Amount
    prizes: Amount
    items: list[FeeOut]


class SettlementLineOut(Schema):
    """What one player won, or below zero lost. `entry` and `name` are null for what is left in the baskets."""

    entry: int | None
    name: str | None
    jetons: int
    amount: Amount


class HandOverOut(Schema):
    """A hand-over of money from one entry to another; null stands for the baskets."""

    payer: int | None
    payee: int | None
    amount: Amount


class SettlementOut(MoneyOut):
    """Who hands over how much, where `jetons` jetons are worth `minor_units`. `is_shortest`: no smaller number of
    hand-overs settles it."""

    jetons: int
    minor_units: Amount
    is_shortest: bool
    items: list[SettlementLineOut]
    hand_overs: list[HandOverOut]


class PaymentIn(Body):
    """How much somebody has paid in all, in minor units of the tournament's currency."""

    model_config = show_example(paid=500)

    paid: Annotated[int, Field(ge=0, le=MOST_MINOR_UNITS)]
