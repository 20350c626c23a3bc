import { expect, test } from 'vitest'
import type { TemplateMapping } from '../contract.ts'
import { column, plainMapping, sheetOf, today } from '../testing/sheets.ts'
import { openQuestions } from './open-questions.ts'

const fileOf = (...days: string[]) => sheetOf('Datum;Text;Belopp', ...days.map((day) => `${day};A;10,00`))
const ask = (days: string[], dateOrder: TemplateMapping['dateOrder']) =>
  openQuestions(fileOf(...days), plainMapping({}, { dateOrder }), { today })

test('an order that fits no date is asked about, with how many dates each order fits', () => {
  expect(ask(['28/01/2026', '29/01/2026', '30/01/2026'], 'mdy')).toEqual([
    {
      path: 'dateOrder',
      code: 'date-order-reads-none',
      params: { field: 'invoiceDate', chosen: 'mdy', days: 3, ymd: 0, dmy: 3, mdy: 0 },
    },
  ])
  expect(ask(['2026-01-28', '2026-01-03'], 'dmy')).toMatchObject([{ params: { chosen: 'dmy', days: 2, ymd: 2 } }])
})

test('an order that fits some of the dates is not, nor one beside days that have no order', () => {
  expect(ask(['28/01/2026', '03/01/2026'], 'mdy')).toEqual([])
  expect(ask(['28/01/2026', '29/01/2026'], 'dmy')).toEqual([])
  expect(ask(['5 jan 2026', '20260128'], 'mdy')).toEqual([])
})

test('the day of the purchase says it, whichever way a due date beside it is written', () => {
  const file = sheetOf('Datum;Text;Belopp;Förfall', '28/01/2026;A;10,00;2026-02-28')
  const mapping = (dateOrder: TemplateMapping['dateOrder']) =>
    plainMapping({ dueDate: column(3, 'Förfall') }, { header: ['Datum', 'Text', 'Belopp', 'Förfall'], dateOrder })
  expect(openQuestions(file, mapping('dmy'), { today })).toEqual([])
  expect(openQuestions(file, mapping('ymd'), { today })).toMatchObject([{ code: 'date-order-reads-none' }])
})

test('dates that fit two orders are asked about until one is chosen', () => {
  expect(ask(['03/04/2026'], 'auto')).toMatchObject([{ path: 'dateOrder', code: 'date-order-open' }])
  expect(ask(['03/04/2026'], 'mdy')).toEqual([])
})
