import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { today } from './testing/sheets.ts'

/** Files in which a column says that a row is a booked card purchase: whatever its shop is called. */
const files: Record<string, { head: string; row: (merchant: string) => string }> = {
  'seb-kort': {
    head: 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp',
    row: (merchant) => `2026-02-07;2026-02-10;${merchant};OEREBRO;SEK;0;116,04`,
  },
  lansforsakringar: {
    head: 'Bokföringsdatum;Transaktionsdatum;Transaktionstyp;Meddelande;Belopp',
    row: (merchant) => `2026-02-07;2026-02-07;Kortköp;${merchant};-116,04`,
  },
  'revolut-personal': {
    head: 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    row: (merchant) =>
      `CARD_PAYMENT,Current,2026-02-07 9:32:08,2026-02-07 9:33:08,${merchant},-116.04,0.00,SEK,COMPLETED,1`,
  },
  'danske-bank': {
    head: '"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
    row: (merchant) => `"07.02.2026";"";"";"${merchant}";"-116,04";"1,00";"Udført";"Nej"`,
  },
}
/** Beginnings that elsewhere name totals, balances, notes, headers and what is not booked yet. */
const words = [
  ...['Summa', 'Total', 'Totalt', 'Saldo', 'Opening Balance', 'Ingående', 'Reserverat', 'Prel', 'Pending', 'Datum'],
  ...['Belopp', 'Valutakurs', 'Köp/uttag', 'Avgift', 'Ränta', 'Betalning', 'Kort nr', 'Moms', '2026-03-04', '12/05'],
]
/** Movements on an account that has no column of types. */
const movements = ['Överföring', 'Insättning', 'Lön']
const names = ['Kaffe AB', 'Café', 'Studio', 'Bord AB', '8123', 'Bensin']

test.each(Object.entries(files))('%s: a shop may be called anything that begins like a line of a file', (id, file) => {
  const told = file.head.match(/typ/i) ? [...words, ...movements] : words
  const merchant = fc.tuple(fc.constantFrom(...told), fc.constantFrom(...names)).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(fc.array(merchant, { minLength: 1, maxLength: 5 }), (merchants) => {
      const odd = merchants.filter((name) => !name.endsWith('8123') || name.startsWith('Summa')) // `Saldo 8123` may be one
      const lines = [file.head, file.row('ICA NÄRA'), ...odd.map(file.row)]
      const spreadsheet = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
      const found = suggestMapping(spreadsheet, { today })!
      expect(found.format?.id).toBe(id)
      const read = readSource(spreadsheet, found.mapping, { today }).rows.slice(1)
      expect(read.map(({ outcome }) => outcome.kind === 'purchase' && outcome.fields.merchant)).toEqual([
        'ICA NÄRA',
        ...odd,
      ])
    }),
    { numRuns: 60 },
  )
})

test('a shop met in a booked row is not booked in a row whose state is blank', () => {
  const lines = [
    'Dato;Kategori;Underkategori;Tekst;Beløb;Saldo;Status;Afstemt',
    '07.02.2026;;;Prel Kaffe;-116,04;1,00;Udført;Nej',
    '07.02.2026;;;Prel Kaffe;-116,04;1,00;;Nej',
  ]
  const spreadsheet = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
  const { rows } = readSource(spreadsheet, suggestMapping(spreadsheet, { today })!.mapping, { today })
  expect(rows.map(({ outcome }) => outcome.kind)).toEqual(['skipped', 'purchase', 'skipped'])
})

test('a shop called Total waits with the other rows whose day a person has to say', () => {
  const lines = ['Date,Description,Card Member,Account #,Amount', '02/03/2026,Total,ANNA,-1,"1.00"', ',Total,,,1.00']
  const spreadsheet = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
  const { rows } = readSource(spreadsheet, suggestMapping(spreadsheet, { today })!.mapping, { today })
  expect(rows.map(({ outcome }) => outcome.kind)).toEqual(['skipped', 'unreadable', 'skipped'])
})
