"""Which e-mail address of a person an identity provider has verified.

Only the JSON value ``true`` counts. The claim is not cast to bool, because some providers send the text "false".
"""

from collections.abc import Mapping

MAX_LENGTH = 254
"""RFC 5321, 4.5.3.1, without the angle brackets."""


def verified_address(provider: str, profile: Mapping) -> str | None:
    """The person's verified address, normalised; None if there is none.

    ``provider`` is the kind of provider; ``profile`` is its response: claims, or another format.
    """
    address = ADDRESS_BY_PROVIDER[provider](profile)
    return normalise(address) if isinstance(address, str) else None


def normalise(address: str) -> str | None:
    """The address in lower case, with the domain in ASCII (RFC 3490); None for an invalid address."""
    local, at, written = address.strip().lower().rpartition("@")
    try:
        domain = written.encode("idna").decode("ascii")
        # Python turns "ß" into "ss", which today is the domain of somebody else (RFC 5894, 7.2).
        is_same_domain = written.isascii() or domain.encode().decode("idna") == written
    except UnicodeError:
        return None
    # Other characters than ASCII can look alike, so that one person could be taken for another.
    is_plain = local.isascii() and local.isprintable() and not set(local) & set(' @,;:<>()[]"\\')
    result = f"{local}@{domain}"
    is_valid = is_same_domain and at and local and "." in domain and is_plain and len(result) <= MAX_LENGTH
    return result if is_valid else None


def _from_claims(profile):
    """OpenID Connect Core 1.0, 5.1. Uses the user-info response, or else the ID token, but never mixes them."""
    claims = profile.get("userinfo") or profile.get("id_token") or {}
    return claims.get("email") if claims.get("email_verified") is True else None


def _from_github(profile):
    """The primary address of ``/user/emails``."""
    addresses = profile.get("emails") or []
    return next((each["email"] for each in addresses if each["primary"] is True and each["verified"] is True), None)


def _from_orcid(profile):
    """A public address of the record, preferably the primary address; ORCID returns no other addresses."""
    addresses = ((profile.get("person") or {}).get("emails") or {}).get("email") or []
    verified = [each for each in addresses if each.get("verified") is True]
    return next((each["email"] for each in sorted(verified, key=lambda each: each.get("primary") is not True)), None)


ADDRESS_BY_PROVIDER = {"openid_connect": _from_claims, "github": _from_github, "orcid": _from_orcid}
