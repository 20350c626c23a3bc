/** Figures and days read and written by rules of this instrument's own. */

export type NumberStyle = {
  mark: ',' | '.'
  group?: string
  minus?: '-' | '\u2212' | 'behind' | 'brackets'
  suffix?: string
}

/** Canonical decimal of a written figure; null where it is none. */
export function decimalIn(text: string, mark: 'comma' | 'dot' | null): string | null {
  let rest = text
    .trim()
    .replace(/[\u2212\u2010-\u2015]/g, '-')
    .replace(/[\s\u00a0\u202f\u2009']/g, '')
  rest = rest.replace(/^(-?)(?:SEK|EUR|kr|€)/i, '$1').replace(/(?:SEK|EUR|kr\.?|€|:-)(-?)$/i, '$1')
  const isNegative = /^-|-$|^\(.*\)$/.test(rest)
  rest = rest.replace(/^[-(]|[-)]$/g, '')
  if (!/^[\d.,]*\d$/.test(rest)) return null
  const own = mark === 'dot' ? '.' : ','
  if (mark === null && /[.,]/.test(rest)) return null
  const parts = rest.replaceAll(own === ',' ? '.' : ',', '').split(own)
  if (parts.length > 2) return null
  const decimal = `${(parts[0] ?? '').replace(/^0+(?=\d)/, '') || '0'}${parts[1] === undefined ? '' : `.${parts[1]}`}`
  return isNegative ? `-${decimal}` : decimal
}

export function figureAs(decimal: string, { mark, group = '', minus = '-', suffix = '' }: NumberStyle): string {
  const isNegative = decimal.startsWith('-')
  const [whole = '', fraction] = decimal.replace('-', '').split('.')
  const grouped = group === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group)
  const bare = fraction === undefined ? grouped : `${grouped}${mark}${fraction}`
  if (!isNegative) return bare + suffix
  if (minus === 'behind') return `${bare}-${suffix}`
  if (minus === 'brackets') return `(${bare})${suffix}`
  return `${minus}${bare}${suffix}`
}

export function isoIn(text: string, order: 'ymd' | 'dmy' | 'mdy' | null): { date: string; time?: string } | null {
  const match = /^'?(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?:[T ]+([\d:.]+))?$/.exec(text.trim())
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text.trim())
  if (compact) return valid(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '')
  const six = /^(\d\d)(\d\d)(\d\d)$/.exec(text.trim())
  if (six) return valid(`20${six[1]}`, six[2] ?? '', six[3] ?? '')
  if (!match) return null
  const [, a = '', , b = '', c = '', time] = match
  const actual = a.length === 4 ? 'ymd' : order
  if (actual === null) return null
  const [y, m, d] = actual === 'ymd' ? [a, b, c] : actual === 'dmy' ? [c, b, a] : [c, a, b]
  const found = valid(y.length === 2 ? `20${y}` : y, m, d)
  return found && { ...found, ...(time !== undefined && { time }) }
}

function valid(y: string, m: string, d: string): { date: string } | null {
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return y.length === 4 && !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
    ? { date }
    : null
}

export type DateStyle =
  | 'iso'
  | 'dots'
  | 'slashes'
  | 'dashes'
  | 'us'
  | 'compact'
  | 'months'
  | 'short-year'
  | 'short-dots'
  | 'six'
  | 'time'
  | 'instant'
  | 'apostrophe'
  | 'bare-slashes'
  | 'year-slashes'

const months = ['jan', 'feb', 'mar', 'apr', 'maj', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']
export function dateAs(date: string, style: DateStyle): string {
  const [y = '', m = '', d = ''] = date.split('-')
  switch (style) {
    case 'dots':
      return `${d}.${m}.${y}`
    case 'slashes':
      return `${d}/${m}/${y}`
    case 'dashes':
      return `${d}-${m}-${y}`
    case 'us':
      return `${m}/${d}/${y}`
    case 'bare-slashes':
      return `${Number(m)}/${Number(d)}/${y}`
    case 'year-slashes':
      return `${y}/${m}/${d}`
    case 'compact':
      return `${y}${m}${d}`
    case 'months':
      return `${Number(d)} ${months[Number(m) - 1]} ${y}`
    case 'short-year':
      return `${y.slice(2)}-${m}-${d}`
    case 'short-dots':
      return `${d}.${m}.${y.slice(2)}`
    case 'six':
      return `${y.slice(2)}${m}${d}`
    case 'time':
      return `${date} 10:11:12`
    case 'instant':
      return `${date}T10:11:12Z`
    case 'apostrophe':
      return `'${date}`
    default:
      return date
  }
}
