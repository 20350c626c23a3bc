import { describe, expect, test } from 'vitest'
import { groupMerchants } from './group-merchants.ts'

/** The texts of each merchant proposed. */
const grouped = (texts: readonly string[]) =>
  groupMerchants(texts.map((text) => ({ text }))).map((group) => group.texts.map((position) => texts[position]))

const chains = ['Stadium', 'Lindex', 'Rusta', 'Jula', 'Hemtex']

describe('what all texts together show', () => {
  test('a place that no list has stands behind so many names that it belongs to none', () => {
    const texts = chains.flatMap((chain) => [chain, `${chain} GRUVTORGET`, `${chain} AB GRUVTORGET KIRUNA`])
    expect(grouped(texts)).toHaveLength(chains.length)
  })

  test('a word behind fewer names stays with them', () => {
    const texts = chains.flatMap((chain, index) => (index < 4 ? [chain, `${chain} GRUVTORGET`] : [chain]))
    expect(grouped(texts)).toHaveLength(9)
    expect(grouped(['STADIUM', 'STADIUM OUTLET', ...chains.slice(1)])).toHaveLength(6)
  })

  test('a bank’s own words for a purchase are taken from before every merchant, with numbers in its name too', () => {
    const texts = [...chains, '46elks'].flatMap((chain) => [chain, `KÖPT HOS ${chain}`])
    expect(grouped(texts)).toHaveLength(6)
    expect(grouped([...texts, 'KÖPT HOS PAYPAL *46ELKS'])).toHaveLength(6)
  })

  test('a payment service that no list has hands over to the merchant behind its star', () => {
    const texts = chains.flatMap((chain) => [chain, `NYPAY *${chain}`])
    expect(grouped(texts)).toHaveLength(chains.length)
  })

  test('a mark that something else follows each time ends a name', () => {
    const texts = chains.flatMap((chain, index) => [chain, `${chain} BOKAT ${'ABCDE'[index]}QWX`])
    expect(grouped(texts)).toHaveLength(chains.length)
  })

  test('codes of bookings are no names', () => {
    const codes = ['QWERTZ', 'ASDFGH', 'YXCVBN', 'POIUZT', 'LKJHGF', 'MNBVCX', 'EDCRFV', 'TGBZHN']
    const plain = Array.from({ length: 5 }, () => 'RYANAIR')
    expect(grouped([...plain, ...codes.map((code) => `RYANAIR ${code}`)])).toHaveLength(1)
    expect(grouped(['RYANAIR', ...codes.map((code) => `RYANAIR ${code}`)])).toHaveLength(9)
    expect(grouped(['ICA', 'ICA KVANTUM', 'ICA MAXI', 'ICA NÄRA'])).toHaveLength(4)
  })
})
