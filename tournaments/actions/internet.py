"""Which IP addresses are of the internet, by the registries' own tables. Standard library only.

Sources, of the Internet Assigned Numbers Authority, which keeps them for RFC 6890 and its successors:
IPv4 and IPv6 Special-Purpose Address Registries (https://www.iana.org/assignments/iana-ipv4-special-registry,
https://www.iana.org/assignments/iana-ipv6-special-registry), the IPv4 Address Space Registry (multicast) and the IPv6
Address Space Registry, where global unicast is 2000::/3 and all else is reserved or of a network's own.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

NOT_REACHABLE = (
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",  # private use
    "100.64.0.0/10",  # shared by a provider's customers
    "127.0.0.0/8",  # loopback
    "169.254.0.0/16",  # link-local; clouds tell their machines' secrets there
    "172.16.0.0/12",  # private use
    "192.0.0.0/24",  # protocol assignments
    "192.0.2.0/24",  # documentation
    "192.88.99.0/24",  # 6to4 relays, withdrawn
    "192.168.0.0/16",  # private use
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, and broadcast
    "::/3",  # unspecified, loopback, IPv4 in its forms, discard, local-use translation; reserved
    "2001::/23",  # protocol assignments, Teredo among them
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4, withdrawn
    "3fff::/20",  # documentation
    "4000::/2",  # reserved; segment routing
    "8000::/1",  # reserved; unique local, link-local, site-local, multicast
)
REACHABLE = (
    "192.0.0.9/32",  # Port Control Protocol, anycast
    "192.0.0.10/32",  # TURN, anycast
    "64:ff9b::/96",  # an IPv4 address behind a translator, which counts itself
    "2001:1::1/128",  # Port Control Protocol, anycast
    "2001:1::2/128",  # TURN, anycast
    "2001:1::3/128",  # service registration, anycast
    "2001:3::/32",  # multicast tunnels
    "2001:4:112::/48",  # AS112
    "2001:20::/28",  # cryptographic hashes, second version
    "2001:30::/28",  # drones' tags
)
"""The networks inside those above that the registries call globally reachable."""
BARRED_NETWORKS, EXCEPTED_NETWORKS = (tuple(map(ip_network, each)) for each in (NOT_REACHABLE, REACHABLE))
TRANSLATED = ip_network("64:ff9b::/96")


def is_public(ip: str) -> bool:
    """True if the IP address is one of the public internet, not of this computer, its network or a reserved range.
    Raises ValueError for a text that is no IP address."""
    address = ip_address(ip.partition("%")[0])
    if isinstance(address, IPv6Address) and address in TRANSLATED:
        address = IPv4Address(int(address) & 0xFFFFFFFF)
    return not any(address in each for each in BARRED_NETWORKS) or any(address in each for each in EXCEPTED_NETWORKS)
