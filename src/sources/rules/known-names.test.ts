import { expect, test } from 'vitest'
import { namesInTemplate } from './known-names.ts'

const header = ['Datum', 'Belopp', 'Moms']
const known = { byId: { fld1: 'Datum', fld2: 'Belopp', fld3: 'Moms', fld4: 'Notis' }, header }
const columns = (...names: string[]) => names.map((name, index) => ({ id: `fld${index + 1}`, name }))

test.each([
  ['a renamed column keeps its name', columns('Datum', 'Summa', 'Moms'), known, ['Datum', 'Belopp', 'Moms']],
  ['two that swapped names are told apart', columns('Datum', 'Moms', 'Belopp'), known, ['Datum', 'Belopp', 'Moms']],
  [
    'another column that took its name is not it',
    [...columns('Datum', 'Belopp 2025', 'Moms'), { id: 'fld9', name: 'Belopp' }],
    known,
    ['Datum', 'Belopp', 'Moms', 'Belopp (fld9)'],
  ],
  [
    'one that the template does not know is called what it is',
    columns('Datum', 'Belopp', 'Moms', 'Kommentar'),
    known,
    ['Datum', 'Belopp', 'Moms', 'Kommentar'],
  ],
  [
    'a new header says what its names mean',
    columns('Datum', 'Moms', 'Belopp'),
    { byId: known.byId, header: ['Datum', 'Belopp'] },
    ['Datum', 'Moms', 'Belopp'],
  ],
])('%s', (_what, given, names, expected) => {
  expect(namesInTemplate(given, names, header)).toEqual(expected)
})
