"""Define the bulk actions on entities: publish, withdraw, restore, and set the verified date of relationships."""

from django.db.models import Count
from django.utils import timezone

from config.http.bulk_actions import BulkAction, BulkActionForm, BulkActionsMixin
from graph import actions
from graph.actions import ActionRejected
from graph.admin.fields import DayField
from graph.admin.forms import ReasonField
from graph.models import Entity

PUBLISH_PERMISSIONS = ("graph.publish_entity", "graph.view_{model}")
STORED = "Stored with each change, in the history."


class ReasonBulkForm(BulkActionForm):
    reason = ReasonField(help_text=STORED)


class VerifyForm(BulkActionForm):
    day = DayField(label="Verified on", help_text="Not in the future.", initial=timezone.localdate)
    reason = ReasonField(help_text=STORED)


PUBLISH = BulkAction(
    name="publish",
    label="Publish",
    done="Published",
    effect="The website, the API and the feeds show it from now on.",
    why_not="Only drafts are published. Withdrawn entities are restored.",
    permissions=PUBLISH_PERMISSIONS,
    allows=lambda entity: entity.status == Entity.Status.DRAFT,
    run=lambda entity, by, reason: actions.publish(entity=entity, by=by, note=reason),
    form=ReasonBulkForm,
)
WITHDRAW = BulkAction(
    name="withdraw",
    label="Withdraw",
    done="Withdrawn",
    effect="The website and the API do not show it any more: its address returns 410. No other entity gets its slug.",
    why_not="Only published entities are withdrawn.",
    permissions=("graph.withdraw_entity", "graph.view_{model}"),
    allows=lambda entity: entity.status == Entity.Status.PUBLISHED,
    run=lambda entity, by, reason: actions.withdraw(entity=entity, by=by, note=reason),
    form=ReasonBulkForm,
)
RESTORE = BulkAction(
    name="restore",
    label="Restore",
    done="Restored",
    effect="The website, the API and the feeds show it again.",
    why_not="Only withdrawn entities are restored.",
    permissions=PUBLISH_PERMISSIONS,
    allows=lambda entity: entity.status == Entity.Status.WITHDRAWN,
    run=lambda entity, by, reason: actions.restore(entity=entity, by=by, note=reason),
    form=ReasonBulkForm,
)
VERIFY = BulkAction(
    name="verify",
    label="Set verified date",
    done="Verified",
    effect="All relationships of which the entity is the subject get this verified date.",
    why_not="These entities are the subject of no relationship.",
    permissions=("graph.change_{model}",),
    allows=lambda entity: entity.relationship_count > 0,
    run=lambda entity, by, day, reason: actions.verify(entity=entity, day=day, by=by, note=reason),
    form=VerifyForm,
    # The page of an entity has a date field for each of its relationships.
    is_on_change_page=False,
)


class EntityActionsMixin(BulkActionsMixin):
    bulk_actions = (PUBLISH, WITHDRAW, RESTORE, VERIFY)
    action_error = ActionRejected
    returns_to_row = True

    def get_action_queryset(self, request):
        # VERIFY reads the number of relationships.
        return self.model.objects.annotate(relationship_count=Count("outgoing")).order_by("name")

    def row_label(self, row):
        return f"{row.name} ({row.slug}, {row.status})"

    def log_bulk_action(self, request, row, action):
        """Do nothing, because the functions of `graph.actions` already write each change to the journal."""
