"""Whom a request is counted on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.client_address import UNKNOWN, client_address, counted


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
def test_an_address_has_one_spelling(written, expected):
    assert counted(written) == expected


def asked(peer, forwarded=None, proxies=0):
    meta = {"REMOTE_ADDR": peer} | ({} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded})
    return client_address(meta, proxies)


class TestProxies:
    """How many hops from the right are ours."""

    def test_without_one_the_header_says_nothing(self):
        assert asked("192.0.2.1", "198.51.100.9") == "192.0.2.1"

    @pytest.mark.parametrize(("proxies", "client"), [(1, "203.0.113.3"), (2, "203.0.113.2"), (3, "203.0.113.1")])
    def test_the_client_stands_that_many_hops_from_the_right(self, proxies, client):
        assert asked("10.0.0.1", "203.0.113.1, 203.0.113.2, 203.0.113.3", proxies) == client

    def test_what_was_sent_along_changes_nothing(self):
        assert asked("10.0.0.1", "1.2.3.4, evil, 203.0.113.3", 1) == "203.0.113.3"

    @pytest.mark.parametrize("forwarded", [None, "", "unknown", "203.0.113.1, junk", "203.0.113.1,"])
    def test_where_nothing_legible_stands_the_peer_pays(self, forwarded):
        assert asked("10.0.0.1", forwarded, 1) == "10.0.0.1"

    def test_fewer_hops_than_proxies_are_none_of_the_clients_word(self):
        assert asked("10.0.0.1", "203.0.113.1", 2) == "10.0.0.1"

    def test_a_socket_has_no_address(self):
        assert asked("", None, 0) == UNKNOWN


@given(st.text(), st.integers(0, 5))
def test_whatever_the_header_holds_there_is_an_answer(forwarded, proxies):
    assert asked("192.0.2.1", forwarded, proxies)


@given(st.text(alphabet=st.characters(exclude_characters="\r\n")))
def test_no_prefix_moves_a_request_to_another(prefix):
    assert asked("10.0.0.1", f"{prefix},203.0.113.3", 1) == "203.0.113.3"
