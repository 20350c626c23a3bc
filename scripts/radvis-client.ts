import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportRow, ImportSummary, UnmappedMerchant } from '#imports/contract.ts'
import type { RunSummary } from '#posting/contract.ts'
import type { Template } from '#templates/contract.ts'

/** Speaks to a running Radvis as the browser does; for the demo, the benchmarks and tests of whole processes. */
export type RadvisClient = ReturnType<typeof createClient>

export function createClient(url: string) {
  let token: string | null = null
  let companyId: string | null = null

  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(companyId && { 'x-company-id': companyId }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Answer
  }

  function enter(signedIn: { token: string; companies: { id: string }[] }): void {
    token = signedIn.token
    companyId = signedIn.companies[0]?.id ?? null
  }

  return {
    call,
    async signUp(email: string, password: string, organisationNumber = '556036-0793') {
      enter(
        await call('POST', '/auth/sign-up', {
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
        }),
      )
    },
    signIn: async (email: string, password: string) => enter(await call('POST', '/auth/sign-in', { email, password })),
    identity: () => ({ token, companyId }),

    /** Gives consent at the sandbox as a person would: opens the page, presses Tillåt, follows the redirect back. */
    async connectSandbox() {
      const { url: consentUrl } = await call<{ url: string }>('POST', '/connectors/fortnox/authorize')
      const page = await fetch(consentUrl)
      const html = await page.text()
      const form = new URLSearchParams()
      for (const [, name = '', value = ''] of html.matchAll(
        /<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g,
      ))
        form.set(name, decodeEntities(value))
      const tenant = /name="tenant"[^>]*value="([^"]+)"/.exec(html)?.[1]
      if (tenant) form.set('tenant', tenant)
      form.set('decision', 'allow')
      const action = new URL(decodeEntities(/<form[^>]*action="([^"]*)"/.exec(html)?.[1] ?? consentUrl), consentUrl)
      const consent = await fetch(action, { method: 'POST', body: form, redirect: 'manual' })
      const back = consent.headers.get('location')
      if (!back) throw new Error(`the consent page answered ${consent.status}: ${await consent.text()}`)
      const callback = await fetch(back, { redirect: 'manual' })
      const landed = callback.headers.get('location') ?? ''
      if (!landed.includes('connected=')) throw new Error(`the consent came back with ${callback.status} ${landed}`)
    },

    async createTemplate(path: string, name = 'SEB Kort till Fortnox'): Promise<Template> {
      const form = new FormData()
      const fields = {
        name,
        bank: 'SEB Kort',
        sourceSystem: 'file',
        targetSystem: 'fortnox',
        resource: 'supplier-invoice',
        movement: 'import',
        granularity: 'row',
      }
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([new Uint8Array(await readFile(path))]), basename(path))
      return call<Template>('POST', '/templates', form)
    },

    /** Uploads a file and waits until every row of it is checked. */
    async importFile(path: string, templateId: string): Promise<ImportSummary> {
      const form = new FormData()
      form.set('templateId', templateId)
      form.set('file', new Blob([new Uint8Array(await readFile(path))]), basename(path))
      const { id } = await call<ImportSummary>('POST', '/imports', form)
      return waitFor(
        () => call<ImportSummary>('GET', `/imports/${id}`),
        (summary) => summary.state !== 'reading',
      )
    },

    /** Creates a supplier in the accounting system for every unknown merchant and maps it to an account and a VAT type. */
    async mapUnknownMerchants(importId: string, booking: { account: number; vatType: string }): Promise<number> {
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
    },

    getImport: (id: string) => call<ImportSummary>('GET', `/imports/${id}`),
    listRows: (id: string) => call<{ items: ImportRow[] }>('GET', `/imports/${id}/rows?limit=500`),

    /** Confirms and waits until the run has come to its end. */
    async post(importId: string, timeoutMs = 600_000): Promise<RunSummary> {
      const { runId } = await call<{ runId: string }>('POST', `/imports/${importId}/confirm`)
      return waitFor(
        () => call<RunSummary>('GET', `/runs/${runId}`),
        (run) => run.status === 'success' || run.status === 'error',
        timeoutMs,
      )
    },
  }
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
