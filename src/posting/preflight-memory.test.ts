import { beforeEach, describe, expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { supplier } from '#imports/testing/purchase-fixture.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { file, openPreflight } from './testing/preflight-scene.ts'

const { control, near, purchasesOf, problemsOf, read, change, confirm } = openPreflight()

test.each([
  [true, 'SERVICE', ['goods-not-in-stock']],
  [false, undefined, []],
])('with the warehouse in use: %s, a purchase says SalesType %s and goods are pointed out: %s', async (...given) => {
  const [usesWarehouse, salesType, said] = given
  await near().settle({ usesWarehouse })
  near().imports.teach('VAROR', supplier({ number: '2', name: 'Nordtele Mobil AB', account: 4010 }))
  const { id, invoices } = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00', '2026-10-05;VAROR;SEK;0;99,00'))
  expect(invoices).toBe(2)
  const [office, goods] = await purchasesOf(id)
  expect([office?.problems, goods?.problems.map(({ code }) => code)]).toEqual([[], said])
  const { body } = await near().imports.call('GET', `/imports/${id}/rows/${office?.id}`)
  expect(body.request.SupplierInvoice.SalesType).toBe(salesType)
  expect((await confirm(id, 2)).status).toBe(200)
  await near().posting.work()
  const posted = (await control('GET', 'state/1001')).invoices
  expect(posted.map(({ Booked, Balance }: { Booked: boolean; Balance: string }) => [Booked, Balance])).toEqual([
    [true, '0'],
    [true, '0'],
  ])
})

describe('an invoice number that the supplier’s invoice in Fortnox has already', () => {
  const numbered = (...rows: string[]) =>
    new TextEncoder().encode(['Datum;Text;Belopp;Fakturanummer', ...rows].join('\r\n'))
  beforeEach(() => {
    const sample = numbered('2026-10-01;KONTORSGIGANTEN;-10,00;A-1', '2026-10-13;NORDTELE;-1,50;B-7')
    near().imports.templated.mapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })!.mapping
  })
  const post = async (bytes: Uint8Array) => {
    const { id } = await read(bytes)
    expect((await confirm(id)).status).toBe(200)
    await near().posting.work()
  }

  test('stands on the row, and a person may import it anyway', async () => {
    await post(numbered('2026-10-05;KONTORSGIGANTEN;-1250,00;F-771'))
    near().advance(700)
    const { id, invoices } = await read(
      numbered('2026-10-06;KONTORSGIGANTEN;-80,00;F-771', '2026-10-06;KONTORSGIGANTEN;-80,00;F-772'),
    )
    expect(invoices).toBe(1)
    const [used, free] = await purchasesOf(id)
    expect(used).toMatchObject({
      state: 'attention',
      problems: [{ code: 'invoice-number-used', params: { number: 'F-771', invoice: '1' } }],
    })
    expect(free).toMatchObject({ state: 'ready', problems: [] })
    await near().imports.call('PATCH', `/imports/${id}/rows/${used?.id}`, { decision: 'import-anyway' })
    expect((await near().imports.call('GET', `/imports/${id}`)).body.invoices).toBe(2)
    expect((await confirm(id, 2)).status).toBe(200)
  })

  test('is free again when that invoice was cancelled there', async () => {
    const { id } = await read(numbered('2026-10-05;KONTORSGIGANTEN;-1250,00;F-771'))
    await near().imports.call('PATCH', `/imports/${id}/options`, { bookkeep: false })
    expect((await confirm(id)).status).toBe(200)
    await near().posting.work()
    const session = await near().connections.openSession(near().companyId, near().connectionId)
    await session.cancelSupplierInvoice('1')
    near().advance(700)
    const again = await read(numbered('2026-10-06;KONTORSGIGANTEN;-80,00;F-771'))
    expect(await problemsOf(again.id)).toEqual([])
  })
})

test('a refund of a purchase that was posted before is tied to its invoice, and says so in Fortnox', async () => {
  const { id } = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00', '2026-10-07;KONTORSGIGANTEN;SEK;0;99,00'))
  await confirm(id, 2)
  await near().posting.work()
  near().advance(700)
  const refund = await read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [row] = await purchasesOf(refund.id)
  const { credit } = (await near().imports.call('GET', `/imports/${refund.id}/rows/${row?.id}`)).body
  const { invoices: posted } = await control('GET', 'state/1001')
  const original = posted.find(({ Total }: { Total: string }) => Number(Total) === 1250)
  expect(credit.tie).toMatchObject({
    ...{ number: original.GivenNumber, invoiceNumber: original.InvoiceNumber, date: '2026-10-05', total: 125_000 },
    reason: 'same-amount',
  })
  await confirm(refund.id)
  await near().posting.work()
  const { invoices } = await control('GET', 'state/1001')
  expect(invoices.find(({ Credit }: { Credit: boolean }) => Credit)).toMatchObject({
    ...{ Booked: true, Balance: '0' },
    Comments: `Kreditfaktura till faktura ${original.InvoiceNumber}, 2026-10-05, löpnummer ${original.GivenNumber}`,
  })
})

describe('what Fortnox refused once is told before the next run', () => {
  const run = async (day: string) => {
    const { id, ...record } = await read(csv(`${day};KONTORSGIGANTEN;SEK;0;1250,00`))
    const seen = (await problemsOf(id))?.map(({ code }) => code)
    if (record.invoices > 0) {
      expect((await confirm(id)).status).toBe(200)
      await near().posting.work()
    }
    return seen
  }
  const obstacles = async () => {
    const { items } = (await near().callConnections('GET', '/connectors')).body
    return items[0].connection.obstacles.map(({ kind, step }: { kind: string; step: string }) => `${step} ${kind}`)
  }

  test('an approval that only people there can give, until an invoice goes through', async () => {
    await change({ approval: 'flow' })
    expect(await run('2026-10-05')).toEqual([])
    expect(await obstacles()).toEqual(['bookkeep approval-required'])
    await change({ approval: 'none' })
    expect(await run('2026-10-06')).toEqual(['approval-invoice'])
    expect(await obstacles()).toEqual([])
    expect(await run('2026-10-07')).toEqual([])
  })

  test('an approval that others wait for, before anything is refused', async () => {
    await change({ approval: 'flow' })
    await run('2026-10-05')
    await near().callConnections('POST', '/connectors/fortnox/mended')
    const { id } = await read(csv('2026-10-06;KONTORSGIGANTEN;SEK;0;1250,00'))
    expect(await problemsOf(id)).toMatchObject([{ code: 'approval-likely', params: { invoices: 1 } }])
  })

  test('a simple approval, where whoever connected us may not give it', async () => {
    await change({ approval: 'simple', mayApprove: false })
    await run('2026-10-05')
    expect(await obstacles()).toEqual(['bookkeep approval-required'])
    await change({ approval: 'simple', mayApprove: true })
    await run('2026-10-06')
    expect(await obstacles()).toEqual([])
    expect((await control('GET', 'state/1001')).invoices.map(({ Booked }: { Booked: boolean }) => Booked)).toEqual([
      false,
      true,
    ])
  })

  test('an approval of payments: given where we may, else told', async () => {
    await change({ paymentApproval: true })
    await run('2026-10-05')
    expect(await obstacles()).toEqual([])
    await change({ mayApprove: false })
    await run('2026-10-06')
    expect(await obstacles()).toEqual(['bookkeep-payment approval-required'])
    expect(await run('2026-10-07')).toEqual(['approval-payment'])
    expect((await control('GET', 'state/1001')).payments.map(({ Booked }: { Booked: boolean }) => Booked)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a scope that was taken away between the preview and the run, until a person connects again', async () => {
    const { id } = await read(file)
    await confirm(id)
    await change({ missingScopes: ['supplierinvoice'] })
    await near().posting.work()
    expect(await obstacles()).toEqual(['create missing-scope'])
    await change({ missingScopes: [] })
    const again = await read(csv('2026-10-06;KONTORSGIGANTEN;SEK;0;99,00'))
    expect(await problemsOf(again.id)).toEqual([
      {
        code: 'scope-missing',
        params: { name: 'Fortnox', area: 'invoices', serviceCode: '2000663', message: expect.any(String) },
      },
    ])
    await near().connect()
    await near().imports.work()
    expect(await problemsOf(again.id)).toEqual([])
    expect(await obstacles()).toEqual([])
  })

  test('a lock that Fortnox does not tell of, for the days it was about, until a person says it is mended', async () => {
    const { id } = await read(file)
    await confirm(id)
    await change({ lockedPeriod: '2026-10-31' })
    await near().posting.work()
    expect(await obstacles()).toEqual(['bookkeep period-locked'])
    await change({ lockedPeriod: null })
    const again = await read(csv('2026-10-04;KONTORSGIGANTEN;SEK;0;99,00', '2026-10-06;KONTORSGIGANTEN;SEK;0;99,00'))
    expect((await purchasesOf(again.id)).map(({ problems }) => problems[0]?.code)).toEqual([
      'period-locked-there',
      undefined,
    ])
    expect((await near().callConnections('POST', '/connectors/fortnox/mended')).status).toBe(200)
    await near().imports.work()
    expect((await purchasesOf(again.id)).map(({ state }) => state)).toEqual(['ready', 'ready'])
  })
})
