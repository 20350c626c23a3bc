import type { ExportSummary } from '#exports/contract.ts'
import type { UndoReport } from '#posting/contract.ts'
import type { Receipt } from '#receipts/contract.ts'
import type { RadvisClient } from '../../scripts/radvis-client.ts'

/** The smallest PNG there is, and something behind its end that makes each another file. */
const smallestPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Uploads a receipt for each purchase, says which is whose, and waits until all are at their invoices. */
export async function attachReceipts(client: RadvisClient, references: readonly string[]): Promise<Receipt[]> {
  const form = new FormData()
  for (const reference of references)
    form.append('files', new Blob([Buffer.from(smallestPng, 'base64'), reference]), `kvitto å ${reference}.png`)
  const { items } = await client.call<{ items: { receipt: Receipt | null }[] }>('POST', '/receipts', form)
  const ids = items.flatMap(({ receipt }) => (receipt ? [receipt.id] : []))
  for (const [index, id] of ids.entries())
    await client.call('PATCH', `/receipts/${id}`, { reference: references[index] })
  return waitUntil(
    () => Promise.all(ids.map((id) => client.call<Receipt>('GET', `/receipts/${id}`))),
    (receipts) => receipts.every(({ state }) => state === 'attached' || state === 'rejected'),
  )
}

/** Writes all supplier invoices of the accounting system to a CSV after a template; its lines without the header. */
export async function writeExport(client: RadvisClient): Promise<{ summary: ExportSummary; lines: string[] }> {
  const form = new FormData()
  const fields = {
    ...{ name: 'Alla fakturor', bank: 'Fortnox', sourceSystem: 'file', targetSystem: 'fortnox' },
    ...{ resource: 'supplier-invoice', movement: 'export', granularity: 'row' },
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const layout = 'Fakturadatum;Leverantör;Belopp;Moms\r\n2026-01-02;Blomsterhandeln;125,00;25,00\r\n'
  form.set('file', new Blob([layout]), 'fakturor.csv')
  const { id: templateId } = await client.call<{ id: string }>('POST', '/templates', form)
  const sample = await client.call<{ suggestedMapping: object }>('GET', `/templates/${templateId}/sample`)
  await client.call('PUT', `/templates/${templateId}/mapping`, {
    ...sample.suggestedMapping,
    emptyFieldsConfirmed: true,
  })
  const filter = { from: null, to: null, state: 'all' }
  const { id } = await client.call<{ id: string }>('POST', '/exports', { templateId, format: 'csv', filter })
  const summary = await waitUntil(
    () => client.call<ExportSummary>('GET', `/exports/${id}`),
    ({ state }) => state !== 'writing',
  )
  const text = summary.state === 'done' ? await client.download(`/exports/${id}/file`) : ''
  return { summary, lines: text.trim().split('\r\n').slice(1) }
}

export async function undoRun(client: RadvisClient, runId: string): Promise<UndoReport> {
  await client.call('POST', `/runs/${runId}/undo`)
  return waitUntil(
    () => client.call<UndoReport>('GET', `/runs/${runId}/undo`),
    ({ state }) => state === 'reverted' || state === 'partly-reverted',
  )
}

async function waitUntil<State>(
  read: () => Promise<State>,
  isDone: (state: State) => boolean,
  timeoutMs = 240_000,
): Promise<State> {
  const giveUpAt = Date.now() + timeoutMs
  for (;;) {
    const state = await read()
    if (isDone(state)) return state
    if (Date.now() > giveUpAt) throw new Error(`waited in vain: ${JSON.stringify(state).slice(0, 1000)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
