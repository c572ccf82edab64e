"""What browsers and people ask for by habit."""

from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request):
    """Asked for by every browser on pages that name no icon of their own, as those of the admin."""
    return redirect(static("icon.svg"), permanent=False)


@require_safe
def admin_index(request):
    """What people type: the admin's own paths end with a slash."""
    return redirect("admin:index")
