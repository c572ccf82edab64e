"""Slips in the Factbook's lists of seats per party: what stands there, what should."""

# Country -> pairs of what stands in a list of seats and what should.
SEAT_LISTS = {
    # A nameless seat and a party that does not stand there, beyond the seventeen that were elected.
    "ag": (("; (1); Republican Force (1)", ""),),
    # What is left of the seats after the first five lists holds the three lists between, too; one of them is nameless.
    "ba": (("; (3); Republican Party of the Social Order (PROS) (3); Other (15)", "; Other (12)"),),
    # The others hold the Bloc's seats once more.
    "ca": (("Other (30)", "Other (8)"),),
    # The seats of the Turkish Cypriots have been empty since 1964.
    "cy": (("Cyprus Green Party (KOP) (3)", "Cyprus Green Party (KOP) (3); Vacant (24)"),),
    # The notes tell how many seats could not be filled.
    "et": (("Other (22)", "Other (22); Vacant (77)"),),
    "ua": (("Other (30)", "Other (30); Vacant (26)"),),
    "pe": (('We Are Peru" (SP)', "We Are Peru (SP)"),),
}
