"""Test client_address, which returns the address for which a request is counted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.client_address import UNKNOWN, client_address, normalise_address


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (" 192.0.2.7 ", "192.0.2.7"),
        ("192.0.2.7:5555", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[::ffff:192.0.2.7]:80", "192.0.2.7"),
        ("64:ff9b::c000:207", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.07", ""),
        ("unknown", ""),
        ("", ""),
        ("192.0.2.7, 192.0.2.8", ""),
        ("192.0.2.7/24", ""),
        ("١٩٢.0.2.7", ""),
    ],
)
def test_client_address_is_in_standard_form(written, expected):
    assert normalise_address(written) == expected


def address(peer, forwarded=None, proxies=0):
    meta = {"REMOTE_ADDR": peer} | ({} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded})
    return client_address(meta, proxies)


class TestTrustedProxies:
    """Test the setting TRUSTED_PROXIES: the number of our own proxies, each of which adds an address at the end of
    X-Forwarded-For."""

    def test_header_is_ignored_without_a_proxy(self):
        assert address("192.0.2.1", "198.51.100.9") == "192.0.2.1"

    @pytest.mark.parametrize(("proxies", "client"), [(1, "203.0.113.3"), (2, "203.0.113.2"), (3, "203.0.113.1")])
    def test_client_is_counted_from_the_right(self, proxies, client):
        assert address("10.0.0.1", "203.0.113.1, 203.0.113.2, 203.0.113.3", proxies) == client

    def test_forged_addresses_in_the_header_change_nothing(self):
        assert address("10.0.0.1", "1.2.3.4, evil, 203.0.113.3", 1) == "203.0.113.3"

    @pytest.mark.parametrize("forwarded", [None, "", "unknown", "203.0.113.1, junk", "203.0.113.1,"])
    def test_invalid_hop_falls_back_to_the_peer(self, forwarded):
        assert address("10.0.0.1", forwarded, 1) == "10.0.0.1"

    def test_too_few_hops_fall_back_to_the_peer(self):
        assert address("10.0.0.1", "203.0.113.1", 2) == "10.0.0.1"

    def test_unix_socket_has_no_address(self):
        assert address("", None, 0) == UNKNOWN


@settings(max_examples=50)
@given(st.text(), st.integers(0, 5))
def test_any_header_gives_an_address(forwarded, proxies):
    assert address("192.0.2.1", forwarded, proxies)


@settings(max_examples=50)
@given(st.text(alphabet=st.characters(exclude_characters="\r\n")))
def test_prefix_of_the_header_never_changes_the_address(prefix):
    assert address("10.0.0.1", f"{prefix},203.0.113.3", 1) == "203.0.113.3"
