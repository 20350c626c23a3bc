import { expect, test } from 'vitest'
import { outcomes, plainMapping, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { createTextsTold, isCardCost, isCash } from './card-texts.ts'

const readText = (text: string) =>
  readSuggested(sheetOf('Datum;Specifikation;Belopp', '2026-03-02;ICA MAXI;125,50', `2026-03-03;${text};500,00`))

test.each([
  'BANKOMAT SERGELS TORG',
  'UTTAGSAUTOMAT BANKOMAT',
  'Kontantuttag',
  'Kontantuttag 1234 Malmö',
  'ATM 4411',
  'Cash advance',
])('%s on a card without types is left out and told: cash is bought from nobody', (text) => {
  const { rows, warnings } = readText(text)
  expect(rows[2]?.outcome).toEqual({ kind: 'skipped', reason: 'other-movement', amountSek: 50000 })
  expect(warnings).toEqual([{ code: 'cash-left-out', params: { text, rows: 1 } }])
})

test.each([
  'ÅRSAVGIFT',
  'Årsavgift Eurocard',
  'Valutapåslag 2%',
  'Aviavgift',
  'ÅR /MÅN AVG',
  'Årsavg. Eurocard',
  'PERIODENS DEL AV ÅRSAVGIFT FÖR KONTOT',
  'Ränta mars',
  'Ränta på utnyttjad kredit',
])('%s without a type is read and told: the issuer takes it, and no shop is called so', (text) => {
  const reading = readText(text)
  expect(outcomes(reading)[2]).toBe(`3: 2026-03-03 ${text} 50000`)
  expect(reading.warnings).toEqual([{ code: 'card-cost-read', params: { text, rows: 1 } }])
})

test.each([
  ['the template names sections', ['Inköp'], 'Inköp'],
  ['the section is of fees', [], 'Avgifter'],
])('cash that is left out is told also where %s', (_, purchaseSections, title) => {
  const told = createTextsTold({ ...plainMapping({}), purchaseSections })
  told.note({ kind: 'skipped', reason: 'other-movement' }, 'Bankomat Sergels torg', title)
  expect(told.warnings()).toEqual([{ code: 'cash-left-out', params: { text: 'Bankomat Sergels torg', rows: 1 } }])
})

test('every row of such a text is counted', () => {
  const lines = ['2026-03-02;Aviavgift;45,00', '2026-04-02;Aviavgift;45,00', '2026-05-02;Aviavgift;45,00']
  expect(readSuggested(sheetOf('Datum;Specifikation;Belopp', ...lines)).warnings).toEqual([
    { code: 'card-cost-read', params: { text: 'Aviavgift', rows: 3 } },
  ])
})

test.each([
  ...['avgift parkering', 'räntekompaniet ab', 'trängselskatt avgift', 'atm europcar', 'årsavgiften bostad ab'],
  ...[
    'kortspecialisten',
    'bankomat ab',
    'bankomaten pub',
    'bankomat bar',
    'interest group media',
    'kontantuttagsavgift',
    'atmosfär restaurang',
  ],
])('%s is no cash', (label) => expect(isCash(label)).toBe(false))

test.each([
  'avgift parkering',
  'räntekompaniet ab',
  'trängselskatt avgift',
  'årsavgift golfklubben',
  'månadsavgift gym',
  'del av årsavgift golfklubben',
  'kort avgång',
])('%s may be a shop', (label) => expect(isCardCost(label)).toBe(false))

test('what the issuer took for the card is told by another column where no shop stands in the row', () => {
  const read = readSuggested(
    sheetOf(
      'Datum;Ytterligare information;Reseinformation / Inköpsplats;Valuta;växlingskurs;Utländskt belopp;Belopp;Moms;Kort',
      '2026-03-14;;ICA;SEK;;;100,00;20,00;*1234',
      '2026-03-16;ÅRSAVGIFT;;SEK;;;500,00;;*1234',
      '2026-03-17;Lunch;;SEK;;;50,00;;*1234',
    ),
  )
  expect(outcomes(read).slice(1)).toEqual([
    '2: 2026-03-14 ICA 10000',
    '3: 2026-03-16 ÅRSAVGIFT 50000',
    '4: merchant-missing@C4',
  ])
})

test('what it took is known by that name too where the row’s VAT cannot be read', () => {
  const columns = 'Datum;Ytterligare information;Reseinformation / Inköpsplats;Belopp;Moms'
  const { rows } = readSuggested(
    sheetOf(
      columns,
      '2026-03-14;;ICA;100,00;20,00',
      '2026-03-15;;SJ;50,00;3,00',
      '2026-03-16;ÅRSAVGIFT;;500,00;1OO,00',
    ),
  )
  expect(rows[3]?.outcome).toMatchObject({
    kind: 'unreadable',
    problems: [{ code: 'vat-unreadable' }],
    known: { merchant: 'ÅRSAVGIFT' },
  })
})

test.each(['Lohn', 'Lohn/Gehalt August', 'Gehaltszahlung'])(
  '%s that came in on a card is asked about, as wages are',
  (text) => {
    const lines = [
      '01.08.2026;S;125,50;EUR;AMAZON',
      `25.08.2026;H;2500,00;EUR;${text}`,
      '26.08.2026;H;25,50;EUR;AMAZON',
    ]
    const reading = readSuggested(sheetOf('Datum;S/H;Betrag;Währung;Empfänger', ...lines))
    expect(outcomes(reading)[2]).toBe('3: row-of-account@E3')
  },
)
