import { readFile } from 'node:fs/promises'
import type { Accounts } from '#accounts/index.ts'
import type { Templates } from '#templates/index.ts'

/** Signs in to the demo company of `npm start`; made only beside the sandbox, never where real books are. */
export const demoUser = { email: 'demo@radvis.example', password: 'radvis demo 2026' }

const sample = new URL('../test/fixtures/samples/sebkort_transaktioner_multicard.xlsx', import.meta.url)

/** Makes the demo company with one template, once. */
export async function seedDemoCompany({
  accounts,
  templates,
}: {
  accounts: Accounts
  templates: Templates
}): Promise<void> {
  if (await accounts.isEmailTaken(demoUser.email)) return
  const { userId } = await accounts.signUp({
    user: { firstName: 'Karin', lastName: 'Ekdahl', mobile: '070-174 06 05', ...demoUser },
    company: {
      name: 'Fjällbruket AB',
      organisationNumber: '559000-1235',
      address: 'Bruksvägen 1',
      zipCode: '831 31',
      city: 'Östersund',
      country: 'SE',
      billingEmail: demoUser.email,
    },
  })
  const [company] = await accounts.listCompanies(userId)
  if (!company) return
  await templates.createTemplate({
    companyId: company.id,
    userId,
    fields: {
      name: 'SEB Kort till Fortnox',
      bank: 'SEB Kort',
      sourceSystem: 'file',
      targetSystem: 'fortnox',
      resource: 'supplier-invoice',
      movement: 'import',
      granularity: 'row',
    },
    file: { name: 'transactions-2026-03-31-to-2026-03-01.xlsx', bytes: new Uint8Array(await readFile(sample)) },
  })
}
