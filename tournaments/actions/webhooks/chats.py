"""Messages as Discord and Telegram take them: a few words of text, within their limits, that calls nobody and cannot be
read as markup.

Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook. Telegram:
https://core.telegram.org/bots/api#sendmessage.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tournaments.models import MessageShape, Receiver

DISCORD_MOST, TELEGRAM_MOST = 2000, 4096  # characters, of which an emoji is two
MARKUP = re.compile(r"[\\*_~`|<>\[\]#@]|:(?=\w+:)")
CALL = re.compile(r"@(?=\w)")
WORD_JOINER = "\u2060"
ADDRESS = re.compile(r"https?://\S+")


def write_chat_body(receiver: Receiver, lines: Iterable[str]) -> str:
    """Return the JSON of a message that says these lines, in the receiver's form."""
    return json.dumps(BODIES[receiver.shape](receiver, lines), ensure_ascii=False, separators=(",", ":"))


def build_discord_body(_receiver: Receiver, lines: Iterable[str]) -> Mapping[str, Any]:
    """Return what a webhook of Discord takes for a message of these lines; names in it call nobody and are no
    markup."""
    written = [line if ADDRESS.fullmatch(line) else escape_markup(line) for line in lines]
    return {"content": fit_lines(written, DISCORD_MOST), "allowed_mentions": {"parse": []}}


def build_telegram_body(receiver: Receiver, lines: Iterable[str]) -> Mapping[str, Any]:
    """Return what `sendMessage` of a Telegram bot takes for these lines: plain text, since nothing in the body tells
    Telegram to read it as markup. Since Telegram calls somebody for «@name» even in plain text, an invisible character
    is put after each «@» that would call; lines that are addresses stay as they are."""
    chat = receiver.chat if receiver.chat.startswith("@") else int(receiver.chat)
    written = [line if ADDRESS.fullmatch(line) else CALL.sub(rf"\g<0>{WORD_JOINER}", line) for line in lines]
    return {"chat_id": chat, "text": fit_lines(written, TELEGRAM_MOST)}


BODIES: Mapping[str, Callable[[Receiver, Iterable[str]], Mapping[str, Any]]] = {
    MessageShape.DISCORD: build_discord_body,
    MessageShape.TELEGRAM: build_telegram_body,
}


def escape_markup(text: str) -> str:
    """Return the text with a backslash before all that Discord would read as markup, a mention or an emoji."""
    return MARKUP.sub(r"\\\g<0>", text)


def fit_lines(lines: Iterable[str], most: int) -> str:
    """Return the lines as one text of at most so many characters: the last ones are left out whole, so that no name is
    cut."""
    kept, left = list[str](), most - len("\n…")
    for line in lines:
        left -= count_characters(line) + 1
        if left < 0:
            return "\n".join([*kept, "…"])
        kept.append(line)
    return "\n".join(kept)


def count_characters(text: str) -> int:
    """Return the length of a text as Discord and Telegram count it, in units of UTF-16."""
    return len(text.encode("utf-16-le")) // 2
