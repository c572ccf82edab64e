"""Which address an identity provider vouches for: said by the JSON value ``true``, and by nothing else.

A claim is not cast: the text "false" is true to Python, and some providers send texts.
"""

from collections.abc import Mapping

LONGEST_ADDRESS = 254
"""RFC 5321, 4.5.3.1, less the brackets."""


def verified_address(provider: str, said: Mapping) -> str | None:
    """The address the provider says is this person's, as we compare addresses; None where it vouches for none.

    ``provider`` is the kind of provider, ``said`` what it answered: claims, or its own form of a profile.
    """
    address = ADDRESS_BY_PROVIDER[provider](said)
    return normal_form(address) if isinstance(address, str) else None


def normal_form(address: str) -> str | None:
    """In small letters, the domain as ASCII (RFC 3490); None for what cannot be an address."""
    local, at, written = address.strip().lower().rpartition("@")
    try:
        domain = written.encode("idna").decode("ascii")
        # Python makes "ss" of "ß", which today is a letter of its own: another's domain (RFC 5894, 7.2).
        is_kept = written.isascii() or domain.encode().decode("idna") == written
    except UnicodeError:
        return None
    # Letters beyond ASCII look alike or fold into others: two people could be taken for one.
    readable = local.isascii() and local.isprintable() and not set(local) & set(' @,;:<>()[]"\\')
    whole = f"{local}@{domain}"
    return whole if is_kept and at and local and "." in domain and readable and len(whole) <= LONGEST_ADDRESS else None


def _of_claims(said):
    """OpenID Connect Core 1.0, 5.1. The user-info answer stands above the ID token, and is not mixed with it."""
    claims = said.get("userinfo") or said.get("id_token") or {}
    return claims.get("email") if claims.get("email_verified") is True else None


def _of_github(said):
    """The primary one of ``/user/emails``."""
    addresses = said.get("emails") or []
    return next((each["email"] for each in addresses if each["primary"] is True and each["verified"] is True), None)


def _of_orcid(said):
    """One of those that the record shows to everybody, the primary first; ORCID tells no others."""
    addresses = ((said.get("person") or {}).get("emails") or {}).get("email") or []
    verified = [each for each in addresses if each.get("verified") is True]
    return next((each["email"] for each in sorted(verified, key=lambda each: each.get("primary") is not True)), None)


ADDRESS_BY_PROVIDER = {"openid_connect": _of_claims, "github": _of_github, "orcid": _of_orcid}
