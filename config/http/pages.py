from urllib.parse import urlencode

from django import forms
from django.http import HttpResponseRedirect
from django.views.generic import TemplateView
from rest_framework.exceptions import APIException

from config.http.cache import Validity
from config.http.exceptions import MovedPermanently
from config.http.parameters import read_parameters
from config.http.problems import error_response
from config.http.views import MAX_AGE, moved


class Page(TemplateView):
    """A page that is the same for every visitor. An old slug redirects to the current slug (308). If a view raises an
    exception of the API, such as InvalidParameters, the response is an HTML error page.

    ``parameters`` is the class of the form that validates the query parameters. GET redirects to a URL without empty
    and unknown parameters, and with only the last value of a repeated one. In the API, such parameters are errors
    instead."""

    http_method_names = ["get", "head", "options"]
    parameters: type[forms.Form] = forms.Form
    validity: Validity | None = None
    """The time for which this process may store the response. None means that the response is not stored. Errors are
    never stored."""

    def dispatch(self, request, *args, **kwargs):
        query = urlencode({name: value for name, value in request.GET.items() if self._is_known(name, value)})
        if request.method in ("GET", "HEAD") and query != request.META["QUERY_STRING"]:
            # Redirect to one form of the query. Otherwise, each form would be rendered and stored separately.
            return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)
        try:
            return self._stored(super().dispatch(request, *args, **kwargs))
        except MovedPermanently as error:
            response = moved(request, error)
            # Without this header, browsers would follow the redirect for ever, even if an editor renames it back.
            response["Cache-Control"] = f"public, max-age={MAX_AGE}"
            return response
        except APIException as error:
            return error_response(request, error.problem, **getattr(error, "members", {}))

    def _stored(self, response):
        """Render the response, and return it with the header Cache-Control and the attribute ``validity``. The response
        cache reads from ``validity`` how long it may store the response."""
        # A redirect is not rendered.
        if hasattr(response, "render"):
            response.render()
            is_error = response.status_code >= 400
            response.validity = None if is_error else self.validity
            usual = response.get("Cache-Control", f"public, max-age={MAX_AGE}")
            response["Cache-Control"] = "no-store" if is_error else usual
        return response

    def _is_known(self, name, value):
        # Links on other sites have parameters such as utm_source, and a form sends empty fields.
        return name in self.parameters.base_fields and value.strip()

    def read_parameters(self) -> dict:
        """Check the query parameters with the form class ``parameters``, and return its cleaned data. Raise
        InvalidParameters if a parameter is invalid."""
        return read_parameters(self.request.GET, self.parameters)[0]

    def render_to_response(self, context, **kwargs):
        # If the form of a page shows errors of parameters, they are in the context as ``errors``.
        return super().render_to_response(context, status=400 if context.get("errors") else 200, **kwargs)
