"""The WSGI entry point that gunicorn serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.serving import say_serving

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
say_serving(settings.VAR_DIR)
