"""The addresses of the lessons, which are loaded with all that is printed when one is first asked for."""

from .late_pages import LatePages

urlpatterns = LatePages(
    "tournaments.views.learning",
    learn=("learn", "show_lessons"),
    learn_family=("learn/family", "show_family"),
    lesson=("learn/<slug:key>", "show_lesson"),
    leaflet=("learn/<slug:key>/leaflet.pdf", "download_leaflet"),
    lesson_step=("learn/<slug:key>/<int:n>", "show_lesson_step"),
).urlpatterns
