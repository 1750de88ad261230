"""What organisers keep beside the tables, to be read and added to: sign-ups, players who must not sit together, bonuses
and penalties, prizes, seasons; and a whole tournament as others read it: its log, its journals, its file."""

from typing import Annotated, Any, Literal

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Status
from pydantic import Field

from tournaments.actions.evenings import adjustments, importing, seasons
from tournaments.actions.money.prizes import add_prize
from tournaments.actions.people.teams import save_team
from tournaments.actions.rounds.participation import add_seating_exclusion
from tournaments.exchange.evening_parts import has_payments, leave_out_payments
from tournaments.exchange.journals import JOURNAL_WRITERS, build_money_journal, build_token_journal
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament_bytes
from tournaments.models import Adjustment, Prize, Season, SeatingExclusion, SignUp, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.audit_log import AuditLine, build_audit_log

from .act_bodies import AdjustmentIn, ApartIn, NameIn, PrizeIn, TeamIn
from .acts import read_asked
from .bodies import DocumentIn
from .callers import CallRequest
from .club_reading import seasons_to_json
from .cursors import ListQuery, cut_rows
from .desk_schemas import (
    AdjustmentListOut,
    ApartListOut,
    ApartOut,
    DocumentOut,
    JournalOut,
    LogOut,
    SignUpsOut,
)
from .links import find_address
from .lookups import (
    Code,
    check_may_handle_money,
    find_own_tournament,
    get_actor,
    get_own_club,
    get_shown_names,
    may_handle_money,
)
from .money import prize_to_json
from .money_schemas import PrizeOut
from .once import do_once, prepare_and_do_once
from .routes import create, read_own, tell_created
from .schemas import TeamOut, TournamentOut
from .season_schemas import SeasonOut
from .tournament_reading import teams_to_json, tournament_to_json

router = Router(tags=["desk"])


@read_own(router, "/tournaments/{code}/sign-ups", SignUpsOut, Right.RUN)
def list_sign_ups(request: CallRequest, code: Code, query: Query[ListQuery]) -> dict[str, Any]:
    """List who signed up by himself, the first one first, and the terms of signing up. Addresses and telephones are
    left out."""
    tournament = find_own_tournament(request, code)
    rows, following = cut_rows(SignUp.objects.filter(tournament=tournament), query)
    names = ("name", "state", "partner", "at")
    items = [{"id": row.pk, "entry": row.entry_id, **{name: getattr(row, name) for name in names}} for row in rows]
    terms = getattr(tournament, "sign_up_terms", None)
    fields = {name: getattr(terms, name, None) for name in ("limit", "closes_at")}
    fields |= {name: getattr(terms, name, False) for name in ("is_open", "self_check_in")}
    return {"terms": fields, "items": items, "next": following}


def apart_to_json(found: Any) -> dict[str, Any]:
    """Return a `SeatingExclusion` as `ApartOut`."""
    return {"id": found.pk, "entries": sorted(entry.pk for entry in found.entries.all())}


@read_own(router, "/tournaments/{code}/apart", ApartListOut, Right.RUN)
def list_apart(request: CallRequest, code: Code) -> dict[str, Any]:
    """List the groups of players no two of whom may sit at one table."""
    exclusions = find_own_tournament(request, code).exclusions.order_by("pk").prefetch_related("entries")
    return {"items": [apart_to_json(each) for each in exclusions]}


@create(router, "/tournaments/{code}/apart", ApartOut, Right.RUN)
def keep_apart(request: CallRequest, code: Code, body: ApartIn) -> Status[Any]:
    """Forbid that any two of these players sit at one table."""
    tournament = find_own_tournament(request, code)

    def exclude() -> SeatingExclusion:
        return add_seating_exclusion(tournament, **read_asked(body, tournament), actor=get_actor(request))

    made = do_once(request, lambda: exclude().pk)
    exclusion = get_object_or_404(tournament.exclusions, pk=made)
    return tell_created(request, find_address("list_apart", tournament.code), apart_to_json(exclusion))


@create(router, "/tournaments/{code}/teams", TeamOut, Right.RUN)
def make_team(request: CallRequest, code: Code, body: TeamIn) -> Status[Any]:
    """Make a team of two to eight players who have none."""
    tournament = find_own_tournament(request, code)
    made = do_once(request, lambda: save_team(tournament, **read_asked(body, tournament)).pk)
    teams = teams_to_json(tournament, get_shown_names(request, tournament))
    team = next((each for each in teams if each["id"] == made), None)
    if team is None:
        raise Http404
    return tell_created(request, find_address("list_teams", tournament.code), team)


def adjustment_to_json(adjustment: Adjustment) -> dict[str, Any]:
    """Return a bonus or a penalty as `AdjustmentOut`."""
    names = ("amount", "metric", "round", "rule")
    fields = {name: getattr(adjustment, name) for name in names}
    return fields | {
        "id": adjustment.pk,
        "entry": adjustment.entry_id,
        "reason": adjustment.given.reason,
        "counts": adjustment.cancelled_id is None,
    }


@read_own(router, "/tournaments/{code}/adjustments", AdjustmentListOut, Right.ARBITRATE)
def list_adjustments(request: CallRequest, code: Code) -> dict[str, Any]:
    """List the bonuses and penalties, those that were cancelled too."""
    mine = Adjustment.objects.filter(tournament=find_own_tournament(request, code))
    return {"items": [adjustment_to_json(each) for each in mine.select_related("given__free_text").order_by("pk")]}


@create(router, "/tournaments/{code}/adjustments", AdjustmentListOut, Right.ARBITRATE)
def give_adjustment(request: CallRequest, code: Code, body: AdjustmentIn) -> Status[Any]:
    """Give a bonus or a penalty, with its rule and the reason; where pairs are fixed, to both partners."""
    tournament = find_own_tournament(request, code)

    def give() -> list[int]:
        fields = read_asked(body, tournament)
        return [each.pk for each in adjustments.give_adjustment(tournament, **fields, actor=get_actor(request))]

    made = do_once(request, give)
    adjustment = Adjustment.objects.filter(pk__in=made).select_related("given__free_text").order_by("pk")
    facts = {"items": [adjustment_to_json(each) for each in adjustment]}
    return tell_created(request, find_address("list_adjustments", tournament.code), facts)


@create(router, "/tournaments/{code}/prizes", PrizeOut, Right.MONEY)
def add_a_prize(request: CallRequest, code: Code, body: PrizeIn) -> Status[Any]:
    """Add a prize."""
    tournament, fields = find_own_tournament(request, code), body.dict()
    fields["cents"] = fields.pop("amount")
    made = do_once(request, lambda: add_prize(tournament, **fields, actor=get_actor(request)).pk)
    prize = get_object_or_404(Prize, pk=made)
    return tell_created(request, find_address("list_prizes", tournament.code), prize_to_json(prize))


@create(router, "/seasons", SeasonOut, Right.RUN)
def create_season(request: CallRequest, body: NameIn) -> Status[Any]:
    """Create a season of the key's club."""
    club = get_own_club(request)
    made = do_once(request, lambda: seasons.create_season(club, body.name).pk)
    return tell_created(request, find_address("get_season", made), seasons_to_json([Season.objects.get(pk=made)])[0])


@read_own(router, "/tournaments/{code}/log", LogOut, Right.LOOK)
def list_log(request: CallRequest, code: Code) -> dict[str, Any]:
    """Read the log: what was done, corrected or annulled, by whom and why, in the caller's language, the earliest
    first."""
    return {"items": [line_to_json(each) for each in build_audit_log(find_own_tournament(request, code))]}


def line_to_json(line: AuditLine) -> dict[str, Any]:
    """Return a line of the log as `LogLineOut`."""
    changes = [{"what": str(what), "was": str(was), "now": str(now)} for what, was, now in line.diff]
    fields = {name: str(getattr(line, name)) for name in ("what", "actor", "reason")}
    return fields | {"at": line.at, "changes": changes}


Syntax = Annotated[Literal["journal", "beancount"], Field(examples=["journal"])]


@read_own(router, "/tournaments/{code}/journals/jetons/{syntax}", JournalOut, Right.LOOK)
def get_token_journal(request: CallRequest, code: Code, syntax: Syntax) -> dict[str, Any]:
    """Read the book of jetons as a journal in the syntax of hledger (`journal`) or beancount."""
    return {"text": JOURNAL_WRITERS[syntax](build_token_journal(find_own_tournament(request, code)))}


@read_own(router, "/tournaments/{code}/journals/money/{syntax}", JournalOut, Right.MONEY)
def get_money_journal(request: CallRequest, code: Code, syntax: Syntax) -> dict[str, Any]:
    """Read fees and prizes as a journal in the syntax of hledger (`journal`) or beancount."""
    return {"text": JOURNAL_WRITERS[syntax](build_money_journal(find_own_tournament(request, code)))}


@read_own(router, "/tournaments/{code}/export", DocumentOut, Right.RUN)
def export_tournament(request: CallRequest, code: Code) -> HttpResponse:
    """Read the whole tournament as `corbillon.evenement/1`, which another installation imports; what players owe and
    have paid only with the right `money`."""
    document = build_tournament_document(find_own_tournament(request, code))
    return JsonResponse(document if may_handle_money(request) else leave_out_payments(document))


@create(router, "/import", TournamentOut, Right.RUN)
def import_tournament(request: CallRequest, body: DocumentIn) -> Status[Any]:
    """Import a whole tournament, a `corbillon.evenement/1`, into the key's club: it is closed, with all that was
    recorded there. One that says what players owe or have paid needs the right `money` too. Sent twice without
    `Idempotency-Key`, it is there twice."""
    club = get_own_club(request)

    def read() -> importing.ImportedTournament:
        document = read_tournament_bytes(request.body)
        if has_payments(document.parts):
            check_may_handle_money(request)
        return document

    made = prepare_and_do_once(request, read, lambda document: importing.import_tournament(club, document).code)
    tournament = Tournament.objects.select_related("club").get(code=made)
    return tell_created(request, find_address("get_tournament", made), tournament_to_json(tournament, request))
