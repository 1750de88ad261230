"""Every address of the program, by area."""

from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls"))]
