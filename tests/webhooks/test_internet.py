"""What is of the internet, against the registries' own tables."""

from ipaddress import IPv4Network, IPv6Network, ip_network

import pytest

from tournaments.actions.internet import BARRED_NETWORKS, EXCEPTED_NETWORKS, is_public

REGISTERED = """
0.0.0.0/8 no
10.0.0.0/8 no
100.64.0.0/10 no
127.0.0.0/8 no
169.254.0.0/16 no
172.16.0.0/12 no
192.0.0.0/29 no
192.0.0.8/32 no
192.0.0.9/32 yes
192.0.0.10/32 yes
192.0.0.170/31 no
192.0.0.192/32 no
192.0.2.0/24 no
192.31.196.0/24 yes
192.52.193.0/24 yes
192.88.99.0/24 no
192.168.0.0/16 no
192.175.48.0/24 yes
198.18.0.0/15 no
198.51.100.0/24 no
203.0.113.0/24 no
224.0.0.0/4 no
240.0.0.0/4 no
255.255.255.255/32 no
::1/128 no
::/128 no
::/96 no
::ffff:0:0/96 no
64:ff9b:1::/48 no
100::/64 no
100:0:0:1::/64 no
2001::/32 no
2001:1::1/128 yes
2001:1::2/128 yes
2001:1::3/128 yes
2001:2::/48 no
2001:3::/32 yes
2001:4:112::/48 yes
2001:10::/28 no
2001:20::/28 yes
2001:30::/28 yes
2001:db8::/32 no
2002::/16 no
2620:4f:8000::/48 yes
3fff::/20 no
5f00::/16 no
fc00::/7 no
fe80::/10 no
fec0::/10 no
ff00::/8 no
"""
"""Address blocks of the special-purpose registries, and of the address space registries what is reserved, deprecated
or multicast; whether each is globally reachable («not applicable» is no)."""


@pytest.mark.parametrize("line", REGISTERED.split("\n")[1:-1])
def test_the_ends_of_a_registered_block_are_judged_as_its_registry_says(line: str):
    block, reachable = line.split()
    network = ip_network(block)
    for ip in {network[0], network[-1], network[network.num_addresses // 2]}:
        assert is_public(str(ip)) is (reachable == "yes"), ip


@pytest.mark.parametrize(
    ("ip", "public"),
    [
        *(("93.184.216.34", True), ("1.1.1.1", True), ("192.0.1.0", True), ("223.255.255.255", True)),
        *(("2606:4700::1111", True), ("2001:200::1", True), ("3ffe:ffff::1", True), ("2000::1", True)),
        *(("64:ff9b::102:304", True), ("64:ff9b::7f00:1", False), ("64:ff9b::c0a8:101", False)),
        *(("::7f00:1", False), ("::93.184.216.34", False), ("::ffff:93.184.216.34", False), ("fe80::1%eth0", False)),
    ],
)
def test_addresses_beside_the_blocks_and_those_that_hold_another(ip: str, public: bool):
    assert is_public(ip) is public


def test_global_unicast_is_all_of_ipv6_that_is_not_barred_whole():
    """No address outside 2000::/3 slips between two rows of the table."""
    assert all(each.subnet_of(outer) for each in EXCEPTED_NETWORKS for outer in find_around(each))
    left = [IPv6Network("::/0")]
    for barred in BARRED_NETWORKS:
        if isinstance(barred, IPv6Network) and barred.prefixlen < 16:
            left = [
                rest for each in left for rest in (each.address_exclude(barred) if barred.subnet_of(each) else [each])
            ]
    assert left == [IPv6Network("2000::/3")]


def find_around(network: IPv4Network | IPv6Network) -> list[IPv4Network | IPv6Network]:
    """Return the barred network of which this one is an exception."""
    found = [each for each in BARRED_NETWORKS if each.version == network.version and each.supernet_of(network)]
    assert len(found) == 1
    return found
