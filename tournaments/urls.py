"""The program's addresses, by who they are for. `public` comes last: an evening's code is an address of its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.views.play")),
    path("desk/", include("tournaments.views.prints")),
    path("desk/", include("tournaments.views.desk")),
    path("", include("tournaments.views.welcome")),
    path("", include("tournaments.views.rules")),
    path("", include("tournaments.views.language")),
    path("", include("tournaments.views.public")),
]
