"""Reading tournaments: their rules and state, their players, the standings and the reasons for them."""

from typing import Annotated, Any, Literal

from django.http import Http404
from ninja import Query, Router
from pydantic import Field

from tournaments.actions.errors import Refused
from tournaments.actions.evenings.adjustments import NO_SUCH_ROUND
from tournaments.models import Entry, Tournament
from tournaments.presentation.text.team_text import explain_team_rank
from tournaments.reading.export import row_to_json, to_json_number
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking, get_ranking_with_results, get_standings
from tournaments.reading.teams import read_team_standings
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.team_matches import TeamMatch
from tournaments.standings.teams import TeamPlace
from tournaments.views.public.player_lines import group_by_table, list_figure_lines, list_player_sheets
from tournaments.views.public.rank_explanation import explain_player_rank
from tournaments.views.public.why import describe_part

from .callers import CallRequest
from .cursors import ListQuery, cut_list, cut_rows
from .links import link_tournament
from .lookups import Code, Id, Number, find_tournament, get_shown_names, list_known_tournaments
from .routes import read
from .schemas import EntryListOut, StandingsOut, TeamListOut, TournamentListOut, TournamentOut, WhyOut

router = Router(tags=["tournaments"])


class TournamentQuery(ListQuery):
    """Which tournaments: all, or those of one club, of one game, in one status."""

    club: Id | None = None
    game: Annotated[str, Field(pattern="^[a-z]{0,20}$")] = ""
    status: Literal["", "draft", "open", "closed"] = ""


class StandingsQuery(ListQuery):
    """Which standings: those of now, or those after a round."""

    round: Number | None = None


def tournament_to_json(tournament: Tournament, request: CallRequest) -> dict[str, Any]:
    """Return a tournament as `TournamentOut`, with links to what the caller may do."""
    names = ("code", "name", "date", "game", "preset", "options", "status", "format", "pairing", "planned_rounds")
    fields = {name: getattr(tournament, name) for name in names}
    links = link_tournament(tournament.code, tournament.club_id, request.auth.list_rights(tournament.club_id))
    return fields | {"club": tournament.club_id, "club_name": tournament.club.name, "links": links}


@read(router, "/tournaments", TournamentListOut)
def list_tournaments(request: CallRequest, query: Query[TournamentQuery]) -> dict[str, Any]:
    """List the tournaments, the latest made first: the public ones, and with a key all of its club."""
    wanted = {"club": query.club, "game": query.game, "status": query.status}
    tournaments = list_known_tournaments(request).filter(**{name: value for name, value in wanted.items() if value})
    rows, following = cut_rows(tournaments, query, latest_first=True)
    return {"items": [tournament_to_json(row, request) for row in rows], "next": following}


@read(router, "/tournaments/{code}", TournamentOut)
def get_tournament(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read one tournament."""
    return tournament_to_json(find_tournament(request, code), request)


def entry_to_json(entry: Entry, name: str, *, in_full: bool) -> dict[str, Any]:
    """Return an entry as `EntryOut`, under the name that the reader may see. `in_full`: what only the club knows is
    shown too."""
    fields: dict[str, Any] = {"id": entry.pk, "name": name, "player": entry.player_id}
    if in_full:
        fields |= {key: getattr(entry, key) for key in ("presence", "first_round", "last_round")}
    return fields


@read(router, "/tournaments/{code}/entries", EntryListOut)
def list_entries(request: CallRequest, code: Code, query: Query[ListQuery]) -> dict[str, Any]:
    """List the players of a tournament."""
    tournament = find_tournament(request, code)
    names, in_full = get_shown_names(request, tournament), request.auth.may_look_into(tournament.club_id)
    rows, following = cut_rows(Entry.objects.filter(tournament=tournament), query)
    return {"items": [entry_to_json(row, names[row.pk], in_full=in_full) for row in rows], "next": following}


@read(router, "/tournaments/{code}/standings", StandingsOut)
def list_standings(request: CallRequest, code: Code, query: Query[StandingsQuery]) -> dict[str, Any]:
    """Read the standings of now, or those after a round."""
    tournament = find_tournament(request, code)
    if query.round is not None:
        check_round_ranked(tournament, query.round)
    rows = get_standings(tournament, get_shown_names(request, tournament), up_to_round=query.round)
    shown, following = cut_list(rows, query, lambda row: row.tally.entry)
    ranking = [key for key in RankingOrder.from_json(tournament.ranking).precedence if key != "left"]
    return {"ranking": ranking, "items": [standings_row_to_json(row) for row in shown], "next": following}


def check_round_ranked(tournament: Tournament, n: int) -> None:
    """Raise Refused if there are no standings after round n: round n is not published, or the tournament is one of free
    tables, which has standings only as a whole."""
    if tournament.format == Tournament.Format.FREE or not tournament.rounds.published().filter(n=n).exists():
        raise Refused([NO_SUCH_ROUND])


def standings_row_to_json(row: StandingsRow) -> dict[str, Any]:
    """Return a row as `StandingsRowOut`, with the figures of `corbillon.classement/1`."""
    figures = row_to_json(row)
    rank, name, total = (figures.pop(key) for key in ("rank", "player", "total"))
    adjustment, withdrawn = figures.pop("adjustment", None), figures.pop("withdrawn", False)
    fields = {"rank": rank, "entry": row.tally.entry, "name": name, "total": total}
    return fields | {"adjustment": adjustment, "withdrawn": withdrawn, "figures": figures}


@read(router, "/tournaments/{code}/teams", TeamListOut)
def list_teams(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read the standings of the teams, with the reasons for each rank."""
    tournament = find_tournament(request, code)
    fields = {"score": tournament.team_score, "best": tournament.team_best}
    return fields | {"items": teams_to_json(tournament, get_shown_names(request, tournament))}


def teams_to_json(tournament: Tournament, names: dict[int, str]) -> list[dict[str, Any]]:
    """Return the teams, best first, each as `TeamOut`."""
    standings = read_team_standings(tournament, names, place_waiting_last(tournament, get_ranking(tournament, names)))
    if standings is None:
        return []
    unit = get_game_figures(tournament).unit
    return [
        {
            "id": row.team,
            "rank": row.rank,
            "tied": row.tied,
            "name": standings.teams[row.team],
            "figure": to_json_number(row.figure),
            "places": [place_to_json(place) for place in row.places],
            "why": explain_team_rank(standings, row, unit),
            "boards": to_json_number(row.boards),
            "matches": [match_to_json(each) for each in row.matches],
        }
        for row in standings.rows
    ]


def match_to_json(match: TeamMatch) -> dict[str, Any]:
    """Return a match as `TeamMatchOut`, seen from the team that it names first."""
    ours, theirs = map(to_json_number, match.points)
    fields = {"round": match.round, "opponent": match.teams[1], "over": match.over}
    return fields | {"points": ours, "against": theirs}


def place_to_json(place: TeamPlace) -> dict[str, Any]:
    """Return a place of a team as `TeamPlaceOut`."""
    entries = [each.entry for each in place.members]
    return {"entries": entries, "figure": to_json_number(place.figure), "counts": place.counts}


@read(router, "/tournaments/{code}/standings/{entry_id}", WhyOut)
def explain_standings_row(request: CallRequest, code: Code, entry_id: Id) -> dict[str, Any]:
    """Read the reasons for a player's rank, in the caller's language: the sentences of the page, the figures that rank
    him, and what he won at each table."""
    tournament = find_tournament(request, code)
    names = get_shown_names(request, tournament)
    rows, played = get_ranking_with_results(tournament, names, None)
    mine = next((row for row in rows if row.tally.entry == entry_id), None)
    if mine is None:
        raise Http404
    sheets = list_player_sheets(entry_id, names)
    lines = list_figure_lines([sheet for sheet in sheets if not sheet.is_never_played], entry_id, "total")
    reason = explain_player_rank(tournament, rows, played, entry_id, names, sheets)
    criteria = [{"name": str(text.name), "figure": figure, "sum": how} for text, figure, how in reason["criteria"]]
    tables = [describe_part(part, names[entry_id]) for part in group_by_table(lines)]
    return {"rank": mine.rank, "sentences": reason["why"], "criteria": criteria, "tables": tables}
