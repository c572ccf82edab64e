"""If an editor sends the same Add form twice, add only one entity."""

import json
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db import transaction
from django.shortcuts import redirect

from graph.models import Change

FORM_ID = "form_id"
NOT_TYPED = ("_", "csrfmiddlewaretoken")
"""`revision_of_form` ignores form fields whose names begin with one of these texts, because editors do not type them.
Buttons such as ``_save`` begin with ``_``. The CSRF token changes when the editor signs in again."""


class AddOnceMixin:
    """A mixin for ModelAdmin. If an editor sends the same Add form twice, for example by a double click, only the first
    request adds an entity. The second response redirects to this entity. If a value in the form has changed, the second
    request adds another entity. ``request.revision`` is set to the result of `revision_of_form`."""

    def changeform_view(self, request, object_id=None, form_url="", extra_context=None):
        view = super().changeform_view
        if object_id:
            return view(request, object_id, form_url, extra_context)
        context = {FORM_ID: request.POST.get(FORM_ID) or uuid4(), **(extra_context or {})}
        request.revision = revision_of_form(request)
        if not request.revision:
            return view(request, None, form_url, context)
        with transaction.atomic():
            _wait_for_other_requests(request.user)
            if change := Change.objects.filter(revision=request.revision).order_by("pk").first():
                self.message_user(request, f"This form has been saved already: see “{change.name}”.", messages.INFO)
                return redirect(f"{self.admin_site.name}:graph_{change.kind}_change", change.entity_id)
            return view(request, None, form_url, context)


def revision_of_form(request) -> UUID | None:
    """Return a UUID computed from the hidden ID of an Add form, the user and the typed values. The journal of changes
    records the added entity under this UUID. If the user sends the form again with the same values, the UUID is the
    same. Return None if the request has no valid form ID."""
    try:
        form_id = UUID(request.POST.get(FORM_ID, ""))
    except ValueError:
        return None
    typed = sorted((name, values) for name, values in request.POST.lists() if not name.startswith(NOT_TYPED))
    return uuid5(form_id, json.dumps([request.user.pk, typed]))


def _wait_for_other_requests(user):
    """Lock the user's row in the database. If the user sends two Add forms at the same time, the second request waits
    here until the first one is done. SQLite needs no lock, because only one transaction at a time can write to it."""
    # With no_key=True, other transactions that only refer to the user's row do not wait.
    list(get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk))
