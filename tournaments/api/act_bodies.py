"""The bodies of the organisers' acts, one class a body: its fields are the arguments of the action that does the
act."""

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
    """A new name, of a tournament's player or a season."""

    model_config = show_example(name="Anne Lefèvre")

    name: Name


class NameAndDateIn(Body):
    """A tournament's new name and day."""

    model_config = show_example(name="Samedi", date="2026-11-21")

    name: Name
    date: Day


class HiddenIn(Body):
    """Whether a tournament is hidden from everybody but the club."""

    model_config = show_example(hidden=True)

    hidden: bool


class RulesIn(Body):
    """The rules of a tournament: a preset of its game, with the options that differ from it."""

    model_config = show_example(preset=FIRST_GAME.presets[0].key, options={})

    preset: Key
    options: Options = {}


class StageIn(RulesIn):
    """The rules that hold from round `since` on, as a preset with the options that differ from it."""

    model_config = show_example(preset=FIRST_GAME.presets[0].key, options={}, since=2)

    since: Small


class SinceIn(Body):
    """The stage of rules to drop: the one that holds from round `since` on. The rules before it go on instead."""

    model_config = show_example(since=2)

    since: Small


class RankingIn(Body):
    """The keys of the figures that rank the players, the weightiest first."""

    model_config = show_example(ranking=["parties_won", "total"])

    ranking: Annotated[list[Key], Field(max_length=20)]


class PartIn(Body):
    """Which rounds a player plays (`last_round` null: to the end), and the table number at which he always sits
    (`fixed_table` null: any)."""

    model_config = show_example(first_round=2)

    first_round: Small = 1
    last_round: Small | None = None
    fixed_table: Small | None = None


class ApartIn(Body):
    """Players, by their entries' ids, no two of whom may sit at one table."""

    model_config = show_example(entries=[11, 12])
    entry_fields: ClassVar = ("entries",)

    entries: Annotated[list[PlayerId], Field(max_length=5000)]


class TeamIn(Body):
    """A team: its name, and its players by their entries' ids."""

    model_config = show_example(name="Lyon", entries=[11, 12])
    entry_fields: ClassVar = ("entries",)

    name: Name
    entries: Annotated[list[PlayerId], Field(max_length=64)]


class TeamRulesIn(Body):
    """What ranks the teams, how many places of each count (`best` null: all), and in how many rounds people of one club
    are kept apart (`club_rounds` null: in none)."""

    model_config = show_example(score="points", best=3)

    score: Literal["points", "ranks"] = "points"
    best: Small | None = None
    club_rounds: Small | None = None


class NewcomerIn(Body):
    """The player, by his entry's id, who takes another's place in the team."""

    model_config = show_example(newcomer=12)
    entry_fields: ClassVar = ("newcomer",)

    newcomer: PlayerId


class PairIn(Body):
    """Two players, by their entries' ids, who become partners."""

    model_config = show_example(first=11, second=12)
    entry_fields: ClassVar = ("first", "second")

    first: PlayerId
    second: PlayerId


class PairNumberIn(Body):
    """A pair of fixed partners, by the number that its entries have as `pair`."""

    model_config = show_example(number=1)

    number: Small


class WaitIn(ApartIn):
    """The players, by their entries' ids, who are to wait for a free table, or who wait and are to sit down at one."""

    model_config = show_example(entries=[11, 12, 13])


class EntryIn(Body):
    """One player, by his entry's id."""

    model_config = show_example(entry=11)
    entry_fields: ClassVar = ("entry",)

    entry: PlayerId


class SubstituteIn(EntryIn):
    """The entry that takes over the place at this position of the table."""

    model_config = show_example(position=2, entry=14)

    position: Position


class MinutesIn(Body):
    """How many minutes a round's clock starts with, or gets more."""

    model_config = show_example(minutes=50)

    minutes: Small


class MessageIn(Body):
    """What every screen shows, and for how many minutes."""

    model_config = show_example(words="Entracte, 20 minutes", minutes=20)

    words: Words
    minutes: Small


class UnplayedIn(ReasonIn):
    """Why a table is not played: `kind` is exempt, forfeit, adjourned or annulled; `absent`: the positions that
    forfeit."""

    model_config = show_example(kind="annulled", reason="Trop tard")

    kind: Literal[tuple(UnplayedTable.UnplayedKind.values)]  # type: ignore[valid-type]
    absent: Annotated[list[Position], Field(max_length=6)] = []


class CurrencyIn(Body):
    """The currency of a tournament's fees and prizes, by its ISO 4217 code."""

    model_config = show_example(currency="EUR")

    currency: Key


class FeeIn(Body):
    """What each entry owes, in minor units, and whether one player may win several prizes. Null leaves either as it
    is."""

    model_config = show_example(fee=1000)

    fee: Amount | None = None
    several: bool | None = None


class FeeOfIn(Body):
    """What one player owes (null: the tournament's fee) and has paid in all, in minor units, and the group of prizes in
    which he competes («» for none)."""

    model_config = show_example(due=500, paid=0, group="jeunes")

    due: Amount | None = None
    paid: Amount = 0
    group: Key = ""


class PrizeIn(Body):
    """A new prize, for a place in the standings, in a group, or among those who never played at the club before."""

    model_config = show_example(label="Premier prix", place=1, amount=3000)

    label: Name
    kind: Literal[tuple(Prize.PrizeKind.values)] = "rank"  # type: ignore[valid-type]
    place: Annotated[int, Field(ge=1, le=999)] = 1
    group: Key = ""
    amount: Amount = 0
    shared: bool = True


class WorthIn(Body):
    """What jetons are worth: `jetons` of them are `minor_units` of the currency, as 20 jetons for 100 cents; 0:
    nothing."""

    model_config = show_example(jetons=20, minor_units=100, currency="EUR")

    jetons: Annotated[int, Field(ge=1, le=10_000)]
    minor_units: Amount
    currency: Key


class AdjustmentIn(ReasonIn):
    """A bonus, or below zero a penalty, in the unit of the figure that ranks first. `round`: the round for which it is
    given; 0: for none, null: for the last one."""

    model_config = show_example(entry=11, amount=-20, rule="Retard", reason="Un quart d’heure")
    entry_fields: ClassVar = ("entry",)

    entry: PlayerId
    amount: Whole
    rule: Words
    round: Small | None = None


class SignUpTermsIn(Body):
    """How players sign up for a tournament by themselves. `fee` needs the right `money` too."""

    model_config = show_example(is_open=True, limit=24)
    money_fields: ClassVar = ("fee",)

    is_open: bool
    limit: Annotated[int, Field(ge=1, le=9999)] | None = None
    closes_at: Moment | None = None
    self_check_in: bool = False
    fee: Amount | None = None


class SeasonRuleIn(Body):
    """How the tournaments of a season count, as `SeasonRule` has it."""

    model_config = show_example(way="places", places=[10, 8, 6])

    way: Literal[WAYS] = "places"  # type: ignore[valid-type]
    places: Annotated[list[Whole], Field(max_length=100)] = [10, 8, 6, 5, 4, 3, 2, 1]
    factors: dict[Key, int] = {}
    best: Small | None = None
    least: Small = 1
    presence: Whole = 0


class SeasonChangeIn(Body):
    """All that a season is: its name, its tournaments by their codes, how they count, and `in_draws`: whether players
    who met in its past rounds are kept apart in draws."""

    model_config = show_example(name="Hiver", tournaments=["ABC"], rule={"way": "places"})

    name: Name
    tournaments: Annotated[list[Key], Field(max_length=400)]
    rule: SeasonRuleIn = SeasonRuleIn()
    in_draws: bool = False
