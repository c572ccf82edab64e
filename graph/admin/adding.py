"""Let an Add form that is sent twice add one row."""

import json
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.db import transaction
from django.shortcuts import redirect

from graph.models import Change

FORM_ID = "form_id"
NOT_TYPED = ("_", "csrfmiddlewaretoken")
"""The names of fields that are not typed begin so: those of buttons, and of the CSRF token, which a sign-in changes."""


class AddOnceMixin:
    """If an editor sends the same Add form again, such as by a double click, the response leads to the entity that the
    form has added. A form with other values adds another one."""

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
    """Return the ID of the revision that an Add form makes. The same form with the same values has the same ID. Return
    None if the request has no form, or a form without a valid ID of its own."""
    try:
        form_id = UUID(request.POST.get(FORM_ID, ""))
    except ValueError:
        return None
    typed = sorted((name, values) for name, values in request.POST.lists() if not name.startswith(NOT_TYPED))
    return uuid5(form_id, json.dumps([request.user.pk, typed]))


def _wait_for_other_requests(user):
    """Wait until no other request of this user adds something. SQLite has one transaction at a time anyway."""
    # With no_key, changes of the same user in other transactions do not wait: they only refer to this row.
    list(get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk))
