import type { TailStyle } from './merchant-texts.ts'

/**
 * Merchants as terminals, banks and payment services write them, each in one to four ways, made up before the recognition
 * of any of them was looked at. `more` is what this merchant's own terminals add: station and ticket numbers, products.
 */
type Hand = {
  pick: <T>(list: readonly T[]) => T
  digits: (count: number) => string
  letters: (count: number) => string
}
type Told = { name: string; stems: readonly string[]; cities?: readonly string[]; more?: (hand: Hand) => string }

const m = (name: string, stems: readonly string[] | string = name, rest: Omit<Told, 'name' | 'stems'> = {}): Told => ({
  name,
  stems: typeof stems === 'string' ? [stems] : stems,
  ...rest,
})
const air = ['STOCKHOLM', 'ARLANDA', 'OSLO', 'COPENHAGEN', 'HELSINKI', 'LONDON']
const web = ['DUBLIN', 'LUXEMBOURG', 'LONDON', 'San Francisco', 'AMSTERDAM', 'Berlin']

const told: readonly Told[] = [
  m('Stadium'), m('Stadium Outlet'), m('Nordic Choice Hotels'), m('Nordic Nest'), m('Svenska Spel'), m('Svenska Kyrkan'),
  m('Göteborgs-Posten'), m('7-Eleven', ['7-ELEVEN', '7-Eleven'], { more: (h) => h.digits(4) }),
  m('3 Sverige'), m('H2O Spa'), m('24SevenOffice', ['24SEVENOFFICE', '24SEVENOFFICE AB', '24SEVEN OFFICE']),
  m('Circle K', 'CIRCLE K', { more: (h) => h.digits(5) }), m('St1', 'ST1', { more: (h) => h.digits(5) }),
  m('OKQ8', 'OKQ8', { more: (h) => h.pick(['BEMANNAD', 'AUTOMAT', 'MINIPRIS', h.digits(5)]) }),
  m('Preem', ['PREEM', 'PREEM AB'], { more: (h) => h.digits(5) }), m('Ingo', ['INGO']),
  m('Espresso House', 'ESPRESSO HOUSE', { more: (h) => h.digits(3) }), m("Wayne's Coffee", ["WAYNE'S COFFEE", 'WAYNES COFFEE']),
  m("O'Learys", ["O'LEARYS", 'OLEARYS', 'O LEARYS']), m('Bistro Söders Hjärta'), m('Restaurang Ångbåten'),
  m('Norwegian', 'NORWEGIAN', { more: (h) => `328${h.digits(10)}`, cities: air }),
  m('SAS', 'SAS', { more: (h) => `117${h.digits(10)}`, cities: air }),
  m('Finnair', 'FINNAIR', { more: (h) => `105${h.digits(10)}`, cities: air }),
  m('Scandic', ['SCANDIC', 'SCANDIC HOTEL']), m('Elite Hotels', ['ELITE HOTELS', 'Elite Hotels']), m('Comfort Hotel'),
  m('EasyPark', ['EASYPARK', 'EASYPARK AB', 'EasyPark']), m('Parkster', ['PARKSTER', 'PARKSTER AB']), m('Aimo Park', ['AIMO PARK', 'AIMO PARK SWEDEN AB']),
  m('Taxi Göteborg'), m('Taxi Kurir'), m('Sverigetaxi'),
  m('Bolt', ['BOLT.EU', 'BOLT.EU/O'], { more: (h) => `/O/${h.digits(10)}`, cities: ['TALLINN', 'STOCKHOLM'] }),
  m('Foodora', ['FOODORA', 'FOODORA AB', 'KLARNA*FOODORA']),
  m('Google Workspace', ['GOOGLE *WORKSPACE', 'GOOGLE*WORKSPACE', 'Google Workspace'], { cities: web, more: (h) => `_${h.letters(6).toLowerCase()}.se` }),
  m('Google Ads', ['GOOGLE *ADS', 'GOOGLE*ADS', 'Google Ads'], { cities: web, more: (h) => h.digits(10) }),
  m('Amazon Marketplace', ['AMZN Mktp SE', 'AMZN MKTP DE', 'AMAZON MKTPLACE', 'AMZN Mktp'], { cities: web, more: (h) => `*${h.letters(2)}${h.digits(1)}${h.letters(3)}${h.digits(2)}` }),
  m('Amazon Web Services', ['AMAZON WEB SERVICES', 'Amazon Web Services'], { cities: web }),
  m('Adobe', ['ADOBE', 'ADOBE *CREATIVE CLOUD'], { cities: web }),
  m('Figma', ['FIGMA', 'FIGMA INC'], { cities: web, more: (h) => h.pick(['MONTHLY RENEWAL', 'HTTPSWWW.FIGM']) }),
  m('Setapp', ['PADDLE.NET* SETAPP', 'PADDLE.NET*SETAPP'], { cities: web }),
  m('Zoom', ['ZOOM.US', 'ZOOM.US 888-799-9666'], { cities: web, more: (h) => `INV${h.digits(9)}` }),
  m('Bageri Petrus', ['iZettle*Bageri Petrus', 'Zettle_*Bageri Petrus', 'ZETTLE_*BAGERI PETRUS', 'IZ *BAGERI PETRUS']),
  m('Hantverksglass', ['SumUp *Hantverksglass', 'SUMUP *HANTVERKSGLASS', 'SumUp  *Hantverksglass']),
  m('Drop Coffee', ['SQ *DROP COFFEE', 'SQ *Drop Coffee', 'DROP COFFEE']),
  m('Ellos', ['KLARNA *ELLOS', 'KLARNA*ELLOS', 'ELLOS AB', 'ELLOS']), m('Discogs', ['PAYPAL *DISCOGS', 'PAYPAL*DISCOGS', 'PP*DISCOGS'], { cities: web }),
  m('Apotek Hjärtat'), m('Kjell & Company', ['KJELL & COMPANY', 'KJELL O COMPANY', 'Kjell & Company']),
] // biome-ignore format: one glance

export const fourthMerchants = told.map(({ name }) => name)

/** Names that begin, sound or are written much like another's: never one for the other. */
export const pairsOfLookAlikes: readonly (readonly [string, string])[] = [
  ['Stadium', 'Stadium Outlet'], ['Elgiganten', 'Elgiganten Phone House'], ['Apoteket', 'Apotek Hjärtat'], ['Nordea', 'Nordnet'],
  ['Taxi Stockholm', 'Taxi Göteborg'], ['Circle K', 'Circle Kitchen'], ['Scandic', 'Scandi Tools'], ['SAS', 'SAS Institute'],
  ['Max Burgers', 'Max Mara'], ['Coop', 'Coop Energi'], ['Delta Air Lines', 'Delta Gym'], ['Bolt', 'Boltz Bar'], ['Hertz', 'Herz Bageri'],
  ['Uber', 'Uber Eats'], ['Google Ads', 'Google Workspace'], ['Malmö Redskap', 'Malmö Bröd'], ['Svenska Spel', 'Svenska Kyrkan'],
  ['Bageri Petrus', 'Bageri Peter'], ['Kista Foto', 'Kista Galleria'], ['Hemköp', 'Hemtex'], ['Jula', 'Julia'], ['Rusta', 'Rustam'],
  ['Preem', 'Premium'], ['Telia', 'Telenor'], ['Tele2', 'Tele4'], ['3 Sverige', '5 Sverige'], ['Nordic Nest', 'Nordic Net'],
  ['Byggmax', 'Byggmix'], ['Gant', 'Giant'], ['Sushi Yama', 'Sushi Yoko'], ['Pizzeria Roma', 'Pizzeria Romeo'], ['H2O', 'H3O'],
  ['Studio 54', 'Studio 45'], ['Hotell Lilla Bommen', 'Hotell Lilla Rådmannen'], ['Restaurang Eken', 'Restaurang Ekan'],
  ['Åhléns', 'Åhlins'], ['Lindex', 'Linde'], ['Västtrafik', 'Västtravel'], ['Amazon Web Services', 'Amazon Marketplace'], ['Bageri 1', 'Bageri 2'],
  ['Team Sportia', 'Team Tejbrant'], ['Best Western', 'Best Transport'], ['Green Cargo', 'Green Tea'], ['Café Nero', 'Café Neo'],
  ['Uppsala Kommun', 'Uppsala Taxi'], ['Göteborgs-Posten', 'Göteborgs Rör'], ['Sundsvall Energi', 'Sundsvall Sport'],
] // biome-ignore format: one glance

export const fourthCities = ['STOCKHOLM', 'GÖTEBORG', 'MALMÖ', 'UPPSALA', 'VÄSTERÅS', 'ÖREBRO', 'LINKÖPING', 'NORRKÖPING', 'Umeå', 'Sundsvall', 'Täby', 'SOLNA', 'BROMMA', 'Kista', 'BORÅS', 'Jönköping', 'LULEÅ', 'Karlstad', 'Visby', 'Mölndal', 'Helsingborg', 'LUND', 'HALMSTAD', 'Växjö'] // biome-ignore format: one glance
const branches = ['TÄBY CENTRUM', 'NORDSTAN', 'EMPORIA', 'VÄLA', 'GALLERIAN', 'C-TERMINALEN', 'CENTRALSTATION', 'KUNGSGATAN', 'STORGATAN 12', 'DROTTNINGG 5', 'BARKARBY'] // biome-ignore format: one glance

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
const sevenBit: Record<string, string> = { Å: '}', Ä: '{', Ö: '|' }
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  plain,
  (text) => plain(text).toUpperCase(),
  (text) => text.replace(/[^ -~]/gu, '?'),
  (text) => text.toUpperCase().replace(/[ÅÄÖ]/gu, (letter) => sevenBit[letter] ?? letter),
]

type Given = Hand & { b: string; city: string; cc: string; day: readonly [string, string, string]; isForeign: boolean }
const behind: readonly ((given: Given) => string | { text: string; place: string })[] = [
  ({ b }) => b,
  ({ b, city }) => `${b} ${city}`,
  ({ b, city, cc }) => `${b} ${city} ${cc}`,
  ({ b, city, cc }) => `${b}, ${city}, ${cc}`,
  ({ b, city, cc }) => `${b}  ${city}   ${cc}`,
  ({ b, city, cc }) => `${b}/${city}/${cc}`,
  ({ b, day: [mo, da, yr] }) => `Kortköp ${yr}${mo}${da} ${b}`,
  ({ b, city }) => `KORTKÖP ${b} ${city}`,
  ({ b, city }) => `K*${b} ${city}`,
  ({ b }) => `K* ${b}`,
  ({ b, city }) => `INKÖP ${b} ${city}`,
  ({ b, day: [mo, da] }) => `INKÖP ${da}${mo} ${b}`,
  ({ b, day: [mo, da, yr] }) => `${b} 20${yr}-${mo}-${da}`,
  ({ b, day: [mo, da, yr] }) => `${b}/${yr}-${mo}-${da}`,
  ({ b, day: [mo, da, yr] }) => `${b} ${da}.${mo}.${yr}`,
  ({ b, day: [mo, da] }) => `${b} ${da}/${mo}`,
  ({ b, city, day: [mo, da, yr] }) => `${b} ${yr}${mo}${da} ${city}`,
  ({ b, day: [mo, da] }) => `${b} KL ${da}.${mo}`,
  ({ b, digits }) => `${b} *${digits(4)}`,
  ({ b, digits }) => `${b} XXXX${digits(4)}`,
  ({ b, digits }) => `${b} KORT ${digits(4)}`,
  ({ b, city, digits }) => `${b} ****${digits(4)} ${city}`,
  ({ b, digits }) => `${b} TID ${digits(8)}`,
  ({ b, digits }) => `${b} TERM ${digits(6)}`,
  ({ b, digits, letters }) => `${b} REF ${letters(2)}${digits(8)}`,
  ({ b, digits }) => `${b} ${digits(12)}`,
  ({ b, digits, letters }) => `${b} ${letters(4)}${digits(6)}`,
  ({ b, cc, digits }) => `${b} +46${digits(9)} ${cc}`,
  ({ b, digits }) => `${b} 08-${digits(6)}`,
  ({ b, city, digits }) => `${b} 0${digits(2)}-${digits(7)} ${city}`,
  ({ b, city, digits }) => `${b} ${digits(3)} ${city}`,
  ({ b, digits }) => `${b} BUTIK ${digits(3)}`,
  ({ b, city, cc, digits }) => `${b} ${digits(4)} ${city} ${cc}`,
  ({ b, city, pick, isForeign }) => isForeign ? `${b} ${city}` : `${b} ${pick(branches)}`,
  ({ b, city, cc, pick, isForeign }) => isForeign ? `${b} ${cc}` : `${b} ${pick(branches)} ${city}`,
  ({ b, digits }) => `${b} EUR ${digits(2)},${digits(2)} KURS 11,${digits(4)}`,
  ({ b, digits }) => `${b} USD ${digits(3)}.${digits(2)}`,
  ({ b, city, digits }) => `${b} ${city} SEK ${digits(3)},${digits(2)}`,
  ({ b, digits }) => `${b} VALUTAKURS 10,${digits(4)}`,
  ({ b, city, cc }) => `${b} ${city} ${cc}`.slice(0, 22),
  ({ b, city }) => `${b} ${city}`.slice(0, 20),
  ({ b, city, digits }) => `${b} ${city} ${digits(6)}`.slice(0, 25),
  ({ b, city, cc }) => `${b.padEnd(22).slice(0, 22)} ${city.padEnd(13).slice(0, 13)} ${cc}`,
  ({ b, city }) => `${b.padEnd(25).slice(0, 25)}${city.slice(0, 10)}`,
  ({ b, city }) => ({ text: b, place: city }),
  ({ b, city }) => ({ text: `${b} ${city}`, place: city }),
  ({ b }) => `Kortköp/uttag ${b}`,
  ({ b }) => `RESERVERAT BELOPP ${b}`,
  ({ b, city }) => `VISA ${b} ${city}`,
  ({ b, city }) => `${b} AB ${city}`,
] // biome-ignore format: one glance

/** Each tail behind each way of writing the merchant. */
export const fourthTails: readonly TailStyle[] = behind.map((tail) => (given) => {
  const { pick, digits } = given
  const merchant = told.find(({ name }) => name === given.name)
  if (!merchant) throw new Error(`no such merchant: ${given.name}`)
  const way = pick(ways)
  const stem = pick(merchant.stems)
  const own = merchant.more && pick([true, false]) ? merchant.more(given) : ''
  const isForeign = merchant.cities !== undefined
  const two = (most: number) => String(1 + (Number(digits(3)) % most)).padStart(2, '0')
  return tail({
    ...given,
    b: way(own === '' || /^[/_*]/u.test(own) ? `${stem.replace(/\/O$/u, '')}${own}` : `${stem} ${own}`),
    city: way(merchant.cities ? pick(merchant.cities) : given.city),
    cc: pick(isForeign ? ['IE', 'LU', 'GB', 'US', 'NL', 'IRL', 'USA'] : ['SE', 'SWE', 'SWEDEN']),
    day: [two(12), two(28), pick(['23', '24', '25', '26'])],
    isForeign,
  })
})

/** Companies of one name in two countries, each of them written in the ways that say which. */
export const pairsOfCountries: readonly (readonly [string, string])[] = [
  ['Telia Norge AS', 'Telia Sverige AB'], ['H&M Sverige', 'H&M Deutschland'], ['DHL Express Sweden', 'DHL Express Germany'],
  ['Bauhaus DK', 'Bauhaus SE'], ['Amazon.de', 'Amazon.se'], ['Amazon.de', 'Amazon.com'], ['Zalando.de', 'Zalando.co.uk'],
  ['Elgiganten Danmark', 'Elgiganten Sverige'], ['XXL Norge', 'XXL Finland'], ['Circle K Sverige', 'Circle K Ireland'],
  ['Verisure Sverige', 'Verisure Norge'], ['Ikea Nederland', 'Ikea Deutschland'], ['Boozt DK', 'Boozt NO'],
] // biome-ignore format: one glance
export const tailsOfCountries: readonly TailStyle[] = [
  ({ name }) => name.toUpperCase(),
  ({ name }) => name,
  ({ name, digits }) => `${name.toUpperCase()} ${digits(4)}`,
  ({ name, digits }) => `KORTKÖP 260301 ${name.toUpperCase()} ${digits(6)}`,
  ({ name, city }) => `${name.toUpperCase()} ${city.toUpperCase()}`,
  ({ name }) => `PAYPAL *${name.toUpperCase()}`,
  ({ name, letters, digits }) => `${name.toUpperCase()} ${letters(2)}${digits(5)}`,
  ({ name }) => `${name.toUpperCase()}/26-03-01`,
]
