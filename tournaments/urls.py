"""The app's URL patterns, by audience. `public` comes last: a tournament's code is itself a top-level address."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.api.urls")),
    path("", include("tournaments.views.phone")),
    path("desk/", include("tournaments.views.prints")),
    path("desk/", include("tournaments.views.organiser")),
    path("", include("tournaments.views.welcome")),
    path("", include("tournaments.views.joining")),
    path("", include("tournaments.views.rules")),
    path("", include("tournaments.views.learning")),
    path("", include("tournaments.views.privacy")),
    path("", include("tournaments.views.schemas")),
    path("", include("tournaments.views.language")),
    path("", include("tournaments.views.public")),
]
