"""What the organisers' acts take, field by field: the fields of the actions that do them."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring import FIRST_GAME
from tournaments.models import Prize, UnplayedTable
from tournaments.models.currencies import MOST_MINOR_UNITS
from tournaments.standings.seasons import WAYS

from .bodies import Body, Day, Moment, Name, PlayerId, ReasonIn, Small, Words, show_example
from .described_formats import Options

Amount = Annotated[int, Field(ge=0, le=MOST_MINOR_UNITS)]
Whole = Annotated[int, Field(ge=-10_000, le=10_000)]
Position = Annotated[int, Field(ge=1, le=6)]
Key = Annotated[str, Field(max_length=40)]


class NameIn(Body):
    """A name."""

    model_config = show_example(name="Anne Lefèvre")

    name: Name


class NameAndDateIn(Body):
    """The tournament's name and day."""

    model_config = show_example(name="Samedi", date="2026-11-21")

    name: Name
    date: Day


class HiddenIn(Body):
    """Whether it is hidden."""

    model_config = show_example(hidden=True)

    hidden: bool


class RulesIn(Body):
    """A preset of the tournament's game, with the options that differ."""

    model_config = show_example(preset=FIRST_GAME.presets[0].key, options={})

    preset: Key
    options: Options = {}


class StageIn(RulesIn):
    """The rules that hold from a round on."""

    model_config = show_example(preset=FIRST_GAME.presets[0].key, options={}, since=2)

    since: Small


class SinceIn(Body):
    """The round from which they hold."""

    model_config = show_example(since=2)

    since: Small


class RankingIn(Body):
    """The figures that rank, the weightiest first."""

    model_config = show_example(ranking=["parties_won", "total"])

    ranking: Annotated[list[Key], Field(max_length=20)]


class PartIn(Body):
    """Which rounds somebody plays (null: to the end), and at which table always (null: at any)."""

    model_config = show_example(first_round=2)

    first_round: Small = 1
    last_round: Small | None = None
    fixed_table: Small | None = None


class ApartIn(Body):
    """Who must not sit at one table."""

    model_config = show_example(entries=[11, 12])
    entry_fields: ClassVar = ("entries",)

    entries: Annotated[list[PlayerId], Field(max_length=5000)]


class TeamIn(Body):
    """A team: its name, and who plays for it."""

    model_config = show_example(name="Lyon", entries=[11, 12])
    entry_fields: ClassVar = ("entries",)

    name: Name
    entries: Annotated[list[PlayerId], Field(max_length=64)]


class TeamRulesIn(Body):
    """What ranks teams, how many places of each count (null: all), and in how many rounds people of one club are kept
    apart (null: in none)."""

    model_config = show_example(score="points", best=3)

    score: Literal["points", "ranks"] = "points"
    best: Small | None = None
    club_rounds: Small | None = None


class NewcomerIn(Body):
    """Who takes his place in the team."""

    model_config = show_example(newcomer=12)
    entry_fields: ClassVar = ("newcomer",)

    newcomer: PlayerId


class PairIn(Body):
    """Who are partners."""

    model_config = show_example(first=11, second=12)
    entry_fields: ClassVar = ("first", "second")

    first: PlayerId
    second: PlayerId


class PairNumberIn(Body):
    """A pair, by its number."""

    model_config = show_example(number=1)

    number: Small


class WaitIn(ApartIn):
    """Who waits for a table, or sits down at one."""

    model_config = show_example(entries=[11, 12, 13])


class EntryIn(Body):
    """A player, by his entry's id."""

    model_config = show_example(entry=11)
    entry_fields: ClassVar = ("entry",)

    entry: PlayerId


class SubstituteIn(EntryIn):
    """Who takes over which place."""

    model_config = show_example(position=2, entry=14)

    position: Position


class MinutesIn(Body):
    """How many minutes."""

    model_config = show_example(minutes=50)

    minutes: Small


class MessageIn(Body):
    """What every screen shows, and for how many minutes."""

    model_config = show_example(words="Entracte, 20 minutes", minutes=20)

    words: Words
    minutes: Small


class UnplayedIn(ReasonIn):
    """Why a table is not played: `kind`; the places that forfeit."""

    model_config = show_example(kind="annulled", reason="Trop tard")

    kind: Literal[tuple(UnplayedTable.UnplayedKind.values)]  # type: ignore[valid-type]
    absent: Annotated[list[Position], Field(max_length=6)] = []


class CurrencyIn(Body):
    """A currency, by its ISO 4217 code."""

    model_config = show_example(currency="EUR")

    currency: Key


class FeeIn(Body):
    """What each owes; whether one player may win several prizes. Null: as it is."""

    model_config = show_example(fee=1000)

    fee: Amount | None = None
    several: bool | None = None


class FeeOfIn(Body):
    """What one player owes (null: the fee), has paid in all, and in which group he competes."""

    model_config = show_example(due=500, paid=0, group="jeunes")

    due: Amount | None = None
    paid: Amount = 0
    group: Key = ""


class PrizeIn(Body):
    """A prize: for the place in the standings, in a group, or among newcomers."""

    model_config = show_example(label="Premier prix", place=1, amount=3000)

    label: Name
    kind: Literal[tuple(Prize.PrizeKind.values)] = "rank"  # type: ignore[valid-type]
    place: Annotated[int, Field(ge=1, le=999)] = 1
    group: Key = ""
    amount: Amount = 0
    shared: bool = True


class WorthIn(Body):
    """So many jetons are worth so many minor units of a currency; 0: nothing."""

    model_config = show_example(jetons=20, minor_units=100, currency="EUR")

    jetons: Annotated[int, Field(ge=1, le=10_000)]
    minor_units: Amount
    currency: Key


class AdjustmentIn(ReasonIn):
    """A bonus, below zero a penalty, in the unit of what ranks first. `round`: 0 for none, null for the last one."""

    model_config = show_example(entry=11, amount=-20, rule="Retard", reason="Un quart d’heure")
    entry_fields: ClassVar = ("entry",)

    entry: PlayerId
    amount: Whole
    rule: Words
    round: Small | None = None


class SignUpTermsIn(Body):
    """How players sign up by themselves. `fee` needs the right `money` too."""

    model_config = show_example(is_open=True, limit=24)
    money_fields: ClassVar = ("fee",)

    is_open: bool
    limit: Annotated[int, Field(ge=1, le=9999)] | None = None
    closes_at: Moment | None = None
    self_check_in: bool = False
    fee: Amount | None = None


class SeasonRuleIn(Body):
    """How the tournaments of a season count."""

    model_config = show_example(way="places", places=[10, 8, 6])

    way: Literal[WAYS] = "places"  # type: ignore[valid-type]
    places: Annotated[list[Whole], Field(max_length=100)] = [10, 8, 6, 5, 4, 3, 2, 1]
    factors: dict[Key, int] = {}
    best: Small | None = None
    least: Small = 1
    presence: Whole = 0


class SeasonChangeIn(Body):
    """All that a season is: its name, its tournaments by their codes, how they count, whether its past rounds count in
    draws."""

    model_config = show_example(name="Hiver", tournaments=["ABC"], rule={"way": "places"})

    name: Name
    tournaments: Annotated[list[Key], Field(max_length=400)]
    rule: SeasonRuleIn = SeasonRuleIn()
    in_draws: bool = False
