"""Find the e-mail address of a person that an identity provider has verified.

An address is verified only if the provider's flag is the JSON value ``true``. The flag is not converted to bool,
because some providers send the text "false".
"""

from collections.abc import Mapping

MAX_LENGTH = 254
"""Maximum length of an e-mail address by RFC 5321, 4.5.3.1, without the angle brackets."""


def verified_address(provider: str, profile: Mapping) -> str | None:
    """Return the person's verified address, normalised; None if there is none or it is invalid.

    ``provider`` is a name in ADDRESS_BY_PROVIDER; ``profile`` is the provider's response about the person.
    """
    address = ADDRESS_BY_PROVIDER[provider](profile)
    return normalise(address) if isinstance(address, str) else None


def normalise(address: str) -> str | None:
    """Return the address in lower case, with the domain in ASCII (RFC 3490); None for an invalid address."""
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
    """Return the verified address of the user-info response, or of the ID token if there is no such response."""
    claims = profile.get("userinfo") or profile.get("id_token") or {}
    return claims.get("email") if claims.get("email_verified") is True else None


def _from_github(profile):
    """Return the primary address of GitHub's ``/user/emails`` if it is verified, otherwise None."""
    addresses = profile.get("emails") or []
    return next((each["email"] for each in addresses if each["primary"] is True and each["verified"] is True), None)


def _from_orcid(profile):
    """Return a verified address of the ORCID record, preferably the primary address; None if there is none."""
    addresses = ((profile.get("person") or {}).get("emails") or {}).get("email") or []
    verified = [each for each in addresses if each.get("verified") is True]
    return next((each["email"] for each in sorted(verified, key=lambda each: each.get("primary") is not True)), None)


ADDRESS_BY_PROVIDER = {"openid_connect": _from_claims, "github": _from_github, "orcid": _from_orcid}
