"""Players of one name told apart in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Player
from tournaments.presentation.text.elision import elide_article_of_day, format_day
from tournaments.reading.namesakes import Namesake, find_namesakes


def tell_apart(players: Iterable[Player]) -> dict[int, str]:
    """Return, by player id, the words that tell apart players of the same name; none for players whose name nobody
    shares."""
    return {pk: describe_namesake(each) for pk, each in find_namesakes(players).items()}


def describe_namesake(namesake: Namesake) -> str:
    """Return what tells this player from others of his name: «nº 2 de ce nom · 3 soirées, la dernière le 21 mars»."""
    parts = [_("nº %(n)s de ce nom") % {"n": namesake.rank}]
    if namesake.licence:
        parts.append(_("licence %(licence)s") % {"licence": namesake.licence})
    if namesake.last is None:
        parts.append(_("aucune soirée encore"))
    else:
        words = ngettext("%(n)s soirée, le %(day)s", "%(n)s soirées, la dernière le %(day)s", namesake.evenings)
        sentence = words % {"n": namesake.evenings, "day": format_day(namesake.last)}
        parts.append(elide_article_of_day(sentence))
    return " · ".join(parts)
