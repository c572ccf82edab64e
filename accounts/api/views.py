from django.http import HttpResponse
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.api import schema
from accounts.api.documents import me_document


class MeView(APIView):
    """The caller's tier, allowance and use; not counted, and kept by no cache."""

    http_method_names = ["get", "head", "options"]

    @schema.me
    def get(self, request):
        if request.GET:
            raise ValidationError(dict.fromkeys(request.GET, "Unknown parameter; this path takes none."))
        caller = request.caller
        # Told by the headers too: what is looked up once is the same in both.
        request._request.usage = usage = limits.peek(request._request, caller)
        return Response(me_document(caller, usage), headers={"Cache-Control": "private, no-store"})

    def head(self, request):
        return self.get(request)

    def options(self, request, *args, **kwargs):
        """204 with Allow, which the framework puts on every answer."""
        return HttpResponse(status=204)
