"""Test /.well-known/security.txt (RFC 9116)."""

import pytest

PATH = "/.well-known/security.txt"


@pytest.mark.usefixtures("today")
def test_security_txt_has_contact_and_expiry(client, settings):
    settings.SECURITY_CONTACT = "mailto:security@graph.example"

    response = client.get(PATH)

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().splitlines() == [
        "Contact: mailto:security@graph.example",
        "Expires: 2026-12-12T00:00:00Z",
        "Preferred-Languages: en",
        f"Canonical: http://testserver{PATH}",
    ]


def test_security_txt_without_a_contact_is_404(client, settings):
    settings.SECURITY_CONTACT = ""

    assert client.get(PATH).status_code == 404
