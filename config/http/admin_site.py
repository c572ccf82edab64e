"""The admin site. If editors are signed out while they fill in a form, they can send the form after the next
sign-in."""

import json
from functools import update_wrapper

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.http import QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode

from config.http.problems import permission_denied

FIELD = "unsent_form"
"""The name of a hidden field of the login page. If an editor sent a form after the session had ended, this field
contains the fields of that form, as a JSON list of pairs [name, value]."""
CSRF_FIELD = "csrfmiddlewaretoken"


class AdminSite(admin.AdminSite):
    """The admin site. If an editor sends a form after the session has ended, the editor gets the login page. After the
    sign-in, the editor can send the form again, but without uploaded files. Meanwhile, the server does not store the
    form: hidden fields of the login page contain it."""

    def admin_view(self, view, cacheable=False):
        protected = super().admin_view(view, cacheable)

        def admin_page(request, *args, **kwargs):
            # Django has checked the CSRF token, so the form is from a page of this site.
            if request.method == "POST" and _values(request.POST) and not self.has_permission(request):
                return self.keep_form(request)
            return protected(request, *args, **kwargs)

        return update_wrapper(admin_page, protected)

    def login(self, request, extra_context=None):
        unsent = request.POST.get(FIELD, "")
        response = super().login(request, {FIELD: unsent, **(extra_context or {})})
        # Django redirects to the next page only after it has signed the user in. It has also checked that the page
        # belongs to this site.
        if unsent and request.method == "POST" and response.status_code == 302:
            return self._send_again_page(request, response["Location"], _fields(unsent)) or response
        return response

    def keep_form(self, request) -> TemplateResponse:
        """Return the response to a form that was rejected because the session has ended or the CSRF token is invalid:

        - For staff who are signed in, it is a page (status 200) with a button that sends the form again.
        - For everybody else, it is the login page (status 403). Its hidden fields contain the form.

        If the form has no fields or is not for the admin, signed-in staff get the login page too."""
        is_login = request.path == self._address("login")
        address = request.GET.get("next", self._address("index")) if is_login else request.get_full_path()
        unsent = request.POST.get(FIELD, "") if is_login else json.dumps(_values(request.POST), ensure_ascii=False)
        if self.has_permission(request) and (page := self._send_again_page(request, address, _fields(unsent))):
            return page
        context = {
            **self.each_context(request),
            "title": "Log in",
            "form": AdminAuthenticationForm(request),
            "app_path": f"{self._address('login')}?{urlencode({'next': address})}",
            "next": address,
            "username": request.user.get_username(),
            FIELD: unsent,
        }
        return _private(TemplateResponse(request, "admin/login.html", context, status=403))

    def _send_again_page(self, request, address, fields):
        """Return a page with a button that sends the ``fields`` of a form to ``address`` again. Return None if there
        are no fields, or if the address is not in the admin."""
        if not fields or not address.startswith(self._address("index")):
            return None
        shown = {"title": "Send the form again", "address": address, "page": address.partition("?")[0]}
        context = {**self.each_context(request), **shown, "fields": fields}
        return _private(TemplateResponse(request, "admin/send_again.html", context))

    def _address(self, page):
        return reverse(f"{self.name}:{page}")


def csrf_failure(request, reason=""):
    """Return the response to a form without a valid CSRF token, for example after a sign-in in another window. If the
    path is in the admin and the header Origin names this site, the editor can send the form again (see
    `AdminSite.keep_form`). Otherwise, the response has status 403. ``reason`` is Django's explanation, which is not
    shown."""
    # Scripts of other sites can send any form, but browsers do not let them choose this header.
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if is_own and request.path.startswith(reverse("admin:index")):
        return admin.site.keep_form(request)
    return permission_denied(request, reason=reason)


def _values(form: QueryDict) -> list[tuple[str, str]]:
    return [(name, value) for name, values in form.lists() if name != CSRF_FIELD for value in values]


def _fields(unsent) -> list[tuple[str, str]]:
    """Return the (name, value) pairs of a form from the JSON text ``unsent``. Return an empty list if the text is not a
    JSON list of pairs of texts."""
    try:
        pairs = json.loads(unsent)
    except (ValueError, RecursionError):
        return []
    return [(name, value) for name, value in pairs] if isinstance(pairs, list) and all(map(_is_pair, pairs)) else []


def _is_pair(value):
    return isinstance(value, list) and [type(part) for part in value] == [str, str]


def _private(response):
    add_never_cache_headers(response)
    return response
