from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as StaffAdmin
from django.http import Http404

from accounts.actions.account import delete_account
from accounts.actions.pro import revoke_pro
from accounts.admin.base import AccountActionsMixin, MessageForm, ReadOnlyAdmin, bulk_action
from accounts.models import User
from accounts.signals import send_keys_changed

REVOKE_PRO = bulk_action(
    "revoke-pro",
    allows=lambda user: user.tier == User.Tier.PRO,
    run=lambda row, by, message: revoke_pro(user=row, by=by, message=message),
    form=MessageForm,
)
CALLER = ("Caller", {"fields": ["tier", "signed_in_by"]})
DATES = ("Important dates", {"fields": ["last_login", "date_joined"]})
IDENTITY_MODELS = (EmailAddress, SocialAccount, SocialApp, SocialToken)

# Only a sign-in creates identities: nobody may connect a person to an account, or add a provider, by hand.
admin.site.unregister(IDENTITY_MODELS)


@admin.register(User)
class UserAdmin(AccountActionsMixin, StaffAdmin):
    """Superusers manage accounts and add staff; managers can only change pro accounts back to researcher."""

    bulk_actions = (REVOKE_PRO,)
    list_display = ["username", "email", "tier", "is_staff", "is_active", "date_joined", "last_login"]
    list_filter = ["tier", "is_staff", "is_active", "groups"]
    list_per_page = 50
    # Otherwise, the list would need a second COUNT of the whole table.
    show_full_result_count = False
    search_fields = ["email", "username"]
    ordering = ["-date_joined", "-pk"]
    readonly_fields = ["tier", "signed_in_by", "last_login", "date_joined"]
    fieldsets_of_staff = [
        (None, {"fields": ["username", "password"]}),
        ("Person", {"fields": ["first_name", "last_name", "email"]}),
        ("Permissions", {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        CALLER,
        DATES,
    ]
    fieldsets = [(None, {"fields": ["username", "email", "is_active", "is_staff"]}), CALLER, DATES]
    new_staff = {
        "classes": ["wide"],
        "fields": ["username", "email", "usable_password", "password1", "password2"],
        "description": "For staff only. Researchers sign in through an identity provider.",
    }
    add_fieldsets = [(None, new_staff)]

    def get_queryset(self, request):
        return super().get_queryset(request).prefetch_related("socialaccount_set")

    def get_fieldsets(self, request, obj=None):
        if obj and obj.is_staff and self.has_change_permission(request, obj):
            return self.fieldsets_of_staff
        return super().get_fieldsets(request, obj)

    def get_readonly_fields(self, request, obj=None):
        """Return the names of the fields that nobody can edit. If ``obj`` is the account of a researcher, the username
        and the e-mail address are among them."""
        verified = ["username", "email"] if obj and not obj.is_staff else []
        return [*super().get_readonly_fields(request, obj), *verified]

    def has_change_permission(self, request, obj=None):
        """Return True only for superusers. With this permission, other managers could give themselves every
        permission."""
        return request.user.is_superuser

    has_add_permission = has_delete_permission = has_change_permission

    def get_deleted_objects(self, objs, request):
        """Let superusers delete an account together with its API keys and requests. Django would forbid this, because
        the admin pages of keys and requests allow no deletion."""
        deleted, counts, needed, protected = super().get_deleted_objects(objs, request)
        read_only = [model for model, page in self.admin_site._registry.items() if isinstance(page, ReadOnlyAdmin)]
        return deleted, counts, needed - {model._meta.verbose_name for model in read_only}, protected

    def user_change_password(self, request, id, form_url=""):
        user = self.get_object(request, id) if self.has_change_permission(request) else None
        if user and not user.is_staff:
            # Researchers may sign in only through an identity provider, which has verified their e-mail address.
            raise Http404("Researchers have no password.")
        return super().user_change_password(request, id, form_url)

    def save_model(self, request, obj, form, change):
        if not change:
            # Researchers get their accounts when they sign in, so accounts made here are staff accounts.
            obj.is_staff = True
        elif "is_staff" in form.changed_data:
            # Removing the password ends the user's sessions. Otherwise, a session from an identity provider would open
            # the admin.
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data:
            send_keys_changed(obj.keys.values_list("digest", flat=True))

    def delete_model(self, request, obj):
        delete_account(user=obj, by=request.user)

    def delete_queryset(self, request, queryset):
        # The action delete_account also removes the keys from the cache of this process.
        for user in queryset:
            delete_account(user=user, by=request.user)
