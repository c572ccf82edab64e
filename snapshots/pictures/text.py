def shortened(text: str, longest: int) -> str:
    """Return the text with at most ``longest`` characters. SVG does not wrap lines."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
