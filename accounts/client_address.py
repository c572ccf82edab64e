"""Whose request it is: the client's address, in one spelling for every way to write it."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

NAT64 = IPv6Network("64:ff9b::/96")
"""RFC 6052: IPv4 clients behind a translator; the address is in the last four bytes."""
BITS_OF_A_SUBSCRIBER = 64
"""An IPv6 subscriber has at least so large a network, and any address in it."""
MOST_HOPS = 20
UNKNOWN = "unknown"


def client_address(meta: Mapping[str, str], trusted_proxies: int) -> str:
    """Whom a request is counted on: an IPv4 address, or the /64 network of an IPv6 address.

    ``meta`` are the WSGI variables. Each trusted proxy adds the address it was asked by to the right of
    ``X-Forwarded-For``; what stands further left may be forged. Where nothing legible stands there, it is the peer.
    """
    peer = meta.get("REMOTE_ADDR", "")
    hops = meta.get("HTTP_X_FORWARDED_FOR", "").split(",")[-MOST_HOPS:]
    forwarded = hops[-trusted_proxies] if 0 < trusted_proxies <= len(hops) else ""
    return counted(forwarded) or counted(peer) or UNKNOWN


def counted(text: str) -> str:
    """The address, or its network, as it is counted; empty for what is no address."""
    try:
        address = ip_address(_bare(text.strip()))
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return _of_version_6(address)
    return str(address)


def _bare(text):
    """Without port and brackets: ``192.0.2.7:5555``, ``[2001:db8::1]:443``."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _of_version_6(address):
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address in NAT64:
        return str(IPv4Address(int(address) & 0xFFFFFFFF))
    network = IPv6Network((int(address), BITS_OF_A_SUBSCRIBER), strict=False)
    return str(network)
