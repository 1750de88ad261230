"""`manage.py webhooks`: send other programs what they want to be told, until no club has any program to tell (a
receiver). The server runs it by itself; where a web server other than ours runs the program, a service of the system
may."""

import logging
import time
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from config.parent import Parent
from config.system_calls import lower_priority, take_lock
from tournaments.api.webhooks.dispatching import Dispatcher
from tournaments.management.data_command import DataCommand
from tournaments.models import Receiver

LOGGER = logging.getLogger(__name__)
LOOK_SECONDS = 1
SENDING_LOCK = "webhooks.lock"  # held by the process that sends


class Command(DataCommand):
    help = "Envoie à d’autres programmes ce qu’ils veulent savoir, tant qu’un club en a un à prévenir."

    def handle(self, *args: Any, **options: Any) -> None:
        lower_priority()
        lock = take_lock(settings.VAR_DIR / SENDING_LOCK)
        if lock is None:
            self.stdout.write("Un autre processus envoie déjà.")
            return
        with lock:
            try:
                self._send_while_wanted()
            except DatabaseError:
                LOGGER.exception("webhooks stop")  # who started this process starts it again
                raise

    def _send_while_wanted(self) -> None:
        """Send messages to receivers as long as there are any, and the process that started this one lives."""
        dispatcher, parent = Dispatcher(settings.WEBHOOK_HOSTS), Parent()
        while Receiver.objects.exists() and not parent.is_gone():
            if not dispatcher.work(timezone.now()):
                time.sleep(LOOK_SECONDS)
        dispatcher.finish()
