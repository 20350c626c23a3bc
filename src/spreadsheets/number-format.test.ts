import { expect, test } from 'vitest'
import { readNumberFormat, shownText } from './number-format.ts'

test.each([
  'yyyy-mm-dd',
  '[$-41D]d mmmm yyyy;@',
  '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
  '[h]:mm',
  '[s].00',
  'mm:ss.000',
  '"Datum: "yyyy',
  'ÅÅÅÅ-MM-DD',
  '[=0]"";yyyy-mm-dd',
])('a number of the format %s is a date', (code) => {
  expect(readNumberFormat(code)).toEqual({ isDate: true, unit: null })
})

test.each([
  ['#,##0.00', null],
  ['#,##0.00" d"', null],
  ['0.00*y', null],
  ['#,##0.00 SEK', 'SEK'],
  ['#,##0.00 USD;-', 'USD'],
  ['#,##0.00\\ \\k\\r', 'kr'],
  ['_-* #,##0.00\\ "kr"_-;\\-* #,##0.00\\ "kr"_-', 'kr'],
  ['#,##0.0,"tkr"', null],
  ['[$€-2] #,##0.00', '€'],
  ['[$kr-41D]#,##0', 'kr'],
  ['_("$"* #,##0.00_)', '$'],
  ['#,##0.00 [$USD]', 'USD'],
  ['General" SEK"', 'SEK'],
  ['0.0\\ %', '%'],
  ['[$kr-414] #,##0.00', 'NOK'],
  ['[$kr-nb-NO] #,##0.00', 'NOK'],
  ['#,##0.00 [$kr.-da-DK]', 'DKK'],
  ['#,##0.00 [$kr-sv-SE]', 'kr'],
  ['#,##0.00 [$kr.-406]', 'DKK'],
  ['[$kr-41D] #,##0', 'kr'],
  ['[$$-1009]#,##0.00', 'CAD'],
  ['[$$-en-CA]#,##0.00', 'CAD'],
  ['[$$-en-US]#,##0.00', '$'],
  ['[$$-409]#,##0.00', '$'],
  ['[$A$]#,##0.00', 'A$'],
  ['#,##0.00 [$PLN]', 'PLN'],
  ['#,##0.00 [$zł-415]', 'zł'],
  ['#,##0.00 [$₪]', '₪'],
  ['#,##0.00 [$Rs]', 'Rs'],
])('a number of the format %s is none, and shown in %s', (code, unit) => {
  expect(readNumberFormat(code)).toEqual({ isDate: false, unit })
})

test.each([
  ['0000', '12', '0012'],
  ['0000', '0', '0000'],
  ['0000;@', '12', '0012'],
  ['0000', '12345', null],
  ['0000', '1.5', null],
  ['0000', '-12', null],
  ['0', '1', null],
  ['0.00', '1', null],
  ['0.00" CR"', '125', '125.00 CR'],
  ['#,##0.00\\ "Kredit"', '1125.5', '1125.50 CR'],
  ['#,##0.00" CR";-#,##0.00" CR"', '125', '125.00 CR'],
  ['0.00" kr CR"', '125', '125.00 CR'],
  ['0.00" K"', '125', '125.00 K'],
  ['0.00" CR"', '-125', null],
  ['0.00" CR"', '0', null],
  ['0.00" CR";0.00" DR"', '125', null],
  ['[<0]0.00;0.00" CR"', '125', null],
  ['0.00" DR"', '125', null],
  ['0.0,"K"', '125000', null],
  ['0.00,"K"', '125000', null],
  ['#,##0" K"', '125', null],
  ['#,##0.00 "KR"', '125', null],
  ['#,##0.00\\ \\k\\r', '125', null],
])('%s shows of %s what the number does not say', (code, text, shown) => {
  expect(shownText(text, readNumberFormat(code))).toBe(shown)
})

test.each(['[', '"', '\\', '[$', '0;'])('a format without end is told by its beginning (%s)', (part) => {
  const code = `yyyy-mm-dd${part.repeat(200_000)}`
  expect(readNumberFormat(code)).toBe(readNumberFormat(code.slice(0, 255)))
  expect(readNumberFormat(code).isDate).toBe(part !== '0;')
})
