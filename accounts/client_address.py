from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

NAT64 = IPv6Network("64:ff9b::/96")
"""The network of IPv6 addresses that contain an IPv4 address in their last 32 bits (RFC 6052). For these addresses, the
IPv4 address is the client's address."""
SUBSCRIBER_BITS = 64
"""All IPv6 addresses whose first 64 bits are equal count as one client, because one subscriber can use all of them."""
MAX_HOPS = 20
UNKNOWN = "unknown"


def client_address(meta: Mapping[str, str], trusted_proxies: int) -> str:
    """Return the client's IPv4 address, or the /64 network of its IPv6 address, or "unknown". ``meta`` is the WSGI
    environment of the request.

    ``trusted_proxies`` is the number of our proxies. Each proxy appends to ``X-Forwarded-For`` the address from which
    it received the request. So with two proxies, the client's address is the last but one in this header. A client can
    forge only addresses before it. Use ``REMOTE_ADDR`` instead if there are no proxies, if the header has too few
    addresses, or if the address in the header is invalid."""
    peer = meta.get("REMOTE_ADDR", "")
    hops = meta.get("HTTP_X_FORWARDED_FOR", "").split(",")[-MAX_HOPS:]
    forwarded = hops[-trusted_proxies] if 0 < trusted_proxies <= len(hops) else ""
    return normalise_address(forwarded) or normalise_address(peer) or UNKNOWN


@lru_cache(maxsize=10_000)
def normalise_address(text: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address such as ``2001:db8::/64``, in standard form. For an
    IPv4-mapped or NAT64 address, return the IPv4 address in it. A port in ``text`` is ignored. Return "" if ``text`` is
    no address."""
    try:
        address = ip_address(_without_port(text.strip()))
    except ValueError:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address in NAT64:
        return str(IPv4Address(int(address) & 0xFFFFFFFF))
    return str(IPv6Network((int(address), SUBSCRIBER_BITS), strict=False))


def _without_port(text):
    """Return ``192.0.2.7`` for ``192.0.2.7:5555``, and ``::1`` for ``[::1]:443``."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
