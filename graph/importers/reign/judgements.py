"""What the list does not say of itself, told by hand: whose elections a code counts, and which entries are mistaken."""

# By Correlates-of-War code, the first year in which the code's elections are those of the country as it is now.
# Before, they elected the institutions of another state: Yugoslavia, the Soviet Union, North Vietnam, Pakistan.
OWN_SINCE = {"345": 1990, "365": 1990, "816": 1976, "771": 1971}

# Type X with an indirect vote means that whom the people elected then chose the leader. In these countries, by
# Correlates-of-War code, each such entry has the day on which the people elected the assembly.
ASSEMBLY_COUNTRIES = frozenset(
    {
        "40",  # Cuba since 1993
        "115",  # Suriname
        "368",  # Lithuania 1990
        "420",  # Gambia until 1977
        "432",  # Mali until 1964
        "434",  # Benin until 1989
        "437",  # Côte d'Ivoire 1959
        "484",  # Republic of the Congo until 1989
        "501",  # Kenya until 1988
        "540",  # Angola
        "560",  # South Africa
        "571",  # Botswana
        "580",  # Madagascar 1960
        "616",  # Tunisia 2011
        "640",  # Türkiye until 2011
        "645",  # Iraq until 1989
        "660",  # Lebanon
        "679",  # Yemen until 1997
        "702",  # Tajikistan 1990
        "704",  # Uzbekistan 1990
        "705",  # Kazakhstan 1990
        "712",  # Mongolia until 1986
        "850",  # Indonesia until 1997
    }
)

# The same for single elections, by number: Marshall Islands, Somalia, Indonesia.
ASSEMBLIES = frozenset({"983001", "983002", "983003", "983004", "983010", "983013", "520002", "520004", "850009"})

# Entries with a wrong date or a wrong type, by number of the election.
MISTAKEN = {
    "345011": "the vote of 24 September 2000 was for the president of Yugoslavia",
    "581004": "the first round was held on 4 March 1990, not in 1989",
    "651014": "25 May 2005 was the day of a referendum; the president was elected on 7 September",
    "651019": "16 June 2012 was the day of the second round",
    "651020": "15 December 2012 was the day of a referendum",
    "666015": "the vote of 6 February 2001 was for the prime minister alone",
    "850008": "the president resigned on 21 May 1998; there was no vote",
    "990012": "Samoa has never elected a president",
}
