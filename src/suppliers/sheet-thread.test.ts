import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { heldUp } from '../../test/held-up.ts'
import { type PlanGround, sheetLimits, withSheet } from './sheet-thread.ts'
import { writeSupplierSheet } from './write-sheet.ts'

const text = (content: string) => new TextEncoder().encode(content)
const letters = 'ABCDEFGHIJKLMNOPQRST'
/** A name of letters alone, since figures at the end are a terminal's. */
const nameOf = (index: number) => [...String(index)].map((digit) => letters[Number(digit)]).join('X')
const mapped: PlanGround['mapped'] = Array.from({ length: 19_990 }, (_, index) => ({
  ...{ id: newId(), supplierNumber: `${index + 1}`, supplierName: nameOf(index) },
  ...{ account: 5410, vatType: 'SE25' },
  designations: [{ match: 'exact', text: `${nameOf(index)} HANDEL` }],
}))
const ground: PlanGround = {
  mapped,
  suppliers: new Map(
    mapped.map(({ supplierNumber, supplierName }) => [supplierNumber, { name: supplierName, isActive: true }]),
  ),
  accounts: new Map([5410, 6110].map((account) => [account, { isActive: true }])),
}

test('twenty thousand suppliers are planned while others go on: they wait a small part of the time it takes', async () => {
  const written = new TextDecoder().decode(await writeSupplierSheet(mapped, 'csv', 'sv'))
  const edited = text(written.replaceAll(';5410;', ';6110;'))
  const planning = withSheet(edited, async (sheet) => ({
    accounts: sheet.accounts,
    plan: await sheet.plan(ground),
  }))
  expect(await heldUp(planning)).toBeLessThan(0.5)
  const { accounts, plan } = await planning
  expect([accounts, plan.refused, plan.changed.length, plan.unchanged]).toEqual([[6110], [], 19_990, 0])
}, 60_000)

test('what is no sheet, has too many rows or takes too long is refused with the cause', async () => {
  const refused = async (bytes: Uint8Array, limits?: typeof sheetLimits) =>
    withSheet(bytes, async ({ accounts }) => accounts, limits).catch((error) => [error.code, error.errors])
  expect(await refused(text('%PDF-1.7'))).toMatchObject(['file-unreadable', [{ path: 'file', code: 'unsupported' }]])
  expect(await refused(text('a;b\n1;2'))).toMatchObject(['file-unreadable', [{ code: 'sheet-without-numbers' }]])
  expect(await refused(text(`Leverantörsnummer;Konto\n${'1;5410\n'.repeat(20_001)}`))).toMatchObject([
    ...['file-unreadable', [{ code: 'too-many-rows', params: { limit: 20_000 } }]],
  ])
  const soon = { ...sheetLimits, seconds: 0.001 }
  expect(await refused(text('Leverantörsnummer\n1'), soon)).toMatchObject(['file-unreadable', [{ code: 'timed-out' }]])
})
