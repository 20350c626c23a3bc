import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cardStatement, foreignPayee, type Purchase, payees } from './card-statement.ts'
import type { RadvisClient } from './radvis-client.ts'

const people = [
  ['525412******1234', 'Karin Ekdahl'],
  ['525412******5678', 'Olle Sandberg'],
  ['525412******9012', 'Amina Warsame'],
] as const

/** A connected company with a month behind it: September created, bookkept and paid, October read with something to mend. */
export async function fillCompany(client: RadvisClient): Promise<{ importId: string; templateId: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-statements-'))
  try {
    const september = statementOf('09', 0)
    const october = statementOf('10', 1)
    october[0]?.splice(3, 0, purchase('2026-10-03', 'BRYGGERIGR 14', 'MALMOE', 74_200))
    october[1]?.push(purchase('2026-10-29', 'PIXELGRUVAN', 'STOCKHOLM', 23_670))
    // Bought in September, printed again in October: what a bank does with purchases around the turn of the month.
    october[2]?.unshift(...(september[2]?.slice(-3) ?? []))
    const paths = [
      save(folder, 'transactions-2026-09-30-to-2026-09-01.xlsx', september, '2026-09-14'),
      save(folder, 'transactions-2026-10-31-to-2026-10-01.xlsx', october, '2026-10-14'),
    ] as const
    const template = await client.createTemplate(paths[0])
    const first = await client.importFile(paths[0], template.id)
    await mapPayees(client)
    await client.call('POST', `/imports/${first.id}/recheck`)
    await client.post(first.id)
    const { id } = await client.importFile(paths[1], template.id)
    return { importId: id, templateId: template.id }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function mapPayees(client: RadvisClient): Promise<void> {
  for (const [text, , name, account, vatType] of [...payees, foreignPayee]) {
    const supplier = await client.call<{ number: string }>('POST', '/suppliers', { name })
    const designations = [{ match: 'exact', text }]
    await client.call('PUT', '/mapped-suppliers', { supplierNumber: supplier.number, account, vatType, designations })
  }
}

/** Three cards' purchases of a month; the same month and turn give the same rows. */
function statementOf(month: string, turn: number): Purchase[][] {
  return people.map((_, person) => {
    const purchases: Purchase[] = []
    for (let place = 0; place < 14; place++) {
      const [text, city] = payees[(place + person * 5 + turn) % payees.length] ?? payees[0]
      const day = String(Math.floor(place * 2) + 1).padStart(2, '0')
      const minor = (((place + 3) * (person + 2) * 977 + turn * 131) % 2900) * 100 + 4_950
      purchases.push(purchase(`2026-${month}-${day}`, text, city, text.startsWith('RETUR') ? -minor / 5 : minor))
    }
    if (person === 0) purchases.splice(4, 0, foreignPurchase(month))
    return purchases
  })
}

function purchase(date: string, text: string, place: string, minor: number): Purchase {
  return { date, text, place, minor: Math.round(minor) }
}

function foreignPurchase(month: string): Purchase {
  const [text, city] = foreignPayee
  const foreign = { currency: 'EUR', minor: 12_900, rate: '11.5219' }
  return { ...purchase(`2026-${month}-05`, text, city, 148_633), foreign }
}

function save(folder: string, name: string, purchases: readonly Purchase[][], paidOn: string): string {
  const path = join(folder, name)
  const cards = people.map(([number, holder], person) => ({ number, holder, purchases: purchases[person] ?? [] }))
  writeFileSync(path, cardStatement(cards, { date: paidOn, minor: 3_824_000 }))
  return path
}
