"""Names and facts for the factories. The facts are roughly true, but must not be cited."""

COUNTRIES = {
    "fr": ("France", "Paris", "semi-presidential republic", 68_521_974, "Europe", "Parliament"),
    "de": ("Germany", "Berlin", "federal parliamentary republic", 84_119_100, "Europe", "Parliament"),
    "gb": ("United Kingdom", "London", "parliamentary constitutional monarchy", 68_459_055, "Europe", "Parliament"),
    "us": (
        "United States",
        "Washington, DC",
        "constitutional federal republic",
        341_963_408,
        "North America",
        "Congress",
    ),
    "za": ("South Africa", "Pretoria", "parliamentary republic", 60_442_647, "Africa", "Parliament"),
    "jp": ("Japan", "Tokyo", "parliamentary constitutional monarchy", 123_201_945, "Asia", "Diet"),
    "br": ("Brazil", "Brasília", "federal presidential republic", 220_051_512, "South America", "National Congress"),
    "in": ("India", "New Delhi", "federal parliamentary republic", 1_409_128_296, "Asia", "Parliament"),
    "au": ("Australia", "Canberra", "federal parliamentary democracy", 26_768_598, "Oceania", "Parliament"),
    "pl": ("Poland", "Warsaw", "parliamentary republic", 38_746_310, "Europe", "Parliament"),
    "ci": ("Côte d'Ivoire", "Yamoussoukro", "presidential republic", 29_981_758, "Africa", "Parliament"),
    "ke": ("Kenya", "Nairobi", "presidential republic", 58_246_378, "Africa", "Parliament"),
    "se": ("Sweden", "Stockholm", "parliamentary constitutional monarchy", 10_589_835, "Europe", "Riksdag"),
    "mx": ("Mexico", "Mexico City", "federal presidential republic", 130_739_927, "North America", "Congress"),
    "nz": ("New Zealand", "Wellington", "parliamentary democracy", 5_161_211, "Oceania", "Parliament"),
    "ad": ("Andorra", "Andorra la Vella", "parliamentary democracy", 85_370, "Europe", "General Council"),
}

POLITICIANS = (
    ("Emmanuel Macron", 1977),
    ("Angela Merkel", 1954),
    ("Jacinda Ardern", 1980),
    ("Cyril Ramaphosa", 1952),
    ("Viktor Orbán", 1963),
    ("Luiz Inácio Lula da Silva", 1945),
    ("Sanna Marin", 1985),
    ("Donald Tusk", 1957),
    ("Ellen Johnson Sirleaf", 1938),
    ("Claudia Sheinbaum", 1962),
)

PARTIES = (
    ("La République En Marche", 2016),
    ("Les Républicains", 2015),
    ("Parti socialiste", 1969),
    ("Rassemblement national", 1972),
    ("Les Écologistes", 2010),
)

OFFICES = (
    ("President", "head of state", 5),
    ("Prime Minister", "head of government", None),
    ("Member of the National Assembly", "legislator", 5),
    ("Minister of Justice", "other executive", None),
)

INSTITUTIONS = (
    ("National Assembly", "lower chamber", 577),
    ("Senate", "upper chamber", 348),
    ("Council of Ministers", "cabinet", None),
    ("Court of Cassation", "highest court", None),
)

IDEOLOGIES = (
    ("Social democracy", "centre-left"),
    ("Liberalism", "centre"),
    ("Conservatism", "centre-right"),
    ("Green politics", "centre-left"),
    ("Communism", "far-left"),
)

ELECTION_WORDS = {
    "presidential": "presidential election",
    "legislative": "legislative election",
    "upper-house": "upper house election",
    "european": "European election",
    "by-election": "by-election",
}
TWO_ROUNDS = [
    {
        "round": 1,
        "date": "2022-04-10",
        "turnout": 73.69,
        "candidates": [{"name": "Emmanuel Macron", "share": 27.85}, {"name": "Marine Le Pen", "share": 23.15}],
    },
    {
        "round": 2,
        "date": "2022-04-24",
        "turnout": 71.99,
        "candidates": [{"name": "Emmanuel Macron", "share": 58.55}, {"name": "Marine Le Pen", "share": 41.45}],
    },
]
"""The rounds of the presidential election of France in 2022, as in the field ``rounds`` of an election's details."""
