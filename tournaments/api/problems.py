"""Refusals, as RFC 9457 has them: `application/problem+json` with one sentence in the caller's language, and every
fault where there are several. A refused request has written nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import AuthenticationError, HttpError, ValidationError

from config.problems import build_problem
from tournaments.actions.errors import ActionError, KeyReused, Refused, SheetConfirmed, StaleSheet, TournamentClosed
from tournaments.models.days import DAY_OUT_OF_BOUNDS
from tournaments.models.rights import Right
from tournaments.presentation.text.option_text import localise
from tournaments.views.access import NotAllowed

CONFLICTS: Mapping[type[ActionError], str] = {
    StaleSheet: "stale-sheet",
    KeyReused: "key-reused",
    TournamentClosed: "tournament-closed",
    SheetConfirmed: "sheet-confirmed",
}
"""The problem type of each refusal that has one of its own; all other refusals are `not-now`."""
SENTENCES: Mapping[str, Promise] = {
    "stale-sheet": gettext_lazy("Ce n’est pas le numéro attendu : relisez la table, un autre envoi a pu passer."),
    "key-reused": gettext_lazy(
        "Cette clé d’envoi a déjà servi à autre chose : rien n’a été écrit, prenez-en une autre."
    ),
}
"""Sentences in place of those of refusals that speak of the phone's page."""
FAULTS: Mapping[str, Promise] = {
    "missing": gettext_lazy("Il manque."),
    "extra_forbidden": gettext_lazy("Ce champ n’existe pas ici."),
    "literal_error": gettext_lazy("Il faut l’une de ces valeurs : %(expected)s."),
    "string_too_short": gettext_lazy("Trop court : longueur minimale %(min_length)s."),
    "string_too_long": gettext_lazy("Trop long : %(max_length)s signes au plus."),
    "string_pattern_mismatch": gettext_lazy("Cela ne suit pas le modèle %(pattern)s."),
    "too_long": gettext_lazy("Trop de valeurs : %(max_length)s au plus."),
    "greater_than_equal": gettext_lazy("Trop petit : %(ge)s au moins."),
    "less_than_equal": gettext_lazy("Trop grand : %(le)s au plus."),
    "day_out_of_bounds": DAY_OUT_OF_BOUNDS,
    "datetime_type": gettext_lazy("Il faut ici une date et une heure, comme 2026-11-21T20:15:00+01:00."),
    "int_type": gettext_lazy("Il faut un nombre entier."),
    "int_parsing": gettext_lazy("Il faut un nombre entier."),
    "string_type": gettext_lazy("Il faut un texte."),
    "bool_type": gettext_lazy("Il faut true ou false."),
    "list_type": gettext_lazy("Il faut une liste."),
    "dict_type": gettext_lazy("Il faut un objet JSON."),
    "model_attributes_type": gettext_lazy("Il faut un objet JSON."),
}
"""What is wrong with a field, by pydantic's name of the fault, as «missing»."""


def answer_missing(request: HttpRequest, error: Http404 | None = None) -> HttpResponse:
    """Answer 404: there is no such thing, or the caller may not know of it."""
    return build_problem(404, "missing", _("Il n’y a rien à cette adresse."))


def answer_unknown_caller(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    """Answer 401: no key, or one that opens nothing."""
    answer = build_problem(
        401, "no-key", _("Il faut ici une clé du club qui soit valable, dans l’en-tête Authorization.")
    )
    answer["WWW-Authenticate"] = 'Bearer realm="Corbillon"'
    return answer


def answer_not_allowed(request: HttpRequest, error: NotAllowed) -> HttpResponse:
    """Answer 403: the key does not give the right that this needs."""
    right = Right(error.args[0])
    return build_problem(
        403,
        "not-allowed",
        _("Cette clé ne permet pas cela. Il y faut : %(right)s.") % {"right": right.label},
        right=right,
    )


def answer_refused(request: HttpRequest, error: Refused) -> HttpResponse:
    """Answer 422 with every fault."""
    faults = [{"path": each.path, "rule": each.rule, "message": localise(each.message)} for each in error.problems]
    return build_problem(422, "refused", str(error), errors=faults)


def answer_conflict(request: HttpRequest, error: ActionError) -> HttpResponse:
    """Answer 409: not in the present state. For a sheet that went on, with the number of its next record;
    where the state of the evening is the cause, with that state."""
    kind = next((word for each, word in CONFLICTS.items() if isinstance(error, each)), "not-now")
    more: dict[str, Any] = {}
    if isinstance(error, StaleSheet):
        more = {"next_number": error.sheet.next_number}
    elif isinstance(error, TournamentClosed):
        more = {"state": error.state}
    return build_problem(409, kind, str(SENTENCES.get(kind, error)), **more)


def answer_malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answer 422 for fields that are not as the description says; 404 for a part of the address that is not."""
    places = [each["loc"] for each in error.errors]
    if any(place[0] == "path" for place in places):
        return answer_missing(request)
    paths = [join_path(place[2:] if place[0] == "body" else place[1:]) for place in places]
    sentence = _("Cela n’est pas comme le veut la description : %(paths)s.") % {"paths": join_paths(paths)}
    faults = [
        {"path": path, "rule": None, "message": describe_fault(each["type"], each.get("ctx", {}))}
        for path, each in zip(paths, error.errors, strict=True)
    ]
    return build_problem(422, "malformed", sentence, errors=faults)


def join_path(parts: Iterable[str | int]) -> str:
    """Return the place of a value in the body as text: `event.points`, `names[0]`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts).removeprefix(".")


def describe_fault(kind: str, bounds: Mapping[str, Any]) -> str:
    """Return a sentence on what is wrong with a field. `kind`: pydantic's name of the fault; `bounds`: the values that
    it gives with it, as {"max_length": 40}."""
    if kind in FAULTS:
        return str(FAULTS[kind]) % {name: tell_bound(value) for name, value in bounds.items()}
    if kind.startswith("date"):
        return _("Il faut une date comme 2026-11-21.")
    return _("Ne convient pas.")


def tell_bound(value: Any) -> str:
    """Return a bound as a sentence shows it; pydantic's list of choices «'a', 'b' or 'c'» without its English «or»."""
    return str(value).replace("' or '", "', '")


def join_paths(paths: Iterable[str]) -> str:
    """Return the fields' names in one text, each once; «le contenu» stands for the body as a whole, whose path is
    ""."""
    return ", ".join(dict.fromkeys(path or _("le contenu") for path in paths))


def answer_unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer 400 for a body that is not JSON."""
    return build_problem(
        error.status_code, "unreadable", _("Le contenu n’est pas du JSON en UTF-8, ou il est incomplet.")
    )


def answer_method(allowed: Iterable[str]) -> HttpResponse:
    """Answer 405 with the methods that the address takes."""
    answer = build_problem(405, "method", _("Cette adresse ne connaît pas cette méthode."))
    answer["Allow"] = ", ".join(allowed)
    return answer


HANDLERS: Mapping[type[Exception], Any] = {
    Http404: answer_missing,
    HttpError: answer_unreadable,
    AuthenticationError: answer_unknown_caller,
    NotAllowed: answer_not_allowed,
    ValidationError: answer_malformed,
    ActionError: answer_conflict,
    Refused: answer_refused,
}
"""The function that answers each exception."""
