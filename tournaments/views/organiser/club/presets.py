"""The club's own presets: their list, one created or edited on one page, retired, exported to a file and imported."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.evenings import presets
from tournaments.actions.evenings.presets import change_preset, make_preset
from tournaments.actions.people.names import make_name_unique
from tournaments.exchange.preset_file import build_preset_document, read_preset
from tournaments.forms.organiser.presets import PresetFileForm, PresetForm
from tournaments.models import Club, ClubPreset
from tournaments.models.rights import Right
from tournaments.presentation.text.option_text import describe_changes, localise
from tournaments.reading import preset_diff
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.download import download_document
from tournaments.views.organiser.evening.rule_example import build_rule_examples, render_examples
from tournaments.views.organiser.scoping import build_club_address, get_asked_club, get_preset
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect, take_file
from tournaments.views.requests import MemberRequest


def say_above_presets(request: MemberRequest, words: str, club_id: int) -> HttpResponse:
    """Redirect to the club's list of presets, which shows `words` above it: what was just done."""
    return say_and_redirect(request, words, build_club_address("presets", club_id))


@require_right(Right.LOOK, READ, of=get_asked_club)
def show_presets(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the club's presets."""
    return render_presets(request, club, PresetFileForm())


def render_presets(request: MemberRequest, club: Club, form: PresetFileForm) -> HttpResponse:
    """Render the list of presets. `form`: the form that imports a file."""
    rows = [build_preset_row(each) for each in ClubPreset.objects.for_club(club)]
    context = {
        "club": club,
        "clubs": request.clubs,
        "offered": [row for row in rows if not row["preset"].retired],
        "retired": [row for row in rows if row["preset"].retired],
        "games": scoring.list_games(),
    }
    return render_form(request, "organiser/presets.html", form, context)


def build_preset_row(preset: ClubPreset) -> dict[str, Any]:
    """Return {preset, game, base, changes} for a template: the preset, the names of its game and of its standard
    preset, and its changes in words."""
    game = scoring.get_game(preset.game)
    return {
        "preset": preset,
        "game": localise(game.name),
        "base": localise(preset_diff.find_standard_preset(game, preset.base).name),
        "changes": describe_changes(preset_diff.list_option_changes(game, preset.base, preset.options)),
    }


@require_right(Right.RUN, of=get_asked_club)
def create_preset(request: MemberRequest, club: Club) -> HttpResponse:
    """Create a preset from a standard one (`base`)."""
    parameters = request.POST if request.method == "POST" else request.GET
    game, base = get_base_preset(parameters.get("base", ""))
    form = PresetForm(game, base, read_post(request))
    if "look" in request.POST:
        return render_typed_example(request, form)
    if form.is_valid() and carry_out(form, make_preset, club, game=game.key, base=base.key, **read_preset_form(form)):
        words = _("La règle du club est gardée : elle est proposée aux prochaines soirées.")
        return say_above_presets(request, words, club.pk)
    return render_preset(request, form, club, None)


def get_base_preset(typed: str) -> tuple[scoring.Game, scoring.Preset]:
    """Return the game and the standard preset that «game/preset» names; raise Http404 if there is none."""
    for game in scoring.list_games():
        for preset in game.presets:
            if typed == f"{game.key}/{preset.key}":
                return game, preset
    raise Http404


def read_preset_form(form: PresetForm) -> dict[str, Any]:
    """Return {name, options} of a valid form."""
    return {key: form.cleaned_data[key] for key in ("name", "options")}


@require_right(Right.RUN, of=get_preset)
def edit_preset(request: MemberRequest, preset: ClubPreset) -> HttpResponse:
    """Edit a preset."""
    game = scoring.get_game(preset.game)
    base = preset_diff.find_standard_preset(game, preset.base)
    form = PresetForm(game, base, read_post(request), initial={"name": preset.name}, chosen=preset.options)
    if "look" in request.POST:
        return render_typed_example(request, form)
    if form.is_valid() and carry_out(form, change_preset, preset, **read_preset_form(form)):
        words = _("C’est gardé. Les soirées déjà faites gardent leur règle.")
        return say_above_presets(request, words, preset.club_id)
    return render_preset(request, form, preset.club, preset)


def render_preset(request: MemberRequest, form: PresetForm, club: Club, preset: ClubPreset | None) -> HttpResponse:
    """Render the form of a preset. `preset`: None for a new one."""
    context = {"club": club, "preset": preset, "game": form.game, "base": form.base}
    context |= build_rule_examples(form.game, form.base.key, preset.options if preset else {})
    return render_form(request, "organiser/preset.html", form, context)


def render_typed_example(request: MemberRequest, form: PresetForm) -> HttpResponse:
    """Render the example of a table that plays by the preset, as its form is filled in so far."""
    return render_examples(request, form, lambda data: build_rule_examples(form.game, form.base.key, data["options"]))


@require_right(Right.RUN, SEND, of=get_preset)
def retire_preset(request: MemberRequest, preset: ClubPreset) -> HttpResponse:
    """Retire a preset, so that it is no longer offered, or offer it again."""
    presets.retire_preset(preset, not preset.retired)
    words = _("Elle n’est plus proposée.") if preset.retired else _("Elle est de nouveau proposée.")
    return say_above_presets(request, words, preset.club_id)


@require_right(Right.LOOK, READ, of=get_preset)
def export_preset(request: MemberRequest, preset: ClubPreset) -> HttpResponse:
    """Download a preset as a JSON file."""
    return download_document(build_preset_document(preset), f"regle-{preset.game}-{preset.pk}")


@require_right(Right.RUN, SEND, of=get_asked_club)
def import_preset(request: MemberRequest, club: Club) -> HttpResponse:
    """Import a preset from a file under its own name, with a number after it if the club has that name already."""
    form = PresetFileForm(request.POST, request.FILES)
    if form.is_valid() and take_file(form, save_imported_preset, club, form.cleaned_data["file"].read()):
        words = _("La règle est reprise : elle est proposée aux prochaines soirées.")
        return say_above_presets(request, words, club.pk)
    return render_presets(request, club, form)


def save_imported_preset(club: Club, content: bytes) -> None:
    """Save the preset of a file. Raises Refused, each problem with its path in the file."""
    preset = read_preset(content)
    taken = ClubPreset.objects.filter(club=club, game=preset.game).values_list("name", flat=True)
    name = make_name_unique(preset.name, taken)
    make_preset(club, game=preset.game, base=preset.base, name=name, options=preset.options)


urlpatterns = [
    path("presets", show_presets, name="presets"),
    path("presets/import", import_preset, name="preset-import"),
    path("preset/new", create_preset, name="preset-new"),
    path("preset/<int:pk>", edit_preset, name="preset"),
    path("preset/<int:pk>/retire", retire_preset, name="preset-retire"),
    path("preset/<int:pk>.json", export_preset, name="preset-export"),
]
