"""The name by which a person is known, where the Factbook's full name is not the one the world uses."""

# Country -> full name without the mother's surname -> name for display. The full name stays an alias.
KNOWN_AS = {
    "ae": {
        "Muhammad bin Zayid Al Nuhayyan": "Mohamed bin Zayed Al Nahyan",
        "Muhammad bin Rashid Al Maktum": "Mohammed bin Rashid Al Maktoum",
    },
    "af": {
        "Haybatullah Akhundzada": "Hibatullah Akhundzada",
    },
    "ao": {
        "Joao Manuel Goncalves Lourenco": "João Lourenço",
    },
    "ar": {
        "Javier Gerardo Milei": "Javier Milei",
    },
    "ba": {
        "Zeljko Komsic": "Željko Komšić",
        "Denis Becirovic": "Denis Bećirović",
        "Zeljka Cvijanovic": "Željka Cvijanović",
        "Borjana Kristo": "Borjana Krišto",
    },
    "bd": {
        "Mohammad Shahabuddin Chuppi": "Mohammad Shahabuddin",
    },
    "bf": {
        "Ibrahim Traore": "Ibrahim Traoré",
    },
    "bh": {
        "Hamad bin Isa Al-Khalifa": "Hamad bin Isa Al Khalifa",
        "Salman bin Hamad Al-Khalifa": "Salman bin Hamad Al Khalifa",
    },
    "bo": {
        "Juan Evo Morales": "Evo Morales",
        "Luis Alberto Arce": "Luis Arce",
        "Carlos Diego Mesa": "Carlos Mesa",
    },
    "bs": {
        "Philip Edward Davis": "Philip Davis",
        "Cynthia A. Pratt": "Cynthia Pratt",
    },
    "by": {
        "Alyaksandr Lukashenka": "Alexander Lukashenko",
        "Alyaksandr Turchyn": "Alexander Turchin",
    },
    "co": {
        "Gustavo Francisco Petro": "Gustavo Petro",
    },
    "cu": {
        "Miguel Diaz-Canel": "Miguel Díaz-Canel",
    },
    "cv": {
        "Jose Maria Pereira Neves": "José Maria Neves",
        "Jose Ulisses Correia e Silva": "Ulisses Correia e Silva",
    },
    "cz": {
        "Andrej Babis": "Andrej Babiš",
        "Milos Zeman": "Miloš Zeman",
    },
    "do": {
        "Luis Rodolfo Abinader": "Luis Abinader",
        "Leonel Antonio Fernández": "Leonel Fernández",
    },
    "eg": {
        "Abdel Fattah El-Sisi": "Abdel Fattah el-Sisi",
    },
    "es": {
        "Pedro Sanchez Perez-Castejon": "Pedro Sánchez",
    },
    "et": {
        "Abiy Ahmed Ali": "Abiy Ahmed",
    },
    "fj": {
        "Sitiveni Ligamamada Rabuka": "Sitiveni Rabuka",
    },
    "gq": {
        "Obiang Nguema Mbasogo": "Teodoro Obiang Nguema Mbasogo",
    },
    "gy": {
        "Mohammed Irfaan Ali": "Irfaan Ali",
    },
    "hn": {
        "Iris Xiomara Castro": "Xiomara Castro",
        "Nasry Juan Asfura": "Nasry Asfura",
    },
    "hr": {
        "Zoran Milanovic": "Zoran Milanović",
        "Andrej Plenkovic": "Andrej Plenković",
    },
    "hu": {
        "Tamas Sulyok": "Tamás Sulyok",
        "Viktor Orban": "Viktor Orbán",
        "Katalin Novak": "Katalin Novák",
    },
    "ie": {
        "Michael Martin": "Micheál Martin",
    },
    "il": {
        "Benyamin Netanyahu": "Benjamin Netanyahu",
    },
    "ir": {
        "Ali Hoseini-Khamenei": "Ali Khamenei",
    },
    "is": {
        "Halla Tomasdottir": "Halla Tómasdóttir",
        "Kristrun Frostadottir": "Kristrún Frostadóttir",
    },
    "jo": {
        "Abdallah II": "Abdullah II",
    },
    "kw": {
        "Mishal al-Ahmad al-Jabir al-Sabah": "Mishal Al-Ahmad Al-Jaber Al-Sabah",
        "Ahmad Abdullah Al-Ahmad al Sabah": "Ahmad Al-Abdullah Al-Sabah",
    },
    "kz": {
        "Kasym-Zhomart Tokayev": "Kassym-Jomart Tokayev",
    },
    "lt": {
        "Gitanas Nauseda": "Gitanas Nausėda",
        "Inga Ruginiene": "Inga Ruginienė",
    },
    "lv": {
        "Edgars Rinkevics": "Edgars Rinkēvičs",
        "Evika Silina": "Evika Siliņa",
    },
    "ly": {
        "Mohammed al-Manfi": "Mohamed al-Menfi",
        "Abd-al-Hamid Dubaybah": "Abdul Hamid Dbeibeh",
    },
    "me": {
        "Jakov Milatovic": "Jakov Milatović",
        "Milojko Spajic": "Milojko Spajić",
    },
    "ml": {
        "Assimi Goita": "Assimi Goïta",
        "Abdoulaye Maiga": "Abdoulaye Maïga",
    },
    "mr": {
        "Mohamed Ould Cheikh el Ghazouani": "Mohamed Ould Ghazouani",
    },
    "my": {
        "Sultan Ibrahim ibni al-Marhum Sultan Iskandar": "Sultan Ibrahim",
    },
    "mz": {
        "Maria Benvinda Delfina Levi": "Maria Benvinda Levi",
    },
    "ng": {
        "Bola Ahmed Adekunle Tinubu": "Bola Tinubu",
    },
    "ni": {
        "Jose Daniel Ortega": "Daniel Ortega",
    },
    "no": {
        "Jonas Gahr Store": "Jonas Gahr Støre",
    },
    "om": {
        "Haitham bin Tarik Al Said": "Haitham bin Tariq Al Said",
    },
    "pe": {
        "José Enrique Jerí": "José Jerí",
        "Jose Pedro Castillo": "Pedro Castillo",
    },
    "pk": {
        "Muhammad Shehbaz Sharif": "Shehbaz Sharif",
    },
    "pt": {
        "Antonio Luis Montenegro": "Luís Montenegro",
    },
    "qa": {
        "Muhammad bin Abd al-Rahman Al Thani": "Mohammed bin Abdulrahman Al Thani",
    },
    "rs": {
        "Aleksandar Vucic": "Aleksandar Vučić",
        "Djuro Macut": "Đuro Macut",
    },
    "ru": {
        "Mikhail Vladimirovich Mishustin": "Mikhail Mishustin",
    },
    "sa": {
        "Muhammad bin Salman bin Abd al-Aziz Al Saud": "Mohammed bin Salman",
        "Salman bin Abd al-Aziz Al Saud": "Salman bin Abdulaziz Al Saud",
    },
    "sd": {
        "Abd-al-Fattah al-Burhan Abd-al-Rahman": "Abdel Fattah al-Burhan",
    },
    "si": {
        "Natasa Pirc Musar": "Nataša Pirc Musar",
    },
    "st": {
        "Américo d'Oliveira dos Ramos": "Américo Ramos",
        "Carlos Manuel Vila Nova": "Carlos Vila Nova",
    },
    "sv": {
        "Nayib Armando Bukele": "Nayib Bukele",
    },
    "sy": {
        "Ahmad al-Shara'": "Ahmed al-Sharaa",
        "Muhammad al-Bashir": "Mohammed al-Bashir",
        "Bashar al-Asad": "Bashar al-Assad",
    },
    "tg": {
        "Faure Gnassingbe": "Faure Gnassingbé",
    },
    "th": {
        "Wachiralongkon": "Vajiralongkorn",
    },
    "tl": {
        "Kay Rala Xanana Gusmao": "Xanana Gusmão",
    },
    "tr": {
        "Recep Tayyip Erdogan": "Recep Tayyip Erdoğan",
    },
    "tt": {
        "Kamla Susheila Persad-Bissessar": "Kamla Persad-Bissessar",
    },
    "ug": {
        "Yoweri Kaguta Museveni": "Yoweri Museveni",
    },
    "us": {
        "Donald J. Trump": "Donald Trump",
        "Joseph R. Biden Jr.": "Joe Biden",
    },
    "ve": {
        "Delcy Eloína Rodríguez": "Delcy Rodríguez",
    },
    "ye": {
        "Rashad Muhammad al-Alimi": "Rashad al-Alimi",
    },
    "za": {
        "Matamela Cyril Ramaphosa": "Cyril Ramaphosa",
    },
}
