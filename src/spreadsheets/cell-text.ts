/** What stands for a formula that nothing has reckoned: programs that only write leave that to Excel. */
export const unreckonedText = '#FORMULA!'

/**
 * Spreadsheets keep numbers as doubles and show 15 significant digits; more than that is noise (`3282.210000000001`). Not
 * in whole numbers: ids of 16 digits that differ in the last would be one.
 */
export function decimalText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  const [digits = '', exponent = '0'] = value.toExponential(14).replace(/^-/, '').split('e')
  const significant = digits.replace('.', '').replace(/0+$/, '')
  if (significant === '') return '0'
  const point = Number(exponent) + 1
  const whole = point > 0 ? significant.slice(0, point).padEnd(point, '0') : '0'
  const fraction = point > 0 ? significant.slice(point) : '0'.repeat(-point) + significant
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const firstDay = Date.UTC(1899, 11, 30)

/** `2026-03-13` or `2026-03-13T14:05:00` as the number of a day, which spreadsheets hold; null when it is none. */
export function serialOfDay(value: string): number | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?)?$/.exec(value) ?? []
  const instant = day ? Date.parse(`${day}T${time}Z`) : Number.NaN
  return Number.isNaN(instant) ? null : (instant - firstDay) / 86_400_000
}

/** Serial days since 1899-12-30 (or 1904-01-01), reckoned in UTC so that no time zone moves a date. Null when it is none. */
export function dateText(serial: number, isDate1904: boolean): string | null {
  const days = serial + (isDate1904 ? 1462 : 0)
  const instant = new Date(firstDay + Math.round(days * 86_400) * 1000)
  if (days < 0 || Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999) return null
  const iso = instant.toISOString()
  return iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
