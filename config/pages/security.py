"""Show the contact for reports of security problems: ``security.txt`` (RFC 9116)."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import path
from django.utils import timezone

from config.http.links import base_url
from config.http.middleware.methods import read_only

LIFETIME = timedelta(days=180)
"""How long ``security.txt`` is valid. RFC 9116 recommends less than a year."""


@read_only
def security_txt(request):
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + LIFETIME).strftime("%Y-%m-%dT00:00:00Z")
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires}",
        "Preferred-Languages: en",
        f"Canonical: {base_url(request)}{request.path}",
    ]
    return HttpResponse("\n".join(lines) + "\n", "text/plain; charset=utf-8")


urlpatterns = [path(".well-known/security.txt", security_txt)]
