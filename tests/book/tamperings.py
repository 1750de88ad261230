# ruff: noqa: E501
"""Tamperings with what decides who wins beside the coups, by name: what somebody may do who owns the database, with the
guards dropped and put back. Each is told by `recheck`, in a line that names what it is.

A tampering is what the line says and the SQL, for the evening of `fill_decided_evening`.
"""

from tests.book.evening_builders import build_coup, record_events
from tests.book.round_builders import create_tournament, draw_and_publish
from tournaments.actions.evenings.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.actions.money.jeton_worth import WorthTerms, change_evening_worth
from tournaments.actions.money.prizes import Payment, add_prize, set_account, set_payments
from tournaments.actions.rounds.withdrawal import withdraw_begun_round
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import Table
from tournaments.standings.prizes import PrizeChoice
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.seasons import SeasonRule
from tournaments.standings.tournament_results import Scales

WHY = {"actor": "user:1", "reason": "Basile est venu tard"}


def fill_decided_evening() -> None:
    """Fill the database: an evening of three rounds, closed, of which everything is decided that can be.

    Round 1: table 1 confirmed and counted, table 2 played, one rests. Round 2: begun and withdrawn. Round 3: table 1
    lost by forfeit, table 2 annulled. Adjustment 1 counts, 2 was cancelled. A season counts the evening."""
    tournament = create_tournament(7, "random", rounds=3)
    order = RankingOrder(("left", "victory", "total"), Scales(flat=5, forfeit="average"))
    set_ranking(tournament, order)
    draw_and_publish(tournament, 1, (3,))
    open_tournament(tournament)
    for table in Table.objects.filter(round__n=1):
        record_events(table, build_coup(), build_coup(), build_coup())
    first = Table.objects.get(round__n=1, n=1)
    save_token_counts(first.pk, {1: (0, 0), 2: (3, 0), 3: (2, 0)}, actor="table")
    confirm_sheet(first.pk, 2, actor="table:2")
    draw_and_publish(tournament, 2, (3,))
    record_events(Table.objects.get(round__n=2, n=1), build_coup())
    withdraw_begun_round(tournament, 2, **WHY)
    draw_and_publish(tournament, 3, (3,))
    mark_unplayed(Table.objects.get(round__n=3, n=1).pk, "forfeit", absent=[1], **WHY)
    mark_unplayed(Table.objects.get(round__n=3, n=2).pk, "annulled", **WHY)
    one, other, *_others = tournament.entries.order_by("pk")
    give_adjustment(tournament, one, amount=-1, rule="art. 12", round=1, **WHY)
    [gone] = give_adjustment(tournament, other, amount=2, rule="art. 12", round=1, **WHY)
    cancel_adjustment(gone, **WHY)
    for place, label in ((1, "Un jambon"), (2, "Un pain")):
        add_prize(tournament, kind="rank", place=place, group="", label=label, cents=1000 * (3 - place), shared=True)
    set_account(tournament, fee_cents=500, choice=PrizeChoice.PLACE)
    set_payments(tournament, [Payment(one.pk, "Juniors", None, 500)])
    change_evening_worth(tournament, WorthTerms(5, 2, "EUR", 1), actor="user:1")
    season = create_season(tournament.club, "L’année")
    change_season(season, name=season.name, rule=SeasonRule(), tournaments=[tournament], in_draws=True)
    create_season(tournament.club, "L’autre année")
    close_tournament(tournament, actor="user:1")


FORFEIT = "(SELECT table_id FROM tournaments_unplayed WHERE kind = 'forfeit')"
PLAYED = "(SELECT MIN(table_id) FROM tournaments_record)"
CONFIRMED = "(SELECT table_id FROM tournaments_confirmation)"
LOG_ENTRY = "(SELECT deed_id FROM tournaments_deedreason ORDER BY deed_id LIMIT 1)"
LAST_LOG = "(SELECT MAX(id) FROM tournaments_deed)"
NEW_ADJUSTMENT = (
    "INSERT INTO tournaments_adjustment (event_id, entry_id, metric, amount, round, given_id) "
    "SELECT event_id, entry_id, metric, 300, round, given_id FROM tournaments_adjustment WHERE id = 1"
)
NEW_CONFIRMATION = (
    "INSERT INTO tournaments_confirmation (table_id, position, number, at) "
    "SELECT table_id, 3, number, at FROM tournaments_confirmation"
)
NEW_LOG_ENTRY = (
    "INSERT INTO tournaments_deed (event_id, at, by, what, before, after) "
    "SELECT event_id, at, by, what, before, after FROM tournaments_deed WHERE what = 'closed'"
)


def mark_table(table: str, kind: str) -> str:
    """Return the SQL that marks a table as not played."""
    return f"INSERT INTO tournaments_unplayed (table_id, kind, absent) VALUES ({table}, '{kind}', '[]')"


BONUS, UNPLAYED, WORD, COUNT = "bonus", "pas jouée", "confirmation", "jetons comptés"
EVENING, REST, ROUND, PRIZE = "la soirée", "exempt d’une ronde", "graine", "un lot"
ENTRY, LOG, SEASON = "inscrit", "journal", "saison"

TAMPERINGS = {
    "a penalty of 1 made a bonus of 5,000": (BONUS, ["UPDATE tournaments_adjustment SET amount = 5000 WHERE id = 1"]),
    "a penalty given to another": (BONUS, ["UPDATE tournaments_adjustment SET entry_id = entry_id + 1 WHERE id = 1"]),
    "a penalty moved to the withdrawn round": (BONUS, ["UPDATE tournaments_adjustment SET round = 2 WHERE id = 1"]),
    "a penalty counted in another unit": (BONUS, ["UPDATE tournaments_adjustment SET metric = 'total' WHERE id = 1"]),
    "a penalty cancelled": (BONUS, ["UPDATE tournaments_adjustment SET cancelled_id = given_id WHERE id = 1"]),
    "a cancelled bonus that counts again": (BONUS, ["UPDATE tournaments_adjustment SET cancelled_id = NULL WHERE id = 2"]),
    "a bonus nobody gave": (BONUS, [NEW_ADJUSTMENT]),
    "a penalty removed": (BONUS, ["DELETE FROM tournaments_adjustment WHERE id = 1"]),
    "a penalty removed with its link": (
        "Il manque", ["DELETE FROM tournaments_adjustment WHERE id = 1", "DELETE FROM tournaments_link WHERE part = 'adjustment' AND subject = 1"],
    ),
    "a played table annulled": (UNPLAYED, [mark_table(PLAYED, "annulled")]),
    "a played table exempt": (UNPLAYED, [mark_table(PLAYED, "exempt")]),
    "a forfeit made a table to be played": (UNPLAYED, ["DELETE FROM tournaments_unplayed WHERE kind = 'forfeit'"]),
    "a forfeit made an exemption": (UNPLAYED, ["UPDATE tournaments_unplayed SET kind = 'exempt' WHERE kind = 'forfeit'"]),
    "a forfeit of another": (UNPLAYED, ["UPDATE tournaments_unplayed SET absent = '[2]' WHERE kind = 'forfeit'"]),
    "another sitter at a forfeited table": (UNPLAYED, [
        f"UPDATE tournaments_seat SET entry_id = 1 + entry_id % 7 WHERE table_id = {FORFEIT} AND position = 1",
    ]),
    "a forfeited table moved to another round": (UNPLAYED, [
        f"UPDATE tournaments_table SET n = 9, round_id = (SELECT MIN(id) FROM tournaments_round) WHERE id = {FORFEIT}",
    ]),
    "a withdrawn round that counts again": (UNPLAYED, ["DELETE FROM tournaments_unplayed WHERE kind = 'withdrawn'"]),
    "a confirmation nobody gave": (WORD, [NEW_CONFIRMATION]),
    "a confirmation removed": (WORD, ["DELETE FROM tournaments_confirmation"]),
    "a confirmation of another player": (WORD, ["UPDATE tournaments_confirmation SET position = 3"]),
    "a confirmation given before the end": (WORD, ["UPDATE tournaments_confirmation SET number = 1"]),
    "a confirmation at another time": (WORD, ["UPDATE tournaments_confirmation SET at = '2026-11-21 20:00:00'"]),
    "counted tokens changed": (COUNT, ["UPDATE tournaments_count SET fiches = 99 WHERE position = 1"]),
    "counted tokens removed": (COUNT, ["DELETE FROM tournaments_count WHERE position = 1"]),
    "a debt nobody noted": (COUNT, ["UPDATE tournaments_count SET owed_to = 2 WHERE position = 1"]),
    "another order of ranks": (EVENING, ["UPDATE tournaments_event SET ranking = '{}'"]),
    "another way to pair": (EVENING, ["UPDATE tournaments_event SET pairing = 'drawn'"]),
    "other seeds": (EVENING, ["UPDATE tournaments_event SET phases = '[{\"format\": \"knockout\", \"since\": 1, \"sides\": [[2], [1]]}]'"]),
    "rules of a later round": (EVENING, ["UPDATE tournaments_event SET stages = '[{\"since\": 3, \"preset\": \"aux-points\", \"options\": {}, \"house_rule\": \"\"}]'"]),
    "a closed evening open again": (EVENING, ["UPDATE tournaments_event SET status = 'open'"]),
    "an evening of another currency": (EVENING, ["UPDATE tournaments_event SET currency = 'CHF'"]),
    "another seed of a draw": (ROUND, ["UPDATE tournaments_round SET seed = 77 WHERE n = 1"]),
    "a round nobody published": (ROUND, ["INSERT INTO tournaments_round (event_id, n, paused_seconds, moves) SELECT event_id, 9, 0, 0 FROM tournaments_round WHERE n = 1"]),
    "a rest given to another": (REST, ["UPDATE tournaments_rest SET entry_id = 1 + entry_id % 7 WHERE id = 1"]),
    "a rest nobody had": (REST, ["INSERT INTO tournaments_rest (round_id, entry_id) SELECT round_id, 1 + entry_id % 7 FROM tournaments_rest WHERE id = 1"]),
    "a rest removed": (REST, ["DELETE FROM tournaments_rest WHERE id = 1"]),
    "a prize of more": (PRIZE, ["UPDATE tournaments_prize SET cents = 99999 WHERE place = 1"]),
    "the first prize to the second": (PRIZE, ["UPDATE tournaments_prize SET place = 3 - place"]),
    "the names of prizes exchanged": (PRIZE, [
        "UPDATE tournaments_prize SET label = CASE label WHEN 'Un pain' THEN 'Un jambon' ELSE 'Un pain' END",
    ]),
    "a prize nobody offered": (PRIZE, [
        "INSERT INTO tournaments_prize (event_id, kind, place, \"group\", label, cents, shared, salt) "
        "SELECT event_id, kind, 3, \"group\", label, cents, shared, salt FROM tournaments_prize WHERE place = 2",
    ]),
    "a prize removed": (PRIZE, ["DELETE FROM tournaments_prize WHERE place = 1"]),
    "several prizes for one": ("partage des lots", ["UPDATE tournaments_treasury SET several = NOT several"]),
    "a player in another group": ("groupe", ["UPDATE tournaments_dues SET \"group\" = 'Dames'"]),
    "a jeton worth more": ("vaut un jeton", ["UPDATE tournaments_jetonworth SET minor_units = 500"]),
    "another rule of a season": (SEASON, ["UPDATE tournaments_season SET rule = '{\"best\": 1}'"]),
    "an evening in another season": (SEASON, ["UPDATE tournaments_season_events SET season_id = (SELECT MAX(id) FROM tournaments_season)"]),
    "an evening counted no more": (SEASON, ["DELETE FROM tournaments_season_events"]),
    "a season hidden": (SEASON, ["UPDATE tournaments_season SET hidden = NOT hidden"]),
    "the names of two players exchanged": (ENTRY, [
        "UPDATE tournaments_entry SET shown_name = '?' WHERE shown_name = 'Joueur 1'", "UPDATE tournaments_entry SET shown_name = 'Joueur 1' WHERE shown_name = 'Joueur 2'",
        "UPDATE tournaments_entry SET shown_name = 'Joueur 2' WHERE shown_name = '?'",
    ]),
    "an entry of another player of the club": (ENTRY, [
        "INSERT INTO tournaments_player (club_id, name, active, discreet) SELECT club_id, 'Zoé', active, discreet FROM tournaments_player WHERE id = 1",
        "UPDATE tournaments_entry SET player_id = (SELECT MAX(id) FROM tournaments_player) WHERE shown_name = 'Joueur 1'",
    ]),
    "an entry as if its name were erased": (ENTRY, ["UPDATE tournaments_entry SET salt = '', shown_name = 'Joueur 77' WHERE shown_name = 'Joueur 1'"]),
    "two players made partners": (ENTRY, ["UPDATE tournaments_entry SET pair = 1 WHERE shown_name IN ('Joueur 1', 'Joueur 2')"]),
    "what the log says was done": (LOG, ["UPDATE tournaments_deed SET after = '{}' WHERE what = 'adjusted'"]),
    "who did it, in the log": (LOG, [f"UPDATE tournaments_deed SET by = 'user:7' WHERE id = {LOG_ENTRY}"]),
    "when it was done, in the log": (LOG, [f"UPDATE tournaments_deed SET at = '2020-01-01 00:00:00' WHERE id = {LOG_ENTRY}"]),
    "why it was done, in the log": (LOG, ["UPDATE tournaments_deedreason SET text = 'triche'"]),
    "why it was done, and its salt": (LOG, ["UPDATE tournaments_deedreason SET text = 'triche', salt = 'a'"]),
    "a reason where there was none": (LOG, [f"INSERT INTO tournaments_deedreason (deed_id, text, salt) VALUES ({LAST_LOG}, 'triche', 'a')"]),
    "a line of the log removed": (LOG, ["DELETE FROM tournaments_deed WHERE what = 'opened'"]),
    "a line of the log nobody wrote": (LOG, [NEW_LOG_ENTRY]),
    "a link that says another state": (BONUS, [
        "UPDATE tournaments_adjustment SET amount = 5000 WHERE id = 1",
        "UPDATE tournaments_link SET state = '" + "f" * 64 + "' WHERE part = 'adjustment' AND subject = 1",
    ]),
    "a link of another row": (BONUS, [
        "UPDATE tournaments_adjustment SET amount = 5000 WHERE id = 1", "UPDATE tournaments_link SET subject = 9 WHERE part = 'adjustment' AND subject = 1",
    ]),
    "links of a part that is none": ("scellé", ["UPDATE tournaments_link SET part = 'nothing' WHERE part = 'adjustment' AND subject = 1"]),
    "the links of all decisions removed": ("Il manque", ["DELETE FROM tournaments_link WHERE part IS NOT NULL"]),
}  # fmt: skip
