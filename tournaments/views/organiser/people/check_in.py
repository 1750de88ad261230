"""Check-in: who is present, who comes late or leaves early, who keeps one table, who must not meet, who are
partners, who plays for which team."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.people.teams import (
    list_places,
    make_club_teams,
    raise_member,
    remove_team,
    save_team,
    set_team_rules,
    take_over,
)
from tournaments.actions.rounds.pairing_pool import get_next_round_number, list_left_behind
from tournaments.actions.rounds.participation import (
    add_seating_exclusion,
    dissolve_pair,
    make_pair,
    remove_seating_exclusion,
    set_participation,
    set_presence,
)
from tournaments.forms.organiser.players import sort_by_name
from tournaments.forms.organiser.rounds import (
    PRESENCE_WORDS,
    CheckInForm,
    PairForm,
    ParticipationForm,
    SeatingExclusionForm,
    TakeOverForm,
    TeamForm,
    TeamRulesForm,
)
from tournaments.models import Entry, Seat, SeatingExclusion, Team, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.attendance import describe_attendance
from tournaments.reading.taking_part import mark_who_played
from tournaments.reading.teams import PLACE_ORDER
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.rounds.round_plan import is_past_last_round
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.posted_forms import attempt, carry_out, say_and_redirect
from tournaments.views.requests import MemberRequest

MOST_NAMED = 5  # people in one sentence; more are counted


@require_right(Right.RUN, READ, of=get_tournament)
def show_check_in(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the check-in page; with `apart`, an entry, the form of meetings to avoid with that person chosen."""
    if (entry := parse_number(request.GET.get("apart"))) is None:
        return render_check_in(request, tournament)
    form = SeatingExclusionForm(tournament, list_entries_seen(tournament), prefix="apart", initial={"people": [entry]})
    return render_check_in(request, tournament, apart=form)


def render_check_in(request: MemberRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Render the check-in page; `more`: a form that was refused, under its name on the page, or `refused`, an error
    message."""
    entries = list_entries_seen(tournament)
    n, away = get_next_round_number(tournament), [each for each in entries if each.presence == Entry.Presence.ABSENT]
    context = {
        "tournament": tournament,
        "entries": entries,
        "n": n,
        "over": is_past_last_round(tournament, n),
        "there": sum(entry.presence == Entry.Presence.PRESENT for entry in entries),
        "away": away,
        "seated_away": list_waiting_seats(tournament, away) if away else [],
        "special": [(entry, known) for entry in entries if (known := describe_attendance(entry))],
        "pairs": group_pairs(entries),
        "lone": [entry for entry in entries if entry.pair is None],
        "left_behind": list_left_behind(tournament, entries, n),
        "groups": list_exclusions(tournament, entries),
        "check": CheckInForm(entries),
        "part": ParticipationForm(tournament, entries, initial={"first": 1}),
        "apart": SeatingExclusionForm(tournament, entries, prefix="apart"),
        "pair": PairForm(tournament, [entry for entry in entries if entry.pair is None], prefix="pair"),
        "refused": None,
        **more,
    }
    wrong = context["refused"] or any(form.errors for form in more.values() if hasattr(form, "errors"))
    return render(request, "organiser/rounds_people.html", context, status=422 if wrong else 200)


def list_entries_seen(tournament: Tournament) -> list[Entry]:
    """Return the tournament's entries by name. Those who were expected and have played are marked as present, but not
    saved."""
    entries = sort_by_name(tournament.entries.all())
    mark_who_played(tournament, entries)
    return entries


def list_exclusions(tournament: Tournament, entries: Sequence[Entry]) -> list[tuple[int, list[Entry]]]:
    """Return (id, entries) of each seating exclusion: those of these entries, in their order, who must not meet."""
    exclusions = tournament.exclusions.prefetch_related("entries").order_by("pk")
    people = {group.pk: {entry.pk for entry in group.entries.all()} for group in exclusions}
    return [(pk, [entry for entry in entries if entry.pk in some]) for pk, some in people.items()]


def list_waiting_seats(tournament: Tournament, entries: Sequence[Entry]) -> list[Seat]:
    """Return the seats of these entries, with entry and table, in the round being played, at tables that have not
    begun and are to be played."""
    seats = Seat.objects.filter(entry__in=entries, table__round=tournament.rounds.current())
    waiting = seats.filter(table__records__isnull=True, table__unplayed__isnull=True)
    return list(waiting.select_related("entry", "table").order_by("table__n", "position"))


def group_pairs(entries: list[Entry]) -> list[tuple[int, list[Entry]]]:
    """Return (pair number, its entries) of each pair of partners, by pair number."""
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.pair is not None:
            groups.setdefault(entry.pair, []).append(entry)
    return sorted(groups.items())


@require_right(Right.RUN, SEND, of=get_tournament)
def check_in_players(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Save for each player whether he is there, expected or does not play, where the page changed it."""
    form = CheckInForm(sort_by_name(tournament.entries.all()), request.POST)
    if not form.is_valid():
        return render_check_in(request, tournament, check=form)
    if refused := attempt(save_changes, form, get_actor(request)):
        return render_check_in(request, tournament, check=form, refused=refused)
    words = {presence.value: word for presence, word in PRESENCE_WORDS}
    kept = [f"{each} ({words[presence]})" for presence, some in form.list_changes().items() for each in some]
    return say_and_redirect(request, say_kept(kept), "tournament-people", tournament.pk)


def say_kept(people: Sequence[str]) -> str:
    """Return the message that something was saved for these people: «C’est gardé : Anne, Basile.»; of more than
    MOST_NAMED only how many they are."""
    if len(people) > MOST_NAMED:
        return ngettext("C’est gardé pour %(n)s joueur.", "C’est gardé pour %(n)s joueurs.", len(people)) % {
            "n": len(people)
        }
    return _("C’est gardé : %(who)s.") % {"who": ", ".join(people)} if people else _("C’est gardé.")


@transaction.atomic
def save_changes(form: CheckInForm, actor: str) -> None:
    """Save who is there, as the form changed it. Raises NotNow."""
    for presence, entries in form.list_changes().items():
        set_presence(entries, presence, actor=actor)


@require_right(Right.RUN, SEND, of=get_tournament)
def set_attendance(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Save the first and last round of an entry, and the table that it keeps."""
    form = ParticipationForm(tournament, list(tournament.entries.all()), request.POST)
    if form.is_valid() and carry_out(form, set_participation, **form.cleaned_data, actor=get_actor(request)):
        entry = tournament.entries.get(pk=form.cleaned_data["entry"].pk)
        plays = ", ".join(describe_attendance(entry)) or _("toutes les rondes")
        return say_and_redirect(request, say_kept([f"{entry} ({plays})"]), "tournament-people", tournament.pk)
    return render_check_in(request, tournament, part=form)


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_exclusions(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Add a seating exclusion: people who must not meet; or, with `let`, remove one."""
    if (let := parse_number(request.POST.get("let"))) is not None:
        exclusion = get_object_or_404(SeatingExclusion, pk=let, tournament=tournament)
        who = ", ".join(sorted(map(str, exclusion.entries.all())))
        remove_seating_exclusion(exclusion, actor=get_actor(request))
        words = _("Peuvent se rencontrer : %(who)s.") % {"who": who}
        return say_and_redirect(request, words, "tournament-people", tournament.pk)
    form = SeatingExclusionForm(tournament, list(tournament.entries.all()), request.POST, prefix="apart")
    people, actor = list(form.cleaned_data["people"]) if form.is_valid() else [], get_actor(request)
    if people and carry_out(form, add_seating_exclusion, tournament, people, actor=actor):
        words = _("Ne se rencontreront pas : %(who)s.") % {"who": ", ".join(sorted(map(str, people)))}
        return say_and_redirect(request, words, "tournament-people", tournament.pk)
    return render_check_in(request, tournament, apart=form)


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_pairs(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Make a pair of two partners; or, with `part`, dissolve one."""
    if "part" in request.POST:
        if (pair := parse_number(request.POST["part"])) is None:
            raise Http404
        refused = attempt(dissolve_pair, tournament, pair)
    else:
        form = PairForm(tournament, list(tournament.entries.all()), request.POST, prefix="pair")
        if not form.is_valid():
            return render_check_in(request, tournament, pair=form)
        refused = attempt(make_pair, tournament, form.cleaned_data["first"], form.cleaned_data["second"])
    if refused:
        return render_check_in(request, tournament, refused=refused)
    return redirect("tournament-people", tournament.pk)


@require_right(Right.RUN, READ, of=get_tournament)
def show_teams(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams; with `team`, the form of that one."""
    return render_teams(request, tournament, parse_number(request.GET.get("team")))


def render_teams(request: MemberRequest, tournament: Tournament, pk: int | None = None, **more: Any) -> HttpResponse:
    """Render the page of the teams. `pk`: the id of the team that is being changed; `more`: a form that was refused,
    under its name on the page, or `refused`, an error message."""
    entries = list(tournament.entries.select_related("team", "tournament__club", "player").order_by(*PLACE_ORDER))
    chosen = get_object_or_404(Team, pk=pk, tournament=tournament) if pk else None
    rules = {"score": tournament.team_score, "best": tournament.team_best, "club_rounds": tournament.club_rounds}
    context = {
        "tournament": tournament,
        "teams": [(team, list_shown_places(team, entries)) for team in tournament.teams.all()],
        "lone": sort_by_name(each for each in entries if each.team_id is None),
        "chosen": chosen,
        "form": build_team_form(tournament, entries, chosen),
        "relay": TakeOverForm(tournament, entries, prefix="relay"),
        "rules": TeamRulesForm(initial=rules, prefix="rules"),
        "refused": None,
        **more,
    }
    wrong = context["refused"] or any(form.errors for form in more.values() if hasattr(form, "errors"))
    return render(request, "organiser/teams.html", context, status=422 if wrong else 200)


def build_team_form(tournament: Tournament, entries: Sequence[Entry], team: Team | None, data: Any = None) -> TeamForm:
    """Build the form of a team (None: of a new one), which offers its own members and the entries without a team."""
    members = [each.pk for each in entries if team and each.team_id == team.pk]
    offered = [each for each in entries if each.team_id is None or each.pk in members]
    return TeamForm(tournament, offered, data, initial={"name": team.name, "entries": members} if team else None)


def list_shown_places(team: Team, entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Return, for each place of the team, the names of those who held it in turn («Anne, puis Luc») and the id of the
    present one's entry. `entries`: in the order `PLACE_ORDER`."""
    held = list_places(each for each in entries if each.team_id == team.pk)
    return [(_(", puis ").join(each.shown_name for each in some), some[-1].pk) for some in held.values()]


@require_right(Right.RUN, SEND, of=get_tournament)
def change_teams(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Make or change a team; with `part`, dissolve one; with `clubs`, make those of the clubs; with `raise`, let an
    entry play a board higher."""
    if "clubs" in request.POST:
        return do_or_say(request, tournament, lambda: make_club_teams(tournament))
    if "part" in request.POST:
        team = get_object_or_404(Team, pk=parse_number(request.POST["part"]), tournament=tournament)
        return do_or_say(request, tournament, lambda: remove_team(team))
    if "raise" in request.POST:
        entry = get_object_or_404(Entry, pk=parse_number(request.POST["raise"]), tournament=tournament)
        return do_or_say(request, tournament, lambda: raise_member(entry))
    pk = parse_number(request.POST.get("team"))
    chosen = get_object_or_404(Team, pk=pk, tournament=tournament) if pk else None
    form = build_team_form(tournament, list(tournament.entries.select_related("team")), chosen, request.POST)
    if form.is_valid() and carry_out(form, save_team, tournament, **form.cleaned_data, team=chosen):
        return redirect("tournament-teams", tournament.pk)
    return render_teams(request, tournament, pk, form=form)


def do_or_say(request: MemberRequest, tournament: Tournament, action: Callable[[], object]) -> HttpResponse:
    """Call `action` and redirect to the page of the teams; if it is refused, show that page with the reason."""
    if refused := attempt(action):
        return render_teams(request, tournament, refused=refused)
    return redirect("tournament-teams", tournament.pk)


@require_right(Right.RUN, SEND, of=get_tournament)
def replace_member(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Let somebody take over a place of a team."""
    form = TakeOverForm(tournament, list(tournament.entries.all()), request.POST, prefix="relay")
    if form.is_valid() and carry_out(form, take_over, form.cleaned_data["entry"], form.cleaned_data["newcomer"]):
        names = [str(form.cleaned_data["newcomer"]), str(form.cleaned_data["entry"])]
        said = _("%(new)s prend la place de %(old)s ; les deux comptent pour l’équipe.")
        return say_and_redirect(request, said % {"new": names[0], "old": names[1]}, "tournament-teams", tournament.pk)
    return render_teams(request, tournament, relay=form)


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_team_rules(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Set what ranks teams, and how long people of one club are kept apart."""
    form = TeamRulesForm(request.POST, prefix="rules")
    if form.is_valid() and carry_out(form, set_team_rules, tournament, **form.cleaned_data):
        return say_and_redirect(request, _("C’est gardé."), "tournament-teams", tournament.pk)
    return render_teams(request, tournament, rules=form)


urlpatterns = [
    path("event/<int:pk>/people", show_check_in, name="tournament-people"),
    path("event/<int:pk>/people/check", check_in_players, name="people-check"),
    path("event/<int:pk>/people/part", set_attendance, name="people-part"),
    path("event/<int:pk>/people/apart", edit_exclusions, name="people-apart"),
    path("event/<int:pk>/people/pair", edit_pairs, name="people-pair"),
    path("event/<int:pk>/teams", show_teams, name="tournament-teams"),
    path("event/<int:pk>/teams/change", change_teams, name="teams-change"),
    path("event/<int:pk>/teams/relay", replace_member, name="teams-relay"),
    path("event/<int:pk>/teams/rules", edit_team_rules, name="teams-rules"),
]
