"""Find a person's id and verified e-mail address in the responses of identity providers. The checks of OpenID Connect
are stricter than those of allauth. An e-mail address is verified only if the provider says so with the JSON value
``true``. Some providers send the text "false", which ``bool()`` would convert to True."""

import re
from collections.abc import Mapping

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.providers.orcid.views import OrcidOAuth2Adapter

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""The allowed algorithms for signatures of ID tokens. They are asymmetric, so only the provider can sign a token."""
MAX_LENGTH = 254
"""The maximum length of an e-mail address (RFC 5321, 4.5.3.1, without the angle brackets)."""


class StrictOpenIDConnect(OpenIDConnectOAuth2Adapter):
    """Signs users in with OpenID Connect. The provider must send an ID token with a valid signature, and a user-info
    response about the same person."""

    def complete_login(self, request, app, token, **kwargs):
        id_token = self._decode_id_token(app, kwargs["response"].get("id_token"))
        profile = {"id_token": id_token, "userinfo": self._fetch_user_info(token.token)}
        subjects = [part.get("sub") for part in profile.values()]
        # OpenID Connect Core 1.0, 5.3.2: otherwise an attacker may have replaced the user-info response.
        if subjects[0] != subjects[1] or not isinstance(subjects[0], str) or not subjects[0]:
            raise OAuth2Error("The subjects differ or are missing")
        return self.get_provider().sociallogin_from_response(request, profile)

    def _decode_id_token(self, app, id_token):
        """Return the claims in an ID token. Raise OAuth2Error if the signature or a claim is invalid. Also raise it if
        a token with the same ID (``jti``) was used before. The cache stores the ID of each token until the token
        expires."""
        # Check the signature, although the token comes directly from the provider: the connection may have no TLS.
        try:
            claims = jwt.decode(
                id_token,
                self._signing_key(id_token),
                algorithms=ALGORITHMS,
                issuer=self.openid_config["issuer"],
                audience=app.client_id,
                options={"require": ["iss", "sub", "aud", "exp", "iat"]},
            )
        except jwt.PyJWTError as error:
            raise OAuth2Error("The ID token is not valid") from error
        jwtkit.verify_jti(claims)
        return claims

    def _signing_key(self, id_token):
        """Return the public key that the ID token names. If the token names no key, return the provider's only key.
        Raise OAuth2Error if there is no such key or more than one."""
        with get_adapter().get_requests_session() as session:
            response = session.get(self.openid_config["jwks_uri"])
        response.raise_for_status()
        name = jwt.get_unverified_header(id_token).get("kid")
        keys = [key for key in jwt.PyJWKSet.from_dict(response.json()).keys if name in (None, key.key_id)]
        if len(keys) != 1:
            raise OAuth2Error("The provider does not publish the key of the ID token")
        return keys[0].key


OAUTH2_ADAPTERS = {"github": GitHubOAuth2Adapter, "orcid": OrcidOAuth2Adapter}
IDENTITIES = {"github": re.compile(r"[0-9]+"), "orcid": re.compile(r"(?:[0-9]{4}-){3}[0-9]{3}[0-9X]")}


def require_identity(kind: str, uid: str) -> None:
    """Raise OAuth2Error if ``uid``, a person's id at a provider, is missing or invalid. ``kind`` is the kind of
    provider. Only ids of the kinds "github" and "orcid" are checked. If the id is missing, ``uid`` is the text "None",
    because allauth converts None to a text."""
    if kind in IDENTITIES and not IDENTITIES[kind].fullmatch(uid):
        raise OAuth2Error("The provider names no person")


def oauth2_adapter(request, provider_id: str):
    if provider_id in OAUTH2_ADAPTERS:
        return OAUTH2_ADAPTERS[provider_id](request)
    return StrictOpenIDConnect(request, provider_id)


def verified_address(provider: str, profile: Mapping) -> str | None:
    """Return the e-mail address in the provider's response (``profile``), in standard form. Return None if it is
    missing, invalid or not verified. ``provider`` is "openid_connect", "github" or "orcid"."""
    address = ADDRESS_BY_PROVIDER[provider](profile)
    return normalise(address) if isinstance(address, str) else None


def normalise(address: str) -> str | None:
    """Return an e-mail address in lower case, its domain in ASCII (RFC 3490). Return None if it is invalid, or if the
    part before the "@" has non-ASCII characters."""
    local, at, written = address.strip().lower().rpartition("@")
    try:
        domain = written.encode("idna").decode("ascii")
        # Python turns "ß" into "ss", which today is the domain of somebody else (RFC 5894, 7.2).
        is_same_domain = written.isascii() or domain.encode().decode("idna") == written
    except UnicodeError:
        return None
    # Different non-ASCII characters can look the same, so one person's address could be taken for another's.
    is_plain = local.isascii() and local.isprintable() and not set(local) & set(' @,;:<>()[]"\\')
    result = f"{local}@{domain}"
    is_valid = is_same_domain and at and local and "." in domain and is_plain and len(result) <= MAX_LENGTH
    return result if is_valid else None


def _from_claims(profile):
    """Return the e-mail address in a response of OpenID Connect, or None if it is not verified. ``profile`` has the
    user-info response and the ID token. The ID token is read only if there is no user-info response."""
    claims = profile.get("userinfo") or profile.get("id_token") or {}
    return claims.get("email") if claims.get("email_verified") is True else None


def _from_github(profile):
    """Return the primary e-mail address in a response of GitHub, or None if it is not verified."""
    addresses = profile["emails"]
    return next((each.email for each in addresses if each.primary is True and each.verified is True), None)


def _from_orcid(profile):
    """Return a verified e-mail address in a response of ORCID, preferably the primary one. Return None if no address is
    verified."""
    addresses = ((profile.get("person") or {}).get("emails") or {}).get("email") or []
    verified = [each for each in addresses if each.get("verified") is True]
    return next((each["email"] for each in sorted(verified, key=lambda each: each.get("primary") is not True)), None)


ADDRESS_BY_PROVIDER = {"openid_connect": _from_claims, "github": _from_github, "orcid": _from_orcid}
