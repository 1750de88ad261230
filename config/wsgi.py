"""The WSGI entry point that `config.server` serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.serving import hold_serving_lock

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
hold_serving_lock(settings.VAR_DIR)
