WITH_ARTICLE = frozenset(
    (
        "Bahamas;Central African Republic;Comoros;Czech Republic;Democratic Republic of the Congo;"
        "Dominican Republic;Gambia;Maldives;Marshall Islands;Netherlands;Philippines;"
        "Republic of the Congo;Seychelles;Solomon Islands;United Arab Emirates;United Kingdom;"
        "United States"
    ).split(";")
)


def with_article(name: str) -> str:
    """Return the name of a country as it is written in a sentence: ``the United States``, but ``France``."""
    return f"the {name}" if name in WITH_ARTICLE else name


def closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
