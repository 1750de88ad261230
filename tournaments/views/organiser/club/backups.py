"""The page of the backups: how they stand, where they go, an encrypted one to take away, and restoring one."""

from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.background.jobs import request_job
from config.background.keeper import find_keeper_start
from config.background.kinds import BACKUP, RESTORE
from config.commands import start_command
from config.security_log import log_event
from tournaments.forms.organiser.backups import PassphraseForm, RestoreForm, SecondFolderForm
from tournaments.models.rights import Right
from tournaments.presentation.text.elision import format_day
from tournaments.upkeep.backups import wording
from tournaments.upkeep.backups.encryption import BackupKey, CannotDecrypt, encrypt
from tournaments.upkeep.backups.folders import (
    ENCRYPTED,
    BackupFile,
    forget_second_folder,
    get_first_folder,
    list_backups,
    list_sticks,
    read_second_folder,
    save_second_folder,
)
from tournaments.upkeep.backups.restoring import (
    choose_candidate,
    forget_candidate,
    order_restore,
    read_candidate,
    read_result,
    start_preview,
)
from tournaments.upkeep.backups.state import judge_backups
from tournaments.upkeep.clock import describe_trouble
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.scoping import get_actor
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest


def describe_backups(request: MemberRequest) -> dict[str, Any]:
    """Return, for a template, the state of the backups (`health`), the troubles of the clock and of both folders in
    words, and `owns_installation`: the user may see the page of the backups."""
    health = judge_backups()
    return {
        "owns_installation": Right.INSTALL in request.rights,
        "health": health,
        "clock_trouble": describe_trouble(timezone.now()),
        "backup_trouble": wording.FIRST_FOLDER_TROUBLES.get(health.state.trouble, health.state.trouble),
        "second_trouble": wording.SECOND_FOLDER_TROUBLES.get(health.state.second_trouble, health.state.second_trouble),
    }


@require_right(Right.INSTALL, READ)
def show_backups(request: MemberRequest) -> HttpResponse:
    """Show the page of the backups."""
    return render_backups(request)


def render_backups(request: MemberRequest, **refused: Any) -> HttpResponse:
    """Render the page of the backups. `refused`: a form that was refused, to be shown again, by its name in the
    template."""
    status = 422 if refused else 200
    files = list_all_backups()
    folder_form = refused.pop("folder_form", None) or build_folder_form(None)
    context = {
        **describe_backups(request),
        "second": read_second_folder(),
        "first_folder": get_first_folder(),
        "count": len(files),
        "folder_form": folder_form,
        "has_sticks": "stick" in folder_form.fields,
        "take_form": PassphraseForm(prefix="take"),
        "restore_form": build_restore_form(files, None),
        "result": read_result(timezone.now()),
        "is_sqlite": connection.vendor == "sqlite",
        **refused,
    }
    return render(request, "organiser/backups.html", context, status=status)


def list_all_backups() -> list[BackupFile]:
    """Return the backups of the first and of the second folder, the newest first."""
    second = read_second_folder()
    backups = list_backups(get_first_folder()) + (list_backups(second.path) if second else [])
    return sorted(backups, key=lambda each: (each.at, not each.is_encrypted), reverse=True)


def build_folder_form(data: Any) -> SecondFolderForm:
    """Build the form that chooses the second folder, to which backups are copied. `data`: what was posted, or None."""
    return SecondFolderForm(list_sticks(), settings.VAR_DIR, data)


def build_restore_form(files: list[BackupFile], data: Any) -> RestoreForm:
    """Build the form that chooses one of these backups."""
    return RestoreForm([(str(each.path), describe_file(each)) for each in files], data, prefix="restore")


def describe_file(file: BackupFile) -> str:
    """Return when the backup was made, its size and its folder, for a list."""
    at = format_day(timezone.localtime(file.at), "j F Y, H:i")
    place = _("second dossier, chiffrée") if file.is_encrypted else _("cet ordinateur")
    return f"{at} ({filesizeformat(file.size)}, {place})"


@require_right(Right.INSTALL, SEND)
def request_backup(request: MemberRequest) -> HttpResponse:
    """Have a backup made now."""
    if find_keeper_start(settings.VAR_DIR, BACKUP) is None:
        start_command("backup")
    else:
        request_job(settings.VAR_DIR, BACKUP)
    return redirect(f"{reverse('backups')}?asked=yes")


@require_right(Right.INSTALL, SEND, asks_who=True)
def choose_folder(request: MemberRequest) -> HttpResponse:
    """Choose the second folder, and copy the backups there from now on."""
    form = build_folder_form(request.POST)
    if form.is_valid():
        folder: Path = form.cleaned_data["folder"]
        try:
            save_second_folder(folder, BackupKey.derive(form.cleaned_data["phrase"]))
        except OSError as error:
            form.add_error("typed", _("Rien ne peut être écrit là : %(why)s.") % {"why": error.strerror})
        else:
            request_job(settings.VAR_DIR, BACKUP)
            return say_and_redirect(request, _("C’est gardé : chaque copie ira aussi là, chiffrée."), "backups")
    return render_backups(request, folder_form=form)


@require_right(Right.INSTALL, SEND)
def forget_folder(request: MemberRequest) -> HttpResponse:
    """Copy no more backups to the second folder."""
    forget_second_folder()
    words = _("Les copies ne vont plus dans le second dossier. Celles qui y sont y restent.")
    return say_and_redirect(request, words, "backups")


@require_right(Right.INSTALL, SEND, asks_who=True)
def take_backup(request: MemberRequest) -> HttpResponse:
    """Download the last good backup, encrypted with the passphrase that was typed."""
    form = PassphraseForm(request.POST, prefix="take")
    newest = next((each for each in list_all_backups() if not each.is_encrypted), None)
    if not form.is_valid():
        return render_backups(request, take_form=form)
    if newest is None:
        form.add_error("phrase", _("Il n’y a pas encore de copie à emporter."))
        return render_backups(request, take_form=form)
    content = encrypt(newest.path.read_bytes(), BackupKey.derive(form.cleaned_data["phrase"]))
    headers = {"Content-Disposition": f'attachment; filename="{newest.path.with_suffix(ENCRYPTED).name}"'}
    return HttpResponse(content, "application/octet-stream", headers=headers)


@require_right(Right.INSTALL, SEND, asks_who=True)
def choose_restore(request: MemberRequest) -> HttpResponse:
    """Choose the backup to restore, and start its check."""
    files = list_all_backups()
    form = build_restore_form(files, request.POST)
    if connection.vendor == "sqlite" and form.is_valid():
        chosen = next(each for each in files if str(each.path) == form.cleaned_data["file"])
        try:
            choose_candidate(chosen, form.cleaned_data["phrase"], get_actor(request))
        except CannotDecrypt:
            form.add_error("phrase", _("Ce n’est pas la phrase de cette copie, ou le fichier est abîmé."))
        except OSError as error:
            form.add_error("file", _("Cette copie ne se lit pas : %(why)s.") % {"why": error.strerror})
        else:
            start_preview()
            return redirect("backups-restore")
    return render_backups(request, restore_form=form)


@require_right(Right.INSTALL, READ)
def show_restore(request: MemberRequest) -> HttpResponse:
    """Show how far the check of the chosen backup is, then what is in it and what would be lost; only that part for
    htmx."""
    return render_restore(request)


def render_restore(request: MemberRequest, refused: str = "") -> HttpResponse:
    """Render the page of the chosen backup. `refused`: why it is not restored."""
    candidate = read_candidate()
    if candidate is None:
        return redirect("backups")
    preview = candidate.found
    context = {
        "candidate": candidate,
        "made_at": datetime.fromisoformat(candidate.made_at),
        "found": preview,
        "newest": datetime.fromisoformat(preview.newest) if preview and preview.newest else None,
        "restarts": find_keeper_start(settings.VAR_DIR, RESTORE) is not None,
        "refused": refused,
    }
    template = "organiser/_restore.html" if request.htmx else "organiser/restore.html"
    return render(request, template, context, status=422 if refused else 200)


@require_right(Right.INSTALL, SEND, asks_who=True)
def confirm_restore(request: MemberRequest) -> HttpResponse:
    """Have the checked backup restored, which stops and starts the server."""
    candidate = read_candidate()
    if candidate is None or candidate.preview is None:
        return redirect("backups")
    if request.POST.get("sure") != "yes":
        return render_restore(request, _("Cochez d’abord la case."))
    restarts = find_keeper_start(settings.VAR_DIR, RESTORE) is not None
    order_restore(candidate)
    log_event("restore ordered", request, file=candidate.name)
    return render(request, "organiser/restarting.html", {"restarts": restarts})


@require_right(Right.INSTALL, SEND)
def cancel_restore(request: MemberRequest) -> HttpResponse:
    """Forget the chosen backup; all stays as it is."""
    forget_candidate()
    return redirect("backups")


urlpatterns = [
    path("backups", show_backups, name="backups"),
    path("backups/now", request_backup, name="backups-now"),
    path("backups/folder", choose_folder, name="backups-folder"),
    path("backups/folder/forget", forget_folder, name="backups-forget"),
    path("backups/take", take_backup, name="backups-take"),
    path("backups/choose", choose_restore, name="backups-choose"),
    path("backups/restore", show_restore, name="backups-restore"),
    path("backups/restore/now", confirm_restore, name="backups-confirm"),
    path("backups/restore/cancel", cancel_restore, name="backups-cancel"),
]
