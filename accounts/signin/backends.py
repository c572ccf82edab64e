from axes.backends import AxesStandaloneBackend
from django.contrib.auth.backends import ModelBackend


class LockoutBackend(AxesStandaloneBackend):
    """Lock out clients that try many passwords. Ignore calls without a request, which no client sends."""

    def authenticate(self, request, **credentials):
        return super().authenticate(request, **credentials) if request else None


class SignInBackend(ModelBackend):
    """Load the user of a session that a provider started. It ends when a user becomes staff or inactive."""

    def authenticate(self, request, **credentials):
        return None

    def get_user(self, user_id):
        user = super().get_user(user_id)
        return None if user is None or user.is_staff or user.is_superuser else user
