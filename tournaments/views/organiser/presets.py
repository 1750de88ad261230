"""The club's own presets: their list, one created or edited on one page, retired, exported to a file and imported."""

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import scoring
from tournaments import actions
from tournaments.actions.people.names import apart
from tournaments.archives.preset_file import preset_document, read_preset
from tournaments.forms.organiser.presets import PresetFileForm, PresetForm
from tournaments.models import Club, ClubPreset
from tournaments.text import preset_diff
from tournaments.text.option_text import changes_said, said
from tournaments.views.access import member

from .form_refusals import RefusalsOn
from .scoping import our_club, our_preset


def back_to_list(club: Club) -> HttpResponse:
    """Redirect to the club's list of presets."""
    return redirect(f"{reverse('presets')}?club={club.pk}")


@member()
def presets(request: HttpRequest) -> HttpResponse:
    """Show the club's presets."""
    return list_page(request, our_club(request, request.GET.get("club")), PresetFileForm())


def list_page(request: HttpRequest, club: Club, form: PresetFileForm) -> HttpResponse:
    """Render the list of presets. `form`: the form that imports a file."""
    rows = [row_of(each) for each in ClubPreset.objects.for_club(club)]
    context = {
        "club": club,
        "clubs": request.clubs,  # type: ignore[attr-defined]
        "offered": [row for row in rows if not row["preset"].retired],
        "retired": [row for row in rows if row["preset"].retired],
        "games": scoring.games(),
        "form": form,
    }
    return render(request, "desk/presets.html", context, status=422 if form.errors else 200)


def row_of(preset: ClubPreset) -> dict[str, Any]:
    """Return a preset's game, standard preset and changes, for a template."""
    game = scoring.game(preset.game)
    return {
        "preset": preset,
        "game": said(game.name),
        "base": said(preset_diff.standard(game, preset.base).name),
        "changes": changes_said(preset_diff.changes(game, preset.base, preset.options)),
    }


@member()
def preset_new(request: HttpRequest) -> HttpResponse:
    """Create a preset from a standard one (`base`)."""
    asked = request.POST if request.method == "POST" else request.GET
    club = our_club(request, asked.get("club"))
    game, base = known_base(asked.get("base", ""))
    form = PresetForm(game, base, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and made(form, club):
        messages.success(request, _("La règle du club est gardée : elle est proposée aux prochaines soirées."))
        return back_to_list(club)
    return preset_page(request, form, club, None)


def known_base(typed: str) -> tuple[scoring.Game, scoring.Preset]:
    """Return the game and the standard preset that «game/preset» names; raise Http404 if there is none."""
    for game in scoring.games():
        for preset in game.presets:
            if typed == f"{game.key}/{preset.key}":
                return game, preset
    raise Http404


def made(form: PresetForm, club: Club, preset: ClubPreset | None = None) -> bool:
    """Save the new or edited preset; return False and add the errors to the form if it is refused."""
    data = {"name": form.cleaned_data["name"], "options": form.cleaned_data["options"]}
    with RefusalsOn(form):
        if preset is None:
            actions.make_preset(club, game=form.game.key, base=form.base.key, **data)
        else:
            actions.change_preset(preset, **data)
    return not form.errors


@member()
def preset_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a preset."""
    preset = our_preset(request, pk)
    game = scoring.game(preset.game)
    base = preset_diff.standard(game, preset.base)
    data = request.POST if request.method == "POST" else None
    form = PresetForm(game, base, data, initial={"name": preset.name}, chosen=preset.options)
    if request.method == "POST" and form.is_valid() and made(form, preset.club, preset):
        messages.success(request, _("C’est gardé. Les soirées déjà faites gardent leur règle."))
        return back_to_list(preset.club)
    return preset_page(request, form, preset.club, preset)


def preset_page(request: HttpRequest, form: PresetForm, club: Club, preset: ClubPreset | None) -> HttpResponse:
    """Render the form of a preset. `preset`: None for a new one."""
    context = {"form": form, "club": club, "preset": preset, "game": form.game, "base": form.base}
    return render(request, "desk/preset.html", context, status=422 if form.errors else 200)


@member()
@require_POST
def preset_retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Retire a preset, so that it is no longer offered, or offer it again."""
    preset = our_preset(request, pk)
    actions.retire_preset(preset, not preset.retired)
    messages.success(request, _("Elle n’est plus proposée.") if preset.retired else _("Elle est de nouveau proposée."))
    return back_to_list(preset.club)


@member()
def preset_export(request: HttpRequest, pk: int) -> HttpResponse:
    """Download a preset as a JSON file."""
    preset = our_preset(request, pk)
    content = json.dumps(preset_document(preset), ensure_ascii=False, indent=1) + "\n"
    response = HttpResponse(content, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="corbillon-regle-{preset.game}-{preset.pk}.json"'
    return response


@member()
@require_POST
def preset_import(request: HttpRequest) -> HttpResponse:
    """Import a preset from a file under its own name, with a number after it if the club has that name already."""
    club = our_club(request, request.POST.get("club"))
    form = PresetFileForm(request.POST, request.FILES)
    if form.is_valid() and brought_in(form, club):
        messages.success(request, _("La règle est reprise : elle est proposée aux prochaines soirées."))
        return back_to_list(club)
    return list_page(request, club, form)


def brought_in(form: PresetFileForm, club: Club) -> bool:
    """Save the preset of the file; return False and add the errors to the form if it is refused, each with its path in
    the file."""
    try:
        found = read_preset(form.cleaned_data["file"].read())
        taken = ClubPreset.objects.filter(club=club, game=found.game).values_list("name", flat=True)
        name = apart(found.name, taken)
        actions.make_preset(club, game=found.game, base=found.base, name=name, options=found.options)
    except actions.Refused as refused:
        for problem in refused.problems:
            words = said(problem.message)
            form.add_error("file", f"{problem.path}\u202f: {words}" if problem.path else words)
    return not form.errors


urlpatterns = [
    path("presets", presets, name="presets"),
    path("presets/import", preset_import, name="preset-import"),
    path("preset/new", preset_new, name="preset-new"),
    path("preset/<int:pk>", preset_edit, name="preset"),
    path("preset/<int:pk>/retire", preset_retire, name="preset-retire"),
    path("preset/<int:pk>.json", preset_export, name="preset-export"),
]
