"""`manage.py makemessages`: collect the texts to translate, as Django does, but leave new ones empty instead of
guessing."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]
