import { expect, test } from 'vitest'
import * as m from '#messages'
import { fileFault, sortOut } from './file-drop.tsx'

test('a file is refused before it is sent, with the reason and its name', () => {
  const file = (name: string, size: number) => new File([new Uint8Array(size)], name)
  expect(fileFault(file('Maj.CSV', 10), ['.csv'], 1)).toBeNull()
  expect(fileFault(file('maj.exe', 10), ['.csv'], 1)).toBe(m.shell_file_wrong_type({ name: 'maj.exe', types: 'CSV' }))
  expect(fileFault(file('maj.csv', 0), ['.csv'], 1)).toBe(m.shell_file_empty({ name: 'maj.csv' }))
  expect(fileFault(file('maj.csv', 2 << 20), ['.csv'], 1)).toBe(m.shell_file_too_large({ name: 'maj.csv', limit: '1' }))
})

test('of many files at once each that is refused is named, and the others are taken', () => {
  const files = [
    new File(['a'], 'ica.pdf'),
    new File([], 'tom.pdf'),
    new File(['a'], 'brev.docx'),
    new File(['a'], 'kafe.jpg'),
  ]
  const { good, faults } = sortOut(files, ['.pdf', '.jpg'], 10)
  expect(good.map(({ name }) => name)).toEqual(['ica.pdf', 'kafe.jpg'])
  expect(faults).toEqual([
    m.shell_file_empty({ name: 'tom.pdf' }),
    m.shell_file_wrong_type({ name: 'brev.docx', types: 'PDF, JPG' }),
  ])
})
