from axes.backends import AxesStandaloneBackend
from django.contrib.auth.backends import ModelBackend


class LockoutBackend(AxesStandaloneBackend):
    """Stops clients that guess passwords; authenticates nobody. Calls without a request are not counted."""

    def authenticate(self, request, **credentials):
        return super().authenticate(request, **credentials) if request else None


class SignInBackend(ModelBackend):
    """Finds the user of a session that started at an identity provider; authenticates nobody.

    A user who becomes staff, or is deactivated, loses such a session with the next request.
    """

    def authenticate(self, request, **credentials):
        return None

    def get_user(self, user_id):
        user = super().get_user(user_id)
        return None if user is None or user.is_staff or user.is_superuser else user
