from axes.backends import AxesStandaloneBackend
from django.contrib.auth.backends import ModelBackend


class LockoutBackend(AxesStandaloneBackend):
    """Lets nobody in, and stops whoever guesses. Without a request nobody does: a program of ours asks."""

    def authenticate(self, request, **credentials):
        return super().authenticate(request, **credentials) if request else None


class SignInBackend(ModelBackend):
    """Whom a session that began at an identity provider belongs to; nobody is let in by it.

    An account that becomes one of the staff, or is closed, loses such a session with its next request.
    """

    def authenticate(self, request, **credentials):
        return None

    def get_user(self, user_id):
        user = super().get_user(user_id)
        return None if user is None or user.is_staff or user.is_superuser else user
