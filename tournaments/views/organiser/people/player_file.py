"""A list of people taken over from a file or a pasted text, into the club or into a tournament: chosen, looked at,
then written."""

import json
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.errors import Refused
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import (
    ImportOutcome,
    find_listed_teams,
    import_players,
    plan_players,
    takes_pairs,
)
from tournaments.actions.people.recognising import SKIP, PlannedPlayer, build_pair_key
from tournaments.forms.lists.people import ListReading
from tournaments.forms.lists.reading import PlayerTable
from tournaments.forms.organiser.player_file import (
    ColumnsForm,
    PlayerListForm,
    build_guessed_form,
    build_preview,
    read_decisions,
    read_kept_table,
)
from tournaments.models import Club, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.numbers import format_money
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club, get_tournament
from tournaments.views.posted_forms import render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

TakeList = Callable[[Sequence[ListedPlayer], Mapping[str, str]], tuple[ImportOutcome, str]]
"""Writes a list as decided; returns what came of it, and the address to go on to. Raises Refused."""


@require_right(Right.RUN, of=get_asked_club)
def import_club_players(request: MemberRequest, club: Club) -> HttpResponse:
    """Take a list of people over into the club."""
    return import_into(request, club, None)


@require_right(Right.RUN, of=get_tournament)
def import_tournament_players(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Take a list of people over into the club and enter them in the tournament."""
    return import_into(request, tournament.club, tournament)


def import_into(request: MemberRequest, club: Club, tournament: Tournament | None) -> HttpResponse:
    """Take a list of people over into the club, and into the tournament if there is one."""
    back = get_list_address(club, tournament)
    context = {
        "club": club,
        "tournament": tournament,
        "named": tournament.name if tournament else club.shown_name,
        "back": back,
        "back_to": _("Les joueurs de la soirée") if tournament else _("Les joueurs du club"),
        "enters": tournament is not None,
        "has_pairs": tournament is not None and takes_pairs(tournament),
    }

    def take(listed: Sequence[ListedPlayer], decisions: Mapping[str, str]) -> tuple[ImportOutcome, str]:
        return import_players(club, listed, decisions, tournament, actor=get_actor(request)), back

    return import_list(request, context, take)


def import_list(request: MemberRequest, context: dict[str, Any], take: TakeList) -> HttpResponse:
    """Show the form for a list of people, then what would happen, then write it by `take`: one page, step by step.
    `context`: for the templates: the `club` and the `tournament`, if it is made; `named`, what people come into; the
    page `back`, and its name `back_to`; `enters`: they enter an evening; `has_pairs`: the two of one line become
    partners."""
    table = read_kept_table(request.POST["rows"]) if "rows" in request.POST else None
    if table is not None:
        return follow_preview(request, context, table, take)
    form = PlayerListForm(request.POST, request.FILES) if request.method == "POST" else PlayerListForm()
    if not form.is_valid():
        return render_form(request, "organiser/player_file.html", form, context)
    return render_preview(request, context, build_guessed_form(form.cleaned_data["table"]))


def get_list_address(club: Club, tournament: Tournament | None) -> str:
    """Return the address of the list that the people come into."""
    if tournament:
        return reverse("tournament-players", args=[tournament.pk])
    return build_club_address("players", club.pk)


def follow_preview(request: MemberRequest, context: dict[str, Any], table: PlayerTable, take: TakeList) -> HttpResponse:
    """Show the preview again with other columns, or write what it shows."""
    columns = ColumnsForm(table, request.POST)
    if "write" not in request.POST or not columns.is_valid():
        return render_preview(request, context, columns)
    decisions = read_decisions(request.POST.dict())
    try:
        outcome, address = take(columns.read_list().people, decisions)
    except Refused as refused:
        return render_preview(request, context, columns, refused=str(refused))
    return say_and_redirect(
        request,
        describe_outcome(outcome, context["enters"], (context.get("tournament") or context["club"]).currency),
        address,
    )


def render_preview(
    request: MemberRequest, context: dict[str, Any], columns: ColumnsForm, *, refused: str = ""
) -> HttpResponse:
    """Render what would be written, for these columns. `refused`: why it was not."""
    valid = columns.is_valid()
    club, enters = context["club"], context["enters"]
    tournament = context.get("tournament")
    reading = columns.read_list() if valid else ListReading()
    planned = plan_players(club, reading.people, tournament)
    decided = request.POST.dict() if "write" in request.POST else {}  # with other columns a line is somebody else
    has_pairs, teams = context["has_pairs"], find_planned_teams(planned, context) if enters else ()
    lines = build_preview(planned, decided, paid_to=None if enters else club, has_pairs=has_pairs, teams=teams)
    more = {
        "columns": columns,
        "lines": lines,
        "ignored": reading.ignored,
        "untaken": columns.list_untaken() if valid else [],
        "counts": Counter(line.outcome for line in lines),
        "rows": json.dumps(columns.table.to_json(), ensure_ascii=False),
        "refused": refused,
        "unsaid": [line for line in lines if refused and line.choices and not line.chosen],
    }
    status = 422 if refused or not valid else 200
    return render(request, "organiser/player_file_preview.html", {**context, **more}, status=status)


def find_planned_teams(planned: Sequence[PlannedPlayer], context: dict[str, Any]) -> Container[str]:
    """Return the names, without accents, of the teams that the people of the list would make."""
    people = [(n, each.listed) for n, each in enumerate(planned) if each.proposal != SKIP]
    sides = [
        (listed.team, build_pair_key(listed) if context["has_pairs"] and listed.partner else n) for n, listed in people
    ]
    return find_listed_teams(sides, context.get("tournament"))


def describe_outcome(outcome: ImportOutcome, entered: bool, currency: str) -> str:
    """Return in a few words what an import of players wrote. `entered`: they come into an evening too; `currency`: the
    currency of its fees."""
    if not any((outcome.created, outcome.changed, outcome.entered)):
        return _("Tout était déjà là : rien n’a changé.")
    sentences = [
        ngettext("%(n)s nouveau joueur.", "%(n)s nouveaux joueurs.", outcome.created) % {"n": outcome.created},
        ngettext("%(n)s joueur complété.", "%(n)s joueurs complétés.", outcome.changed) % {"n": outcome.changed},
    ]
    if entered:
        sentences.append(
            ngettext("%(n)s inscrit à la soirée.", "%(n)s inscrits à la soirée.", outcome.entered)
            % {"n": outcome.entered}
        )
    if outcome.fee_cents:
        fee = _("Le droit d’inscription de la soirée est celui des billets : %(amount)s.")
        sentences.append(fee % {"amount": format_money(outcome.fee_cents, currency)})
    return " ".join(sentences)
