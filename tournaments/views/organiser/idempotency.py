"""Idempotency of forms: a form that adds players, a prize or a tournament is carried out once, however often the same
page sends it.

A double click sends it twice, and so does a user who goes back a page and presses the button again. Each page shown has
a CSRF token of its own, so the same fields with the same token are the same submission; and a page that the browser
reloads comes empty (`autocomplete="off"`). A submission is remembered for a day, in the cache of all processes: two
that reach two of them at the same moment are carried out once as well.
"""

from hashlib import sha256

from django.contrib import messages
from django.core.cache import cache
from django.utils.translation import gettext as _

from tournaments.views.requests import MemberRequest

REMEMBER_SECONDS = 24 * 60 * 60


def is_first_submission(request: MemberRequest) -> bool:
    """True if the page sends this for the first time; otherwise tell the user that it is done already. Call it last,
    when nothing else can refuse the form."""
    if "csrfmiddlewaretoken" not in request.POST:
        return True
    sent = f"{request.user.pk} {request.path} {request.POST.urlencode()}"
    if cache.add(f"sent:{sha256(sent.encode()).hexdigest()}", True, REMEMBER_SECONDS):
        return True
    messages.info(request, _("C’est déjà fait : rien n’a été ajouté une deuxième fois."))
    return False
