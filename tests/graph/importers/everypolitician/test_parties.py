from tests.graph.importers.everypolitician.source import country, membership, popolo


def read(folder, *groups, code="GB", country_slug="UK", seats=None):
    """One member for each group, or as many as ``seats`` says."""
    numbers = seats or [1] * len(groups)
    pairs = [
        (group, f"{group['id']}-{place}")
        for group, number in zip(groups, numbers, strict=True)
        for place in range(number)
    ]
    persons = [{"id": key, "name": "Joe Bloggs"} for _, key in pairs]
    document = popolo(persons, [membership(key, group=group["id"]) for group, key in pairs], groups)
    folder.add_chamber(document, code=code, country_slug=country_slug)
    return folder.read(country(code.lower(), country_slug, country_slug))


def group(name, identifier="", **fields):
    return {"id": identifier or f"party/{name.lower()}", "name": name, **fields}


def names(record):
    return [(other.name, other.kind, other.lang) for other in record.other_names]


def identifiers(record):
    return [(entry.scheme, entry.value) for entry in record.identifiers]


def test_party_operates_in_its_country(folder):
    found = read(folder, group("Plaid Cymru"))

    party = found.entity("party")
    assert (party.key, party.name, party.country_code) == (
        "everypolitician:party:UK/plaid-cymru",
        "Plaid Cymru",
        "gb",
    )
    assert identifiers(party) == [("everypolitician-party", "UK/plaid-cymru")]
    assert found.spells("party_operates_in_country") == [("country:gb", "", "")]


def test_spellings_that_differ_in_case_are_one_party_under_the_most_used(folder):
    found = read(
        folder, group("Nepali congress", "1"), group("Nepali Congress", "2"), country_slug="Nepal", seats=[1, 2]
    )

    assert found.entity("party").name == "Nepali Congress"
    assert found.entity("party").other_names == ()


def test_one_party_for_both_chambers_of_a_country(folder):
    files = "popolo/House.json.gz", "popolo/Senate.json.gz"
    chambers = [
        folder.chamber(slug, file, wikidata=slug) for slug, file in zip(("House", "Senate"), files, strict=True)
    ]
    folder.add_country("AU", "Australia", *chambers)
    for file, name in zip(files, ("Liberal Party", "Liberal Party of Australia"), strict=True):
        folder.write_json(file, popolo([{"id": file, "name": "Joe"}], [membership(file, "lib")], [group(name, "lib")]))

    party = folder.read(country("au", "Australia", "Australia")).entity("party")

    assert party.name == "Liberal Party of Australia"
    assert names(party) == [("Liberal Party", "alias", "")]


def test_code_is_an_acronym_and_evidence_beside_the_full_name(folder):
    party = read(folder, group("SPÖ"), country_slug="Austria").entity("party")

    assert party.name == "Social Democratic Party of Austria"
    assert names(party) == [("SPÖ", "acronym", "")]
    assert party.evidence == {"short_name": "SPÖ"}


def test_unknown_code_is_the_name_and_evidence(folder):
    party = read(folder, group("CODEM"), country_slug="Mali").entity("party")

    assert (party.name, party.evidence) == ("CODEM", {"short_name": "CODEM"})


def test_identifier_of_the_group_may_be_an_abbreviation(folder):
    party = read(folder, group("Demokrat Parti", "DP46"), country_slug="Turkey").entity("party")

    assert (names(party), party.evidence) == ([("DP", "acronym", "")], {"short_name": "DP"})


def test_identifier_made_by_the_source_is_no_abbreviation(folder):
    party = read(folder, group("Siumut", "E126D66A-4A42-4A86-A96B-764D1D368A1C"), country_slug="Denmark").entity(
        "party"
    )

    assert (party.other_names, party.evidence) == ((), {})


def test_parliamentary_club_is_an_alias_of_its_party(folder):
    party = read(folder, group("Klub Parlamentarny Unii Wolności[t]"), country_slug="Poland").entity("party")

    assert party.name == "Unia Wolności"
    assert names(party) == [("Klub Parlamentarny Unii Wolności", "alias", "")]


def test_name_in_another_script_is_the_native_one(folder):
    party = read(folder, group("«ЕДИНАЯ РОССИЯ»"), country_slug="Russia").entity("party")

    assert party.name == "United Russia"
    assert names(party) == [("ЕДИНАЯ РОССИЯ", "native", "")]


def test_english_name_of_the_source_goes_before_a_code(folder):
    others = [{"lang": "en", "name": "Balochistan National Party"}, {"lang": "ur", "name": "بلوچستان نيشنل پارٹی"}]

    party = read(folder, group("BNP", other_names=others), country_slug="Pakistan").entity("party")

    assert party.name == "Balochistan National Party"
    assert names(party) == [("BNP", "acronym", "")]


def test_english_name_of_the_source_does_not_go_before_the_name_in_the_table(folder):
    others = [{"lang": "en", "name": "Citizens for European Development of Bulgaria"}]

    party = read(folder, group("Political Party GERB", other_names=others), country_slug="Bulgaria").entity("party")

    assert party.name == "GERB"


def test_first_of_two_groups_with_one_identifier_counts(folder):
    groups = [group("Nepali Congress", "party/nc"), group("Nepali congress", "party/nc")]
    folder.add_chamber(popolo([{"id": "joe", "name": "Joe"}], [membership(group="party/nc")], groups))

    assert folder.read().entity("party").name == "Nepali Congress"


def test_wikidata_identifier_and_translations_of_the_party(folder):
    others = [{"lang": "en", "name": "Conservative Party (Norway)"}, {"lang": "de", "name": "Høyre"}]
    wikidata = [{"scheme": "wikidata", "identifier": "Q586364"}]

    party = read(folder, group("Høyre", "H", other_names=others, identifiers=wikidata), country_slug="Norway").entity(
        "party"
    )

    assert identifiers(party) == [("everypolitician-party", "Norway/hoyre"), ("wikidata", "Q586364")]
    assert names(party) == [("H", "acronym", ""), ("Conservative Party", "alias", "en")]


def test_group_of_two_parties_lends_its_name_to_neither(folder):
    wikidata = [{"scheme": "wikidata", "identifier": "Q6467393"}]

    parties = read(folder, group("Labour/Co-operative", identifiers=wikidata)).entities("party")

    assert [(party.name, party.other_names, len(party.identifiers)) for party in parties] == [
        ("Labour Party", (), 1),
        ("Co-operative Party", (), 1),
    ]


def test_other_name_of_two_parties_is_left_out_of_both(folder):
    others = [{"lang": "fr", "name": "Ligue musulmane du Pakistan"}]
    groups = [group("PML-F", other_names=others), group("PML-Z", other_names=others)]

    parties = read(folder, *groups, country_slug="Pakistan").entities("party")

    assert [names(party) for party in parties] == [[("PML-F", "acronym", "")], [("PML-Z", "acronym", "")]]


def test_group_without_members_makes_no_party(folder):
    folder.add_chamber(popolo([{"id": "joe", "name": "Joe"}], [membership()], ["Labour", "Respect"]))

    assert [party.name for party in folder.read().entities("party")] == ["Labour Party"]
