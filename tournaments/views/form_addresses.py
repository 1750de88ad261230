"""What a browser shows at an address that only receives a form: after a reload, a session that ended, or a tap in the
address bar."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse


def explain_form_address(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer; one that refuses to be read (405) becomes a page with the way to the page of the form."""
    if not isinstance(answer, HttpResponseNotAllowed) or request.method != "GET":
        return answer
    page = render(request, "errors/form_address.html", {"page": find_page_above(request.path_info)}, status=405)
    page.headers["Allow"] = answer.headers["Allow"]
    return page


def find_page_above(address: str) -> str:
    """Return the nearest address above this one that exists: the page that has the form; else the list of
    tournaments."""
    while address := address.rpartition("/")[0]:
        try:
            resolve(address)
        except Resolver404:
            continue
        return address
    return reverse("organiser")
