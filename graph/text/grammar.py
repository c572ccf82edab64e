"""English around names: which countries take an article, and how a sentence ends behind a name."""

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
    """The country's name as it stands inside a sentence: ``the United States``, ``France``."""
    return f"the {name}" if name in WITH_ARTICLE else name


def closed(sentence: str) -> str:
    """The sentence with a full stop, unless the name at its end brings a mark: ``The Republic Onwards!``."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
