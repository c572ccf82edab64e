class ActionRejected(ValueError):
    """The action is impossible in the current state of the graph. The message explains it to an editor."""


class EditConflict(ActionRejected):
    """Somebody else changed the entity after the caller read it; ``changes`` are those changes."""

    def __init__(self, changes):
        super().__init__("Somebody else has changed it in the meantime.")
        self.changes = changes
