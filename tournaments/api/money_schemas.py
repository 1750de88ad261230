"""What the interface answers and is sent of money, field by field. Amounts are whole minor units of the currency: 550
with two decimals is 5.50."""

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
    """In which currency the amounts are, by its ISO 4217 code, and how many decimals it has."""

    currency: str
    decimals: int


class PrizeOut(Schema):
    """One prize. `kind`: rank for the `place` in the standings, group for the place in the `group`, new among those who
    never played at the club before; `amount`: 0 for a thing; `shared`: players who tie share the money."""

    id: int
    label: str
    kind: Annotated[str, one_of(Prize.PrizeKind.values)]
    place: int
    group: str
    amount: Amount
    shared: bool


class WinnerOut(Schema):
    """Who wins, with the rank in the standings."""

    entry: Entrant
    name: str
    rank: int


class AwardOut(Schema):
    """Who wins which `prizes` (ids) as things stand. `amount`: what each winner gets; `remainder`: what cannot
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
    """What one player owes and has paid. `group`: in which he competes for prizes, or ""; `missing`: still to pay,
    below zero where he paid too much."""

    entry: Entrant
    name: str
    group: str
    due: Amount
    paid: Amount
    missing: Amount


class FeesOut(MoneyOut, ListPage):
    """What everybody owes and has paid, by name. `fee`: what each owes who has no amount of his own; `due`, `paid`: of
    all together; `prizes`: the total of the money prizes."""

    fee: Amount
    due: Amount
    paid: Amount
    prizes: Amount
    items: list[FeeOut]


class SettlementLineOut(Schema):
    """What somebody won, below zero what he lost. `entry` and `name`: null for what is left in the baskets."""

    entry: int | None
    name: str | None
    jetons: int
    amount: Amount


class HandOverOut(Schema):
    """Who hands whom how much, by their entries; null for the baskets."""

    payer: int | None
    payee: int | None
    amount: Amount


class SettlementOut(MoneyOut):
    """The settlement where jetons are worth money: so many `jetons` so many `minor_units`. `is_shortest`: no fewer
    hand-overs can do it."""

    jetons: int
    minor_units: Amount
    is_shortest: bool
    items: list[SettlementLineOut]
    hand_overs: list[HandOverOut]


class PaymentIn(Body):
    """How much somebody has paid in all, in minor units of the tournament's currency."""

    model_config = show_example(paid=500)

    paid: Annotated[int, Field(ge=0, le=MOST_MINOR_UNITS)]
