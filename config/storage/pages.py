"""How a trouble of the storage is told on a page: by a middleware before anything is read, and in place of the page of
an unexpected error where a trouble was its cause. Neither needs a database, a static file or an account."""

import logging
import sys
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.views.defaults import server_error

from config.problems import answer_error, build_problem, is_for_programs

from .diagnosis import diagnose_error
from .state import find_trouble
from .troubles import UNREACHABLE, Trouble

GetResponse = Callable[[HttpRequest], HttpResponseBase]
RETRY_SECONDS = 30
PLAIN_STYLESHEET = "css/corbillon.css"  # not by its hashed name, which may be what cannot be found


def refuse_in_trouble(get_response: GetResponse) -> GetResponse:
    """Return the middleware, which must stand after LocaleMiddleware: while the storage is in trouble, every page says
    so, and nothing is read or written."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        trouble = find_trouble()
        return get_response(request) if trouble is None else answer_trouble(request, trouble)

    return looked_at


def show_server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: tell the trouble of the storage that is the cause of the error, else that the program is
    wrong."""
    trouble = diagnose_error(sys.exc_info()[1])
    if trouble is not None:
        if trouble is UNREACHABLE:
            connection.close()  # what was the primary may answer still, and take nothing: the next one is looked for
        return answer_trouble(request, trouble)
    return answer_error() if is_for_programs(request) else server_error(request)


def answer_trouble(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Return the answer that tells of the trouble: a page, or for another program a problem in JSON."""
    if is_for_programs(request):
        response = build_problem(trouble.status, f"storage-{trouble.key}", str(trouble.sentence))
    else:
        context = {"trouble": trouble, "stylesheet": f"{settings.STATIC_URL}{PLAIN_STYLESHEET}"}
        response = HttpResponse(render_to_string("errors/storage.html", context), status=trouble.status)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


class TroubleFilter(logging.Filter):
    """A filter of the log: an error whose cause is a trouble of the storage takes one line, without a traceback, since
    every request of a full hall may write one."""

    def filter(self, record: logging.LogRecord) -> bool:
        trouble = diagnose_error(record.exc_info[1]) if record.exc_info else None
        if trouble is not None:
            record.exc_info = record.exc_text = None
            record.msg, record.args = f"{record.getMessage()}: {trouble.sentence}", ()
        return True
