"""The organisers' acts that a key may do, one a line: the same actions and rights as on the organisers' pages."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _
from ninja import Router

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.evenings import adjustments, hall_message, lifecycle, seasons, stages
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.money import currency as currencies
from tournaments.actions.money import prizes
from tournaments.actions.money.jeton_worth import WorthTerms, change_evening_worth
from tournaments.actions.people import entries, leaving, signing_up, teams
from tournaments.actions.rounds import clock, drafts, free_tables, participation
from tournaments.actions.tables import closing, unplayed
from tournaments.models import Entry, Round, Season, Table, Team, Tournament
from tournaments.models.currencies import get_decimals
from tournaments.models.rights import Right
from tournaments.standings.prizes import PrizeChoice
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.seasons import SeasonRule

from . import act_bodies as bodies
from .acts import ADJUSTMENT, APART, ENTRY, PRIZE, ROUND, SEASON, SIGN_UP, TABLE, TEAM, TOURNAMENT, Act, declare_act
from .bodies import ReasonIn

router = Router(tags=["writing: acts"])
NO_SUCH_TOURNAMENT = _("Le club n’a pas cette soirée.")


def rank_by(tournament: Tournament, ranking: Sequence[str]) -> None:
    """Set the figures by which the tournament is ranked, by key, the weightiest first. Raises Refused with each key
    that cannot rank it."""
    order = replace(RankingOrder.from_json(tournament.ranking), precedence=("left", *ranking))
    try:
        set_ranking(tournament, order)
    except Refused as refused:
        places = {key: f"ranking[{n}]" for n, key in enumerate(ranking)}
        faults = [FieldError(places.get(each.path, "ranking"), str(each.message)) for each in refused.problems]
        raise Refused(faults) from refused


def set_fee(tournament: Tournament, fee: int | None, several: bool | None, *, actor: str) -> None:
    """Set the entry fee (minor units), and whether one player may win several prizes; None leaves either as it is."""
    choice = None if several is None else PrizeChoice.SEVERAL if several else PrizeChoice.PLACE
    prizes.set_account(tournament, fee_cents=fee, choice=choice, actor=actor)


def set_fee_of(entry: Entry, due: int | None, paid: int, group: str, *, actor: str) -> None:
    """Set what a player owes (None: the tournament's fee) and has paid, in minor units, and his group of prizes."""
    prizes.set_payments(entry.tournament, [prizes.Payment(entry.pk, group, due, paid)], actor=actor)


def set_worth(tournament: Tournament, jetons: int, minor_units: int, currency: str, *, actor: str) -> None:
    """Set what jetons are worth: `jetons` of them are `minor_units` of the currency. Raises Refused."""
    code = currencies.check_currency(currency)
    change_evening_worth(tournament, WorthTerms(minor_units, get_decimals(code), code, jetons), actor=actor)


def set_part(entry: Entry, first_round: int, last_round: int | None, fixed_table: int | None, *, actor: str) -> None:
    """Set the rounds that a player plays, and the table at which he always sits. Raises Refused."""
    participation.set_participation(entry, first=first_round, last=last_round, table=fixed_table, actor=actor)


def change_team(team: Team, name: str, entries: list[Entry]) -> None:
    """Change a team's name and players. Raises Refused."""
    teams.save_team(team.tournament, name, entries, team)


def set_terms(tournament: Tournament, *, fee: int | None, actor: str, **terms: Any) -> None:
    """Set how players sign up; `fee` None leaves the fee as it is."""
    kept = getattr(getattr(tournament, "account", None), "fee_cents", 0)
    signing_up.set_sign_up_terms(tournament, fee_cents=kept if fee is None else fee, actor=actor, **terms)


def substitute(table: Table, position: int, entry: Entry, *, actor: str) -> None:
    """Let an entry take over the place at this position of the table."""
    closing.substitute_player(table.pk, position, entry, actor=actor)


def mark_unplayed(table: Table, kind: str, absent: list[int], reason: str, *, actor: str) -> None:
    """Decide that a table is not played. `kind`: a value of `UnplayedTable.UnplayedKind`; `absent`: the positions that
    forfeit."""
    unplayed.mark_unplayed(table.pk, kind, absent=absent, actor=actor, reason=reason)


def mark_played(table: Table, reason: str, *, actor: str) -> None:
    """Take back the decision that a table is not played."""
    unplayed.mark_played(table.pk, actor=actor, reason=reason)


def annul_round(found: Round, reason: str, *, actor: str) -> None:
    """Annul every table of a round, if nothing was played or decided there yet."""
    unplayed.mark_round_unplayed(found.tournament, found.n, actor=actor, reason=reason)


def restore_round(found: Round, reason: str, *, actor: str) -> None:
    """Put back every annulled table of a round."""
    unplayed.mark_round_played(found.tournament, found.n, actor=actor, reason=reason)


def change_season(season: Season, name: str, tournaments: list[str], rule: dict[str, Any], in_draws: bool) -> None:
    """Change everything about a season. `tournaments`: codes. Raises Refused with each code that the club has not."""
    known = {each.code: each for each in Tournament.objects.filter(club=season.club_id, code__in=tournaments)}
    faults = [
        FieldError(f"tournaments[{n}]", NO_SUCH_TOURNAMENT) for n, code in enumerate(tournaments) if code not in known
    ]
    if faults:
        raise Refused(faults)
    changed = SeasonRule.from_json(rule)
    seasons.change_season(season, name=name, rule=changed, tournaments=known.values(), in_draws=in_draws)


RUN, ARBITRATE, MONEY = Right.RUN, Right.ARBITRATE, Right.MONEY
ACTS = (
    Act("change_tournament", TOURNAMENT, "change", RUN, lifecycle.change_tournament,
        "Change a tournament's name and day.", bodies.NameAndDateIn),
    Act("hide_tournament", TOURNAMENT, "hide", RUN, lifecycle.hide_tournament,
        "Hide a tournament from everybody but the club, or show it again.", bodies.HiddenIn),
    Act("set_rules", TOURNAMENT, "rules", RUN, lifecycle.set_rules,
        "Set a tournament's rules, until a coup is recorded.", bodies.RulesIn),
    Act("set_stage", TOURNAMENT, "stage", RUN, stages.set_stage,
        "Set the rules that hold from a later round on.", bodies.StageIn),
    Act("drop_stage", TOURNAMENT, "stage/drop", RUN, stages.drop_stage,
        "Let the rules of the rounds before go on.", bodies.SinceIn),
    Act("set_ranking", TOURNAMENT, "ranking", RUN, rank_by,
        "Set by which figures a tournament is ranked.", bodies.RankingIn),
    Act("rename_entry", ENTRY, "rename", RUN, entries.rename_entry,
        "Rename a player in a tournament and at the club.", bodies.NameIn),
    Act("set_part", ENTRY, "part", RUN, set_part,
        "Say which rounds somebody plays, and at which table always.", bodies.PartIn),
    Act("make_pair", TOURNAMENT, "pairs", RUN, participation.make_pair,
        "Make two players partners for the whole tournament.", bodies.PairIn),
    Act("dissolve_pair", TOURNAMENT, "pairs/dissolve", RUN, participation.dissolve_pair,
        "Dissolve a pair.", bodies.PairNumberIn),
    Act("remove_apart", APART, "remove", RUN, participation.remove_seating_exclusion,
        "Let these players sit together again."),
    Act("change_team", TEAM, "change", RUN, change_team,
        "Give a team another name, or other players.", bodies.TeamIn),
    Act("remove_team", TEAM, "remove", RUN, teams.remove_team,
        "Dissolve a team; its players go on for themselves."),
    Act("make_club_teams", TOURNAMENT, "teams/clubs", RUN, teams.make_club_teams,
        "Make a team of all who come from one club and have none, for each club of two or more."),
    Act("set_team_rules", TOURNAMENT, "teams/rules", RUN, teams.set_team_rules,
        "Set what ranks teams, and for how long people of one club are kept apart.", bodies.TeamRulesIn),
    Act("take_over", ENTRY, "take-over", RUN, teams.take_over,
        "Let another player take this one's place in his team, from the next round on.", bodies.NewcomerIn),
    Act("raise_member", ENTRY, "raise", RUN, teams.raise_member,
        "Let this player play a board higher in his team, before teams first meet."),
    Act("set_sign_up_terms", TOURNAMENT, "sign-ups/terms", RUN, set_terms,
        "Set how players sign up by themselves; without `fee` it stays.", bodies.SignUpTermsIn),
    Act("admit_sign_up", SIGN_UP, "admit", RUN, signing_up.admit_waiting,
        "Give a place to somebody who waits, whatever the limit."),
    Act("refuse_sign_up", SIGN_UP, "refuse", RUN, leaving.refuse_sign_up,
        "Take somebody off the list of those who signed up."),
    Act("drop_draft", TOURNAMENT, "draft/drop", RUN, drafts.drop_drafts,
        "Throw the draft away."),
    Act("wait_for_table", TOURNAMENT, "waiting", RUN, free_tables.wait_for_table,
        "Let players wait for a free table.", bodies.WaitIn),
    Act("seat_waiting", TOURNAMENT, "waiting/seat", RUN, free_tables.seat_waiting_entries,
        "Seat players who wait at the next free table.", bodies.WaitIn),
    Act("stop_waiting", TOURNAMENT, "waiting/stop", RUN, free_tables.stop_waiting,
        "Take a player off those who wait for a table.", bodies.EntryIn),
    Act("substitute_player", TABLE, "substitute", ARBITRATE, substitute,
        "Let somebody take over a place, with its purse, from the next event on.", bodies.SubstituteIn),
    Act("mark_unplayed", TABLE, "unplayed", ARBITRATE, mark_unplayed,
        "Say that a table is not played, is adjourned, or is forfeited by some; with the reason.", bodies.UnplayedIn),
    Act("mark_played", TABLE, "played", ARBITRATE, mark_played,
        "Say that a table is played after all; with the reason.", ReasonIn),
    Act("annul_round", ROUND, "unplayed", ARBITRATE, annul_round,
        "Annul every table of a round that has not begun; with the reason.", ReasonIn),
    Act("restore_round", ROUND, "played", ARBITRATE, restore_round,
        "Put back every annulled table of a round; with the reason.", ReasonIn),
    Act("start_clock", ROUND, "clock/start", ARBITRATE, clock.start_clock,
        "Start the round's clock.", bodies.MinutesIn),
    Act("pause_clock", ROUND, "clock/pause", ARBITRATE, clock.pause_clock, "Pause the round's clock."),
    Act("resume_clock", ROUND, "clock/resume", ARBITRATE, clock.resume_clock, "Let the round's clock go on."),
    Act("stop_clock", ROUND, "clock/stop", ARBITRATE, clock.stop_clock, "Remove the round's clock."),
    Act("give_minutes", ROUND, "clock/add", ARBITRATE, clock.give_minutes,
        "Give the whole round more minutes.", bodies.MinutesIn),
    Act("show_message", TOURNAMENT, "message", ARBITRATE, hall_message.show_message,
        "Show a message on every screen of the tournament, for so many minutes.", bodies.MessageIn),
    Act("clear_message", TOURNAMENT, "message/clear", ARBITRATE, hall_message.clear_message,
        "Take the message away from every screen."),
    Act("cancel_adjustment", ADJUSTMENT, "cancel", ARBITRATE, adjustments.cancel_adjustment,
        "Cancel a bonus or a penalty, of both partners; with the reason.", ReasonIn),
    Act("set_currency", TOURNAMENT, "currency", MONEY, currencies.set_currency,
        "Set the currency of fees and prizes, until somebody has paid.", bodies.CurrencyIn),
    Act("set_fee", TOURNAMENT, "fee", MONEY, set_fee,
        "Set the entry fee, and whether one player may win several prizes.", bodies.FeeIn),
    Act("set_fee_of", ENTRY, "fee", MONEY, set_fee_of,
        "Set what one player owes and has paid, and his group.", bodies.FeeOfIn),
    Act("remove_prize", PRIZE, "remove", MONEY, prizes.remove_prize, "Remove a prize."),
    Act("set_worth", TOURNAMENT, "worth", MONEY, set_worth,
        "Set what jetons are worth in this tournament.", bodies.WorthIn),
    Act("change_season", SEASON, "change", RUN, change_season,
        "Change a season: its name, its tournaments, how they count.", bodies.SeasonChangeIn),
    Act("hide_season", SEASON, "hide", RUN, seasons.hide_season,
        "Take a season off the lists, or put it back.", bodies.HiddenIn),
)  # fmt: skip
for act in ACTS:
    declare_act(router, act)
