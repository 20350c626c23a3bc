/** Names that say no country, or say it in other words than Unicode's list of currencies does. */
const others: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 'u.s. dollar': 'USD', 'united states dollar': 'USD', 'usa dollar': 'USD' },
    ...{ 'european union euro': 'EUR', 'euro member countries euro': 'EUR', 'european currency unit': 'EUR' },
    ...{ 'pound sterling': 'GBP', 'pounds sterling': 'GBP', 'uk pound': 'GBP', 'great britain pound': 'GBP' },
    ...{ 'united kingdom pound': 'GBP', 'uk pound sterling': 'GBP', 'united kingdom pound sterling': 'GBP' },
    ...{ 'great british pound': 'GBP', 'denmark krone': 'DKK', 'danish kroner': 'DKK', 'norwegian kroner': 'NOK' },
    ...{ 'swedish kronor': 'SEK', 'uae dirham': 'AED', 'yuan renminbi': 'CNY', 'chinese yuan renminbi': 'CNY' },
    ...{ 'china yuan': 'CNY', renminbi: 'CNY', 'china renminbi': 'CNY', 'korean won': 'KRW', 'korea won': 'KRW' },
    ...{ 'swiss francs': 'CHF', 'switzerland franc': 'CHF', 'saudi arabian riyal': 'SAR', 'sri lanka rupee': 'LKR' },
    ...{
      'peruvian nuevo sol': 'PEN',
      'nuevo sol': 'PEN',
      'bosnian convertible mark': 'BAM',
      'convertible mark': 'BAM',
    },
    ...{
      'russian rouble': 'RUB',
      'thailand baht': 'THB',
      'cfa franc bceao': 'XOF',
      'cfa franc beac': 'XAF',
      'georgia lari': 'GEL',
    },
  }),
)

type Known = { code: string; country: string; unit: string }

const inEnglish = new Intl.DisplayNames('en', { type: 'currency' })
const named: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf('currency').map((code) => [bare(inEnglish.of(code) ?? code), code]),
)
const known: readonly Known[] = [...named].map(([name, code]) => ({ code, ...partsOf(name) }))
const fewestLetters = 4

/** The code of a currency spelled out in English, as American Express does: `TAIWAN NEW DOLLAR`, `ICELAND KRONA`. Null where nobody knows it. */
export function codeOfCurrency(name: string): string | null {
  const plain = name.toLowerCase().trim()
  const asWritten = others.get(plain) ?? others.get(plain.replace(/s$/, ''))
  return asWritten ?? named.get(bare(plain)) ?? named.get(bare(plain.replace(/s$/, ''))) ?? byCountry(bare(plain))
}

/** `Iceland` for Icelandic, `Malaysia` for Malaysian; a unit that one country has needs no more. */
function byCountry(name: string): string | null {
  const { country, unit } = partsOf(name)
  const units = known.filter((one) => one.unit === unit || `${one.unit}s` === unit)
  if (units.length <= 1) return units[0]?.code ?? null
  const start = country.slice(0, fewestLetters)
  const [only, another] = units.filter((one) => start.length === fewestLetters && one.country.startsWith(start))
  return another ? null : (only?.code ?? null)
}

function partsOf(name: string): Omit<Known, 'code'> {
  const end = name.lastIndexOf(' ')
  return { country: name.slice(0, Math.max(0, end)), unit: name.slice(end + 1) }
}

/** Without marks and the word `new`, which stands before or behind the country. */
function bare(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/(?<!\p{L})new /gu, '').trim()
}
