"""The address of the client that sent a request, in one spelling for every way to write it."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

NAT64 = IPv6Network("64:ff9b::/96")
"""RFC 6052: IPv4 clients behind a translator; the last four bytes are the IPv4 address."""
SUBSCRIBER_BITS = 64
"""Each IPv6 subscriber has a network of at least this size, and can use any address in it."""
MAX_HOPS = 20
UNKNOWN = "unknown"


def client_address(meta: Mapping[str, str], trusted_proxies: int) -> str:
    """The IPv4 address, or the /64 network of the IPv6 address, for which a request is counted.

    ``meta`` are the WSGI variables. Each trusted proxy appends its client's address to ``X-Forwarded-For``; a client
    can forge what is further left. Without a valid address at that position, this is the address of the peer.
    """
    peer = meta.get("REMOTE_ADDR", "")
    hops = meta.get("HTTP_X_FORWARDED_FOR", "").split(",")[-MAX_HOPS:]
    forwarded = hops[-trusted_proxies] if 0 < trusted_proxies <= len(hops) else ""
    return normalise_address(forwarded) or normalise_address(peer) or UNKNOWN


def normalise_address(text: str) -> str:
    """The address or network in its one spelling; empty for text that is not an address."""
    try:
        address = ip_address(_without_port(text.strip()))
    except ValueError:
        return ""
    return _normalise_ipv6(address) if isinstance(address, IPv6Address) else str(address)


def _without_port(text):
    """``192.0.2.7`` of ``192.0.2.7:5555``, and ``2001:db8::1`` of ``[2001:db8::1]:443``."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _normalise_ipv6(address):
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address in NAT64:
        return str(IPv4Address(int(address) & 0xFFFFFFFF))
    return str(IPv6Network((int(address), SUBSCRIBER_BITS), strict=False))
