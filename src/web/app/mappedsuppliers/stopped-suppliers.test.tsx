import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { StoppedSupplier } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import { StoppedInFile } from './stopped-suppliers.tsx'

const newest = '01a20fe7-f94c-7000-b738-0e1c4fa83c49'
const rent: StoppedSupplier = {
  supplierNumber: '6',
  supplierName: 'Balder & Co',
  templateName: 'Banken',
  files: 3,
  lastFile: 'august.csv',
  newestImportId: newest,
  newestFile: 'september.csv',
  resembling: ['BALDER HYRA'],
}

function show(importId: string, items: readonly StoppedSupplier[]): string {
  const client = new QueryClient()
  client.setQueryData(['imports', importId, 'stopped'], { items })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StoppedInFile importId={importId} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the newest file tells which supplier it lacks, what waits that may be it, and leads to its designations', () => {
  const shown = show(newest, [rent])
  expect(shown).toContain(m.suppliers_stopped_resembling({ texts: 'BALDER HYRA' }))
  expect(shown).toContain('href="/app/mappedsuppliers?q=Balder%20%26%20Co"')
})

test('a file before the newest tells nothing of what the newest lacks', () => {
  expect(show('01a20fe7-f94c-7000-b738-0e1c4fa83c48', [rent])).toBe('')
})

test('of more suppliers than are named, how many more there are is told', () => {
  const many = Array.from({ length: 7 }, (_, i) => ({ ...rent, supplierNumber: `${i}` }))
  expect(show(newest, many)).toContain(m.suppliers_stopped_rest({ count: '2' }))
  expect(show(newest, many.slice(0, 6))).toContain(m.suppliers_stopped_rest_one())
})
