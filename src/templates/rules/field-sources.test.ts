import { describe, expect, test } from 'vitest'
import type { FieldSource, ReadPurchase, TargetField } from '../contract.ts'
import { column, plainMapping, sheetOf, today } from '../testing/sheets.ts'
import { checkMapping } from './mapping/check-mapping.ts'
import { createReplacer } from './mapping/text-rules.ts'
import { readSource } from './rows/read-source.ts'

const ref = (index: number, name: string) => ({ kind: 'column' as const, index, name, occurrence: 0 })

/** Reads rows of `Datum;Text;Belopp;A;B` and answers a field of each with its cells, `*` where the template gave it. */
function read(field: TargetField & keyof ReadPurchase['fields'], source: FieldSource, ...rows: string[]) {
  const reading = readSource(sheetOf('Datum;Text;Belopp;A;B', ...rows), plainMapping({ [field]: source }), { today })
  return reading.rows.slice(1).map(({ outcome }) => {
    if (outcome.kind !== 'purchase')
      return outcome.kind === 'unreadable'
        ? outcome.problems.map(({ code, cell }) => `${code}@${cell}`).join()
        : outcome.reason
    const cells = outcome.cellsOf[field]?.join('+') ?? ''
    return `${outcome.fields[field] ?? 'null'} ${cells}${outcome.byTemplate?.includes(field) ? '*' : ''}`
  })
}

const rows = ['2026-05-01;SPOTIFY AB;5,00;x;y', '2026-05-02;Kafé;5,00;;y', '2026-05-03;;5,00;;']

describe('where a field can be taken from', () => {
  test('several columns with fixed texts between; texts alone say nothing', () => {
    const source: FieldSource = {
      kind: 'join',
      separator: ' ',
      from: [{ kind: 'text', text: 'Ref:' }, ref(3, 'A'), ref(4, 'B')],
    }
    expect(read('comments', source, ...rows.slice(0, 2))).toEqual(['Ref: x y D2+E2*', 'Ref: y E3*'])
    expect(read('comments', source, '2026-05-03;C;5,00;;')).toEqual(['null '])
    // A cell of spaces, also of those that do not break, is as empty as one of nothing.
    expect(read('comments', source, '2026-05-03;C;5,00; ;\u00a0', '2026-05-04;C;5,00; ;y')).toEqual([
      ...['null ', 'Ref: y E3*'],
    ])
  })

  test('the first column that holds something', () => {
    const source: FieldSource = { kind: 'first', from: [ref(3, 'A'), ref(4, 'B')] }
    expect(read('comments', source, ...rows.slice(0, 2), '2026-05-03;C;5,00;;')).toEqual(['x D2', 'y E3', 'null '])
  })

  test('an account by what a text contains, starts with or is; the first rule that fits, else a column', () => {
    const rule = (match: 'contains' | 'starts' | 'equals', text: string, value: string) => ({
      from: ref(1, 'Text'),
      match,
      text,
      value,
    })
    const source: FieldSource = {
      kind: 'choose',
      rules: [rule('contains', 'potify', '6550'), rule('starts', 'KAFÉ', '6071'), rule('equals', 'spotify ab', '1')],
      otherwise: ref(3, 'A'),
    }
    expect(read('account', source, ...rows.slice(0, 2), '2026-05-03;Glass;5,00;4010;')).toEqual([
      '6550 B2*',
      '6071 B3*',
      '4010 D4',
    ])
    expect(read('account', { ...source, otherwise: null }, '2026-05-03;Glass;5,00;4010;')).toEqual(['null '])
  })

  test('a text by whether a column holds a figure', () => {
    const rules = [{ from: ref(1, 'Text'), match: 'has-figure', text: '', value: 'numbered' } as const]
    const rowsOf = (...texts: string[]) => texts.map((text) => `2026-05-03;${text};5,00;;`)
    const source: FieldSource = { kind: 'choose', rules, otherwise: null }
    const found = read('comments', source, ...rowsOf('Ver LB-7', 'A 10', 'saknas', '0,0'))
    expect(found).toEqual(['numbered B2*', 'numbered B3*', 'null ', 'null '])
  })

  test('a fixed value', () => {
    expect(read('costCenter', { kind: 'constant', value: 'NORR' }, rows[0]!)).toEqual(['NORR *'])
  })

  test.each([
    ['digits', 'Faktura 47-11', '4711'],
    ['last-four', '5254 12** **** 1234', '1234'],
    ['before-comma', 'Kafé, Umeå', 'Kafé'],
  ] as const)('a part of a text: %s', (pattern, text, found) => {
    expect(read('comments', { kind: 'pattern', from: ref(3, 'A'), pattern }, `2026-05-01;B;5,00;${text};`)).toEqual([
      `${found} D2`,
    ])
  })

  test('a day inside a text is read by the rules for dates', () => {
    const source: FieldSource = { kind: 'pattern', from: ref(1, 'Text'), pattern: 'date-in-text' }
    const of = (text: string) => read('invoiceDate', source, `2026-05-05;${text};5,00;;`)[0]
    expect(['Kortköp 260501 ICA', 'ICA/26-05-02', 'ICA 3.5.2026'].map(of)).toEqual([
      '2026-05-01 B2',
      '2026-05-02 B2',
      '2026-05-03 B2',
    ])
  })
})

describe('texts that are replaced before the value is read', () => {
  test('contained ones wherever they stand, whole ones only whole, in order', () => {
    const source: FieldSource = {
      kind: 'source',
      from: ref(3, 'A'),
      replace: [
        { match: 'contains', find: 'K.', put: '' },
        { match: 'exact', find: 'nord', put: 'NORR' },
      ],
    }
    const of = (text: string) => read('costCenter', source, `2026-05-01;B;5,00;${text};`)[0]
    expect(of('k.Nord')).toBe('NORR D2*')
    expect(of('Nordost')).toBe('Nordost D2')
    expect(of('Kx')).toBe('Kx D2')
  })

  test('amounts and dates are read as they stand afterwards', () => {
    const strip = (index: number, name: string, find: string): FieldSource => ({
      kind: 'source',
      from: ref(index, name),
      replace: [{ match: 'contains', find, put: '' }],
    })
    const mapping = plainMapping({ invoiceDate: strip(0, 'Datum', 'den '), total: strip(2, 'Belopp', 'à ') })
    const [, row] = readSource(sheetOf('Datum;Text;Belopp', 'den 2026-05-01;A;à 5,00'), mapping, { today }).rows
    expect(row?.outcome).toMatchObject({ kind: 'purchase', fields: { invoiceDate: '2026-05-01', amountSek: 500 } })
  })
})

test('a VAT rate is a percentage however it is written; anything else is a problem', () => {
  const source = column(3, 'A')
  const of = (text: string) => read('vatRate', source, `2026-05-01;B;5,00;${text};`)[0]
  expect(['25', '12 %', '0,06', '0', '0,25'].map(of)).toEqual(['25 D2', '12 D2', '6 D2', '0 D2', '25 D2'])
  expect(of('hög')).toBe('vat-rate-unreadable@D2')
  expect(of('')).toBe('null ')
})

test('a payment date that cannot be read is a problem of its row', () => {
  expect(read('paymentDate', column(3, 'A'), '2026-05-01;B;5,00;2026-05-31;', '2026-05-01;B;5,00;snart;')).toEqual([
    '2026-05-31 D2',
    'date-unreadable@D3',
  ])
})

test('replacements that make each other longer stop before the memory is full', () => {
  const longer = { match: 'contains' as const, find: 'a', put: 'a'.repeat(200) }
  const text = createReplacer(Array(50).fill(longer))('a shop')
  expect(text.length).toBeGreaterThan(1000)
  expect(text.length).toBeLessThan(3000)
})

test('a fixed account that is no account of four digits cannot be saved, but in a file that is written', () => {
  const of = (account: FieldSource, movement: 'import' | 'export' = 'import') =>
    checkMapping(plainMapping({ account }), movement).map(({ path, code }) => `${path} ${code}`)
  const fixed = (value: string): FieldSource => ({ kind: 'constant', value })
  const rule = { from: ref(1, 'Text'), match: 'contains' as const, text: 'A' }
  const chosen = (value: string): FieldSource => ({ kind: 'choose', rules: [{ ...rule, value }], otherwise: null })
  for (const account of ['6540', ' 6540 IT-tjänster']) {
    expect(of(fixed(account))).toEqual([])
    expect(of(chosen(account))).toEqual([])
  }
  for (const account of ['65', '65401', 'IT']) {
    expect(of(fixed(account))).toEqual(['fields.account account-unreadable'])
    expect(of(chosen(account))).toEqual(['fields.account account-unreadable'])
    expect(of(fixed(account), 'export')).toEqual([])
  }
})

test('a rule without a text or a value, and a replacement of nothing, cannot be saved', () => {
  const of = (account: FieldSource) =>
    checkMapping(plainMapping({ account }), 'import').map(({ path, code }) => `${path} ${code}`)
  const rule = { from: ref(1, 'Text'), match: 'contains' as const, text: 'A', value: '6550' }
  expect(of({ kind: 'choose', rules: [rule], otherwise: null })).toEqual([])
  for (const wrong of [{ text: ' ' }, { value: '' }])
    expect(of({ kind: 'choose', rules: [{ ...rule, ...wrong }], otherwise: null })).toEqual([
      'fields.account missing-value',
    ])
  expect(of({ kind: 'source', from: ref(1, 'Text'), replace: [{ match: 'exact', find: ' ', put: 'x' }] })).toEqual([
    'fields.account missing-value',
  ])
})
