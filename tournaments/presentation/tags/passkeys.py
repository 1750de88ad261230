"""Whether a page can use passkeys: browsers have them on a secure page (https) that has a name, and on `localhost`."""

from ipaddress import ip_address

from django import template
from django.http import HttpRequest

register = template.Library()


@register.filter
def has_passkeys(request: HttpRequest) -> bool:
    """True if browsers can make and use a passkey on the page of this request."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    if host == "localhost":
        return True
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure()
    return False
