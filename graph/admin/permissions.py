"""Who may do what to an entity; its names, citations and statements are part of it."""


def may(request, verb: str, kind: str) -> bool:
    """``verb`` is add, change or view: of entities of one kind."""
    return request.user.has_perm(f"graph.{verb}_{kind}")


def may_step(request, verb: str) -> bool:
    """``verb`` is publish, withdraw, rename or merge: of any entity."""
    return request.user.has_perm(f"graph.{verb}_entity")


class PartOfEntity:
    """For rows that belong to an entity: who may change it may change them; while it is added, who may add it."""

    kind = None

    def has_view_permission(self, request, obj=None):
        return may(request, "view", self.kind) or self.has_change_permission(request, obj)

    def has_change_permission(self, request, obj=None):
        return may(request, "change", self.kind) or (obj is None and may(request, "add", self.kind))

    def has_add_permission(self, request, obj=None):
        return self.has_change_permission(request, obj)

    def has_delete_permission(self, request, obj=None):
        return self.has_change_permission(request, obj)
