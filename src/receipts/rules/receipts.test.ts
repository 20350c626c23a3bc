import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Purchase } from '../contract.ts'
import { certainMatch, matchReceipt } from './match-receipt.ts'
import { readFacts } from './read-facts.ts'
import { sniffFile } from './sniff-file.ts'

const purchase = (change: Partial<Purchase> = {}): Purchase => ({
  reference: 'RV-1',
  runId: '01a1fd4f-76b5-7000-ac44-37494000000f',
  text: 'MOLNVERKET NORR STOCKHOLM',
  supplierName: 'Molnverket Norr AB',
  date: '2026-09-05',
  amount: 125_000,
  currency: 'SEK',
  total: 125_000,
  invoiceNumber: '17',
  ...change,
})
const slip = `Molnverket Norr AB
Org.nr 556000-0000
2026-09-05 14:12
Molntjänst  1 000,00
Moms 25 %  250,00
ATT BETALA
1 250,00 kr`

describe('a receipt', () => {
  test('is known by its content, whatever it is called', () => {
    expect(sniffFile(new TextEncoder().encode('\n\n%PDF-1.7 ...'))).toBe('pdf')
    expect(sniffFile(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe('jpeg')
    expect(sniffFile(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('png')
    for (const text of ['<html>', 'PK\x03\x04', '', '<svg onload="">'])
      expect(sniffFile(new TextEncoder().encode(text))).toBeNull()
  })

  test('tells nothing that the database cannot hold, also where its text is cut inside an emoji', () => {
    const { text } = readFacts(`${'Att betala\0 1 250,00 '.padEnd(19_999, 'x')}📎`)
    expect(text).toContain('att betala 1 250,00')
    expect(text.endsWith('x\uFFFD')).toBe(true)
  })

  test('tells amounts in every usual way of writing, which of them is the total, and the day', () => {
    const facts = readFacts(slip)
    expect(facts.amounts.filter(({ isTotal }) => isTotal)).toEqual([{ minor: 125_000, currency: 'SEK', isTotal: true }])
    expect(facts.amounts.map(({ minor }) => minor)).toEqual([100_000, 25_000, 125_000])
    expect(facts.dates).toEqual(['2026-09-05'])
    const others = readFacts(
      'Total $1,234.50\nSumme 1.234,50 EUR\nInvoice date: Sep 5, 2026\nRechnung vom 05.09.2026\n5 september 2026',
    )
    expect(others.amounts.map(({ minor, currency }) => [minor, currency])).toEqual([
      [123_450, 'USD'],
      [123_450, 'EUR'],
    ])
    expect(others.dates).toContain('2026-09-05')
  })

  test('takes no number for an amount that has no öre, and none out of longer ones', () => {
    expect(readFacts('Org.nr 556000-0000, tel 08-123 45 67, version 1.2.34, 2026.09.05, 12.345678').amounts).toEqual([])
  })

  test('belongs to the purchase with its amount, day and merchant, and says why', () => {
    const others = [
      purchase({ reference: 'RV-2', amount: 125_001, total: 125_001 }),
      purchase({ reference: 'RV-3', supplierName: 'Café Älv', text: 'CAFE ALV', date: '2026-08-01' }),
    ]
    const matches = matchReceipt(readFacts(slip), [...others, purchase()])
    expect(matches[0]).toMatchObject({
      purchase: { reference: 'RV-1' },
      reasons: ['amount-is-total', 'same-day', 'merchant-found', 'currency-same'],
      confidence: 1,
    })
    expect(certainMatch(matches)?.purchase.reference).toBe('RV-1')
  })

  test('is read through once for thousands of purchases, and not at all where none has its amount', () => {
    const { text, ...facts } = readFacts(slip)
    let readings = 0
    const watched = {
      ...facts,
      get text() {
        readings++
        return text
      },
    }
    const others = Array.from({ length: 5000 }, (_, nth) =>
      purchase({ reference: `RV-${nth}`, amount: nth, total: nth }),
    )
    expect([matchReceipt(watched, others), readings]).toEqual([[], 0])
    expect([matchReceipt(watched, [...others, purchase(), purchase()]).length, readings]).toEqual([2, 1])
  })

  test('is never matched by Radvis itself where two purchases are alike, or where one of the three is missing', () => {
    const twins = [purchase(), purchase({ reference: 'RV-2' })]
    expect(certainMatch(matchReceipt(readFacts(slip), twins))).toBeNull()
    const far = purchase({ date: '2026-06-01' })
    const stranger = purchase({ supplierName: 'Annan AB', text: 'ANNAN' })
    for (const one of [far, stranger]) expect(certainMatch(matchReceipt(readFacts(slip), [one]))).toBeNull()
    expect(matchReceipt(readFacts(slip), [purchase({ amount: 99, total: 99 })])).toEqual([])
  })

  test('of a purchase that was given back goes to the purchase, not to the refund of another day', () => {
    const refund = purchase({ reference: 'RV-2', date: '2026-09-09', amount: -125_000, total: -125_000 })
    expect(certainMatch(matchReceipt(readFacts(slip), [refund, purchase()]))?.purchase.reference).toBe('RV-1')
    const ofTheDay = { ...refund, date: '2026-09-05' }
    expect(certainMatch(matchReceipt(readFacts(slip), [ofTheDay, purchase()]))).toBeNull()
    const later = readFacts(slip.replace('2026-09-05', '2026-09-09'))
    expect(certainMatch(matchReceipt(later, [refund, purchase()]))).toBeNull()
  })

  test('in another currency is matched by either amount', () => {
    const euro = purchase({ currency: 'EUR', total: 12_900, amount: 148_633 })
    expect(matchReceipt(readFacts('Molnverket Norr\nTotal EUR 129.00\n5 Sep 2026'), [euro])[0]?.reasons).toContain(
      'amount-is-total',
    )
    expect(matchReceipt(readFacts('Molnverket Norr\nBetalt 1 486,33 kr\n2026-09-05'), [euro])[0]?.reasons).toContain(
      'amount-in-sek',
    )
    expect(matchReceipt(readFacts('Molnverket Norr\nTotal 129,00 SEK\n2026-09-05'), [euro])).toEqual([])
  })

  test('of any text is read without delay and gives whole öre and real days', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 .,-/kr\nTotalEUR'), maxLength: 400 }), (text) => {
        const { amounts, dates } = readFacts(text)
        expect(amounts.every(({ minor }) => Number.isSafeInteger(minor) && minor !== 0)).toBe(true)
        expect(dates.every((date) => !Number.isNaN(Date.parse(date)))).toBe(true)
      }),
    )
  })
})
