"""The headers of Standard Webhooks 1.0: who sends, which message, when, and the signature of these and of the body.

Standard library only; knows no message.
"""

import base64
import hashlib
import hmac


def sign_message(key: bytes, message: str, timestamp: int, body: bytes) -> str:
    """Return the signature «v1,…» of a message (its id) sent at this time, in seconds since 1970."""
    signed = f"{message}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def build_headers(key: bytes, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers under which the body is sent."""
    return {
        "content-type": "application/json",
        "user-agent": "Corbillon",
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign_message(key, message, timestamp, body),
    }
