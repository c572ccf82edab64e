class ActionRejected(ValueError):
    """Raised when an action is impossible in the current state of the graph. The message explains it to an editor."""


class EditConflict(ActionRejected):
    """Raised when somebody else changed the entity after the editor read it; ``changes`` are the newer changes."""

    def __init__(self, changes):
        super().__init__("Somebody else has changed it in the meantime.")
        self.changes = changes
