"""How the kinds of providers are asked; OpenID Connect more strictly than allauth does by itself."""

from allauth.socialaccount.internal import jwtkit
from allauth.socialaccount.providers.github.views import GitHubOAuth2Adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from allauth.socialaccount.providers.orcid.views import OrcidOAuth2Adapter


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
        if not isinstance(id_token, str):
            raise OAuth2Error("No ID token")
        return jwtkit.verify_and_decode(
            credential=id_token,
            keys_url=self.openid_config["jwks_uri"],
            issuer=self.openid_config["issuer"],
            audience=app.client_id,
            lookup_kid=jwtkit.lookup_kid_jwk,
        )


OWN_PROTOCOLS = {"github": GitHubOAuth2Adapter, "orcid": OrcidOAuth2Adapter}


def protocol(request, provider_id: str):
    """How to talk to the provider; every one that is not listed speaks OpenID Connect."""
    if provider_id in OWN_PROTOCOLS:
        return OWN_PROTOCOLS[provider_id](request)
    return StrictOpenIDConnect(request, provider_id)
