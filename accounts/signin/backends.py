from axes.backends import AxesStandaloneBackend
from django.contrib.auth.backends import ModelBackend


class LockoutBackend(AxesStandaloneBackend):
    """Reject a sign-in with a password if the client has tried too many wrong passwords (django-axes). If
    ``authenticate`` is called without a request, no client is known, so this backend rejects nothing."""

    def authenticate(self, request, **credentials):
        return super().authenticate(request, **credentials) if request else None


class SignInBackend(ModelBackend):
    """Load the user of a session that began with a sign-in through an identity provider. The session ends when the user
    becomes staff or a superuser, or is deactivated."""

    def authenticate(self, request, **credentials):
        return None

    def get_user(self, user_id):
        user = super().get_user(user_id)
        return None if user is None or user.is_staff or user.is_superuser else user
