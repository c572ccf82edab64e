"""How the kinds of providers are asked; OpenID Connect more strictly than allauth does by itself."""

import re

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.providers.orcid.views import OrcidOAuth2Adapter

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Those that only the provider can sign with."""


class StrictOpenIDConnect(OpenIDConnectOAuth2Adapter):
    """There is an ID token, its signature holds, and the user-info answer is about the same person."""

    def complete_login(self, request, app, token, **kwargs):
        id_token = self._decode_id_token(app, kwargs["response"].get("id_token"))
        said = {"id_token": id_token, "userinfo": self._fetch_user_info(token.token)}
        subjects = [each.get("sub") for each in said.values()]
        # OpenID Connect Core 1.0, 5.3.2: otherwise the answer may have been exchanged for another person's.
        if subjects[0] != subjects[1] or not isinstance(subjects[0], str) or not subjects[0]:
            raise OAuth2Error("The subjects differ, or are none")
        return self.get_provider().sociallogin_from_response(request, said)

    def _decode_id_token(self, app, id_token):
        """Its signature is looked at even though it came straight from the provider, perhaps without TLS."""
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
            raise OAuth2Error("The ID token does not hold") from error
        jwtkit.verify_jti(claims)
        return claims

    def _signing_key(self, id_token):
        """The one the token names; it may name none where the provider has but one (OpenID Connect Core 1.0, 10.1)."""
        with get_adapter().get_requests_session() as session:
            answer = session.get(self.openid_config["jwks_uri"])
        answer.raise_for_status()
        name = jwt.get_unverified_header(id_token).get("kid")
        keys = [key for key in jwt.PyJWKSet.from_dict(answer.json()).keys if name in (None, key.key_id)]
        if len(keys) != 1:
            raise OAuth2Error("The key of the ID token is not among the provider's")
        return keys[0].key


OWN_PROTOCOLS = {"github": GitHubOAuth2Adapter, "orcid": OrcidOAuth2Adapter}

IDENTITIES = {"github": re.compile(r"[0-9]+"), "orcid": re.compile(r"(?:[0-9]{4}-){3}[0-9]{3}[0-9X]")}


def require_identity(kind: str, uid: str) -> None:
    """Raises OAuth2Error where nobody is named: allauth makes the text "None" of an answer without a name."""
    if kind in IDENTITIES and not IDENTITIES[kind].fullmatch(uid):
        raise OAuth2Error("The provider names nobody")


def protocol(request, provider_id: str):
    """How to talk to the provider; every one that is not listed speaks OpenID Connect."""
    if provider_id in OWN_PROTOCOLS:
        return OWN_PROTOCOLS[provider_id](request)
    return StrictOpenIDConnect(request, provider_id)
