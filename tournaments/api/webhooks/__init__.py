"""Telling other programs what happens in a club's tournaments: messages made of the outbox, signed and sent.

Runs in a process of its own (`manage.py webhooks`), never in a request. Everything that it says is on public pages too,
under the names that they show.
"""
