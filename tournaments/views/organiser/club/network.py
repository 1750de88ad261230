"""How the hall's phones reach this computer: its address, the Wi-Fi, whether a phone has reached it, and what to do if
none does."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from config import hall, phone_arrivals, printed_addresses, wifi
from tournaments.forms.organiser.club import AddressForm, WifiForm
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.scoping import get_club
from tournaments.views.organiser.table.codes import render_qr
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.INSTALL)
def edit_network(request: MemberRequest) -> HttpResponse:
    """Show the addresses that phones can use, and choose the one for the QR codes."""
    addresses, fixed = hall.list_addresses(), hall.get_fixed_url()
    url = hall.get_base_url(settings.VAR_DIR)
    host = urlsplit(url).hostname
    form = AddressForm(
        addresses, request.POST or None, initial={"known": host if host in addresses else next(iter(addresses), "")}
    )
    if not fixed and form.is_valid():
        kept = hall.read_hall(settings.VAR_DIR)
        hall.save_hall(settings.VAR_DIR, hall.Hall(form.address(), kept.port if kept else int(request.get_port())))
        words = _("C’est gardé : les cartes des tables portent cette adresse. Imprimez-les de nouveau.")
        return say_and_redirect(request, words, "network")
    return render_network(request, form, url, addresses)


def render_network(
    request: MemberRequest, form: AddressForm, url: str, addresses: list[str], **more: Any
) -> HttpResponse:
    """Render the page of the network. `url`: the hall's present address; `addresses`: those of this computer; `more`:
    what else the template shows, such as a Wi-Fi form that was refused."""
    wifi_now = wifi.read_wifi(settings.VAR_DIR)
    initial = (
        {"name": wifi_now.name, "password": wifi_now.password, "on_poster": wifi_now.on_poster} if wifi_now else {}
    )
    context = {
        "form": form,
        "wifi_form": WifiForm(initial=initial),
        "wifi": wifi_now,
        "found": addresses,
        "fixed": hall.get_fixed_url(),
        "url": url,
        "port": urlsplit(url).port or (443 if url.startswith("https") else 80),
        "not_for_phones": hall.is_loopback_address(url),
        "gone": find_lost_address(url, addresses),
        "vpns": hall.vpns(),
        "elsewhere": list_outdated_papers(request, url),
        **build_lamp_context(request),
        **more,
    }
    wrong = form.errors or context["wifi_form"].errors
    return render(request, "organiser/network.html", context, status=422 if wrong else 200)


def find_lost_address(url: str, addresses: list[str]) -> str:
    """Return the host of the saved address if it is an IP address that this computer no longer has; else ""."""
    host = urlsplit(url).hostname or ""
    return (
        host if host.replace(".", "").isdigit() and host not in addresses and not hall.is_loopback_address(url) else ""
    )


def list_outdated_papers(request: MemberRequest, url: str) -> list[tuple[Tournament, str]]:
    """Return (tournament, printed address) of the tournaments, not yet closed, whose papers carry another than
    `url`."""
    others = {
        code: old for code, old in printed_addresses.read_printed_addresses(settings.VAR_DIR).items() if old != url
    }
    tournaments = Tournament.objects.filter(club__in=request.clubs, code__in=others, hidden=False)
    return [
        (tournament, others[tournament.code]) for tournament in tournaments.exclude(status=Tournament.Status.CLOSED)
    ]


@require_right(Right.INSTALL, SEND)
def edit_wifi(request: MemberRequest) -> HttpResponse:
    """Save the Wi-Fi's name and password."""
    form = WifiForm(request.POST)
    if form.is_valid():
        wifi.save_wifi(settings.VAR_DIR, wifi.Wifi(**form.cleaned_data))
        return say_and_redirect(request, _("C’est gardé."), "network")
    addresses, url = hall.list_addresses(), hall.get_base_url(settings.VAR_DIR)
    address = AddressForm(addresses, initial={"known": urlsplit(url).hostname})
    return render_network(request, address, url, addresses, wifi_form=form)


def build_lamp_context(request: MemberRequest) -> dict[str, Any]:
    """Return, for the template of the lamp that shows whether phones reach this computer, when one last did (`came`,
    None: not lately), the club's time zone, and `came_state`, a text that changes whenever the lamp does: «1942» for
    19:42, or «no»."""
    came = phone_arrivals.find_last_arrival(settings.VAR_DIR, timezone.now())
    return {
        "came": came,
        "came_state": came.strftime("%H%M") if came else "no",
        "zone": get_club(request, None).time_zone,
    }


@require_right(Right.INSTALL, READ)
def show_lamp(request: MemberRequest) -> HttpResponse:
    """Show only the lamp that tells whether a phone has reached this computer; 204 to a poll while it has not
    changed."""
    context = build_lamp_context(request)
    if request.GET.get("state") == context["came_state"]:
        return HttpResponse(status=204)
    return render(request, "organiser/_lamp.html", context)


@require_right(Right.INSTALL, READ)
def show_network_qr(request: MemberRequest) -> HttpResponse:
    """Return the welcome page's address as a QR code, to try with a phone."""
    return render_qr(f"{hall.get_base_url(settings.VAR_DIR)}/")


@require_right(Right.INSTALL, READ)
def show_wifi_qr(request: MemberRequest) -> HttpResponse:
    """Return the Wi-Fi as a QR code, by which a phone's camera joins it; 404 if none is saved."""
    kept = wifi.read_wifi(settings.VAR_DIR)
    if kept is None:
        raise Http404
    return render_qr(kept.qr_text)


urlpatterns = [
    path("network", edit_network, name="network"),
    path("network/wifi", edit_wifi, name="network-wifi"),
    path("network/lamp", show_lamp, name="network-lamp"),
    path("network/qr.svg", show_network_qr, name="network-qr"),
    path("network/wifi.svg", show_wifi_qr, name="network-wifi-qr"),
]
