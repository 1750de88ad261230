"""The programs that a club tells of what happens: where they are, what they want to know, what came of each message."""

import datetime
import json
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config.background.jobs import request_job
from config.background.kinds import WEBHOOKS
from config.security_log import log_event
from tournaments.actions.webhooks import receivers
from tournaments.actions.webhooks.payloads import build_example
from tournaments.actions.webhooks.receivers import (
    add_receiver,
    change_receiver,
    list_receiver_keys,
    queue_test_message,
    renew_secret,
    write_secret,
)
from tournaments.forms.organiser.other_programs import ReceiverForm
from tournaments.models import Club, EventType, MessageShape, Receiver
from tournaments.models.rights import Right
from tournaments.presentation.text.webhook_text import describe_result, describe_type
from tournaments.views.access import SEND, require_right
from tournaments.views.organiser.questions import render_question
from tournaments.views.organiser.scoping import build_club_address, get_actor, get_asked_club, get_scoped_row
from tournaments.views.posted_forms import carry_out, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

SHOWN = 50  # messages on a receiver's page, the last first
NEW_RECEIVER = {"types": EventType.values, "shape": MessageShape.STANDARD}
WATCHED_FOR = datetime.timedelta(minutes=2)  # how long the page asks what came of a message


@require_right(Right.GOVERN, of=get_asked_club, asks_who=True)
def list_receivers(request: MemberRequest, club: Club) -> HttpResponse:
    """Show which programs the club tells of what happens, and add one; its secret is shown this once."""
    actor = get_actor(request)
    form = ReceiverForm(request.POST or None, initial=NEW_RECEIVER | {"language": get_language()})
    if form.is_valid() and (added := carry_out(form, add_receiver, club, **form.cleaned_data, actor=actor)):
        log_event("webhook receiver added", request, club=club.pk, receiver=added.result.pk)
        request_job(settings.VAR_DIR, WEBHOOKS)
        if added.result.shape == MessageShape.STANDARD:
            return show_secret(request, added.result)
        return say_and_redirect(request, _("C’est gardé. Envoyez un essai."), "webhook", added.result.pk)
    context = {"club": club, "clubs": request.clubs, "receivers": club.receivers.all()}
    context["examples"] = [(kind, json.dumps(build_example(kind), ensure_ascii=False, indent=1)) for kind in EventType]
    return render_form(request, "organiser/webhooks.html", form, context)


def show_secret(request: MemberRequest, receiver: Receiver) -> HttpResponse:
    """Show the secret of a receiver, which no other page does."""
    context = {"receiver": receiver, "secret": write_secret(receiver)}
    return render(request, "organiser/webhook_secret.html", context)


def get_receiver(request: MemberRequest, pk: int) -> Receiver:
    """Return a receiver of the user's clubs, else raise Http404."""
    return get_scoped_row(request, Receiver.objects.select_related("club"), pk)


@require_right(Right.GOVERN, of=get_receiver, asks_who=True)
def edit_receiver(request: MemberRequest, receiver: Receiver) -> HttpResponse:
    """Show and change where a program is and what it is told, and show what came of the last messages."""
    actor = get_actor(request)
    initial = {name: getattr(receiver, name) for name in ReceiverForm.base_fields}
    form = ReceiverForm(request.POST or None, initial=initial)
    if form.is_valid() and carry_out(form, change_receiver, receiver, **form.cleaned_data, actor=actor):
        log_event("webhook receiver changed", request, receiver=receiver.pk)
        return say_and_redirect(request, _("C’est gardé."), "webhook", receiver.pk)
    context = {"receiver": receiver, "club": receiver.club, **describe_deliveries(receiver)}
    context["is_turning"] = len(list_receiver_keys(receiver, timezone.now())) > 1
    is_part = request.htmx and request.method == "GET"
    return render_form(request, "organiser/_deliveries.html" if is_part else "organiser/webhook.html", form, context)


def describe_deliveries(receiver: Receiver) -> dict[str, Any]:
    """Return, for a template, the last messages to a program with their results; `on_the_way`: one made just now is not
    delivered yet, so that the page asks again by itself."""
    rows = list(receiver.deliveries.order_by("-pk")[:SHOWN])
    since = timezone.now() - WATCHED_FOR
    return {
        "deliveries": [
            {"delivery": each, "type": describe_type(each.type), "result": describe_result(each)} for each in rows
        ],
        "on_the_way": any(each.next_at is not None and each.made_at >= since for each in rows),
    }


@require_right(Right.GOVERN, SEND, of=get_receiver)
def send_test_message(request: MemberRequest, receiver: Receiver) -> HttpResponse:
    """Send a program that the club tells of events a test message, which tells nothing."""
    queue_test_message(receiver)
    request_job(settings.VAR_DIR, WEBHOOKS)
    words = _("L’essai part : ce qu’il en est se lit ici, dans quelques secondes.")
    return say_and_redirect(request, words, "webhook", receiver.pk)


@require_right(Right.GOVERN, SEND, of=get_receiver, asks_who=True)
def resume_receiver(request: MemberRequest, receiver: Receiver) -> HttpResponse:
    """Send messages again to a program for which they were paused."""
    receivers.resume_receiver(receiver, actor=get_actor(request))
    log_event("webhook receiver resumed", request, receiver=receiver.pk)
    request_job(settings.VAR_DIR, WEBHOOKS)
    return say_and_redirect(request, _("Les messages repartent."), "webhook", receiver.pk)


@require_right(Right.GOVERN, of=get_receiver, asks_who=True)
def renew_receiver_secret(request: MemberRequest, receiver: Receiver) -> HttpResponse:
    """Give a program another secret, after a question; it is shown this once."""
    if request.method == "POST":
        renew_secret(receiver, actor=get_actor(request))
        log_event("webhook secret renewed", request, receiver=receiver.pk)
        return show_secret(request, receiver)
    words = [
        _("Pendant un jour, chaque message porte deux signatures : d’ici là, donnez le nouveau secret au programme."),
        _("Si d’autres connaissent l’ancien, changez deux fois : il ne prouve plus rien dès le prochain message."),
    ]
    return ask_first(request, receiver, _("Changer de secret ?"), words, _("Changer de secret"))


@require_right(Right.GOVERN, of=get_receiver, asks_who=True)
def remove_receiver(request: MemberRequest, receiver: Receiver) -> HttpResponse:
    """Remove a program that the club tells of events, after a question."""
    if request.method == "POST":
        log_event("webhook receiver removed", request, club=receiver.club_id, receiver=receiver.pk)
        receivers.remove_receiver(receiver, actor=get_actor(request))
        done = _("Ce programme n’est plus prévenu de rien.")
        return say_and_redirect(request, done, build_club_address("webhooks", receiver.club_id))
    words = [_("Ce qui attend encore de partir est perdu pour lui.")]
    return ask_first(request, receiver, _("Ne plus prévenir ce programme ?"), words, _("Ne plus le prévenir"))


def ask_first(request: MemberRequest, receiver: Receiver, title: str, words: list[str], action: str) -> HttpResponse:
    """Render the question before something is done to a program that gets messages. `words`: its sentences; `action`:
    the button."""
    back = (reverse("webhook", args=[receiver.pk]), receiver.address)
    return render_question(request, title, words, action, back, danger=True)


urlpatterns = [
    path("club/webhooks", list_receivers, name="webhooks"),
    path("webhook/<int:pk>", edit_receiver, name="webhook"),
    path("webhook/<int:pk>/test", send_test_message, name="webhook-test"),
    path("webhook/<int:pk>/resume", resume_receiver, name="webhook-resume"),
    path("webhook/<int:pk>/secret", renew_receiver_secret, name="webhook-secret"),
    path("webhook/<int:pk>/remove", remove_receiver, name="webhook-remove"),
]
