from axes.backends import AxesStandaloneBackend
from django.contrib.auth.backends import ModelBackend


class LockoutBackend(AxesStandaloneBackend):
    """Lock out clients that try many passwords. This backend itself signs in nobody.

    Calls of ``authenticate`` without a request are ignored.
    """

    def authenticate(self, request, **credentials):
        return super().authenticate(request, **credentials) if request else None


class SignInBackend(ModelBackend):
    """Load the user of a session that was started through an identity provider. This backend itself signs in nobody.

    If a user becomes staff or is deactivated, the session is invalid from the next request on.
    """

    def authenticate(self, request, **credentials):
        return None

    def get_user(self, user_id):
        user = super().get_user(user_id)
        return None if user is None or user.is_staff or user.is_superuser else user
