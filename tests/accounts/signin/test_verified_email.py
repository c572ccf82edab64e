import pytest
from allauth.account.models import EmailAddress

from accounts.signin.providers import normalise, verified_address

ADDRESS = "researcher@example.org"
NOT_TRUE = [False, None, "true", "false", "True", 1, 0, [], {}]


def github(*addresses):
    return {"emails": [EmailAddress(email=email, primary=primary, verified=flag) for email, primary, flag in addresses]}


def orcid(*addresses):
    return {"person": {"emails": {"email": list(addresses)}}}


@pytest.mark.parametrize("claims", ["userinfo", "id_token"])
def test_claims_verify_with_true_only(claims):
    assert verified_address("openid_connect", {claims: {"email": ADDRESS, "email_verified": True}}) == ADDRESS


@pytest.mark.parametrize("verified", NOT_TRUE, ids=repr)
def test_claims_with_another_value_do_not_verify(verified):
    claims = {"email": ADDRESS, "email_verified": verified}

    assert verified_address("openid_connect", {"userinfo": claims}) is None
    assert verified_address("github", github((ADDRESS, True, verified))) is None
    assert verified_address("orcid", orcid({"email": ADDRESS, "primary": True, "verified": verified})) is None


def test_claims_of_token_and_user_info_are_not_mixed():
    said = {"userinfo": {"email": ADDRESS}, "id_token": {"email": "other@example.org", "email_verified": True}}

    assert verified_address("openid_connect", said) is None


def test_github_verifies_the_primary_address():
    assert verified_address("github", github(("old@example.org", False, True), (ADDRESS, True, True))) == ADDRESS
    assert verified_address("github", github(("old@example.org", False, True), (ADDRESS, True, False))) is None


def test_orcid_verifies_a_public_address_preferably_the_primary():
    other = {"email": "other@example.org", "primary": False, "verified": True}
    primary = {"email": ADDRESS, "primary": True, "verified": True}

    assert verified_address("orcid", orcid(other, primary)) == ADDRESS
    assert verified_address("orcid", orcid(other, primary | {"verified": False})) == "other@example.org"


@pytest.mark.parametrize("record", [{}, {"person": None}, {"person": {"emails": None}}, orcid()], ids=repr)
def test_profile_without_addresses_verifies_none(record):
    assert verified_address("orcid", record) is None


@pytest.mark.parametrize(
    ("address", "normal"),
    [
        ("Researcher@Example.ORG", ADDRESS),
        (" researcher@example.org\n", ADDRESS),
        ("researcher@bücher.example", "researcher@xn--bcher-kva.example"),
        ("a.b+c@example.org", "a.b+c@example.org"),
    ],
)
def test_normalise_writes_addresses_in_one_form(address, normal):
    assert normalise(address) == normal


@pytest.mark.parametrize(
    "address",
    [
        "",
        "researcher",
        "@example.org",
        "researcher@",
        "researcher@localhost",
        "two@researchers@example.org",
        "re searcher@example.org",
        "researcher@example..org",
        "researcher\u202e@example.org",
        "researcher@fu\u00df.example",  # The domain with ß is not the domain fuss.example.
        "researcher@\uff45xample.org",  # The domain begins with a full-width letter.
        "\u0131an@example.org",  # The name begins with a dotless i, whose capital letter is the same as that of i.
        "res\x00earcher@example.org",
        "r" * 250 + "@example.org",
    ],
    ids=ascii,
)
def test_normalise_rejects_invalid_and_ambiguous_addresses(address):
    assert normalise(address) is None
