import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { amountNumber } from './amounts.ts'
import { type Company, profileOf, settingsOf } from './company.ts'
import { changeSettings, settingsChange } from './control-settings.ts'
import { faultPlan } from './faults.ts'
import { invoiceAnswer } from './invoice-answers.ts'
import { paymentAnswer } from './payment-answers.ts'
import type { InvoiceRecord } from './records.ts'
import { usualSuppliers } from './seed/companies.ts'
import type { World } from './world.ts'

const newTenant = z.strictObject({
  id: z.string().regex(/^\d+$/),
  name: z.string().min(1),
  organisationNumber: z.string().default('559000-0000'),
  address: z.string().default(''),
  zipCode: z.string().default(''),
  city: z.string().default(''),
  countryCode: z.string().default('SE'),
  /** The suppliers that the seeded companies have. */
  withSuppliers: z.boolean().default(false),
})
const reset = z.strictObject({ everything: z.boolean().default(false) })

/** The control API, below /sandbox: for tests, benchmarks and simulations, never for the product. See README.md. */
export function controlRoutes(world: World): Hono {
  const app = new Hono()
  app.get('/tenants', (context) =>
    context.json(world.companies().map((company) => ({ ...profileOf(company), settings: settingsOf(company) }))),
  )
  app.post('/tenants', (context) =>
    withBody(context, newTenant, ({ withSuppliers, ...profile }) => {
      if (world.company(profile.id) !== undefined)
        return context.json({ problem: `Tenant ${profile.id} exists already` }, 409)
      world.shelves.atomically(() => world.addCompany({ profile, suppliers: withSuppliers ? usualSuppliers : [] }))
      return context.json({ id: profile.id }, 201)
    }),
  )
  app.put('/tenants/:id/settings', (context) =>
    withCompany(world, context, (company) =>
      withBody(context, settingsChange, (change) => {
        world.shelves.atomically(() => changeSettings(company, change, world.now()))
        return context.json(settingsOf(company))
      }),
    ),
  )
  app.get('/state/:id', (context) => withCompany(world, context, (company) => context.json(stateOf(company))))
  app.get('/stats', (context) => context.json({ ...world.stats.read(), maxInWindow: world.rateLimiter.maxInWindow() }))
  app.get('/faults', (context) => context.json(world.faults.list()))
  app.put('/faults', (context) =>
    withBody(context, faultPlan, (plan) => {
      world.faults.set(plan)
      return context.json(world.faults.list())
    }),
  )
  app.delete('/faults', (context) => {
    world.faults.set([])
    return context.body(null, 204)
  })
  app.post('/reset', (context) =>
    withBody(context, reset, ({ everything }) => {
      world.reset(everything)
      return context.body(null, 204)
    }),
  )
  return app
}

async function withBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  then: (value: z.output<Schema>) => Response,
): Promise<Response> {
  const text = await context.req.text()
  const parsed = schema.safeParse(text === '' ? {} : JSON.parse(text))
  return parsed.success ? then(parsed.data) : context.json({ problem: z.prettifyError(parsed.error) }, 400)
}

function withCompany<Result>(world: World, context: Context, then: (company: Company) => Result): Result | Response {
  const company = world.company(context.req.param('id') ?? '')
  return company === undefined ? context.json({ problem: 'No such tenant' }, 404) : then(company)
}

/** The ledger as the API would show it, whole and without paging. */
function stateOf(company: Company): unknown {
  const invoices = [...company.table('invoices').values()]
  const invoiceOf = new Map<number, InvoiceRecord>(invoices.map((invoice) => [invoice.number, invoice]))
  return {
    company: profileOf(company),
    settings: settingsOf(company),
    suppliers: [...company.table('suppliers').values()].map(({ number, fields }) => ({
      SupplierNumber: number,
      ...fields,
    })),
    invoices: invoices.map((invoice) => unwrapped(invoiceAnswer(company, invoice))),
    payments: [...company.table('payments').values()].flatMap((payment) => {
      const invoice = invoiceOf.get(payment.invoiceNumber)
      return invoice === undefined ? [] : [unwrapped(paymentAnswer(payment, invoice))]
    }),
    vouchers: [...company.table('vouchers').values()].map((voucher) => ({
      ...voucher,
      rows: voucher.rows.map((row) => ({ ...row, debit: amountNumber(row.debit), credit: amountNumber(row.credit) })),
    })),
    /** year id → account → debit minus credit in kronor. */
    balances: balancesByYear(company),
    files: [...company.table('files').values()].map(({ base64: _base64, ...file }) => file),
    fileConnections: [...company.table('fileConnections').values()],
  }
}

function balancesByYear(company: Company): Record<string, Record<string, number>> {
  const years: Record<string, Record<string, number>> = {}
  for (const [key, { ore }] of company.table('balances')) {
    const [year = '', account = ''] = key.split(':')
    years[year] = { ...years[year], [account]: amountNumber(ore) }
  }
  return years
}

function unwrapped(answer: unknown): unknown {
  return Object.values(answer as Record<string, unknown>)[0]
}
