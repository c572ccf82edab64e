"""The pages of the work lists."""

import re

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, path, reverse
from django.utils import timezone

from graph.admin.pages import may, may_any
from graph.checks.worklists import LISTS, count_again, counts, describe, mark_as_not_duplicate, rows
from graph.kinds import KINDS
from graph.models import Entity, NotDuplicate, WorkList

ROWS_A_PAGE = 100
ASIDE_SHOWN = 20
KEY = re.compile("[0-9]{1,18}")


@admin.register(WorkList)
class WorkAdmin(admin.ModelAdmin):
    """No list of rows of a table: each list of work has its page, which the first page of the admin leads to."""

    def get_urls(self):
        view = self.admin_site.admin_view
        return [
            path("<slug:name>/", view(self.rows_view), name="graph_work"),
            path("<slug:name>/count/", view(self.count_view), name="graph_work_count"),
            path("duplicates/aside/", view(self.aside_view), name="graph_work_aside"),
        ]

    def has_module_permission(self, request):
        return False

    def rows_view(self, request, name):
        row, kinds = _list(name), _kinds(request)
        day = timezone.localdate()
        page = Paginator(rows(row, kinds, day), ROWS_A_PAGE).get_page(request.GET.get("p"))
        context = {
            **self.admin_site.each_context(request),
            "title": row.title,
            "list": row,
            "count": next(count for count in counts(kinds) if count.list is row),
            "page": page,
            "pages": page.paginator.get_elided_page_range(page.number),
            "rows": [self._shown(request, line) for line in describe(row, page.object_list, day)],
            "aside": self._aside(kinds) if name == "duplicates" else (),
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/graph/worklists/rows.html", context)

    def count_view(self, request, name):
        """Count a list again: some seconds for what takes long to find."""
        row, _ = _list(name), _kinds(request)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        count_again(row)
        self.message_user(request, f"{row.title}: counted again.", messages.SUCCESS)
        back = "admin:index" if "index" in request.POST else "admin:graph_work"
        return HttpResponseRedirect(reverse(back, args=[] if "index" in request.POST else [name]))

    def aside_view(self, request):
        """Two of the duplicates are two, says who may change them."""
        kinds = _kinds(request)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        keys = [request.POST.get(name, "") for name in ("one", "other")]
        if not all(KEY.fullmatch(key) for key in keys):
            raise Http404
        two = list(Entity.objects.filter(pk__in=keys, kind__in=kinds))
        if len(two) != 2 or two[0].kind != two[1].kind:
            raise Http404
        if not may(request, "change", two[0].kind):
            raise PermissionDenied
        mark_as_not_duplicate(one=two[0], other=two[1], by=request.user)
        self.message_user(request, f"{two[0].name} and {two[1].name} are two.", messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:graph_work", args=["duplicates"]))

    def _shown(self, request, line):
        two = [entity for entity in (line.entity, line.other) if entity]
        shown = {"sentence": line.sentence, "entities": [(entity, _page(entity)) for entity in two]}
        if line.other:
            shown["merge"] = _merge_page(*two) if may_any(request, "merge") else None
            shown["may_set_aside"] = may(request, "change", line.entity.kind)
        return shown

    def _aside(self, kinds):
        pairs = NotDuplicate.objects.filter(one__kind__in=kinds).select_related("one", "other", "by")
        return pairs.order_by("-at")[:ASIDE_SHOWN]


def _list(name):
    if name not in LISTS:
        raise Http404
    return LISTS[name]


def _kinds(request):
    """The kinds that the account may see; refuses who may see none."""
    kinds = [kind.value for kind in KINDS if may(request, "view", kind)]
    if not kinds:
        raise PermissionDenied
    return kinds


def _page(entity):
    return reverse(f"admin:graph_{entity.kind}_change", args=[entity.pk])


def _merge_page(into, entity):
    """Where one is merged into the other, which has to be published; None where there is no such page."""
    if into.status != Entity.Status.PUBLISHED:
        into, entity = entity, into
    try:
        return f"{reverse(f'admin:graph_{entity.kind}_merge', args=[entity.pk])}?into={into.pk}"
    except NoReverseMatch:
        return None
