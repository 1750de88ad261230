"""`manage.py mail SIGN_UP`: send somebody who asked for it the address of his private page. The server starts it."""

from argparse import ArgumentParser
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import CommandError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from config.background.jobs import OwnJob
from config.password_reset import build_mailed_address, can_mail_links
from tournaments.actions.people.signing_up import build_code, list_code_digests
from tournaments.management.arguments import add_language
from tournaments.management.data_command import DataCommand
from tournaments.models import SignUp


class Command(DataCommand):
    help = "Envoie à un inscrit qui l’a demandé l’adresse de sa page ; le serveur s’en sert."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sign_up", type=int, metavar="SIGN_UP")
        add_language(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        own = OwnJob(settings.VAR_DIR)
        if own.job is None:
            raise CommandError("Le serveur seul envoie ce message : lui seul a la clef de la page.")
        try:
            with override(options["language"]), own:
                self._send(options["sign_up"], own.job.details["nonce"])
        except (OSError, SMTPException) as error:
            raise CommandError(f"Le courriel n’est pas parti : {error}") from None

    def _send(self, sign_up: int, nonce: str) -> None:
        """Send the mail with the private link to this sign-up; nothing if the person has left meanwhile or has another
        link by now. `nonce`: the random text from which the link's secret code is computed."""
        on_list = SignUp.objects.filter(pk=sign_up, state__in=(SignUp.State.ENTERED, SignUp.State.WAITING))
        person = on_list.exclude(email="").select_related("tournament__club", "entry").first()
        if person is None or not can_mail_links():
            return
        code = build_code(person.tournament, nonce, person.name)
        if person.digest not in list_code_digests(code):
            return
        waiting = person.tournament.sign_ups.filter(state=SignUp.State.WAITING, pk__lte=person.pk)
        context = {
            "person": person,
            "tournament": person.tournament,
            "place": waiting.count(),
            "address": f"{build_mailed_address(reverse('my-sign-up'))}#{code}",
        }
        subject, _blank, body = render_to_string("mails/signed_up.txt", context).partition("\n\n")
        send_mail(" ".join(subject.split()), body, None, [person.email])
