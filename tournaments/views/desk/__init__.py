"""The organiser's pages, signed in: one module for each thing the organiser does."""

from django.urls import URLPattern

from . import (
    account,
    calls,
    club,
    codes,
    evenings,
    life,
    machine,
    marking,
    mending,
    players,
    presets,
    seating,
    sheet,
    watching,
)

urlpatterns: list[URLPattern] = [
    *evenings.urlpatterns,
    *players.urlpatterns,
    *seating.urlpatterns,
    *watching.urlpatterns,
    *calls.urlpatterns,
    *codes.urlpatterns,
    *life.urlpatterns,
    *sheet.urlpatterns,
    *marking.urlpatterns,
    *mending.urlpatterns,
    *club.urlpatterns,
    *presets.urlpatterns,
    *machine.urlpatterns,
    *account.urlpatterns,
]
