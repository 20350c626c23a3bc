import { describe, expect, test } from 'vitest'
import type { FieldSource } from '../contract.ts'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

describe('the file differs from the sample', () => {
  test('columns are found again by name wherever they stand now', () => {
    const reading = readSource(
      sheetOf('Belopp;Ny;Text;Datum', '5,00;x;A;2026-05-01', '', 'Text;Datum;Belopp', 'B;2026-05-02;6,00'),
      plainMapping(),
      { today },
    )
    expect(outcomes(reading)).toEqual(['1: header', '2: 2026-05-01 A 500', '4: header', '5: 2026-05-02 B 600'])
  })

  test('a name that repeats is told apart by which one it is', () => {
    const mapping = plainMapping({ merchant: column(2, 'Text', 1), total: column(3, 'Belopp') })
    expect(outcomes(readSource(sheetOf('Datum;Text;Text;Belopp', '2026-05-01;A;B;5,00'), mapping, { today }))[1]).toBe(
      '2: 2026-05-01 B 500',
    )
  })

  test('a lost column is named, and no row is read without it where it is needed', () => {
    const reading = readSource(sheetOf('Datum;Text;Summa', '2026-05-01;A;5,00'), plainMapping(), { today })
    expect(reading.warnings).toEqual([
      { code: 'column-missing', params: { column: 'Belopp', field: 'total', sheet: '' } },
    ])
    expect(reading.rows[1]!.outcome).toMatchObject({
      kind: 'unreadable',
      problems: [{ code: 'column-missing', params: { column: 'Belopp', field: 'total' } }],
    })
  })

  test('a row is no balance and no remark for want of columns that are lost', () => {
    const file = sheetOf('Dag;Saldo;Kort', '2026-05-01;900,00;1234', '2026-05-02;800,00;')
    const { rows } = readSource(file, { ...plainMapping(), header: ['Saldo', 'Kort'] }, { today })
    expect(rows.slice(1).map(({ outcome }) => outcome.kind)).toEqual(['unreadable', 'unreadable'])
    const dated = sheetOf('Datum;Saldo;Kort', '2026-05-01;900,00;1234')
    expect(readSource(dated, plainMapping(), { today }).rows[1]!.outcome.kind).toBe('unreadable')
  })

  test('a column of states that is new says what was declined; one that the template leaves alone does not', () => {
    const file = sheetOf('Datum;Text;Belopp;State', '2026-05-01;A;5,00;COMPLETED', '2026-05-02;B;6,00;DECLINED')
    const read = (header: string[]) => outcomes(readSource(file, plainMapping({}, { header }), { today })).slice(1)
    expect(read(['Datum', 'Text', 'Belopp'])).toEqual(['2: 2026-05-01 A 500', '3: other-movement'])
    expect(read(['Datum', 'Text', 'Belopp', 'State'])).toEqual(['2: 2026-05-01 A 500', '3: 2026-05-02 B 600'])
    const lines = ['Datum;Text;Belopp;Bokfört;State', '2026-05-02;B;6,00;2026-05-03;DECLINED', '2026-05-02;C;6,00;;']
    const mapping = plainMapping({ status: column(3, 'Bokfört') }, { header: ['Datum', 'Text', 'Belopp', 'Bokfört'] })
    expect(outcomes(readSource(sheetOf(...lines), mapping, { today })).slice(1)).toEqual([
      '2: other-movement',
      '3: pending',
    ])
  })

  test('of two columns of one name the first is enough where either would do', () => {
    const { from: first } = column(1, 'Text') as Extract<FieldSource, { kind: 'source' }>
    const { from: second } = column(2, 'Text', 1) as Extract<FieldSource, { kind: 'source' }>
    const mapping = plainMapping({ merchant: { kind: 'first', from: [first, second] } })
    expect(outcomes(readSource(sheetOf('Datum;Text;Belopp', '2026-05-01;A;5,00'), mapping, { today }))[1]).toBe(
      '2: 2026-05-01 A 500',
    )
  })

  test('another file altogether is not read as nothing', () => {
    const reading = readSource(sheetOf('Namn;Ort', 'A;B', '2026-05-01;5,00'), plainMapping(), { today })
    expect(reading.warnings[0]).toMatchObject({ code: 'header-not-found' })
    expect(outcomes(reading)).toEqual(['1: preamble', '2: preamble', '3: header-not-found'])
  })

  test('what the figures prove wins over the template, and is said', () => {
    const reading = readSource(
      sheetOf('Datum;Text;Belopp', '2026-05-01;A;73296.08', '2026-05-01;B;1,000.50'),
      plainMapping(),
      { today },
    )
    expect(outcomes(reading).slice(1)).toEqual(['2: 2026-05-01 A 7329608', '3: 2026-05-01 B 100050'])
    expect(reading.warnings).toEqual([
      { code: 'number-format-differs', params: { field: 'total', expected: 'comma', found: 'dot' } },
    ])
  })

  test('where the days prove another order than the template\u2019s, what fits both is asked about and never guessed', () => {
    const mapping = plainMapping({}, { dateOrder: 'mdy' })
    expect(
      outcomes(
        readSource(sheetOf('Datum;Text;Belopp', '21/06/2026;A;5,00', '05/06/2026;B;5,00'), mapping, { today }),
      ).slice(1),
    ).toEqual(['2: 2026-06-21 A 500', '3: date-in-other-order@A3'])
    expect(outcomes(readSource(sheetOf('Datum;Text;Belopp', '05/06/2026;B;5,00'), mapping, { today }))[1]).toBe(
      '2: 2026-05-06 B 500',
    )
  })

  test('a template with the year first says nothing against days that the file proves to stand first', () => {
    const file = sheetOf('Datum;Text;Belopp', '21/06/2026;A;5,00', '05/06/2026;B;5,00')
    expect(outcomes(readSource(file, plainMapping({}, { dateOrder: 'ymd' }), { today })).slice(1)).toEqual([
      '2: 2026-06-21 A 500',
      '3: 2026-06-05 B 500',
    ])
  })

  test('nothing is guessed where neither template nor file says how it is written', () => {
    const mapping = plainMapping({}, { numberFormat: 'auto', dateOrder: 'auto' })
    expect(
      outcomes(
        readSource(sheetOf('Datum;Text;Belopp', '05/06/2026;A;5,00', '2026-06-05;B;5,00'), mapping, { today }),
      ).slice(1),
    ).toEqual(['2: date-ambiguous@A2', '3: 2026-06-05 B 500'])
    expect(outcomes(readSource(sheetOf('Datum;Text;Belopp', '2026-06-05;B;1.000'), mapping, { today }))[1]).toBe(
      '2: amount-ambiguous@C2',
    )
  })

  test('a template that lacks a needed field reads no row as if nothing stood there', () => {
    const reading = readSource(sheetOf('Datum;Text;Belopp', '2026-05-01;A;5,00'), plainMapping({}, { fields: {} }), {
      today,
    })
    expect(outcomes(reading)).toEqual(['1: header', '2: field-not-mapped'])
  })
})

describe('fields', () => {
  test('constants, joins and quoted ids', () => {
    const fields = {
      providerId: column(3, 'Id'),
      costCenter: { kind: 'constant' as const, value: 'Inköp' },
      comments: {
        kind: 'join' as const,
        separator: ', ',
        from: [
          { kind: 'column' as const, index: 1, name: 'Text', occurrence: 0 },
          { kind: 'column' as const, index: 4, name: 'Ort', occurrence: 0 },
        ],
      },
    }
    const reading = readSource(
      sheetOf('Datum;Text;Belopp;Id;Ort', "2026-05-01;A;5,00;'AT26';Umeå", '2026-05-01;B;5,00;;'),
      plainMapping(fields),
      { today },
    )
    expect(
      reading.rows
        .slice(1)
        .map(
          ({ outcome }) =>
            outcome.kind === 'purchase' && [
              outcome.fields.providerId,
              outcome.fields.costCenter,
              outcome.fields.comments,
              outcome.cellsOf.comments,
            ],
        ),
    ).toEqual([
      ['AT26', 'Inköp', 'A, Umeå', ['B2', 'E2']],
      [null, 'Inköp', 'B', ['B3']],
    ])
  })

  test('the row\u2019s own currency is that of its amount where no foreign amount stands beside it', () => {
    const reading = readSource(
      sheetOf(
        'Datum;Text;Belopp;Valuta',
        '2026-05-01;A;5,00;EUR',
        '2026-05-01;B;5,00;SEK',
        '2026-05-01;C;500;JPY',
        '2026-05-01;D;5,00;okänd',
      ),
      plainMapping({ currency: column(3, 'Valuta') }),
      { today },
    )
    expect(outcomes(reading).slice(1)).toEqual([
      '2: 2026-05-01 A  EUR 500',
      '3: 2026-05-01 B 500',
      '4: 2026-05-01 C  JPY 500',
      '5: currency-unreadable@D5',
    ])
  })

  test('VAT above the total is refused; a rate that contradicts the amounts is left out', () => {
    const mapping = plainMapping({
      vatAmount: column(3, 'Moms'),
      currency: column(4, 'Valuta'),
      foreignAmount: column(5, 'Utl'),
      rate: column(6, 'Kurs'),
    })
    const reading = readSource(
      sheetOf(
        'Datum;Text;Belopp;Moms;Valuta;Utl;Kurs',
        '2026-05-01;A;5,00;6,00;;;',
        '2026-05-01;B;100,00;;EUR;9,00;11,11',
        '2026-05-01;C;100,00;;EUR;9,00;0,09',
      ),
      mapping,
      { today },
    )
    expect(outcomes(reading)[1]).toBe('2: vat-exceeds-total@D2')
    expect(reading.rows.slice(2).map(({ outcome }) => outcome.kind === 'purchase' && outcome.fields.rate)).toEqual([
      '11.11',
      null,
    ])
  })
})

test('a template without column heads reads no file that has some, by place or otherwise', () => {
  const headerless = readSuggested(sheetOf('Swish;2026-05-01;2026-05-02;-28,00;24 207,40'))
  expect(outcomes(headerless)).toEqual(['1: 2026-05-01 Swish 2800'])
  const mapping = suggestMapping(sheetOf('Swish;2026-05-01;2026-05-02;-28,00;24 207,40'), { today })!.mapping
  const other = sheetOf('Namn;Datum;Bokfört;Belopp;Saldo', '2026-05-01;2026-05-01;2026-05-02;-5,00;9,00')
  const reading = readSource(other, mapping, { today })
  expect(outcomes(reading)).toEqual(['1: preamble', '2: header-not-found'])
  expect(reading.warnings.map(({ code }) => code)).toEqual(['header-not-expected'])
})

test('date, text and amount in common do not make a file of another issuer this one', () => {
  const amex = suggestMapping(sheetOf('Date;Description;Card Member;Account #;Amount', '07/28/2026;A;B;-31009;5.00'), {
    today,
  })!.mapping
  const wise = sheetOf('TransferWise ID;Date;Amount;Currency;Description;Merchant', 'CARD-1;28-07-2026;-5.00;EUR;A;B')
  expect(outcomes(readSource(wise, amex, { today }))[1]).toBe('2: header-not-found')
})
