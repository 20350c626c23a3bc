import { expect, test } from 'vitest'
import { groupMerchants } from './group-merchants.ts'
import { merchantKey } from './merchant-key.ts'
import { buildSupplierBook } from './supplier-book.ts'

test.each([
  ['PRESSBYRAN', 'PRESSBYRÅN'],
  ['PRESSBYR]N', 'PRESSBYRÅN'],
  ['PRESSBYRÃ¥N', 'PRESSBYRÅN'],
  ['V[STTRAFIK G\\TEBORG', 'Västtrafik'],
  ['SUSHI YAMA GOETEBORG SE', 'Sushi Yama'],
  ['ICA MAXI, 411 05 GÖTEBORG', 'ICA MAXI'],
  ['CLAS OHLSON STORGATAN 05 UMEAA', 'Clas Ohlson'],
  ['7 ELEVEN', '7-ELEVEN'],
  ['WWW.BYGGMAX.SE', 'Byggmax'],
  ['KJELL OCH COMPANY', 'Kjell & Company'],
  ['IKEA BUTIK 710 UPPLANDS VÄSBY', 'IKEA'],
  ['CLARION HOTEL VISBY ROOM 312', 'Clarion Hotel'],
  ['RYANAIR TKT 2243837006370 DSHMEG', 'Ryanair'],
  ['INGO STATION 4123 SÖDERTÄLJE', 'Ingo'],
  ['AIMO PARK ZON 84989', 'Aimo Park'],
  ['HEROKU SUBSCR 06/2025', 'Heroku'],
  ['GOOGLE *CANVA g.co/helppay#', 'Canva'],
  ['Klarna*Ingo CVG10692', 'Ingo'],
  ['HOEOEKS HAESTSPORT', 'Hööks Hästsport'],
  ['HOTELS.COM SALEN', 'Hotels.com'],
  ['RESERVERAT BELOPP 3 SVERIGE', '3 Sverige'],
  ['Kortköp/uttag OKQ8 BEMANNAD', 'OKQ8'],
  ['INKÖP 0312 JULA', 'Jula'],
  ['INKOP 0312 JULA', 'Jula'],
  ['RESERVERAT BELOPP JULA', 'Jula'],
  ['Aterkop JULA', 'Jula'],
  ['K*ELLOS', 'Ellos'],
  ['240312 PAYPAL *ETSY', 'Etsy'],
  ['STADIUM TÄBY CENTRUM', 'Stadium'],
  ['JULA KL 11.02', 'Jula'],
  ['JULA EUR 87,12 KURS 11,0023', 'Jula'],
  ['STUDIO 54 EUR 45,26', 'Studio 54'],
  ['STUDIO 54 08-280043', 'Studio 54'],
  ['STUDIO 54 SOLNA', 'Studio 54'],
  ['JULA 12,50 SEK', 'Jula'],
  ['JULA APPLE PAY 1234', 'Jula'],
  ['JULA S-123 45 SOLN', 'Jula'],
  ['JULA\\LULEÅ\\12345 SWE', 'Jula'],
  ['JULA\\STORGATAN 9\\LULEÅ\\97234  SWESWE', 'Jula'],
  ['ICA MAXI\\KUNGENS KURVA\\SE', 'ICA Maxi'],
  ['ST1\\TÄBY\\', 'ST1'],
  ['HEMK\\P MALM\\', 'Hemköp Malmö'],
  ['JULA                  KUNGENS KURVASE', 'Jula'],
  ['JULA JONKOPINGSE', 'Jula'],
  ['TAXI STOCKHOLM ARLANDA', 'Taxi Stockholm'],
  ['GOOGLE ADS 7636512969 cc@google.com', 'Google Ads'],
  ['DIGITALOCEAN.COM BROOMFIELD', 'DigitalOcean.com'],
  ['HOTEL AT BOOKING.COM', 'Booking.com'],
  ['DNH*GODADDY#6723041763', 'GoDaddy'],
  ['VISA 8737 CLAS OHLSON', 'Clas Ohlson'],
  ['KORT *6966 CLAS OHLSON', 'Clas Ohlson'],
  ['APPLE PAY CLAS OHLSON', 'Clas Ohlson'],
  ['NFC CLAS OHLSON 4504', 'Clas Ohlson'],
  ['GOOGLE PAY Q-PARK', 'Q-Park'],
  ['NFC 7-ELEVEN 0598', '7-Eleven'],
  ['APPLE PAY H&M', 'H&M'],
  ['H&M\\KIRUNA\\SE', 'H&M'],
  ['NFC 24SJU 3644', '24SJU'],
  ['CLAS OHLSON XXXX XXXX XXXX 7024', 'Clas Ohlson'],
  ['CRV*CLAS OHLSON', 'Clas Ohlson'],
  ['ADY*CLAS OHLSON', 'Clas Ohlson'],
  ['CLAS OHLSON AVD 210', 'Clas Ohlson'],
  ['CLAS OHLSON SEQ 9259', 'Clas Ohlson'],
  ['SPOTIFY PMPXHFW0X SE', 'Spotify'],
  ['JULA KY-3834466', 'Jula'],
  ['KLARNA*Q8', 'Q8'],
  ['GOOGLE*WORKSPACE_example.se', 'GOOGLE*WORKSPACE'],
  ['AMZN Mktp SE*2K4LT6QZ3', 'Amazon Marketplace'],
  ['WWW.KLARNA.COM*H&M', 'H&M'],
  ['2CO.COM*AVAST', 'Avast'],
  ['BOKADIREKT*SALONG LINDEN', 'Salong Linden'],
  ['EB *BOKMÄSSAN', 'Bokmässan'],
])('%s is the merchant %s', (text, name) => {
  expect(merchantKey(text).bare).toBe(merchantKey(name).bare)
})

test.each([
  ['CIRCLE KAFFE', 'CIRCLE K'],
  ['ICA MAXI', 'ICA'],
  ['SHELLY', 'SHELL'],
  ['APPLEBEE', 'APPLE'],
  ['SJÖ', 'SJ'],
  ['TAXI GÖTEBORG', 'TAXI STOCKHOLM'],
  ['HOTELL NORRKÖPING', 'NORRKÖPING'],
  ['MICROSOFT STORE', 'MICROSOFT'],
  ['STUDIO 54', 'STUDIO 45'],
  ['ICA NÄRA TORGET', 'ICA NÄRA'],
  ['APPLE PAY', 'PAY'],
  ['CARD FACTORY', 'FACTORY'],
  ['SIGN WEB2PRINT', 'SIGN'],
])('%s is not the merchant %s', (text, name) => {
  expect(merchantKey(text).bare).not.toBe(merchantKey(name).bare)
})

const of = (...texts: string[]) => groupMerchants(texts.map((text) => ({ text }))).map((group) => group.texts)

test('texts that a bank cut short are of the only merchant they can be', () => {
  expect(of('WIRSTRÖMS PUB', 'WIRSTRÖMS PU/14-12-31', 'ESPRESSO HOUSE', 'ESPRESSO HOU/25-01-14')).toEqual([
    [2, 3],
    [0, 1],
  ])
  expect(of('SYSTEMBOLAGET', 'SYSTEMBOLAGET SO')).toEqual([[0, 1]])
  expect(of('BAUHAUS 0412', 'BAUHAUS FRANKFURT AM MA', 'BAUHAUS FRANKFUR')).toEqual([[0, 1, 2]])
  expect(of('SWEDISH MATCH', 'SWEDISH MASSAGE', 'SWEDISH MA/25-01-14')).toHaveLength(3)
})

test('letters that somebody did not have are the only ones they can be', () => {
  expect(of('TAXI GÖTEBORG', 'TAXI G?TEBORG UME?', 'TAXI G\uFFFDTEBORG')).toEqual([[0, 1, 2]])
  expect(of('LUNDS KAFÉ', 'LANDS KAFÉ', 'L?NDS KAF?')).toHaveLength(3)
  expect(found(['Ångbåten'], '?NGB?TEN JÖNKÖPING')).toEqual(['Ångbåten', 'spelling'])
  expect(found(['Lunds Kafé', 'Lands Kafé'], 'L?NDS KAF?')).toBeNull()
})

test('a product of a payment service is the same with and without its star', () => {
  expect(of('GOOGLE *ADS', 'Google Ads', 'GOOGLE*ADS7491234567')).toEqual([[0, 1, 2]])
  expect(found(['Google Ads', 'Google Workspace'], 'GOOGLE *ADS')).toEqual(['Google Ads', 'spelling'])
})

test('a code glued to the last word of a name leaves the word', () => {
  expect(merchantKey('UBER EATS-V01LLV DUBLIN').bare).toBe('ubereats')
  expect(found(['Uber'], 'UBER EATS-PUD9W9 BERLIN')).toBeNull()
  expect(found(['Uber', 'Uber Eats'], 'UBER EATS-PUD9W9 BERLIN')).toEqual(['Uber Eats', 'spelling'])
  expect(merchantKey('FIGMA-LVRXF3 AMSTERDAM').bare).toBe('figma')
  expect(merchantKey('JULA KVX-12345').bare).toBe('jula')
})

test('what a bank calls a purchase abroad teaches nobody', () => {
  expect(found(['KORTKÖP UTLAND 260421 GOOGLE *WORKSPACE'], 'KORTKÖP UTLAND 260511 GOOGLE*ADS')).toBeNull()
  expect(found(['Spotify'], 'KORTKOP UTLAND 260511 SPOTIFY STOCKHOLM')).toEqual(['Spotify', 'spelling'])
})

test('an address on the web behind a name is none of it', () => {
  for (const text of ['OPENAI HTTPSOPENAI.C IE', 'OPENAI openai.com US', 'OPENAI www.openai.c', 'OPENAI httpsopenai'])
    expect(merchantKey(text).bare).toBe('openai')
  expect(merchantKey('KORTKÖP 260316 HOTEL AT BOOKING.COM-T4').bare).toBe('booking')
  expect(merchantKey('GOOGLE WORKSPACE CC@GOOG').bare).toBe('googleworkspace')
  expect(merchantKey('STUDIO R@W LUND').bare).not.toBe('studio')
  expect(merchantKey('Google Workspace_nktcld.se/San Francisco/IRL').bare).toBe('googleworkspace')
})

test('a site that is another company than the one called by its name is met as itself alone', () => {
  expect(found(['MAX'], 'HELP.MAX.COM')).toBeNull()
  expect(found(['MAX', 'Max.com'], 'HELP.MAX.COM')?.[0]).toBe('Max.com')
  expect(found(['Kiwi', 'Spotify'], 'WWW.KIWI.COM*BRNO')).toBeNull()
  expect(found(['Kiwi.com'], 'KIWI 505 OSLO')).toBeNull()
  expect(found(['Kiwi.com', 'Kiwi'], 'KIWICOM BRNO')?.[0]).toBe('Kiwi.com')
  expect(found(['Spotify'], 'WWW.SPOTIFY.COM')).toEqual(['Spotify', 'spelling'])
})

test('a word that is cut behind a city is none of the name, and a street’s short form before its number', () => {
  expect(found(['Espresso House'], 'ESPRESSO HOUSE OSLO KOR')).toEqual(['Espresso House', 'spelling'])
  expect(merchantKey('JULA HAMNG 37 AARHUS').bare).toBe('jula')
  expect(merchantKey('BURGER KING 37 AARHUS').bare).toBe('burgerking')
})

test('what is left of a word cut behind a name that many have is none of the name, unless a longer name begins so', () => {
  const many = (text: string) => Array.from({ length: 20 }, (_, i) => `${text} 1${i}0`)
  expect(of(...many('MAXI ICA STORMARKNAD'), 'MAXI ICA STORMARKNAD BUTI')).toHaveLength(1)
  expect(of(...many('OPENAI'), 'OPENAI +17380697659 IR')).toHaveLength(1)
  expect(of(...many('KRONANS'), ...many('KRONANS APOTEK'), 'KRONANS AP 1234')).toHaveLength(3)
  expect(merchantKey('H&M DROTTNINGG 12 SKÖVDE').bare).toBe(merchantKey('H&M').bare)
  expect(found(['Vete-Katten'], 'VETE-KATTEN DROTTNINGG')).toEqual(['Vete-Katten', 'spelling'])
})

test('codes behind different cities are codes of the same name', () => {
  const cities = ['LUND', 'UMEÅ', 'VISBY', 'OSLO', 'KALMAR', 'BORÅS', 'FALUN', 'GÄVLE', 'MORA', 'TÄBY']
  const letters = [...'BCDFGHKLMN']
  const coded = cities.map((city, i) => `BEST WESTERN ${city} ${letters[i]}EZ${letters[9 - i]}QA`)
  const plain = cities.map((city) => `BEST WESTERN ${city}`)
  expect(of(...plain, ...coded)).toHaveLength(1)
})

test('a card or wallet before a name of one letter and a point, or one that begins with a digit, is none of it', () => {
  expect(merchantKey('APPLE PAY E.ON').bare).toBe(merchantKey('E.ON').bare)
  expect(merchantKey('Google Pay 1Password').bare).toBe(merchantKey('1Password').bare)
  expect(merchantKey('DEBIT CARD TELE2 KALMAR').bare).toBe(merchantKey('TELE2').bare)
})

test('texts that name a payment service and a code alone are that service’s', () => {
  expect(of('STRIPE *8WX9WJV1C', 'STRIPE *364WC49EG', 'STRIPE* 05U6Y8K6 DUBLIN')).toEqual([[0, 1, 2]])
})

const inCities = (name: string, ...cities: string[]) =>
  cities.flatMap((city) => [`${name} ${city}`, `${name} 12 ${city}`])

test('hotels in the cities of a chain are the chain’s, unless its name is a word that others have too', () => {
  const cities = ['LUND', 'UMEÅ', 'VISBY', 'OSLO']
  expect(of(...inCities('SCANDIC', ...cities), ...inCities('SCANDIC HOTEL', ...cities))).toHaveLength(1)
  expect(of(...inCities('COMFORT', ...cities), ...inCities('COMFORT HOTEL', ...cities))).toHaveLength(2)
  expect(of(...inCities('KALLTORP', ...cities), ...inCities('KALLTORP HOTEL', 'LUND'))).toHaveLength(2)
  expect(of(...inCities('SCANDIC', ...cities), ...inCities('SCANDIC TOOLS', ...cities))).toHaveLength(2)
  expect(found(['Scandic'], 'SCANDIC HOTEL LUND')).toBeNull()
})

test('a name written together is the name written apart', () => {
  expect(of('GRÖNA LUND', 'WWW.GRONALUND.SE')).toEqual([[0, 1]])
  expect(of('Booking.com', 'BOOKINGCOM.COM OSLO', 'WWW.BOOKINGCOM.SE')).toEqual([[0, 1, 2]])
  expect(of('Würth Svenska AB', 'WRTHSVENSKAAB.COM')).toEqual([[0, 1]])
  expect(of('Hetzner Online GmbH', 'PAYPAL *HETZNERONLINEGMBH')).toEqual([[0, 1]])
})

const book = (...names: string[]) =>
  buildSupplierBook(
    names.map((name) => ({
      supplier: { number: name, name, account: null, vatType: null, isActive: true, registerAccount: null },
      designations: [{ match: 'exact', text: name }],
    })),
  )
const found = (names: string[], text: string) => {
  const recognition = book(...names).find(text)
  return recognition && [recognition.supplier.number, recognition.how]
}

test('another spelling, city or cut of a taught name is recognised, and says so', () => {
  expect(found(['Pressbyrån'], 'PRESSBYRAN GOETEBORG SE')).toEqual(['Pressbyrån', 'spelling'])
  expect(found(['Wirströms Pub'], 'WIRSTRÖMS PU/14-12-31')).toEqual(['Wirströms Pub', 'cut-short'])
  expect(found(['Sushi Yama'], 'SUSHI YAMA GOETE')).toEqual(['Sushi Yama', 'spelling'])
})

test('a name that is also what every object has is a name', () => {
  expect(found(['Constructor Sverige'], 'CONSTRUCTOR SVERIGE AB GOETEBORG')).toEqual([
    'Constructor Sverige',
    'spelling',
  ])
})

test('a city that the file says in a column of its own is the shop’s city', () => {
  const taught = book('ICA Maxi Göteborg')
  expect(taught.find('ICA MAXI', { place: 'LUND' })).toBeNull()
  expect(taught.find('ICA MAXI', { place: 'GOETEBORG' })?.supplier.number).toBe('ICA Maxi Göteborg')
  expect(merchantKey('KAFE BRYGGAN GRYTHYTTAN', { place: 'Grythyttan' }).bare).toBe('kafebryggan')
})

test('nobody is recognised where a second supplier could be meant', () => {
  expect(found(['ICA Maxi Göteborg', 'ICA Maxi Malmö'], 'ICA MAXI LUND')).toBeNull()
  expect(found(['ICA Maxi Göteborg', 'ICA Maxi Malmö'], 'ICA MAXI MALMOE')).toEqual(['ICA Maxi Malmö', 'spelling'])
  expect(found(['Elgiganten Phone House', 'Elgiganten Phonera'], 'ELGIGANTEN PHO')).toBeNull()
  expect(found(['ICA', 'Circle K'], 'ICA MAXI')).toBeNull()
  expect(found(['Pizzeria Roma'], 'PIZZERIA ROM/25-01-14')).toBeNull()
  expect(found(['Air France'], 'AIR NORWAY')).toBeNull()
  expect(found(['ICA', 'Circle K'], 'CIRCLE KAFFE')).toBeNull()
})
