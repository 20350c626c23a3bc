import { describe, expect, test } from 'vitest'
import type { FieldSource } from '#templates/contract.ts'
import { columnToWrite, writeBackOf } from './write-back.ts'

const none: ReadonlySet<number> = new Set()
const column = (index: number) => ({ kind: 'column', index, name: `K${index}`, occurrence: 0 }) as const
const written = (source: FieldSource, value: string, others: string[] = []) =>
  writeBackOf(source, 0)?.(value, others) ?? value

describe('what a template makes a value of is what is written', () => {
  test('without the texts and columns that it joins to it', () => {
    const join: FieldSource = {
      kind: 'join',
      from: [{ kind: 'text', text: 'Kort' }, column(0), column(3), { kind: 'text', text: 'x' }],
      separator: ' / ',
    }
    expect(written(join, 'Kort / Lunch / R1 / x', ['', '', '', 'R1'])).toBe('Lunch')
    expect(written(join, 'Kort / Lunch / x')).toBe('Lunch')
    expect(written(join, 'Skriven av någon annan')).toBe('Skriven av någon annan')
    expect(written(join, 'Kort / R1 / x', ['', '', '', 'R1'])).toBe('')
    const train: FieldSource = { ...join, replace: [{ match: 'contains', find: 'resa', put: 'tågresa' }] }
    expect(written(train, 'Kort / tågresa / x')).toBe('resa')
  })

  test('with the words that it replaces, where those are known', () => {
    const replacing = (...replace: { match: 'contains' | 'exact'; find: string; put: string }[]): FieldSource => ({
      ...{ kind: 'source', from: column(0), replace },
    })
    const train = replacing({ match: 'contains', find: 'resa', put: 'tågresa' })
    expect(written(train, 'tågresa Lund')).toBe('resa Lund')
    expect(written(train, 'papper')).toBe('papper')
    const both = replacing({ match: 'contains', find: 'a', put: 'b' }, { match: 'exact', find: 'b', put: 'a c' })
    expect(written(both, 'a c')).toBe('a')
    // Whatever stands there, no 5 would be read: people are told the truth.
    expect(written(replacing({ match: 'contains', find: '5', put: '6' }), '5460')).toBe('5460')
    expect(written(replacing({ match: 'contains', find: ' kr', put: '' }), '100')).toBe('100')
  })

  test('in the column that is read where no rule is met, unless another field has it', () => {
    const rules = [{ from: column(5), match: 'contains' as const, text: 'resa', value: '5810' }]
    expect(columnToWrite({ kind: 'choose', rules, otherwise: column(2) }, none)).toEqual({ index: 2, isSecond: true })
    expect(columnToWrite({ kind: 'choose', rules, otherwise: null }, none)).toBeNull()
    expect(columnToWrite({ kind: 'constant', value: 'x' }, none)).toBeNull()
    expect(writeBackOf({ kind: 'source', from: column(0) }, 0)).toBeNull()
  })

  test('where a pattern finds it, if the value alone is such a text', () => {
    const found = (pattern: 'before-comma' | 'digits' | 'id-kind') =>
      columnToWrite({ kind: 'pattern', from: column(2), pattern }, none)
    expect([found('before-comma'), found('digits')]).toEqual([
      { index: 2, isSecond: true },
      { index: 2, isSecond: true },
    ])
    expect(found('id-kind')).toBeNull()
  })
})
