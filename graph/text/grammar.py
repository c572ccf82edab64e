"""English grammar around names: the article before a country, the full stop after a name."""

WITH_ARTICLE = frozenset(
    {
        "Bahamas",
        "Central African Republic",
        "Comoros",
        "Czech Republic",
        "Democratic Republic of the Congo",
        "Dominican Republic",
        "Gambia",
        "Maldives",
        "Marshall Islands",
        "Netherlands",
        "Philippines",
        "Republic of the Congo",
        "Seychelles",
        "Solomon Islands",
        "United Arab Emirates",
        "United Kingdom",
        "United States",
    }
)


def with_article(name: str) -> str:
    """The name of the country inside a sentence: ``the United States``, ``France``."""
    return f"the {name}" if name in WITH_ARTICLE else name


def closed(sentence: str) -> str:
    """The sentence with a full stop, unless it ends with a name like ``The Republic Onwards!``."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
