"""Middleware: the address of a table's file may say in which language it is and by what its columns are separated, for
spreadsheets that fetch it by themselves and can send no header."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.presentation.tables.export import EXPORT_FORMATS, SEPARATORS

from .requests import FileRequest

GetResponse = Callable[[HttpRequest], HttpResponseBase]
ENDINGS = tuple(f".{ending}" for ending in EXPORT_FORMATS)


def let_addresses_choose(get_response: GetResponse) -> GetResponse:
    """Return the middleware. It must stand after LocaleMiddleware, whose choice `?lang=` overrides."""

    def looked_at(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.endswith(ENDINGS):
            return get_response(request)
        language, separator = request.GET.get("lang", ""), request.GET.get("sep", "")
        if refusal := find_wrong_option(language, separator):
            return HttpResponse(refusal, status=422, content_type="text/plain; charset=utf-8")
        cast(FileRequest, request).separator = SEPARATORS.get(separator, "")
        if not language:
            return get_response(request)
        with translation.override(language):
            response = get_response(request)
        response.headers["Content-Language"] = language
        return response

    return looked_at


def find_wrong_option(language: str, separator: str) -> str:
    """Return what is wrong with the options of an address, in one sentence; "" if nothing is. Either may be left
    out."""
    languages = [code for code, _name in settings.LANGUAGES]
    if language and language not in languages:
        return _("Une langue (lang) est une de celles-ci : %(known)s.") % {"known": ", ".join(languages)}
    if separator and separator not in SEPARATORS:
        return _("Un séparateur (sep) est un de ceux-ci : %(known)s.") % {"known": ", ".join(SEPARATORS)}
    return ""
