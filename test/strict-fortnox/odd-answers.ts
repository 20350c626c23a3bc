/**
 * How Fortnox writes JSON: `\/` and `\u00f6`, amounts and whole numbers as text or number, booleans as text, nothing as
 * null or '' (recorded in accodeing/fortnox-api). Which of them, for each value anew.
 */
export function writeJson(body: unknown, oddity: 'none' | 'mixed', random: () => number): string {
  const odd = oddity === 'none' ? body : mix(body, '', random)
  return JSON.stringify(odd)
    .replaceAll('/', '\\/')
    .replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const amounts = new Set('Total Balance VAT Debit Credit Amount AmountCurrency CurrencyRate InvoiceTotal'.split(' '))
const flags = new Set('Booked Cancelled Cancel Active'.split(' '))
const wholes = new Set(
  'Number Account CreditReference VoucherNumber VoucherYear Year Id PreDefinedAccount DatabaseNumber'.split(' '),
)
const kept = new Set(['MetaInformation', 'ErrorInformation'])

function mix(value: unknown, name: string, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((one) => mix(one, name, random))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, kept.has(key) ? one : mix(one, key, random)]),
    )
  if (value === null || value === '') return random() < 0.5 ? null : ''
  if (flags.has(name) || (name === 'Credit' && typeof value === 'boolean'))
    return random() < 0.5 ? value : String(value)
  if (amounts.has(name)) return random() < 0.5 ? Number(value) : mixAmount(Number(value), random)
  if (wholes.has(name)) return random() < 0.5 ? value : String(value)
  return value
}

const mixAmount = (value: number, random: () => number) => (random() < 0.5 ? value.toFixed(2) : String(value))
