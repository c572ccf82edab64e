import gzip
import json
import re

import pytest
from django.conf import settings

from snapshots.pictures.colours import (
    DARK_PAGE,
    LIGHT_PAGE,
    NEUTRAL,
    OTHERS,
    PARTIES,
    contrast,
    party_colours,
    party_fill,
    text_fill,
)


def test_table_has_colours_of_parties_of_the_catalogue():
    # Include redirects, because the old slug of a merged or renamed party is a redirect.
    slugs = set()
    for name in ("party", "redirects"):
        with gzip.open(settings.BASE_DIR / f"graph/catalogue/{name}.jsonl.gz", "rt") as file:
            slugs |= {json.loads(line)["slug"] for line in file}

    assert set(PARTIES) <= slugs
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in PARTIES.values())


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_each_colour_can_be_seen_on_light_and_dark_pages():
    for slug in [*PARTIES, None, *map(str, range(50))]:
        light, dark = party_colours(slug)
        assert contrast(light, LIGHT_PAGE) >= 3
        assert contrast(dark, DARK_PAGE) >= 3


def test_text_can_be_read_on_each_colour():
    for slug in PARTIES:
        for colour, text in zip(party_colours(slug), re.findall("#[0-9a-f]{6}", text_fill(slug)), strict=True):
            assert contrast(colour, text) >= 4.5


def test_party_without_a_known_colour_has_always_the_same_neutral_one():
    assert party_fill("unknown-party-xx") == party_fill("unknown-party-xx")
    assert party_colours("unknown-party-xx")[0] in NEUTRAL
    assert party_colours(None)[0] == OTHERS
