import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { sheetOf, today } from './testing/sheets.ts'

const header = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'
const kronor = (minor: number) => (minor / 100).toFixed(2)

const purchase = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  merchant: fc.constantFrom('ICA KVANTUM', 'SJ AB', 'WWW.PERPLEXITY.AI', 'TOTALT KAFFE'),
  minor: fc.integer({ min: -50_000, max: 900_000 }).filter((minor) => minor !== 0),
  isForeign: fc.boolean(),
})
const card = fc.record({
  last: fc.integer({ min: 1000, max: 9999 }),
  rows: fc.array(purchase, { minLength: 1, maxLength: 5 }),
})
const statement = fc.record({
  cards: fc.uniqueArray(card, { minLength: 1, maxLength: 4, selector: ({ last }) => last }),
  paid: fc.integer({ min: 0, max: 900_000 }),
  areFeesLast: fc.boolean(),
  hasFees: fc.boolean(),
})

test('a SEB Kort statement of any cards, rows and order of sections reads as it was made, and its printed totals agree', () => {
  fc.assert(
    fc.property(statement, ({ cards, paid, areFeesLast, hasFees }) => {
      const spent = cards.flatMap(({ rows }) => rows).reduce((sum, { minor }) => sum + minor, 0)
      const fees = [
        'Totalt övriga händelser',
        header,
        ...(paid > 0 ? [`2026-03-02;2026-03-02;Inbetalning;;SEK;0;-${kronor(paid)}`] : []),
        '2026-03-05;2026-03-05;Faktureringsavgift;;SEK;0;35.00',
        `;;Summa köp/uttag;;;;${kronor(spent)}`,
        `Totalt belopp;;;;;;${kronor(spent + 3500 - paid)}`,
        '',
      ]
      const blocks = cards.flatMap(({ last, rows }) => [
        `525412******${last};ANNA TESTSSON`,
        'Köp/uttag',
        header,
        ...rows.flatMap(({ day, merchant, minor, isForeign }) => {
          const date = `2026-02-${String(day).padStart(2, '0')}`
          const line = `${date};2026-02-28;${merchant};OEREBRO;${isForeign ? 'USD' : 'SEK'};${isForeign ? kronor(Math.abs(minor)) : '0'};${kronor(minor)}`
          return isForeign ? [line, 'Valutakurs: 1.0000 Valutapåslag ingår med 2,00\u00a0%;;;;;;'] : [line]
        }),
        `Totalt belopp;;;;;;${kronor(rows.reduce((sum, { minor }) => sum + minor, 0))}`,
        '',
      ])
      const others = hasFees ? fees : []
      const sheet = sheetOf(
        'Transaktionsexport;;;;;;2026-04-21',
        '',
        ...(areFeesLast ? [...blocks, ...others] : [...others, ...blocks]),
      )
      const found = suggestMapping(sheet, { today })!
      expect(found.format?.id).toBe('seb-kort')
      const reading = readSource(sheet, found.mapping, { today })
      const read = reading.rows.flatMap(({ outcome }) =>
        outcome.kind === 'purchase'
          ? [
              `${outcome.fields.card} ${outcome.fields.invoiceDate} ${outcome.fields.merchant} ${outcome.fields.amountSek} ${outcome.fields.currency}`,
            ]
          : [],
      )
      const made = cards.flatMap(({ last, rows }) =>
        rows.map(
          ({ day, merchant, minor, isForeign }) =>
            `525412******${last} 2026-02-${String(day).padStart(2, '0')} ${merchant} ${minor} ${isForeign ? 'USD' : 'SEK'}`,
        ),
      )
      const fee = hasFees ? ['null 2026-03-05 Faktureringsavgift 3500 SEK'] : []
      expect(read).toEqual(areFeesLast ? [...made, ...fee] : [...fee, ...made])
      expect(reading.controlSums.filter(({ agrees }) => !agrees)).toEqual([])
      expect(reading.controlSums).toHaveLength(cards.length + (hasFees ? 2 : 0))
      expect(reading.rows).toHaveLength(sheet.sheets[0]!.rows.length)
    }),
    { numRuns: 150 },
  )
})
