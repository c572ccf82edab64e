class ActionRejected(ValueError):
    """What was asked for cannot be done to the graph as it is; the message says why, to an editor."""
