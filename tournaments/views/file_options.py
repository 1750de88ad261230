"""Middleware: the address of a table's file may choose the language of the file and the separator of its columns, for
spreadsheets that fetch it by themselves and can send no header."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _

from config.problems import build_problem, is_for_programs
from tournaments.presentation.tables.export import EXPORT_FORMATS, SEPARATORS

from .requests import FileRequest

GetResponse = Callable[[HttpRequest], HttpResponseBase]
ENDINGS = tuple(f".{ending}" for ending in EXPORT_FORMATS)


def let_addresses_choose(get_response: GetResponse) -> GetResponse:
    """Return the middleware by which a file's address chooses the language (`?lang=`) and the separator of CSV
    (`?sep=`). It must stand after LocaleMiddleware, whose choice `?lang=` overrides."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.endswith(ENDINGS):
            return get_response(request)
        language, separator = request.GET.get("lang", ""), request.GET.get("sep", "")
        if wrong := find_wrong_option(language, separator):
            return refuse_option(request, *wrong)
        cast(FileRequest, request).separator = SEPARATORS.get(separator, "")
        if not language:
            return get_response(request)
        with translation.override(language):
            response = get_response(request)
        response.headers["Content-Language"] = language
        return response

    return looked_at


def refuse_option(request: HttpRequest, name: str, refusal: str) -> HttpResponse:
    """Answer 422 with the sentence `refusal` on the option of this name: as text, or as a JSON problem to a request for
    the programming interface."""
    if is_for_programs(request):
        faults = [{"path": name, "rule": None, "message": refusal}]
        return build_problem(422, "malformed", refusal, errors=faults)
    return HttpResponse(refusal, status=422, content_type="text/plain; charset=utf-8")


def find_wrong_option(language: str, separator: str) -> tuple[str, str] | None:
    """Return (name, why) of the option of a file's address that is wrong, "lang" or "sep", with the reason in one
    sentence; None if none is. An empty option is not wrong."""
    languages = [code for code, _name in settings.LANGUAGES]
    if language and language not in languages:
        return "lang", _("Une langue (lang) est une de celles-ci : %(known)s.") % {"known": ", ".join(languages)}
    if separator and separator not in SEPARATORS:
        return "sep", _("Un séparateur (sep) est un de ceux-ci : %(known)s.") % {"known": ", ".join(SEPARATORS)}
    return None
