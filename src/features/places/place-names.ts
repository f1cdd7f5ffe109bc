/**
 * Names of first-level regions, which the gazetteer gives only as GeoNames codes, for the brands' search countries and
 * their neighbours. Elsewhere a place shows its country.
 */
export const regionNames: Record<string, Record<string, string>> = {
  US: {
    AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
    DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho',
    IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine',
    MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri',
    MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico',
    NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon',
    PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas',
    UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
  },
  GB: { ENG: 'England', SCT: 'Scotland', WLS: 'Wales', NIR: 'Northern Ireland' },
  IE: { C: 'Connacht', L: 'Leinster', M: 'Munster', U: 'Ulster' },
  CA: {
    '01': 'Alberta', '02': 'British Columbia', '03': 'Manitoba', '04': 'New Brunswick',
    '05': 'Newfoundland and Labrador', '07': 'Nova Scotia', '08': 'Ontario', '09': 'Prince Edward Island',
    '10': 'Quebec', '11': 'Saskatchewan', '12': 'Yukon', '13': 'Northwest Territories', '14': 'Nunavut',
  },
  AU: {
    '01': 'Australian Capital Territory', '02': 'New South Wales', '03': 'Northern Territory', '04': 'Queensland',
    '05': 'South Australia', '06': 'Tasmania', '07': 'Victoria', '08': 'Western Australia',
  },
  NZ: {
    E7: 'Auckland', E8: 'Bay of Plenty', E9: 'Canterbury', F1: 'Gisborne', F2: 'Hawke’s Bay',
    F3: 'Manawatū-Whanganui', F4: 'Marlborough', F5: 'Nelson', F6: 'Northland', F7: 'Otago', F8: 'Southland',
    F9: 'Taranaki', G1: 'Waikato', G2: 'Wellington', G3: 'West Coast', TAS: 'Tasman', '10': 'Chatham Islands',
  },
  ZA: {
    '02': 'KwaZulu-Natal', '03': 'Free State', '05': 'Eastern Cape', '06': 'Gauteng', '07': 'Mpumalanga',
    '08': 'Northern Cape', '09': 'Limpopo', '10': 'North West', '11': 'Western Cape',
  },
  DE: {
    '01': 'Baden-Württemberg', '02': 'Bavaria', '03': 'Bremen', '04': 'Hamburg', '05': 'Hesse', '06': 'Lower Saxony',
    '07': 'North Rhine-Westphalia', '08': 'Rhineland-Palatinate', '09': 'Saarland', '10': 'Schleswig-Holstein',
    '11': 'Brandenburg', '12': 'Mecklenburg-Vorpommern', '13': 'Saxony', '14': 'Saxony-Anhalt', '15': 'Thuringia',
    '16': 'Berlin',
  },
  AT: {
    '01': 'Burgenland', '02': 'Carinthia', '03': 'Lower Austria', '04': 'Upper Austria', '05': 'Salzburg',
    '06': 'Styria', '07': 'Tyrol', '08': 'Vorarlberg', '09': 'Vienna',
  },
  CH: {
    AG: 'Aargau', AI: 'Appenzell Innerrhoden', AR: 'Appenzell Ausserrhoden', BE: 'Bern', BL: 'Basel-Landschaft',
    BS: 'Basel-Stadt', FR: 'Fribourg', GE: 'Geneva', GL: 'Glarus', GR: 'Graubünden', JU: 'Jura', LU: 'Lucerne',
    NE: 'Neuchâtel', NW: 'Nidwalden', OW: 'Obwalden', SG: 'St. Gallen', SH: 'Schaffhausen', SO: 'Solothurn',
    SZ: 'Schwyz', TG: 'Thurgau', TI: 'Ticino', UR: 'Uri', VD: 'Vaud', VS: 'Valais', ZG: 'Zug', ZH: 'Zürich',
  },
  NL: {
    '01': 'Drenthe', '02': 'Friesland', '03': 'Gelderland', '04': 'Groningen', '05': 'Limburg',
    '06': 'North Brabant', '07': 'North Holland', '09': 'Utrecht', '10': 'Zeeland', '11': 'South Holland',
    '15': 'Overijssel', '16': 'Flevoland',
  },
  BE: { BRU: 'Brussels', VLG: 'Flanders', WAL: 'Wallonia' },
  FR: {
    '11': 'Île-de-France', '24': 'Centre-Val de Loire', '27': 'Bourgogne-Franche-Comté', '28': 'Normandy',
    '32': 'Hauts-de-France', '44': 'Grand Est', '52': 'Pays de la Loire', '53': 'Brittany',
    '75': 'Nouvelle-Aquitaine', '76': 'Occitanie', '84': 'Auvergne-Rhône-Alpes', '93': 'Provence-Alpes-Côte d’Azur',
    '94': 'Corsica',
  },
  ES: {
    '07': 'Balearic Islands', '27': 'La Rioja', '29': 'Madrid', '31': 'Murcia', '32': 'Navarre', '34': 'Asturias',
    '39': 'Cantabria', '51': 'Andalusia', '52': 'Aragon', '53': 'Canary Islands', '54': 'Castilla-La Mancha',
    '55': 'Castile and León', '56': 'Catalonia', '57': 'Extremadura', '58': 'Galicia', '59': 'Basque Country',
    '60': 'Valencian Community', CE: 'Ceuta', ML: 'Melilla',
  },
  IT: {
    '01': 'Abruzzo', '02': 'Basilicata', '03': 'Calabria', '04': 'Campania', '05': 'Emilia-Romagna',
    '06': 'Friuli-Venezia Giulia', '07': 'Lazio', '08': 'Liguria', '09': 'Lombardy', '10': 'Marche', '11': 'Molise',
    '12': 'Piedmont', '13': 'Apulia', '14': 'Sardinia', '15': 'Sicily', '16': 'Tuscany',
    '17': 'Trentino-South Tyrol', '18': 'Umbria', '19': 'Aosta Valley', '20': 'Veneto',
  },
  DK: { '17': 'Capital Region', '18': 'Central Jutland', '19': 'North Jutland', '20': 'Zealand', '21': 'Southern Denmark' },
  SE: {
    '02': 'Blekinge', '03': 'Gävleborg', '05': 'Gotland', '06': 'Halland', '07': 'Jämtland', '08': 'Jönköping',
    '09': 'Kalmar', '10': 'Dalarna', '12': 'Kronoberg', '14': 'Norrbotten', '15': 'Örebro', '16': 'Östergötland',
    '18': 'Södermanland', '21': 'Uppsala', '22': 'Värmland', '23': 'Västerbotten', '24': 'Västernorrland',
    '25': 'Västmanland', '26': 'Stockholm', '27': 'Skåne', '28': 'Västra Götaland',
  },
  NO: {
    '08': 'Møre og Romsdal', '09': 'Nordland', '12': 'Oslo', '14': 'Rogaland', '21': 'Trøndelag', '30': 'Viken',
    '34': 'Innlandet', '38': 'Vestfold og Telemark', '42': 'Agder', '46': 'Vestland', '54': 'Troms og Finnmark',
  },
  FI: {
    '01': 'Uusimaa', '02': 'Southwest Finland', '04': 'Satakunta', '05': 'Kanta-Häme', '06': 'Pirkanmaa',
    '07': 'Päijät-Häme', '08': 'Kymenlaakso', '09': 'South Karelia', '10': 'South Savo', '11': 'North Savo',
    '12': 'North Karelia', '13': 'Central Finland', '14': 'South Ostrobothnia', '15': 'Ostrobothnia',
    '16': 'Central Ostrobothnia', '17': 'North Ostrobothnia', '18': 'Kainuu', '19': 'Lapland',
  },
}

/** Alternative names of places, in the local language or English. */
export const otherNames: Record<string, Record<string, readonly string[]>> = {
  AT: { Vienna: ['Wien'] },
  BE: { Antwerpen: ['Antwerp', 'Anvers'], Brugge: ['Bruges'], Brussels: ['Bruxelles', 'Brussel'], Gent: ['Ghent', 'Gand'], Leuven: ['Louvain'], Ostend: ['Oostende'] },
  CH: { Basel: ['Bâle', 'Basle'], Bern: ['Berne'], Genève: ['Geneva', 'Genf'], Luzern: ['Lucerne'], 'Sankt Gallen': ['St. Gallen'] },
  CZ: { Pilsen: ['Plzeň'], Prague: ['Praha'] },
  DE: { Hannover: ['Hanover'], Köln: ['Cologne'], Munich: ['München'], Nürnberg: ['Nuremberg'] },
  DK: { Copenhagen: ['København'], Århus: ['Aarhus'] },
  ES: { Sevilla: ['Seville'], Zaragoza: ['Saragossa'] },
  FI: { Helsinki: ['Helsingfors'], Turku: ['Åbo'], Tampere: ['Tammerfors'] },
  FR: { Lyon: ['Lyons'], Marseille: ['Marseilles'] },
  GR: { Athens: ['Athína'], Thessaloníki: ['Salonica'] },
  IE: { Gaillimh: ['Galway'] },
  IT: {
    Florence: ['Firenze'], Genoa: ['Genova'], Milan: ['Milano'], Naples: ['Napoli'], Padova: ['Padua'], Rome: ['Roma'],
    Turin: ['Torino'], Venice: ['Venezia'],
  },
  NL: { 'The Hague': ['Den Haag', '’s-Gravenhage'] },
  PL: { Kraków: ['Cracow'], Warsaw: ['Warszawa'] },
  PT: { Lisbon: ['Lisboa'], Porto: ['Oporto'] },
  RO: { Bucharest: ['București'] },
  RS: { Belgrade: ['Beograd'] },
  RU: { Moscow: ['Moskva'] },
  SE: { Göteborg: ['Gothenburg'] },
  UA: { Kyiv: ['Kiev'], Odessa: ['Odesa'] },
  US: { 'New York City': ['NYC'] },
}
