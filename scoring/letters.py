"""One folding of letters, for all that matches, sorts, searches and erases names or reads typed words."""

import unicodedata

UNDECOMPOSED = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
    | {"ĸ": "k", "ŀ": "l", "ɨ": "i", "ə": "e", "ƒ": "f", "’": "'", "ʼ": "'", "‘": "'"}
)
"""The letters that Unicode does not take apart into a plain one and its signs, as one types them without; casefold has
made small ones of all, and «ss» of «ß»."""


def fold_letters(text: str) -> str:
    """Return the text in small plain letters, without accents: «Łukasz Bœuf» is «lukasz boeuf»."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold().translate(UNDECOMPOSED))
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return plain.casefold().translate(UNDECOMPOSED)
