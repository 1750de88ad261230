"""Webhooks: messages on what happens in a club's tournaments, made from the outbox, signed and sent to other programs.

Runs in a process of its own (`manage.py webhooks`), never in a request. Everything that a message says is on public
pages too, under the names that they show.
"""
