import { expect, test } from 'vitest'
import { plainMapping, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'

const warningsOf = (...lines: string[]) => readSource(sheetOf(...lines), plainMapping(), { today }).warnings

test('a table beside the one that is read is told with its rows, which are lost otherwise', () =>
  expect(
    warningsOf(
      'Datum;Text;Belopp;;Datum;Text;Belopp',
      '2026-03-01;A;5,00;;2026-03-01;B;6,00',
      '2026-03-02;A;7,00;;2026-03-03;C;8,00',
      '2026-03-04;A;9,00',
    ),
  ).toEqual([{ code: 'table-beside-left-out', params: { sheet: '', columns: 'E–G', rows: 2 } }]))

test('names that come twice are no table', () =>
  expect(warningsOf('Datum;Text;Belopp;Text;Datum;Saldo', '2026-03-01;A;5,00;B;2026-03-01;9,00')).toEqual([]))

test('nor are names without rows', () =>
  expect(warningsOf('Datum;Text;Belopp;Datum;Text;Belopp', '2026-03-01;A;5,00')).toEqual([]))
