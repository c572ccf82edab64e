from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone

from config.http.bulk_actions import KEY
from graph.admin.pages import may
from graph.checks.worklists import LISTS, count_again, counts, describe, mark_as_not_duplicate, rows
from graph.kinds import KINDS
from graph.models import Entity, NotDuplicate, WorkList

ROWS_PER_PAGE = 100
MAX_NOT_DUPLICATES = 20


@admin.register(WorkList)
class WorkAdmin(admin.ModelAdmin):
    """The admin pages of the work lists. A work list shows entities in which a check has found a problem."""

    def get_urls(self):
        wrap = self.admin_site.admin_view
        return [
            path("<slug:name>/", wrap(self.list_view), name="graph_work"),
            path("<slug:name>/count/", wrap(self.count_view), name="graph_work_count"),
            path("duplicates/not-duplicate/", wrap(self.not_duplicate_view), name="graph_work_not_duplicate"),
        ]

    def has_module_permission(self, request):
        # The first page of the admin links to each work list, so it need not list this model.
        return False

    def list_view(self, request, name):
        work_list, kinds, day = _list_or_404(name), _visible_kinds(request), timezone.localdate()
        page = Paginator(rows(work_list, kinds, day), ROWS_PER_PAGE).get_page(request.GET.get("p"))
        marked = NotDuplicate.objects.filter(one__kind__in=kinds).select_related("one", "other", "by")
        context = {
            **self.admin_site.each_context(request),
            "title": work_list.title,
            "list": work_list,
            "count": next(count for count in counts(kinds) if count.list is work_list),
            "page": page,
            "pages": page.paginator.get_elided_page_range(page.number),
            "rows": [_shown_row(request, row) for row in describe(work_list, page.object_list, day)],
            "not_duplicates": marked.order_by("-at")[:MAX_NOT_DUPLICATES] if name == "duplicates" else (),
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/graph/worklists/rows.html", context)

    def count_view(self, request, name):
        """Handle the button that counts the entries of the work list ``name`` again, which can take several seconds.
        Redirect to the page with the button. Only POST is allowed."""
        work_list, _ = _list_or_404(name), _visible_kinds(request)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        count_again(work_list)
        self.message_user(request, f"{work_list.title}: counted again.", messages.SUCCESS)
        # Return to the page with the button: a work list, or the first page of the admin.
        return redirect("admin:index") if "index" in request.POST else redirect("admin:graph_work", name)

    def not_duplicate_view(self, request):
        """Handle the button that marks two entities as not duplicates. Then the work list of duplicates no longer shows
        the two. Only POST is allowed."""
        kinds = _visible_kinds(request)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        keys = [key for name in ("one", "other") if KEY.fullmatch(key := request.POST.get(name, ""))]
        pair = Entity.objects.filter(pk__in=keys, kind__in=kinds)
        # The two keys may be equal. Or one of the entities was merged since the list was shown.
        if len(pair) != 2 or pair[0].kind != pair[1].kind:
            raise Http404
        one, other = pair
        if not may(request, "change", one.kind):
            raise PermissionDenied
        mark_as_not_duplicate(one=one, other=other, by=request.user)
        self.message_user(request, f"{one.name} and {other.name} are not duplicates.", messages.SUCCESS)
        return redirect("admin:graph_work", "duplicates")


def _list_or_404(name):
    if name not in LISTS:
        raise Http404
    return LISTS[name]


def _visible_kinds(request):
    if kinds := [kind.value for kind in KINDS if may(request, "view", kind)]:
        return kinds
    raise PermissionDenied


def _shown_row(request, row):
    entities = [entity for entity in (row.entity, row.other) if entity]
    addresses = [reverse(f"admin:graph_{entity.kind}_change", args=[entity.pk]) for entity in entities]
    shown = {"sentence": row.sentence, "entities": list(zip(entities, addresses, strict=True))}
    if row.other:
        # An entity can be merged only into a published one.
        into, entity = entities if row.entity.status == Entity.Status.PUBLISHED else reversed(entities)
        address = f"{reverse(f'admin:graph_{entity.kind}_merge', args=[entity.pk])}?into={into.pk}"
        shown |= {"merge": address if may(request, "merge") else None}
        shown |= {"may_mark": may(request, "change", row.entity.kind)}
    return shown
