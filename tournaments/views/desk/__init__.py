"""The organiser's pages, signed in: one module for each thing the organiser does."""

from django.urls import URLPattern

from . import (
    account,
    club,
    codes,
    evenings,
    life,
    log,
    machine,
    marking,
    mending,
    players,
    ruling,
    seating,
    sheet,
    watching,
)

urlpatterns: list[URLPattern] = [
    *evenings.urlpatterns,
    *players.urlpatterns,
    *seating.urlpatterns,
    *watching.urlpatterns,
    *codes.urlpatterns,
    *life.urlpatterns,
    *sheet.urlpatterns,
    *marking.urlpatterns,
    *mending.urlpatterns,
    *ruling.urlpatterns,
    *log.urlpatterns,
    *club.urlpatterns,
    *machine.urlpatterns,
    *account.urlpatterns,
]
