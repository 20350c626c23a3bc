import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Field } from './strict-sources/airtable-base.ts'
import { openAirtableStage, plainFields, purchase, record } from './strict-sources/airtable-stage.ts'

let stage: Awaited<ReturnType<typeof openAirtableStage>>
beforeEach(async () => {
  stage = await openAirtableStage()
})
afterEach(async () => {
  await stage.airtable.close()
  expect(stage.airtable.violations).toEqual([])
})

/** One record with one field. */
async function readOne(field: Omit<Field, 'id' | 'name'>, value: unknown): Promise<string | undefined> {
  const id = 'fldEtt000000000001'
  stage.put([record(1, { [id]: value, fldText00000000001: 'x' })], {
    fields: [...plainFields.slice(0, 1), { id, name: 'Ett', ...field }],
  })
  return (await stage.read())[1]?.[1]
}

describe('cells', () => {
  test.each<[string, Omit<Field, 'id' | 'name'>, unknown, string]>([
    ['a number with noise', { type: 'number', options: { precision: 2 } }, 123.44999999999999, '123.45'],
    ['a currency', { type: 'currency', options: { precision: 2, symbol: '€' } }, -12.5, '-12.5 €'],
    ['a percentage', { type: 'percent', options: { precision: 0 } }, 0.25, '0.25 %'],
    ['a duration', { type: 'duration', options: { durationFormat: 'h:mm' } }, 5400, '5400'],
    [
      'a day',
      { type: 'date', options: { dateFormat: { name: 'european', format: 'D/M/YYYY' } } },
      '2026-03-29',
      '2026-03-29',
    ],
    [
      'a time, in Sweden',
      { type: 'dateTime', options: { timeZone: 'client' } },
      '2026-03-01T23:30:00.000Z',
      '2026-03-02 00:30:00',
    ],
    [
      'a time in UTC',
      { type: 'dateTime', options: { timeZone: 'utc' } },
      '2026-03-01T23:30:00.000Z',
      '2026-03-01 23:30:00',
    ],
    [
      'a time far away',
      { type: 'dateTime', options: { timeZone: 'America/New_York' } },
      '2026-03-02T03:30:00.000Z',
      '2026-03-01 22:30:00',
    ],
    ['a choice', { type: 'singleSelect', options: { choices: [] } }, 'Resor', 'Resor'],
    ['choices', { type: 'multipleSelects', options: { choices: [] } }, ['Resor', 'Mat'], 'Resor, Mat'],
    ['a tick', { type: 'checkbox', options: {} }, true, 'TRUE'],
    ['no tick', { type: 'checkbox', options: {} }, false, 'FALSE'],
    ['a person', { type: 'singleCollaborator' }, { id: 'usr1', email: 'a@b.example', name: 'Karin' }, 'Karin'],
    [
      'files',
      { type: 'multipleAttachments' },
      [
        {
          id: 'att1',
          url: 'https://v5.airtableusercontent.com/x',
          filename: 'kvitto.pdf',
          size: 1,
          type: 'application/pdf',
        },
      ],
      'kvitto.pdf',
    ],
    [
      'a formula of a number',
      {
        type: 'formula',
        options: { formula: '1', isValid: true, result: { type: 'currency', options: { precision: 2, symbol: 'kr' } } },
      },
      99.9,
      '99.9 kr',
    ],
    [
      'a formula of a day',
      { type: 'formula', options: { formula: 'x', isValid: true, result: { type: 'date', options: {} } } },
      '2026-03-01T00:00:00.000Z',
      '2026-03-01',
    ],
    [
      'a formula of a day, late at night',
      { type: 'formula', options: { formula: 'x', isValid: true, result: { type: 'date', options: {} } } },
      '2026-03-01T23:30:00.000Z',
      '2026-03-01',
    ],
    [
      'a formula that failed',
      { type: 'formula', options: { formula: 'x', isValid: true, result: { type: 'number', options: {} } } },
      { error: '#ERROR!' },
      '#ERROR!',
    ],
    [
      'a formula divided by nothing',
      { type: 'formula', options: { formula: 'x', isValid: true, result: { type: 'number', options: {} } } },
      { specialValue: 'Infinity' },
      '#Infinity!',
    ],
    [
      'a formula that is broken',
      { type: 'formula', options: { formula: 'x', isValid: false, result: null } },
      { error: '#ERROR!' },
      '#ERROR!',
    ],
    [
      'when it was made, as a day',
      { type: 'createdTime', options: { result: { type: 'date', options: {} } } },
      '2026-03-01T09:15:00.000Z',
      '2026-03-01',
    ],
    [
      'when it was made, with the time',
      { type: 'createdTime', options: { result: { type: 'dateTime', options: { timeZone: 'client' } } } },
      '2026-07-01T09:15:00.000Z',
      '2026-07-01 11:15:00',
    ],
    [
      'a lookup of an amount',
      {
        type: 'multipleLookupValues',
        options: {
          isValid: true,
          recordLinkFieldId: 'f',
          fieldIdInLinkedTable: 'g',
          result: { type: 'currency', options: { symbol: '$' } },
        },
      },
      [12.5],
      '12.5 $',
    ],
    [
      'a lookup of days',
      {
        type: 'multipleLookupValues',
        options: { isValid: true, recordLinkFieldId: 'f', result: { type: 'date', options: {} } },
      },
      ['2026-03-01', '2026-03-02'],
      '2026-03-01, 2026-03-02',
    ],
    [
      'a rollup',
      { type: 'rollup', options: { isValid: true, result: { type: 'number', options: { precision: 2 } } } },
      0.1 + 0.2,
      '0.3',
    ],
    ['a barcode', { type: 'barcode' }, { text: '7310865', type: 'ean13' }, '7310865'],
    ['a button', { type: 'button' }, { label: 'Öppna', url: 'https://x.example' }, 'Öppna'],
    ['a text of an AI', { type: 'aiText' }, { state: 'generated', isStale: false, value: 'Kontor' }, 'Kontor'],
    ['a kind that nobody knows yet', { type: 'hologram' }, 'så', 'så'],
  ])('hold %s', async (_what, field, value, text) => {
    expect((await readOne(field, value)) ?? '').toBe(text)
  })

  test('that are empty are left out by Airtable, and so is a line with nothing in it', async () => {
    stage.put([purchase(1, 'A', 1), record(2, {}), record(3, { fldBelopp000000001: 0 })])
    expect(await stage.read()).toEqual([
      ['Text', 'Datum', 'Belopp'],
      ['A', '2026-01-13', '1 kr'],
      ['', '', '0 kr'],
    ])
  })

  test('that link to other records are called by their names', async () => {
    const suppliers = ['Café "Älv", Umeå', 'Tåg AB'].map((name, index) =>
      record(100 + index, { fldNamn00000000001: name }),
    )
    const link = {
      id: 'fldLank00000000001',
      name: 'Leverantör',
      type: 'multipleRecordLinks',
      options: { linkedTableId: 'tblLev000000000001' },
    }
    const others = [
      {
        id: 'tblLev000000000001',
        name: 'Leverantörer',
        fields: [{ id: 'fldNamn00000000001', name: 'Namn', type: 'singleLineText' }],
        views: [],
        records: suppliers,
      },
    ]
    const fields = [...plainFields, link]
    const records = [1, 2, 3].map((index) => purchase(index, `K${index}`, index))
    for (const [index, links] of [[0], [1], [0, 1]].entries())
      Object.assign(records[index]?.fields ?? {}, { [link.id]: links.map((at) => suppliers[at]?.id) })
    stage.put(records, { fields }, others)
    expect((await stage.read()).map((cells) => cells[3])).toEqual([
      'Leverantör',
      'Café "Älv", Umeå',
      'Tåg AB',
      '"Café ""Älv"", Umeå", Tåg AB',
    ])
  })
})
