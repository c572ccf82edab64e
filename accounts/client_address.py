"""Find the address of the client that sent a request, and write each address in only one way."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

NAT64 = IPv6Network("64:ff9b::/96")
"""IPv6 addresses of IPv4 clients behind a translator (RFC 6052). Their last four bytes are the IPv4 address."""
SUBSCRIBER_BITS = 64
"""Prefix length of the network for which IPv6 requests are counted. A subscriber can use any address in it."""
MAX_HOPS = 20
UNKNOWN = "unknown"


def client_address(meta: Mapping[str, str], trusted_proxies: int) -> str:
    """Return the client's IPv4 address, or the /64 network of its IPv6 address; "unknown" if there is no valid address.

    ``meta`` are the WSGI variables. Each trusted proxy appends its client's address to ``X-Forwarded-For``. So the
    client's address is the one that the first trusted proxy appended. A client can forge all addresses before it. If it
    is missing or invalid, use ``REMOTE_ADDR``.
    """
    peer = meta.get("REMOTE_ADDR", "")
    hops = meta.get("HTTP_X_FORWARDED_FOR", "").split(",")[-MAX_HOPS:]
    forwarded = hops[-trusted_proxies] if 0 < trusted_proxies <= len(hops) else ""
    return normalise_address(forwarded) or normalise_address(peer) or UNKNOWN


def normalise_address(text: str) -> str:
    """Return the IPv4 address or /64 network of a text, always written alike. It is empty for an invalid address."""
    try:
        address = ip_address(_without_port(text.strip()))
    except ValueError:
        return ""
    return _normalise_ipv6(address) if isinstance(address, IPv6Address) else str(address)


def _without_port(text):
    """Remove the port: ``192.0.2.7:5555`` becomes ``192.0.2.7``, and ``[2001:db8::1]:443`` becomes ``2001:db8::1``."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def _normalise_ipv6(address):
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address in NAT64:
        return str(IPv4Address(int(address) & 0xFFFFFFFF))
    return str(IPv6Network((int(address), SUBSCRIBER_BITS), strict=False))
