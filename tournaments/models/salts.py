"""The salts of keyed digests: for each purpose a word of its own, so that no digest passes for another.

What was printed, sent or stored under a word is recognised under the same word alone. So a word never changes,
whatever module uses it and however that is called; those that look like a module's path are older than this rule.
A test holds each of them.
"""

TABLE = "table"
EARLIER_TABLES = ("tournaments.book.table_keys", "tournaments.keys")
"""The words under which the keys and codes of tables were printed before: these cards still open their tables."""
DOOR = "tournaments.book.door_keys"
PAPER = "tournaments.printing.digest"
RECEIVER = "tournaments.webhooks"
SIGN_UP_CODE = "tournaments.signing_up.code"
SIGN_UP_DIGEST = "tournaments.signing_up.digest"
SIGN_UP_ORIGIN = "tournaments.signing_up.origin"
MAIL_STOP = "tournaments.sign_up_mails"
INVITATION = "tournaments.actions.invitations"
SESSION = "session"
TRY = "try"
