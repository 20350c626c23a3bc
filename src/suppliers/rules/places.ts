/**
 * Cities as terminals and banks write them behind a merchant, folded as in merchant-key.ts (`goteborg` is also GOETEBORG
 * and GÖTEBORG). Swedish municipalities and larger towns, and the foreign cities card services sit in. Data, not rules.
 */
export const cities: ReadonlySet<string> = new Set(
  `stockholm sthlm gbg nkpg lkpg jkpg hbg goteborg malmo uppsala vasteras orebro linkoping helsingborg jonkoping norrkoping lund umea gavle boras
  sodertalje eskilstuna halmstad vaxjo karlstad sundsvall ostersund trollhattan lulea borlange tumba kalmar kristianstad
  skovde karlskrona falun skelleftea uddevalla varberg landskrona nykoping motala trelleborg ornskoldsvik angelholm lidingo
  sandviken kiruna visby norrtalje katrineholm enkoping falkenberg vanersborg alingsas lidkoping solna sundbyberg nacka
  huddinge taby sollentuna kista danderyd jarfalla tyreso haninge botkyrka upplands vasby marsta arlanda bromma hagersten
  vallingby farsta skarholmen arsta johanneshov enskede alvsjo spanga molndal kungsbacka partille kungalv lerum lerums
  harryda landvetter ale stenungsund orust tjorn lysekil stromstad grebbestad tanum mariestad falkoping tidaholm hjo
  skara ulricehamn mark kinna boden pitea haparanda gallivare kalix jokkmokk arvidsjaur harnosand solleftea kramfors timra
  ange hudiksvall soderhamn bollnas ljusdal hofors mora leksand rattvik ludvika avesta hedemora sater malung salen idre
  arvika kristinehamn filipstad hagfors saffle sunne torsby karlskoga kumla hallsberg lindesberg nora askersund koping
  arboga sala fagersta hallstahammar strangnas flen oxelosund gnesta trosa mariefred finspang mjolby vadstena atvidaberg
  soderkoping valdemarsvik vastervik oskarshamn nybro vimmerby hultsfred borgholm farjestaden torsas emmaboda ljungby
  almhult alvesta tingsryd markaryd varnamo gislaved nassjo tranas eksjo vetlanda savsjo vaggeryd granna huskvarna
  hassleholm ystad simrishamn eslov hoganas bastad klippan perstorp staffanstorp burlov lomma kavlinge vellinge hollviken
  svedala skurup sjobo tomelilla horby hoor osby broby ronneby karlshamn solvesborg olofstrom laholm hylte oskarstrom
  are akersberga vaxholm varmdo gustavsberg nynashamn vallentuna sigtuna balsta knivsta tierp osthammar
  oslo bergen trondheim stavanger drammen tromso kobenhavn copenhagen aarhus odense aalborg esbjerg kastrup helsinki
  helsingfors espoo tampere turku vantaa tallinn riga vilnius london dublin cork paris berlin hamburg munchen munich
  frankfurt koln cologne dusseldorf gunzenhausen amsterdam rotterdam brussels bruxelles bryssel antwerp luxembourg
  luxemburg zurich geneva wien vienna prague praha warszawa warsaw krakow gdansk budapest madrid barcelona malaga
  lisboa lisbon porto rome roma milano milan athens istanbul reykjavik valletta limassol sofia bucharest
  seattle mountain view cupertino redmond dallas austin chicago boston toronto vancouver sydney melbourne singapore
  tokyo dubai hongkong wilmington denver atlanta miami houston oakland portland
  arlandastad gardermoen kristiansand sandnes sandefjord lillehammer alesund bodo haugesund roskilde kolding vejle horsens
  randers billund herning silkeborg oulu jyvaskyla lahti kuopio rovaniemi pori vaasa tartu parnu kaunas klaipeda stuttgart
  nurnberg leipzig dresden bremen hannover dortmund bonn mannheim salzburg innsbruck graz basel lausanne lugano lyon
  marseille toulouse bordeaux strasbourg cannes eindhoven utrecht gent ghent brugge leuven napoli torino firenze venezia
  bologna sevilla alicante marbella bilbao gdynia poznan wroclaw sopot brno bratislava ljubljana zagreb manchester
  birmingham edinburgh glasgow bristol leeds liverpool belfast galway limerick sunnyvale sacramento philadelphia
  minneapolis brooklyn ottawa montreal calgary brisbane auckland beijing shanghai shenzhen bangkok seoul osaka mumbai
  bangalore jakarta taipei kyiv doha`.split(/\s+/u),
)

/** Cities of several words; none begins or ends as another one. */
export const citiesOfWords: readonly (readonly string[])[] = [
  ['upplands', 'vasby'],
  ['san', 'francisco'],
  ['san', 'jose'],
  ['san', 'mateo'],
  ['san', 'diego'],
  ['los', 'angeles'],
  ['los', 'gatos'],
  ['las', 'vegas'],
  ['new', 'york'],
  ['palo', 'alto'],
  ['menlo', 'park'],
  ['mountain', 'view'],
  ['santa', 'clara'],
  ['salt', 'lake', 'city'],
  ['hong', 'kong'],
  ['den', 'haag'],
  ['the', 'hague'],
  ['frankfurt', 'am', 'main'],
  ['tel', 'aviv'],
  ['abu', 'dhabi'],
  ['cape', 'town'],
  ['mexico', 'city'],
  ['kuala', 'lumpur'],
  ['saint', 'denis'],
  ['mall', 'of', 'scandinavia'],
  ['new', 'delhi'],
  ['kobenhavn', 'k'],
  ['kobenhavn', 'v'],
  ['stockholm', 'arlanda'],
  ['kungens', 'kurva'],
  ['stockholm', 'c'],
  ['goteborg', 'c'],
  ['malmo', 'c'],
]

/** Shopping centres, as they stand behind a chain's name. */
export const shoppingCentres: ReadonlySet<string> = new Set(
  `nordstan emporia gallerian vala kupolen sturegallerian ringen frolunda backaplan allum birsta ingelsta gekas
  overby marieberg asecs mobilia triangeln entre nordby tornby eurostop barkarby centralstation centralstationen kopcentrum
  resecentrum sickla erikslund bernstorp hageby arninge samarkand charlottenberg`.split(/\s+/u),
)

/** Streets and squares that many towns or many shops have; in a text that is cut their beginning is enough. */
export const streets: readonly string[] =
  `drottninggatan kungsgatan storgatan sveavagen hamngatan vasagatan gotgatan hornsgatan odengatan odenplan norrlandsgatan
  birgerjarlsgatan regeringsgatan fleminggatan folkungagatan stureplan sergelstorg avenyn linnegatan kyrkogatan skolgatan
  jarnvagsgatan sodergatan norrgatan ostergatan vastergatan bryggargatan torggatan tullgatan`.split(/\s+/u)

/** Words behind a city or a shopping centre that say where in it, as in `TÄBY CENTRUM`. */
export const partsOfCities: ReadonlySet<string> = new Set(
  `centrum centralstation centralen central c city galleria kopcentrum handelsplats resecentrum flygplats airport torg
  storcentrum torv norra sodra ostra vastra n s`.split(/\s+/u),
)

/** Countries written out behind a name, folded. */
export const countryNames: ReadonlySet<string> = new Set(
  `sverige sweden norge norway danmark denmark finland tyskland germany deutschland ireland irland netherlands nederland
  luxembourg france estonia polska poland usa austria spain italy portugal belgium switzerland hungary latvia lithuania
  cyprus malta singapore`.split(/\s+/u),
)

/** What each country is called behind names and places: its codes, then written out; those that are also cities are not. */
const namesOfCountries = [
  'se swe sverige sweden',
  'no nor norge norway',
  'dk dnk danmark denmark',
  'fi fin finland',
  'de deu tyskland germany deutschland',
  'gb gbr uk',
  'us usa',
  'ie irl ireland irland',
  'nl nld netherlands nederland',
  'lu lux',
  'fr fra france frankrike',
  'es esp spain spanien',
  'it ita italy italien italia',
  'pl pol polska poland polen',
  'ee est estonia estland',
  'lv lva latvia lettland',
  'lt ltu lithuania litauen',
  'be bel belgium belgien',
  'at aut austria osterreich',
  'ch che switzerland schweiz',
  'cy cyp cyprus cypern',
  'mt mlt malta',
  'pt prt portugal',
  'hu hun hungary ungern',
  'cz cze',
].map((names) => names.split(' '))

/** Countries by all that they are called, as their first code. */
export const countries: ReadonlyMap<string, string> = new Map(
  namesOfCountries.flatMap((names) => names.map((name) => [name, names[0] ?? ''])),
)
/** The same by those names that are words. */
export const countriesOfWords: ReadonlyMap<string, string> = new Map([...countries].filter(([name]) => name.length > 3))

/** Codes that are as often a word of a name: what WEB IT does. */
export const doubtfulCodes: ReadonlySet<string> = new Set(['it'])

/** Cities of the countries whose codes are words in Swedish and other names, by these codes. */
export const citiesOfWordCodes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'it rome roma milano milan napoli torino firenze venezia bologna',
    `no oslo bergen trondheim stavanger drammen tromso gardermoen kristiansand sandnes sandefjord lillehammer alesund bodo
    haugesund`,
    `de berlin hamburg munchen munich frankfurt koln cologne dusseldorf gunzenhausen stuttgart nurnberg leipzig dresden
    bremen hannover dortmund bonn mannheim`,
    'at wien vienna salzburg innsbruck graz',
    'be brussels bruxelles bryssel antwerp gent ghent brugge leuven',
    'es madrid barcelona malaga sevilla alicante marbella bilbao',
  ].map((line) => {
    const [code = '', ...names] = line.split(/\s+/u)
    return [code, new Set(names)]
  }),
)

/** Codes of countries and of American states that terminals put last, where a name stands before them. */
export const countryCodes: ReadonlySet<string> = new Set(
  `se swe no nor dk dnk fi fin de deu gb gbr uk us usa ie irl nl nld lu lux fr fra es esp it ita pl pol ee est lv lva lt
  ltu be bel at aut ch che cy cyp mt mlt ca wa ny tx`.split(/\s+/u),
)

/** Words after which a terminal writes the number of the shop, the till or the street. */
export const numberedWords: ReadonlySet<string> = new Set(
  `butik butiksnr nr no filial kassa kasse pos terminal term enhet unit avd nummer bord automat pump snabbkassa
  sjalvscan`.split(/\s+/u),
)

/** Those of them that name nobody: what is left when their number is gone. */
export const tillWords: ReadonlySet<string> = new Set(
  `butik butiksnr filial kassa kasse terminal automat bemannad obemannad minipris snabbkassa sjalvscan nr kvitto kvittonr
  ordernr order ref enhet pos term fil tel tfn den i sek eur usd nok dkk gbp chf`.split(/\s+/u),
)

/** Words after which nothing belongs to the name. */
export const endOfName: ReadonlySet<string> = new Set(
  `ref refnr referens reference ordernr kvitto kvittonr auth authcode trace batch terminalid termid tid mid rrn arn
  transid stan kortnr tkt subscr subscription faktura fakturanr invoice godkand approved valuta valutakurs kurs
  vaxlingskurs belopp ocr kto kortnummer termnr bokn bokningsnr
  kortkop korttransaktion kortbetalning kortuttag kontaktlos kontaktlost varukop internetkop natkop webbkop
  renewal monthly httpswww httpwww https http`.split(/\s+/u),
)

export const topLevelDomains =
  'com|se|nu|net|org|eu|io|ai|no|dk|fi|de|co|app|dev|shop|store|online|uk|ie|nl|us|me|tv|fm|so|ly|gg|xyz|cloud|info|fr|es|it|pl|ee|lv|lt|be|at|ch|cz|ca|au'

/** Countries as terminals write them last; those that are also words in names (`it`, `de`, `no`, `is`) are left out. */
export const countryTails = [
  'se',
  'swe',
  'sweden',
  'nor',
  'dk',
  'dnk',
  'fin',
  'deu',
  'gb',
  'gbr',
  'uk',
  'us',
  'usa',
  'ie',
  'irl',
  'nl',
  'nld',
  'lux',
  'fra',
  'esp',
  'pol',
  'est',
]

/** Countries where they stand alone between commas, where no word is meant. */
export const countriesBetweenCommas = [
  ...countryTails,
  'no',
  'de',
  'fi',
  'fr',
  'es',
  'it',
  'pl',
  'ee',
  'lv',
  'lt',
  'be',
  'at',
  'ch',
  'lu',
  'cy',
  'mt',
  'ca',
  'au',
  'ita',
  'lva',
  'ltu',
  'bel',
  'aut',
  'che',
  'cyp',
  'mlt',
  'can',
  'aus',
]
