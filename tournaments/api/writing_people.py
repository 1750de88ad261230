"""Operations that write players, tournaments, entries and who is here."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from ninja import Router, Status

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.evenings import lifecycle
from tournaments.actions.people import clubs, leaving, player_merges
from tournaments.actions.people import entries as entries_actions
from tournaments.actions.people.names import clean_name
from tournaments.actions.rounds import participation
from tournaments.models import Club, Entry, Player, Tournament
from tournaments.models.rights import Right

from .bodies import EntriesIn, MergeIn, PlanIn, PlayerChangeIn, PlayerIn, PresenceIn, ReasonIn, TournamentIn
from .callers import CallRequest
from .club_reading import player_to_json
from .links import find_address
from .lookups import Code, Id, find_own_tournament, get_actor, get_own_club
from .once import act_once, do_once
from .routes import create, tell_created, write
from .schemas import EntryListOut, EntryOut, PlayerOut, RemovedOut, TournamentOut
from .tournament_reading import entry_to_json, tournament_to_json

router = Router(tags=["writing: people"])
NO_SUCH_PLAYER = _("Le club n’a pas ce joueur.")


@create(router, "/clubs/{club_id}/players", PlayerOut, Right.RUN)
def add_player(request: CallRequest, club_id: Id, body: PlayerIn) -> Status[Any]:
    """Add a player to the club, even if another one bears that name."""
    club = get_own_club(request)
    if club.pk != club_id:
        raise Http404
    player = Player.objects.get(pk=do_once(request, lambda: clubs.add_player(club, body.name).pk))
    return tell_created(
        request, find_address("get_career", club.pk, player.pk), player_to_json(player, player.name, in_full=True)
    )


def find_own_player(request: CallRequest, club_id: int, player_id: int) -> Player:
    """Return a player of the caller's club. Raises Http404."""
    mine = Player.objects.filter(club=get_own_club(request)).select_related("club")
    return get_object_or_404(mine, club=club_id, pk=player_id)


@write(router, "/clubs/{club_id}/players/{player_id}/change", PlayerOut, Right.RUN)
def change_player(request: CallRequest, club_id: Id, player_id: Id, body: PlayerChangeIn) -> dict[str, Any]:
    """Rename a player at the club, hide him from its lists, or show his initials alone on public pages. Tournaments
    keep the name that they showed."""
    player = find_own_player(request, club_id, player_id)
    act_once(request, lambda: clubs.change_player(player, body.name, body.hidden, body.discreet))
    player.refresh_from_db()
    return player_to_json(player, player.name, in_full=True)


@write(router, "/clubs/{club_id}/players/{player_id}/merge", PlayerOut, Right.RUN)
def merge_player(request: CallRequest, club_id: Id, player_id: Id, body: MergeIn) -> dict[str, Any]:
    """Merge a player who is listed twice into the other one, who gets all his entries; answers that one. No record and
    no total changes, and `separate` undoes it."""
    gone = find_own_player(request, club_id, player_id)

    def merge() -> int:
        player = find_players(gone.club, [body.into], "into")[0]
        player_merges.merge_players(player, gone, actor=get_actor(request))
        return player.pk

    player = find_own_player(request, club_id, do_once(request, merge))
    return player_to_json(player, player.name, in_full=True)


@write(router, "/clubs/{club_id}/players/{player_id}/separate", PlayerOut, Right.RUN)
def separate_player(request: CallRequest, club_id: Id, player_id: Id) -> dict[str, Any]:
    """Undo that a player was merged into another: he gets back the entries that he had."""
    gone = find_own_player(request, club_id, player_id)
    act_once(request, lambda: [player_merges.undo_merge(each) for each in player_merges.find_active_merges(gone)])
    gone.refresh_from_db()
    return player_to_json(gone, gone.name, in_full=True)


@create(router, "/tournaments", TournamentOut, Right.RUN)
def create_tournament(request: CallRequest, body: TournamentIn) -> Status[Any]:
    """Create a tournament of the key's club, in preparation."""
    club = get_own_club(request)
    check_names(body.players, "players")
    made = do_once(request, lambda: lifecycle.create_tournament(club, **body.dict()).code)
    return tell_created(request, find_address("get_tournament", made), tell_tournament(request, made))


def tell_tournament(request: CallRequest, code: str) -> dict[str, Any]:
    """Return one of the club's tournaments as `TournamentOut`, read anew after a change."""
    return tournament_to_json(find_own_tournament(request, code), request)


@write(router, "/tournaments/{code}/plan", TournamentOut, Right.RUN)
def plan_rounds(request: CallRequest, code: Code, body: PlanIn) -> dict[str, Any]:
    """Set how a tournament is played: format, partners, number of rounds, minutes."""
    tournament = find_own_tournament(request, code)
    act_once(request, lambda: participation.plan_rounds(tournament, **body.dict()))
    return tell_tournament(request, code)


@write(router, "/tournaments/{code}/open", TournamentOut, Right.RUN)
def open_tournament(request: CallRequest, code: Code, body: ReasonIn) -> dict[str, Any]:
    """Open a tournament: its tables may write, and everybody may see it. Its first round must be published before; a
    draft is not enough. Opening a closed one needs a reason."""
    tournament = find_own_tournament(request, code)
    act_once(request, lambda: lifecycle.open_tournament(tournament, actor=get_actor(request), reason=body.reason))
    return tell_tournament(request, code)


@write(router, "/tournaments/{code}/close", TournamentOut, Right.RUN)
def close_tournament(request: CallRequest, code: Code) -> dict[str, Any]:
    """Close a tournament, whatever is left to play: nobody enters, no round is drawn or published, and no clock runs
    until it is opened again. An event of a table that was seated is still recorded or corrected, with a reason; money
    goes on. One in preparation has nothing to close."""
    tournament = find_own_tournament(request, code)
    act_once(request, lambda: lifecycle.close_tournament(tournament, actor=get_actor(request)))
    return tell_tournament(request, code)


@create(router, "/tournaments/{code}/entries", EntryListOut, Right.RUN)
def add_entries(request: CallRequest, code: Code, body: EntriesIn) -> Status[Any]:
    """Enter players. A player who is named by his id and is entered already is not entered twice; a name always enters
    somebody. Answers those that were entered now."""
    tournament = find_own_tournament(request, code)
    added = do_once(request, lambda: enter_players(tournament, body, get_actor(request)))
    rows = Entry.objects.filter(tournament=tournament, pk__in=added).order_by("pk")
    fields = {"items": [entry_to_json(row, row.shown_name, in_full=True) for row in rows], "next": None}
    return tell_created(request, find_address("list_entries", tournament.code), fields)


def enter_players(tournament: Tournament, body: EntriesIn, actor: str) -> list[int]:
    """Enter the players and return the ids of the entries that are new. Raises Refused."""
    known = find_players(tournament.club, body.players)
    check_names(body.names, "names")
    before = set(tournament.entries.values_list("pk", flat=True))
    entries = entries_actions.add_entries(tournament, [*known, *body.names], actor=actor)
    return [entry.pk for entry in entries if entry.pk not in before]


def find_players(club: Club, asked: list[int], field: str = "players[{}]") -> list[Player]:
    """Return the players of the club with these ids, each once, in order. Raises Refused, with a fault for each id that
    is no player of it; `field` says where the id stood in the body, as «players[{}]»."""
    players = Player.objects.filter(club=club).in_bulk(asked)
    faults = [FieldError(field.format(n), NO_SUCH_PLAYER) for n, pk in enumerate(asked) if pk not in players]
    if faults:
        raise Refused(faults)
    return [players[pk] for pk in dict.fromkeys(asked)]


def check_names(names: list[str], field: str) -> None:
    """Raise Refused with every name of the list that is empty, too long or otherwise no name. `field`: the list's
    name."""
    faults: list[Any] = []
    for n, name in enumerate(names):
        try:
            clean_name(name, f"{field}[{n}]")
        except Refused as refused:
            faults += refused.problems
    if faults:
        raise Refused(faults)


@write(router, "/tournaments/{code}/entries/{entry_id}/presence", EntryOut, Right.RUN)
def set_presence(request: CallRequest, code: Code, entry_id: Id, body: PresenceIn) -> dict[str, Any]:
    """Set whether a player is here, expected, or absent."""
    entry = get_object_or_404(Entry, tournament=find_own_tournament(request, code), pk=entry_id)
    act_once(request, lambda: participation.set_presence([entry], body.presence, actor=get_actor(request)))
    entry.refresh_from_db()
    return entry_to_json(entry, entry.shown_name, in_full=True)


@write(router, "/tournaments/{code}/entries/{entry_id}/remove", RemovedOut, Right.RUN)
def remove_entry(request: CallRequest, code: Code, entry_id: Id) -> dict[str, Any]:
    """Remove a player who has not played; the first one who waits for a place moves up."""
    tournament = find_own_tournament(request, code)
    return {"entry": do_once(request, lambda: remove_from(tournament, entry_id, get_actor(request)))}


def remove_from(tournament: Tournament, entry_id: int, actor: str) -> int:
    """Remove this entry of the tournament, and return its id. Raises NotNow; Http404 if the tournament has no such
    entry."""
    leaving.remove_entry(get_object_or_404(Entry, tournament=tournament, pk=entry_id), actor=actor)
    return entry_id
