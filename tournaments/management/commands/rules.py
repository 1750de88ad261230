"""`manage.py rules [GAME]`: the rule book, each rule with its source's own words. Needs no database."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

import scoring
from tournaments.management.output import build_utf8_writer, leave_unread
from tournaments.presentation.text import rule_book
from tournaments.presentation.text.option_text import join_label, localise


class Command(BaseCommand):
    help = "Donne le livre des règles, chaque règle avec les mots de sa source."
    requires_system_checks: list[str] = []  # no system checks, so that it starts fast

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME", nargs="?", help="les règles d’un seul jeu, par sa clé")
        parser.add_argument("--format", choices=("json", "text"), default="json", help="json (défaut) ou text")
        parser.add_argument("--language", choices=scoring.LANGUAGES, default="fr", help="fr (défaut), en ou it")

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"]
        with translation.override(language):
            game = None if options["game"] is None else _find_game(options["game"])
            if options["format"] == "text":
                text = "\n".join(_list_lines(game))
            else:
                text = json.dumps(scoring.write_rule_book(game, language), ensure_ascii=False, indent=2)
        try:
            build_utf8_writer(self.stdout)(text)
        except BrokenPipeError:
            leave_unread()


def _find_game(key: str) -> scoring.Game:
    """Return the game with this key. Raises CommandError if there is none."""
    try:
        return scoring.get_game(key)
    except KeyError:
        keys = ", ".join(game.key for game in scoring.list_games())
        text = _("Il n’y a pas de jeu « %(key)s » ; il y a : %(keys)s.")
        raise CommandError(text % {"key": key, "keys": keys}) from None


def _list_lines(game: scoring.Game | None) -> Iterator[str]:
    """Yield the lines of the text: each rule with its provenance and its sources' words, then the list of sources."""
    for rule in scoring.list_rules(game):
        games = () if game else (localise(each.name) for each in scoring.list_rule_games(rule.id))
        yield " · ".join((rule.id, *games, rule_book.describe_provenance(rule.provenance, rule.source)))
        yield localise(rule.text)
        if rule.doubt:
            yield f"  {localise(rule.doubt.text)} <{rule.doubt.reference.address}>"
        for citation in rule_book.list_citations(rule.id):
            quotes = " ".join(f"«\u202f{words}\u202f»" for words in citation.quotes)
            yield f"  {join_label(f'{citation.source_name}, {citation.place}', quotes)}"
        yield ""
    yield _("Les sources")
    for source in rule_book.describe_sources().values():
        yield f"  {join_label(source.name, source.title)}"
        yield f"    {source.edition}"
        yield from (f"    {each.name} <{each.address}>" for each in source.references)
