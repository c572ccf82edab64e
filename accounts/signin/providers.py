"""Choose the protocol of an identity provider. OpenID Connect is checked more strictly than allauth does by itself."""

import re

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.providers.orcid.views import OrcidOAuth2Adapter

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Accepted algorithms for the signature of an ID token: asymmetric ones, so that only the provider can sign."""


class StrictOpenIDConnect(OpenIDConnectOAuth2Adapter):
    """Require an ID token with a valid signature, and a user-info response about the same person."""

    def complete_login(self, request, app, token, **kwargs):
        id_token = self._decode_id_token(app, kwargs["response"].get("id_token"))
        profile = {"id_token": id_token, "userinfo": self._fetch_user_info(token.token)}
        subjects = [part.get("sub") for part in profile.values()]
        # OpenID Connect Core 1.0, 5.3.2: otherwise an attacker may have replaced the user-info response.
        if subjects[0] != subjects[1] or not isinstance(subjects[0], str) or not subjects[0]:
            raise OAuth2Error("The subjects differ or are missing")
        return self.get_provider().sociallogin_from_response(request, profile)

    def _decode_id_token(self, app, id_token):
        """Return the claims of an ID token. Raise OAuth2Error if the signature or a claim is not valid.

        The signature is checked even if the token came directly from the provider, because the connection may have no
        TLS.
        """
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
        """Return the provider's public key for the ID token. Raise OAuth2Error unless exactly one key matches.

        A token need not name its key if the provider has only one (OpenID Connect Core 1.0, 10.1).
        """
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
    """Raise OAuth2Error if the profile has no valid user id. allauth turns a missing id into the text "None"."""
    if kind in IDENTITIES and not IDENTITIES[kind].fullmatch(uid):
        raise OAuth2Error("The provider names no person")


def oauth2_adapter(request, provider_id: str):
    """Return allauth's adapter for GitHub or ORCID; return StrictOpenIDConnect for any other provider."""
    if provider_id in OAUTH2_ADAPTERS:
        return OAUTH2_ADAPTERS[provider_id](request)
    return StrictOpenIDConnect(request, provider_id)
