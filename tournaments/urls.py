"""The app's URL patterns, by audience. `public` comes last: a tournament's code is itself a top-level address."""

from django.urls import URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

from tournaments.api import NAMESPACE, ROOT


class LateResolver(URLResolver):
    """Addresses of one namespace whose modules are imported when one of them is first asked for or named."""

    def _populate(self) -> None:
        """Do nothing, so that the modules are not imported to collect the names of their addresses: a name of the
        namespace is looked up in this resolver itself."""


urlpatterns: list[URLPattern | URLResolver] = [
    LateResolver(RoutePattern(ROOT), "tournaments.api.urls", app_name=NAMESPACE, namespace=NAMESPACE),
    path("", include("tournaments.views.phone")),
    path("desk/", include("tournaments.views.print_addresses")),
    path("desk/", include("tournaments.views.organiser")),
    path("", include("tournaments.views.welcome")),
    path("", include("tournaments.views.joining")),
    path("", include("tournaments.views.rules")),
    path("", include("tournaments.views.lesson_addresses")),
    path("", include("tournaments.views.privacy")),
    path("", include("tournaments.views.schemas")),
    path("", include("tournaments.views.language")),
    path("", include("tournaments.views.public")),
]
