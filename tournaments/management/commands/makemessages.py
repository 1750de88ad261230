"""Collects the words on screen, as Django does, but guesses no translation: what is new stands empty."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
