import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type StoppedSupplier, stoppedSupplierList } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { StateGlyph } from '../../ui/state-mark.tsx'

const mostShown = 5

/** Suppliers that files used to hold: a text that the bank has begun to write otherwise stops a rule without a word. */
export function StoppedSuppliers() {
  return (
    <Stopped
      items={useStopped(['mapped-suppliers', 'stopped'])}
      title={m.suppliers_stopped_title()}
      line={({ supplierName: name, files, templateName: template, newestFile: file, newestImportId }) => (
        <>
          {m.suppliers_stopped_one({ name, template, file, files: String(files) })}{' '}
          <Link to={`/app/imports/${newestImportId}`} className="link">
            {m.suppliers_stopped_open()}
          </Link>
        </>
      )}
    />
  )
}

/** The same where the newest file itself is looked at, before its invoices are made. */
export function StoppedInFile({ importId }: { importId: string }) {
  return (
    <Stopped
      items={useStopped(['imports', importId, 'stopped']).filter(({ newestImportId }) => newestImportId === importId)}
      title={m.suppliers_stopped_here_title()}
      line={({ supplierName: name, files, templateName: template }) => (
        <>
          {m.suppliers_stopped_here_one({ name, template, files: String(files) })}{' '}
          <Link to={`/app/mappedsuppliers?q=${encodeURIComponent(name)}`} className="link">
            {m.suppliers_stopped_rules()}
          </Link>
        </>
      )}
    />
  )
}

function useStopped(queryKey: QueryKey): StoppedSupplier[] {
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/mapped-suppliers/stopped', { schema: stoppedSupplierList, signal }),
  })
  return data?.items ?? []
}

type StoppedProps = { items: readonly StoppedSupplier[]; title: string; line: (one: StoppedSupplier) => ReactNode }

function Stopped({ items, title, line }: StoppedProps) {
  if (items.length === 0) return null
  const rest = items.length - mostShown
  return (
    <section className="border-b border-rule bg-attention-soft px-4 py-3 [--hole:var(--attention-soft)] wide:px-6">
      <h2 className="flex items-center gap-1.5 font-strong">
        <StateGlyph state="attention" />
        {title}
      </h2>
      <ul className="mt-1 grid gap-1 wrap-anywhere">
        {items.slice(0, mostShown).map((one) => (
          <li key={`${one.supplierNumber} ${one.templateName}`}>
            {line(one)}
            {one.resembling.length > 0 && ` ${m.suppliers_stopped_resembling({ texts: one.resembling.join(', ') })}`}
          </li>
        ))}
        {rest > 0 && (
          <li>{rest === 1 ? m.suppliers_stopped_rest_one() : m.suppliers_stopped_rest({ count: String(rest) })}</li>
        )}
      </ul>
      <p className="mt-1 text-ink-2">{m.suppliers_stopped_help()}</p>
    </section>
  )
}
