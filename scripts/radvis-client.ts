import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { ImportSummary } from '#imports/contract.ts'
import type { UnmappedMerchant } from '#imports/merchant-contract.ts'
import type { RunSummary } from '#posting/contract.ts'
import type { Template } from '#templates/contract.ts'

/** Speaks to a running Radvis as the browser does; for the demo, the benchmarks and tests of whole processes. */
export type RadvisClient = ReturnType<typeof createClient>
type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>
type Speaking = { call: Call; send(method: string, path: string): Promise<string> }
/** A form with a file in it, as it is sent. */
type Form = { type: string; body: Uint8Array<ArrayBuffer> }
const isForm = (body: unknown): body is Form =>
  typeof body === 'object' && body !== null && 'type' in body && 'body' in body

/** A FormData says itself what it is. */
function toSent(body: unknown): { type: string | null; body: string | FormData | Uint8Array<ArrayBuffer> } | null {
  if (body === undefined) return null
  if (body instanceof FormData) return { type: null, body }
  return isForm(body) ? body : { type: 'application/json', body: JSON.stringify(body) }
}

export function createClient(url: string) {
  let token: string | null = null
  let companyId: string | null = null
  const send = async (method: string, path: string, body?: unknown): Promise<string> => {
    const sent = toSent(body)
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(companyId && { 'x-company-id': companyId }),
        ...(sent?.type && { 'content-type': sent.type }),
      },
      ...(sent && { body: sent.body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const call: Call = async (method, path, body) => JSON.parse(await send(method, path, body))
  const enter = (signedIn: { token: string; companies: { id: string }[] }) => {
    token = signedIn.token
    companyId = signedIn.companies[0]?.id ?? null
  }
  return {
    call,
    /** A file. */
    download: (path: string) => send('GET', path),
    signUp: async (email: string, password: string, organisationNumber = '556036-0793') =>
      enter(await call('POST', '/auth/sign-up', newCustomer(email, password, organisationNumber))),
    signIn: async (email: string, password: string) => enter(await call('POST', '/auth/sign-in', { email, password })),
    /** To the books of that id, or the first of the sandbox. */
    connectSandbox: (books?: string) => connectSandbox(call, books),
    createTemplate: (path: string, name?: string) => createTemplate(call, path, name),
    importFile: async (path: string, templateId: string) =>
      importForm({ call, send }, await formOf(path, { templateId })),
    /** For whoever times the import: what comes back begins with the first byte that is sent. */
    prepareImport: async (path: string, templateId: string) => {
      const form = await formOf(path, { templateId })
      return () => importForm({ call, send }, form)
    },
    mapUnknownMerchants: (importId: string, booking: Booking) => mapUnknownMerchants(call, importId, booking),
    getImport: (id: string) => call<ImportSummary>('GET', `/imports/${id}`),
    deleteImport: (id: string) => send('DELETE', `/imports/${id}`),
    /** Confirms and waits until the run has come to its end. */
    async post(importId: string, timeoutMs = 600_000): Promise<RunSummary> {
      const { invoices } = await call<ImportSummary>('GET', `/imports/${importId}`)
      const { runId } = await call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
      const hasEnded = (run: RunSummary) => run.status === 'success' || run.status === 'error'
      return waitFor(() => call<RunSummary>('GET', `/runs/${runId}`), hasEnded, timeoutMs)
    },
  }
}

function newCustomer(email: string, password: string, organisationNumber: string) {
  return {
    user: { firstName: 'Karin', lastName: 'Ekdahl', email, mobile: '070-174 06 05', password },
    company: {
      name: 'Fjällbruket AB',
      organisationNumber,
      address: 'Bruksvägen 1',
      zipCode: '831 31',
      city: 'Östersund',
      country: 'SE',
      billingEmail: email,
    },
  }
}

/** Gives consent for one of the sandbox's companies as a person would (opens the page, presses Tillåt, follows the redirect back), then says how invoices are paid: from the sandbox's company card. */
async function connectSandbox(call: Call, books?: string): Promise<void> {
  const { url: consentUrl } = await call<{ url: string }>('POST', '/connectors/fortnox/authorize')
  const html = await (await fetch(consentUrl)).text()
  const form = new URLSearchParams({ decision: 'allow' })
  for (const [, name = '', value = ''] of html.matchAll(
    /<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g,
  )) {
    form.set(name, decodeEntities(value))
  }
  form.set('company', books ?? /name="company"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '')
  const action = new URL(decodeEntities(/<form[^>]*action="([^"]*)"/.exec(html)?.[1] ?? consentUrl), consentUrl)
  const consent = await fetch(action, { method: 'POST', body: form, redirect: 'manual' })
  const back = consent.headers.get('location')
  if (!back) throw new Error(`the consent page answered ${consent.status}`)
  const callback = await fetch(back, { redirect: 'manual' })
  const landed = callback.headers.get('location') ?? ''
  if (!landed.includes('connected=')) throw new Error(`the consent came back with ${callback.status} ${landed}`)
  await call('PUT', '/settings', {
    usesWarehouse: false,
    creditAccount: null,
    paymentAccount: 2890,
    modeOfPayment: 'KORT',
    bookkeepInvoices: true,
    payInvoices: true,
  })
}

async function createTemplate(call: Call, path: string, name = 'SEB Kort till Fortnox'): Promise<Template> {
  const fields = {
    name,
    bank: 'SEB Kort',
    sourceSystem: 'file',
    targetSystem: 'fortnox',
    resource: 'supplier-invoice',
    movement: 'import',
    granularity: 'row',
  }
  return call<Template>('POST', '/templates', await formOf(path, fields))
}

/** Uploads a file and follows it, as the browser does, until every row of it is checked. */
async function importForm({ call, send }: Speaking, form: Form): Promise<ImportSummary> {
  const { id } = await call<ImportSummary>('POST', '/imports', form)
  const follow = async () => lastEvent<ImportSummary>(await send('GET', `/imports/${id}/events`))
  return waitFor(follow, (summary) => summary.state !== 'reading', 600_000)
}

/** What a stream of server-sent events said last before it ended. */
function lastEvent<State>(stream: string): State {
  const told = stream.split('\n').findLast((line) => line.startsWith('data: '))
  if (told === undefined) throw new Error('the stream ended before it told anything')
  return JSON.parse(told.slice('data: '.length))
}

type Booking = { account: number; vatType: string }

/** Creates a supplier in the accounting system for every unknown merchant and maps it to an account and a VAT type. */
async function mapUnknownMerchants(call: Call, importId: string, booking: Booking): Promise<number> {
  const { items } = await call<{ items: UnmappedMerchant[] }>('GET', `/imports/${importId}/unmapped-merchants`)
  for (const { merchant } of items) {
    const supplier = await call<{ number: string }>('POST', '/suppliers', { name: merchant })
    await call('PUT', '/mapped-suppliers', {
      supplierNumber: supplier.number,
      ...booking,
      designations: [{ match: 'exact', text: merchant }],
    })
  }
  await call('POST', `/imports/${importId}/recheck`)
  return items.length
}

async function formOf(path: string, fields: Record<string, string>): Promise<Form> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', await openAsBlob(path), basename(path))
  const written = new Response(form)
  return { type: written.headers.get('content-type') ?? '', body: new Uint8Array(await written.arrayBuffer()) }
}

async function waitFor<State>(
  read: () => Promise<State>,
  isDone: (state: State) => boolean,
  timeoutMs = 120_000,
): Promise<State> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const state = await read()
    if (isDone(state)) return state
    if (Date.now() > giveUpAt)
      throw new Error(`waited ${timeoutMs} ms in vain; last state: ${JSON.stringify(state).slice(0, 500)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
