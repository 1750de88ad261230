"""A form that adds people, a lot or an evening is carried out once, however often the same page sends it.

A double click sends it twice, and so does who goes back a page and presses the button again. Each page shown has a CSRF
token of its own, so the same words under the same token are one and the same; and a page that the browser asks for anew
comes empty (`autocomplete="off"`). What was sent is kept a day in this process's memory; a server of several processes
still catches what comes to the same one.
"""

from hashlib import sha256

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

A_DAY = 24 * 60 * 60


def first_time(request: HttpRequest) -> bool:
    """Is this the first time that the page sends this? Otherwise the reader is told so. Ask last, when nothing else
    stands in the way."""
    if "csrfmiddlewaretoken" not in request.POST:
        return True
    sent = f"{request.user.pk} {request.path} {request.POST.urlencode()}"
    if cache.add(f"sent:{sha256(sent.encode()).hexdigest()}", True, A_DAY):
        return True
    messages.info(request, _("C’est déjà fait : rien n’a été ajouté une deuxième fois."))
    return False
