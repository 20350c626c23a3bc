/** Merchants and the ways terminals, banks and payment services write them, for bench/recognition.ts. */

export type TailStyle = (given: {
  name: string
  city: string
  pick<T>(list: readonly T[]): T
  digits(count: number): string
  letters(count: number): string
}) => string | { text: string; place: string }

export const firstMerchants = [
  'ICA Supermarket Linden', 'ICA Maxi', 'Coop Konsum', 'Willys', 'Hemköp', 'Pressbyrån', '7-Eleven', 'Circle K', 'OKQ8', 'Preem',
  'ST1', 'SJ AB', 'Västtrafik', 'Scandinavian Airlines', 'Norwegian Air', 'Taxi Stockholm', 'Uber', 'EasyPark AB', 'Apcoa Parking', 'Scandic Hotels',
  'Elite Hotels', 'Kafé Bryggan', 'Espresso House', 'Waynes Coffee', 'Max Burgers', "O'Learys", 'Sushi Yama', 'Clas Ohlson', 'Biltema', 'Jula',
  'IKEA', 'Elgiganten', 'Kjell & Company', 'Dustin', 'Webhallen', 'Apoteket Hjärtat', 'Systembolaget', 'PostNord', 'DHL Express', 'Tele2 Sverige AB',
  'Telia', 'Spotify', 'Adobe', 'OpenAI', 'GitHub', 'Hetzner Online GmbH', 'Notion Labs Inc', 'Åhléns', 'Byggmax', 'H&M',
] // biome-ignore format: one glance

export const secondMerchants = [
  'Nordisk Kontorsvaror AB', 'Bageri Söderberg', 'Ölhallen 7:an', 'Gröna Lund', 'Lindströms Bilverkstad', 'Restaurang Ångköket', 'Ramirent', 'Ahlsell Sverige AB', 'Beijer Bygg', 'XL-BYGG',
  'Cafe Opera', 'Blomsterlandet', 'Synsam', 'Specsavers', 'Lagerhaus', 'Rusta', 'Dollarstore', 'Lidl', 'Netto', 'City Gross',
  'Flygbussarna', 'Arlanda Express', 'Hertz', 'Avis', 'Ticket Resebyrå', 'Booking.com', 'Airbnb', 'Trello', 'Slack Technologies', 'Zoom Video',
  'Loopia AB', 'One.com', 'Miss Hosting', 'Mailchimp', 'Canva', 'Figma', 'DigitalOcean', 'JetBrains', 'Vodafone', 'Bredband2',
  'Kronans Apotek', 'Bokus', 'Adlibris', 'Akademibokhandeln', 'Intersport', 'Stadium', 'Nordic Wellness', 'Mekonomen', 'Däckia', 'Würth Svenska AB',
] // biome-ignore format: one glance

/** Made up before the recognition of any of them was looked at. */
export const thirdMerchants = [
  'Ryanair', 'Lufthansa', 'Finnair', 'KLM Royal Dutch', 'Wizz Air', 'Radisson Blu', 'Clarion Hotel', 'Grand Hôtel', 'Quality Hotel View', 'Best Western Plus',
  'Taxi Kurir', 'Cabonline', 'Sverigetaxi', 'Bolt Operations', 'Voi Technology', 'Ingo', 'Tanka Express', 'Neste Oil', 'Shell Recharge', 'Q-Park',
  'Aimo Park', 'Parkster AB', 'Flygresor.se', 'Hotels.com', 'Expedia', 'Figma Design', 'Dropbox', 'Zendesk', 'Atlassian', 'Heroku',
  'Vercel Inc', 'Cloudflare', 'Namecheap', 'GoDaddy', 'LinkedIn Premium', 'Nespresso', 'Starbucks', "McDonald's", 'Burger King', 'Joe & The Juice',
  'Bastard Burgers', 'Brödernas', 'Åre Skidskola', 'Öresundsbron', 'Hööks Hästsport', 'Cervera', 'Granit', 'Teknikmagasinet', 'Swedol', 'Bauhaus',
] // biome-ignore format: one glance

export const lookAlikes = [
  'Circle K', 'Circle Kaffe', 'ICA', 'ICA Maxi', 'ICA Kvantum', 'ICA Nära', 'Shell', 'Shelly', 'Apple', 'Applebee',
  'Norrköpings Tidningar', 'Hotell Norrköping', 'SJ', 'SJÖ', 'Coop', 'Coop Forum', 'Telia', 'Teliana', 'Max Burgers', 'Maxi Burgers',
  'Bolt', 'Boltons', 'Elgiganten', 'Elgiganten Phone House', 'Scandic Hotels', 'Scandinavian Hotels', 'Taxi Stockholm', 'Taxi Göteborg', 'Göteborg Energi', 'Jula',
  'Julas Kök', 'Adobe', 'Adobo', 'Uber', 'Uber Eats', 'Google Ads', 'Google Cloud', 'Microsoft Azure', 'Microsoft Store', 'St1',
] // biome-ignore format: one glance

export const cityTails = {
  first: ['Stockholm', 'Göteborg', 'Malmö', 'Uppsala', 'Västerås', 'Örebro', 'Linköping', 'Norrköping', 'Umeå', 'Sundsvall', 'Kista', 'Solna'],
  third: ['Sälen', 'Visby', 'Jönköping', 'Trelleborg', 'Kiruna', 'Amsterdam', 'London', 'Frankfurt am Main', 'Helsinki', 'Barcelona', 'New York', 'Södertälje'],
  second: ['Ängelholm', 'Östersund', 'Mölndal', 'Skellefteå', 'Borås', 'Hässleholm', 'Dublin', 'San Francisco', 'Upplands Väsby', 'København', 'Oslo', 'Luleå'],
} // biome-ignore format: one glance

const plain = (text: string) =>
  text.toUpperCase().replaceAll('Å', 'A').replaceAll('Ä', 'A').replaceAll('Ö', 'O').replaceAll('É', 'E')
const spelled = (text: string) =>
  text
    .toUpperCase()
    .replaceAll('Å', 'AA')
    .replaceAll('Ä', 'AE')
    .replaceAll('Ö', 'OE')
    .replaceAll('É', 'E')
    .replaceAll('Ü', 'UE')
    .replaceAll('Ø', 'OE')
const sevenBit = (text: string) => text.toUpperCase().replaceAll('Å', ']').replaceAll('Ä', '[').replaceAll('Ö', '\\')
const upper = (text: string) => text.toUpperCase()
const forms = / (?:AB|GmbH|Inc)$/u
const years = ['24', '25', '26']
const months = ['01', '03', '06', '11', '12']
const days = ['02', '14', '28']

/** As Swedish terminals and banks write them. */
export const tails: readonly TailStyle[] = [
  ({ name, digits, pick }) => `${upper(name)} ${digits(pick([3, 4, 5, 6, 8]))}`,
  ({ name, city }) => `${upper(name)} ${upper(city)}`,
  ({ name, city }) => `${spelled(name)} ${spelled(city)}`,
  ({ name, city }) => `${plain(name)} ${plain(city)} SE`,
  ({ name, city }) => `${sevenBit(name)} ${sevenBit(city)}`,
  ({ name, city }) => ({ text: upper(name), place: spelled(city) }),
  ({ name, city }) => ({ text: `${upper(name)} ${upper(city)}`, place: city }),
  ({ name, digits }) => `KORTKÖP 26${digits(1)}${digits(1)}0${digits(1)} ${name}`.replace(/26\d{4}/, '260301'),
  ({ name, pick }) => `${upper(name).slice(0, 12)}/${pick(years)}-${pick(months)}-${pick(days)}`,
  ({ name, city, pick }) => `${upper(name)} ${upper(city)}`.slice(0, pick([14, 15, 16])),
  ({ name, digits }) => `Reservation Kortköp ${name} TERMINAL ${digits(6)}`,
  ({ name }) => `PAYPAL *${upper(name).replaceAll(' ', '')}`,
  ({ name }) => `KLARNA *${upper(name)}`,
  ({ name, city }) => `ZETTLE_*${upper(name)} ${upper(city)}`,
  ({ name }) => `SQ *${upper(name)}`,
  ({ name, digits }) => `SUMUP  *${upper(name)} ${digits(5)}`,
  ({ name }) => `MOLLIE *${name}`,
  ({ name }) => `STRIPE *${upper(name)}`,
  ({ name, letters, digits }) => `${upper(name)}*${letters(2)}${digits(4)}${letters(2)}`,
  ({ name, digits }) => `${upper(name)} #${digits(4)}`,
  ({ name, digits, city }) => `${upper(name)} BUTIK ${digits(3)} ${upper(city)}`,
  ({ name, digits }) => `${upper(name)} Ref ${digits(9)}`,
  ({ name, letters, digits }) => `${upper(name)} REF:${letters(2)}${digits(6)}`,
  ({ name, pick }) => `${upper(name)} 20${pick(years)}-${pick(months)}-${pick(days)} 09:14`,
  ({ name, digits }) => `${upper(name)} +46 8 ${digits(3)} ${digits(2)} ${digits(2)}`,
  ({ name, digits, pick }) => `${upper(name)},${digits(3)}-${digits(3)}-${digits(4)},${pick(['US', 'IE', 'SE'])}`,
  ({ name, digits }) => `${upper(name)} ****${digits(4)}`,
  ({ name, digits }) => `${upper(name)} KASSA ${digits(1)}`,
  ({ name }) => `RETUR ${upper(name)}`,
  ({ name }) => `${upper(name).replace(forms.source.toUpperCase(), '')} AB`,
  ({ name, digits, city }) => `${upper(name)} ${digits(3)} ${digits(2)} ${upper(city)} SWE`,
  ({ name }) => upper(name).replaceAll(' ', '  '),
  ({ name, city, digits }) => `${upper(name)}, ${upper(city)}, Kvitto ${digits(4)}`,
]

/** Other ways, of other banks, terminals and countries. */
export const otherTails: readonly TailStyle[] = [
  ({ name, city }) => `${upper(name)}            ${upper(city)}      SE`,
  ({ name, city, digits }) => `${upper(name)} ${digits(4)} ${spelled(city)} SWE`,
  ({ name, city }) => `${upper(name)}\\${upper(city)}\\SE`.replaceAll('\\', ' / '),
  ({ name, digits }) => `${name} T${digits(4)}`,
  ({ name, digits, letters }) => `${upper(name)} ${letters(1)}${digits(2)}${letters(1)}${digits(3)}`,
  ({ name }) => `WWW.${plain(name).replace(/[^A-Z0-9]/g, '')}.SE`,
  ({ name, city }) => `${plain(name).replace(/[^A-Z0-9]/g, '')}.COM ${plain(city)}`,
  ({ name }) =>
    `https://www.${plain(name)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}.com/bill`,
  ({ name, digits }) => `POS PURCHASE ${upper(name)} ${digits(6)}`,
  ({ name, digits }) => `Card purchase ${name} AUTH ${digits(6)}`,
  ({ name, pick }) => `${upper(name)} ${pick(days)}.${pick(months)}.${pick(years)} 12:31`,
  ({ name, pick }) => `${pick(days)}/${pick(months)} ${upper(name)}`,
  ({ name, city }) => `GOOGLE *${upper(name)} ${upper(city)}`,
  ({ name, digits }) => `PP*${upper(name)} ${digits(10)}`,
  ({ name, city }) => `iZettle*${name} ${city}`,
  ({ name }) => `NYX*${upper(name)}`,
  ({ name, digits, city }) => `${upper(name)} STORGATAN ${digits(2)} ${upper(city)}`,
  ({ name, digits }) => `${upper(name)} KVITTONR:${digits(5)} TID:${digits(8)}`,
  ({ name, digits }) => `${upper(name)} Order ${digits(3)}-${digits(7)}`,
  ({ name, city, pick }) => `${spelled(name)} ${spelled(city)}`.slice(0, pick([22, 25])),
  ({ name }) => `${upper(name).slice(0, 16)}`,
  ({ name }) => `Prel ${name}`,
  ({ name, digits }) => `Visa köp ${name} ${digits(4)}`,
  ({ name, digits }) => `Kontaktlöst köp ${digits(8)} ${upper(name)}`,
  ({ name, digits }) => `${upper(name)} SE55${digits(8)}01`,
  ({ name, digits }) => `${upper(name)} 08-${digits(3)} ${digits(2)} ${digits(2)}`,
  ({ name, city, digits }) => `${upper(name)} FILIAL ${digits(2)}, ${upper(city)}`,
  ({ name, digits }) => `${upper(name)} - ${digits(6)}`,
  ({ name, city }) => `${upper(name)} (${city})`,
  ({ name, letters, digits }) => `${upper(name)} ${letters(3)}-${digits(5)}`,
]

/** Of payment services, airlines, hotels, taxis, petrol stations, car parks and chains. */
export const thirdTails: readonly TailStyle[] = [
  ({ name }) => `PAYPAL *${upper(name)}`,
  ({ name, digits }) => `PayPal *${plain(name).replaceAll(' ', '')} ${digits(3)}-${digits(3)}-${digits(4)} LU`,
  ({ name, city }) => `KLARNA *${upper(name)} ${upper(city)}`,
  ({ name, letters, digits }) => `Klarna*${name} ${letters(3)}${digits(5)}`,
  ({ name, city }) => `SumUp  *${name} ${city}`,
  ({ name, city }) => `Zettle_*${upper(name)}            ${upper(city)}`,
  ({ name }) => `iZettle *${upper(name)}`,
  ({ name, city }) => `SQ *${upper(name)} ${plain(city)}`,
  ({ name }) => `GOOGLE *${upper(name)} g.co/helppay#`,
  ({ name }) => `ADYEN *${upper(name)}`,
  ({ name, digits }) => `${upper(name)} ${digits(13)}`,
  ({ name, digits, letters }) => `${upper(name)} TKT ${digits(3)}${digits(10)} ${letters(6)}`,
  ({ name, digits, city }) => `${upper(name)} ${digits(10)} ${plain(city)}`,
  ({ name, city, digits }) => `${upper(name)} ${upper(city)} ROOM ${digits(3)}`,
  ({ name, city }) => `${spelled(name)} ${spelled(city)} SWE`,
  ({ name, digits, city }) => `${upper(name)} BIL ${digits(4)} ${upper(city)}`,
  ({ name, digits, city }) => `${upper(name)} STATION ${digits(4)} ${upper(city)}`,
  ({ name, city, digits }) => `${upper(name)} ${upper(city)} PUMP ${digits(1)}`,
  ({ name, digits }) => `${upper(name)} ZON ${digits(5)}`,
  ({ name, digits, city }) => `${upper(name)} NR ${digits(4)} ${spelled(city)}`,
  ({ name, digits }) => `${upper(name)} #${digits(3)}`,
  ({ name, digits, city }) => `${upper(name)} ${digits(4)} ${upper(city)}, SE`,
  ({ name }) => `${plain(name).replace(/[^A-Z0-9]/g, '')}.COM/BILL`,
  ({ name }) =>
    `${plain(name)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}.com`,
  ({ name, city }) => `WWW.${plain(name).replace(/[^A-Z0-9]/g, '')}.COM ${plain(city)}`,
  ({ name, city }) => ({ text: upper(name), place: city }),
  ({ name, city, digits }) => ({ text: `${upper(name)} ${digits(4)}`, place: `${upper(city)}` }),
  ({ name, city, pick }) => `${plain(name)} ${plain(city)}`.slice(0, pick([14, 16, 22, 25])),
  ({ name, pick }) => `Kortköp 26${pick(months)}${pick(days)} ${upper(name)}`,
  ({ name, city, digits }) => `${name}, ${city}, ${digits(8)}`,
  ({ name, digits }) => `${upper(name)} Faktura ${digits(6)}`,
  ({ name, pick }) => `${upper(name)} SUBSCR ${pick(months)}/20${pick(years)}`,
]
