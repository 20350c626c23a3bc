import { expect, test } from 'vitest'
import { checkVat, noteUnlimitedVat, type VatChoice } from './check-vat.ts'
import { baseAccount, reverseChargeOf, splitVat, type VatQuestion } from './vat.ts'
import { isRateOfOtherDays, ownFoodRateSince, representationLimit, vatPercent } from './vat-rates.ts'

const question = (changes: Partial<VatQuestion>): VatQuestion => ({
  ...{ vatType: 'SE25', date: '2026-10-01', gross: 10_000, stated: null, costAccount: 6540, inputVatAccount: 2641 },
  ...changes,
})
const rowsOf = (changes: Partial<VatQuestion>) => {
  const answer = splitVat(question(changes))
  if (answer.kind !== 'rows') throw new Error(answer.kind)
  return answer.rows.map(({ account, debit, credit }) => [account, debit, credit])
}
const vatOf = (changes: Partial<VatQuestion>) => {
  const answer = splitVat(question(changes))
  return answer.kind === 'rows' ? answer.vat : answer.kind
}

test.each([
  ['SE25', '1996-01-01', 25],
  ['SE_FOOD', '1996-01-01', 12],
  ['SE_FOOD', '2026-03-31', 12],
  ['SE_FOOD', '2026-04-01', 6],
  ['SE_FOOD', '2027-12-31', 6],
  ['SE_FOOD', '2028-01-01', 12],
  ['SE_FOOD', '2028-01-02', 12],
] as const)('%s on %s is at %i percent', (vatType, day, percent) => {
  expect(vatPercent(vatType, day)).toBe(percent)
})

test('food has a rate of its own from 1 April 2026 to the last day of 2027, both included', () => {
  const own = { from: '2026-04-01', percent: 6 }
  expect(['2026-03-31', '2026-04-01', '2027-12-31', '2028-01-01'].map(ownFoodRateSince)).toEqual([null, own, own, null])
})

test('a rate of other days is one that the type has had or gets, and not the one of the day', () => {
  const onDay = (day: string) => [6, 12, 25].filter((percent) => isRateOfOtherDays('SE_FOOD', percent, day))
  expect([onDay('2026-03-31'), onDay('2026-04-01')]).toEqual([[6], [12]])
})

test('the limit of representation is in force from the first day of 2017', () => {
  expect(representationLimit('2016-12-31')).toBeNull()
  expect(representationLimit('2017-01-01')).toMatchObject({ base: 300_00, flat: 46_00 })
})

/** The BAS chart: base accounts for 25, 12 and 6 %, output VAT for each, input VAT. */
test.each([
  ['EU_GOODS', [4515, 4516, 4517], [2614, 2624, 2634], 2645],
  ['EU_SERVICES', [4535, 4536, 4537], [2614, 2624, 2634], 2645],
  ['NON_EU_SERVICES', [4531, 4532, 4533], [2614, 2624, 2634], 2645],
  ['GOODS_IMPORT', [4545, 4546, 4547], [2615, 2625, 2635], 2645],
  ['SE_REVERSE_GOODS', [4415, 4416, 4417], [2614, 2624, 2634], 2647],
  ['SE_REVERSE_SERVICES', [4425, 4426, 4427], [2614, 2624, 2634], 2647],
] as const)(
  '%s stands on the accounts of its rate, on an account of its own as well',
  (vatType, bases, outputs, input) => {
    for (const [place, percent] of [25, 12, 6].entries()) {
      const [base = 0, output = 0] = [bases[place], outputs[place]]
      const vat = percent * 100
      expect(reverseChargeOf(base)).toEqual({ vatType, percent, outputVat: output })
      expect(baseAccount(vatType, percent)).toBe(base)
      const accountedFor = [
        [input, vat, 0],
        [output, 0, vat],
      ]
      expect(rowsOf({ vatType, costAccount: base })).toEqual([[base, 10_000, 0], ...accountedFor])
      expect(rowsOf({ vatType, statedPercent: percent })).toEqual([
        [6540, 10_000, 0],
        [base, 10_000, 0],
        [4598, 0, 10_000],
        ...accountedFor,
      ])
    }
    expect(baseAccount(vatType)).toBe(bases[0])
  },
)

test('a reverse charge without a rate, or with none percent stated, is at the rate of its type; the account goes before a rate', () => {
  const ofServices = { vatType: 'EU_SERVICES' } as const
  expect(rowsOf({ ...ofServices, statedPercent: 0 })).toEqual(rowsOf({ ...ofServices, statedPercent: 25 }))
  expect(rowsOf({ ...ofServices, costAccount: 4536, statedPercent: 25 })).toEqual(
    rowsOf({ ...ofServices, costAccount: 4536 }),
  )
})

test('VAT of a reverse charge that may not be deducted is a cost, and none where it rounds to nothing', () => {
  expect(rowsOf({ vatType: 'NO_DEDUCTION', costAccount: 4535 })).toEqual([
    [4535, 10_000, 0],
    [6999, 2_500, 0],
    [2614, 0, 2_500],
  ])
  for (const vatType of ['NO_DEDUCTION', 'EU_SERVICES'] as const)
    expect(rowsOf({ vatType, costAccount: 4535, gross: 1 })).toEqual([[4535, 1, 0]])
})

test('a krona more than the highest rate gives is let through, an öre more is not, nor VAT that is all of the amount', () => {
  expect(vatOf({ stated: 2_100 })).toBe(2_100)
  expect(vatOf({ stated: 2_101 })).toBe('implausible')
  expect(vatOf({ gross: 100, stated: 100 })).toBe('implausible')
})

test('of a hired car half of the VAT is deducted, to the nearest öre', () => {
  const ofHire = { vatType: 'CAR_HIRE', costAccount: 5820 } as const
  expect(rowsOf({ ...ofHire, gross: 12_500 })).toEqual([
    [5820, 11_250, 0],
    [2641, 1_250, 0],
  ])
  expect(vatOf({ ...ofHire, stated: 2_001 })).toBe(1_001)
})

test('a meal with more VAT than food holds is deducted by share or at 46 kronor a person, whichever is more, and never above what was charged', () => {
  const meal = (gross: number, stated: number) => vatOf({ vatType: 'REPRESENTATION', persons: 1, gross, stated })
  expect(meal(1120_00, 121_00)).toBe(36_34) // a krona more than 12 % may be the receipt's rounding
  expect(meal(1120_00, 121_01)).toBe(46_00)
  expect(meal(500_00, 100_00)).toBe(75_00)
  expect(meal(344_00, 40_00)).toBe(40_00)
})

test('representation without VAT needs no number of people', () => {
  expect(rowsOf({ vatType: 'REPRESENTATION', costAccount: 6072, stated: 0 })).toEqual([[6072, 10_000, 0]])
})

test('a meal paid back whole although a part was before gives back only what is left of its VAT', () => {
  const whole = { vatType: 'REPRESENTATION', persons: 2, gross: 2000_00, purchased: 2000_00 } as const
  expect(vatOf({ ...whole, taken: { gross: 1888_00, settled: 1888_00, vat: 60_00 } })).toBe(12_00)
})

test('a part of a meal that holds more VAT than its share makes good for earlier ones, up to its own VAT', () => {
  const last = { vatType: 'REPRESENTATION', persons: 2, gross: 112_00, purchased: 2000_00, statedPercent: 12 } as const
  expect(vatOf({ ...last, stated: 20_00, taken: { gross: 1888_00, settled: 1888_00, vat: 0 } })).toBe(20_00)
})

const choice = (changes: Partial<VatChoice>): VatChoice => ({
  ...{ vatType: 'SE25', date: '2026-10-01', gross: 10_000, costAccount: 6540, supplierDebtAccount: 2440 },
  ...{ stated: null, statedPercent: null, isByHand: false, perUnit: 1 },
  ...changes,
})
const told = (changes: Partial<VatChoice>) => checkVat(choice(changes))?.code ?? null

test('no cost stands on an account of VAT (BAS 26), nor on the debt to suppliers', () => {
  const ofAccounts = [2599, 2600, 2699, 2700, 2440].map((costAccount) => told({ costAccount }))
  expect(ofAccounts).toEqual([null, 'account-not-for-costs', 'account-not-for-costs', null, 'account-not-for-costs'])
})

test('an account that fills a box of the return is for its own VAT type and rate, or for whoever may not deduct', () => {
  expect(told({ costAccount: 4535 })).toBe('account-of-other-vat')
  const notDeducted = { costAccount: 4535, vatType: 'NO_DEDUCTION' } as const
  expect([told(notDeducted), told({ ...notDeducted, stated: 2_500 })]).toEqual([null, null])
  expect(told({ ...notDeducted, stated: 500 })).toBe('vat-stated-on-reverse-charge')
  const ofServices = { costAccount: 4536, vatType: 'EU_SERVICES' } as const
  const rates = [null, 0, 12, 25].map((statedPercent) => told({ ...ofServices, statedPercent }))
  expect(rates).toEqual([null, null, null, 'account-of-other-vat'])
})

test('VAT stated where the buyer accounts for it is told, unless it is the buyer’s own at the rate of the account, rounded', () => {
  const ofServices = { vatType: 'EU_SERVICES', costAccount: 4536 } as const
  const stated = (amount: number, changes: Partial<VatChoice> = {}) =>
    told({ ...ofServices, stated: amount, ...changes })
  expect([stated(0), stated(1_200), stated(1_201), stated(1_199)]).toEqual([null, null, null, null])
  expect([stated(1_202), stated(2_500)]).toEqual(['vat-stated-on-reverse-charge', 'vat-stated-on-reverse-charge'])
  expect(stated(2_500, { statedPercent: 12 })).toBeNull()
  const inKronor = { perUnit: 100 }
  expect([stated(1_300, inKronor), stated(1_301, inKronor)]).toEqual([null, 'vat-stated-on-reverse-charge'])
})

test('a krona more than a book’s or food’s rate gives is let through, an öre more is told, not where a person wrote it', () => {
  const book = { vatType: 'SE6', gross: 106_00 } as const
  expect([told({ ...book, stated: 7_00 }), told({ ...book, stated: 7_01 })]).toEqual([null, 'vat-above-rate'])
  expect(told({ ...book, stated: 7_01, isByHand: true })).toBeNull()
  const food = { vatType: 'SE_FOOD', stated: 12_00 } as const
  const rates = [6, 12, 25].map((statedPercent) => told({ ...food, statedPercent }))
  expect(rates).toEqual([null, 'vat-above-rate', null])
  expect(told({ ...food, date: '2026-03-31', statedPercent: 6 })).toBeNull()
})

test('that all VAT is deducted on an account of limited deduction is told under every type that does so, and where there is any', () => {
  const told = { code: 'vat-not-limited', params: { account: 6071 } }
  for (const vatType of ['SE25', 'SE12', 'SE6', 'SE_FOOD'] as const)
    expect([noteUnlimitedVat(vatType, 6071, 1), noteUnlimitedVat(vatType, 6071, 0)]).toEqual([[told], []])
})
