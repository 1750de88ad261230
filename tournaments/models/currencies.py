"""The currencies of ISO 4217: their codes, and how many decimals an amount has. Fees, prizes and what jetons are worth
read it. An amount is kept as a whole number of minor units, as 550 for 5.50 euros: who changes the decimals of a
currency here must also convert the amounts that are kept."""

import re

EURO = "EUR"
CODE_LENGTH = 3
CODE = re.compile("[A-Z]{3}")
"""Matches a currency code. A document may name a currency that is not in force here, or not yet."""
USUAL_DECIMALS, MOST_DECIMALS = 2, 4
MOST_MINOR_UNITS = 10**9
"""The largest amount that is kept."""

AMOUNT = re.compile(r"(\d{1,10})(?:[.,](\d{1,4}))?", re.ASCII)

OTHER_DECIMALS = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI"), 0),
    **dict.fromkeys(("VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""The currencies whose minor unit is not a hundredth: by code, how many decimals an amount has."""

CODES = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""
IN_FORCE = frozenset(CODES.split())
"""The codes in force in 2026; neither metals nor units of account of banks."""


def get_decimals(currency: str) -> int:
    """Return how many decimals an amount in this currency has."""
    return OTHER_DECIMALS.get(currency, USUAL_DECIMALS)


def to_major_units(minor_units: int, decimals: int) -> float:
    """Return an amount in minor units as files give it: 550 → 5.5 where it has two decimals."""
    return round(minor_units / 10**decimals, decimals)


def split_amount(typed: str) -> tuple[str, str] | None:
    """Return an amount as one types it, «5», «5,50» or «1 000.5», as (whole part, decimals); None for anything else."""
    match = AMOUNT.fullmatch("".join(typed.split()))
    return (match[1], match[2] or "") if match else None


def to_minor_units(whole: str, fraction: str, decimals: int) -> int:
    """Return an amount in minor units of a currency with so many decimals; "5" and "5" with two decimals make 550.
    `fraction` has no more digits than that."""
    return int(whole) * 10**decimals + int(fraction.ljust(decimals, "0") or "0")


def read_minor_units(typed: str, decimals: int) -> int | None:
    """Return a typed amount («5,50») in minor units (550). None if it is no amount, has more decimals than `decimals`,
    or is above MOST_MINOR_UNITS."""
    amount_parts = split_amount(typed)
    if amount_parts is None or len(amount_parts[1]) > decimals:
        return None
    units = to_minor_units(*amount_parts, decimals)
    return units if units <= MOST_MINOR_UNITS else None
