"""What sources call parties by other names than any register does: by country and folded alias, the Party Facts number."""

ALIASES: dict[tuple[str, str], str] = {}
