import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { workbook } from '../../test/workbook.ts'
import { readSpreadsheet } from './index.ts'

const rowsOf = (bytes: Uint8Array) => readSpreadsheet(bytes).sheets[0]?.rows.map(({ cells }) => cells)
const lines = ['01-07;01-09', 'GRAND HOTEL', 'STOCKHOLM;SEK;48,66;374,45']
const folded = [['01-07', '01-09', 'GRAND HOTEL', 'STOCKHOLM', 'SEK', '48,66', '374,45']]

test('rows copied off eurocard.se are one each, also where they were saved in a text file of another delimiter', () => {
  expect(rowsOf(strToU8(lines.join('\n').replaceAll(';', '\t')))).toEqual(folded)
  expect(rowsOf(strToU8(`${lines[0]};;\r\n${lines[1]};;;\r\n${lines[2]}\r\n`))).toEqual(folded)
})

test('and where they were pasted into a workbook, which makes their amounts numbers', () => {
  const pasted = workbook({ Blad1: lines.map((line) => line.replaceAll(',', '.')) })
  expect(readSpreadsheet(pasted).sheets[0]?.rows).toEqual([
    { number: 1, cells: ['01-07', '01-09', 'GRAND HOTEL', 'STOCKHOLM', 'SEK', '48.66', '374.45'], kinds: 'tttttnn' },
  ])
})

test('the last of them that was cut off says so, and no line before it does', () => {
  const three = [...lines, ...lines, ...lines, '01-10;01-12', 'ITUNES.COM', ';;;244,00']
  const whole = [...three.slice(0, 3), '02-03;02-04', 'Köp/uttag', ...three].join('\n')
  const read = (text: string) => readSpreadsheet(strToU8(text.replaceAll(';', '\t'))).sheets[0]?.rows ?? []
  const cutOf = (text: string) => read(text).map(({ cutOff }) => cutOff ?? null)
  expect(cutOf(whole)).toEqual(Array(7).fill(null))
  expect(read(whole).at(1)?.cells).toEqual(['02-03', '02-04'])
  expect(cutOf(whole.slice(0, -1)).at(-1)).toBe('decimals')
  for (const left of ['01-10;01-12\nITUNES.COM\n;;;', '01-10;01-12\nITUN', '01-10;01-1', '01-'])
    expect(cutOf(whole.slice(0, whole.lastIndexOf('01-10')) + left).at(-1)).toBe('begun')
})
