"""The organiser's pages, signed in: one module for each thing the organiser does."""

from django.urls import URLPattern

from . import (
    account,
    club,
    codes,
    evenings,
    life,
    machine,
    marking,
    mending,
    players,
    ranking,
    seating,
    sheet,
    watching,
)

urlpatterns: list[URLPattern] = [
    *evenings.urlpatterns,
    *players.urlpatterns,
    *seating.urlpatterns,
    *ranking.urlpatterns,
    *watching.urlpatterns,
    *codes.urlpatterns,
    *life.urlpatterns,
    *sheet.urlpatterns,
    *marking.urlpatterns,
    *mending.urlpatterns,
    *club.urlpatterns,
    *machine.urlpatterns,
    *account.urlpatterns,
]
