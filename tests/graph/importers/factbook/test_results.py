"""Election results told in sentences: years, rounds, candidates, winners."""

import pytest

from graph.importers.factbook.results import contests


def shares(contest, number):
    return {entry.name: entry.share for entry in contest.rounds[number]}


def test_each_year_is_an_election():
    found = contests(
        [
            "2024: Bashar DOE elected president; percent of vote - Bashar DOE (BP) 95.2%, Mahmoud ROE (DASU) 3.3%",
            "2017: Bashar DOE elected president; percent of vote - Bashar DOE (BP) 88.7%, Hassan POE (NP) 4.3%",
        ]
    )

    assert [(contest.year, contest.winners) for contest in found] == [(2024, ["Bashar DOE"]), (2017, ["Bashar DOE"])]


def test_candidates_have_a_party_and_a_share_and_others_are_nobody():
    [contest] = contests(
        ["2022: percent of vote in first round - Emmanuel MACRON (LREM) 27.8%, Marine LE PEN (RN) 23.2%, other 10.6%"]
    )

    assert [(entry.name, entry.party, entry.share) for entry in contest.last_round] == [
        ("Emmanuel MACRON", "LREM", 27.8),
        ("Marine LE PEN", "RN", 23.2),
    ]


def test_the_last_round_decides_in_whichever_order_the_rounds_are_told():
    [contest] = contests(
        [
            "2024: Peter PELLEGRINI elected president in the second round; percent of vote in second round - Peter "
            "PELLEGRINI 53.1%; Ivan KORCOK 46.9%; percent of vote in first round - Ivan KORCOK (independent) 42.5%; "
            "Peter PELLEGRINI (Hlas-SD) 37%; other 8.8%"
        ]
    )

    assert {entry.name: entry.share for entry in contest.last_round} == {"Peter PELLEGRINI": 53.1, "Ivan KORCOK": 46.9}
    assert shares(contest, 0) == {"Ivan KORCOK": 42.5, "Peter PELLEGRINI": 37.0}


def test_the_popular_vote_comes_after_the_electors():
    [contest] = contests(
        [
            "2024: Donald J. TRUMP elected president; electoral vote - Donald J. TRUMP (Republican Party) 312, Kamala "
            "HARRIS (Democratic Party) 226; percent of direct popular vote - Donald J. TRUMP 49.8%, Kamala HARRIS 48.3%"
        ]
    )

    assert {entry.name: entry.share for entry in contest.last_round} == {"Donald J. TRUMP": 49.8, "Kamala HARRIS": 48.3}


def test_votes_of_a_parliament_are_no_shares():
    [contest] = contests(["2023: vote - Ram Chandra POUDEL (NC) 33,802, Subash Chandra NEMBANG (CPN-UML) 15,518"])

    assert [(entry.name, entry.share) for entry in contest.last_round] == [
        ("Ram Chandra POUDEL", None),
        ("Subash Chandra NEMBANG", None),
    ]


def test_vice_presidents_and_prime_ministers_are_passed_over():
    [contest] = contests(
        [
            "2022: Droupadi MURMU elected president; percent of electoral college vote - Droupadi MURMU (BJP) 64%, "
            "Yashwant SINHA (AITC) 35.9%; Jagdeep DHANKHAR elected vice president; percent of electoral college vote - "
            "Jagdeep DHANKHAR (BJP) 74.4%, Margaret ALVA (INC) 25.6%",
            "2021: Ali ASADOV reappointed prime minister by parliamentary vote, 105-1",
        ]
    )

    assert [entry.name for entry in contest.entries] == ["Droupadi MURMU", "Yashwant SINHA"]


@pytest.mark.parametrize(
    ("sentence", "name", "share"),
    [
        ("Cabral LIBII (PCRN)2.4%", "Cabral LIBII", 2.4),
        ("Jose Maria VILLALTA Florez-Estrada 8.7% (PFA)", "Jose Maria VILLALTA Florez-Estrada", 8.7),
        ("Alain Claude Bilie By Nze (EPG) 3.02%", "Alain Claude Bilie By Nze", 3.02),
        ("Alexander B. CUMMINGS, Jr. (CPP) 1.6%", "Alexander B. CUMMINGS, Jr.", 1.6),
        ("Robert SSENTAMU (aka Bobi WINE) (NUP) 34.8%", "Robert SSENTAMU (aka Bobi WINE)", 34.8),
    ],
)
def test_candidates_are_found_however_they_are_written(sentence, name, share):
    [contest] = contests([f"2025- X elected president; percent of vote -{sentence}, other 2%"])

    assert [(entry.name, entry.share) for entry in contest.last_round] == [(name, share)]


@pytest.mark.parametrize(
    ("sentence", "winners"),
    [
        ("XI Jinping reelected president; National People's Congress vote - 2,952 (unanimously)", ["XI Jinping"]),
        ("Miguel DIAZ-CANEL Bermudez (PCC) reelected president; percent of National Assembly vote - 97.7%",
         ["Miguel DIAZ-CANEL Bermudez (PCC)"]),
        ("second round results - Masoud PEZESHKIAN elected; Masoud PEZESHKIAN 54.8%", ["Masoud PEZESHKIAN"]),
        ("Denis BECIROVIC, Zeljko KOMSIC, Zeljka CVIJANOVIC elected",
         ["Denis BECIROVIC", "Zeljko KOMSIC", "Zeljka CVIJANOVIC"]),
    ],
)  # fmt: skip
def test_a_sentence_names_who_was_elected(sentence, winners):
    assert contests([f"2023: {sentence}"])[0].winners == winners


def test_a_note_after_the_results_names_no_candidates():
    [contest] = contests(["2025: José Antonio KAST elected president; note - KAST will take office 11 March 2026"])

    assert contest.entries == []


def test_a_text_about_no_president_has_no_elections():
    assert contests(["Congress of Deputies vote - 179 to 171 (16 November 2023)"]) == []
