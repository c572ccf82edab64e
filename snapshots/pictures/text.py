from graph.kinds import ElectionKind


def seat_word(kind: str | None) -> str:
    """Return what a party wins in an election of this kind: "elector" of a president, or "seat"."""
    return "elector" if kind == ElectionKind.PRESIDENTIAL else "seat"


def shortened(text: str, longest: int) -> str:
    """Return the text with at most ``longest`` characters. SVG does not wrap lines."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
