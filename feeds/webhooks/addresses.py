"""Decide to which URLs and network addresses events may be sent. Only public addresses are allowed. With the setting
WEBHOOK_ALLOW_LOOPBACK, the addresses of this machine are allowed too."""

import socket
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings

from feeds.models import LONGEST_URL

PORTS = {443, 8443}
SECONDS_TO_RESOLVE = 3
# The properties `is_private` and `is_global` of Python are wrong for some of these networks.
FORBIDDEN = [
    ip_network(network)
    for network in (
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 "
        "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 "
        # IPv6 networks, in this order: IPv4-compatible, IPv4-mapped, NAT64, Teredo, ORCHID, documentation, 6to4,
        # segment routing, local, multicast.
        "::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 "
        "3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8"
    ).split()
]


class ForbiddenAddress(ValueError):
    """Raised for a URL or network address to which events must not be sent. The owner of the endpoint sees the
    message."""


def check_url(url: str) -> None:
    """Raise ForbiddenAddress if events must not be sent to this URL, for example because of its scheme or port. Only
    the text of the URL is checked. `check_host` resolves the host name and checks its addresses."""
    if len(url) > LONGEST_URL or any(c.isspace() or not c.isprintable() or c in "\\<>\"'" for c in url):
        raise ForbiddenAddress(f"The URL has a space or a special character, or more than {LONGEST_URL} characters.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ForbiddenAddress("This is no URL.") from error
    if not host or not host.isascii() or host.startswith(".") or "%" in host:
        raise ForbiddenAddress("The URL needs a host name in ASCII.")
    if "@" in parts.netloc or parts.fragment:
        raise ForbiddenAddress("The URL must not have a user name, a password or a fragment.")
    # Only tests and development can use this setting; production does not start with it.
    if settings.WEBHOOK_ALLOW_LOOPBACK and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https":
        raise ForbiddenAddress("The URL must begin with https://.")
    if (port or 443) not in PORTS:
        raise ForbiddenAddress("The port must be 443 or 8443.")


def check_host(url: str) -> None:
    """Resolve the host name of the URL. Raise ForbiddenAddress if it cannot be resolved within three seconds, or if one
    of its addresses is not public."""
    host = urlsplit(url).hostname
    executor = ThreadPoolExecutor(1)
    try:
        executor.submit(resolve, host).result(SECONDS_TO_RESOLVE)
    except (OSError, UnicodeError) as error:
        raise ForbiddenAddress("The host name cannot be resolved.") from error
    finally:
        # A resolver that hangs must not block the request.
        executor.shutdown(wait=False)


def resolve(host: str) -> list[str]:
    """Return the network addresses of a host name. Raise ForbiddenAddress if one of them is not public, because
    webhooks must not reach an internal network. Raise OSError or UnicodeError if the name cannot be resolved."""
    # Other notations of IPv4 addresses, such as 0x7f.1 or 2130706433, become ordinary addresses here.
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(row[4][0] for row in found))
    for address in addresses:
        check_address(address)
    return addresses


def check_address(address: str) -> None:
    """Raise ForbiddenAddress if this network address is not public."""
    # Remove the zone of a link-local address, and the brackets around an IPv6 address.
    found = ip_address(address.partition("%")[0].strip("[]"))
    if is_forbidden(found):
        raise ForbiddenAddress("The host name leads to an address that is not public.")


def is_forbidden(address: IPv4Address | IPv6Address) -> bool:
    if settings.WEBHOOK_ALLOW_LOOPBACK and address.is_loopback:
        return False
    is_special = address.is_private or address.is_multicast or address.is_reserved or address.is_unspecified
    return is_special or any(address in network for network in FORBIDDEN)
