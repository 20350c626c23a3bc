import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { stoppedSupplierList } from '#imports/contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { StateGlyph } from '../../ui/state-mark.tsx'

const mostShown = 5

/** Suppliers that files used to hold: a text that the bank has begun to write otherwise stops a rule without a word. */
export function StoppedSuppliers() {
  const { data } = useQuery({
    queryKey: ['mapped-suppliers', 'stopped'],
    queryFn: ({ signal }) => api.get('/mapped-suppliers/stopped', { schema: stoppedSupplierList, signal }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <section className="border-b border-rule bg-attention-soft px-4 py-3 [--hole:var(--attention-soft)] wide:px-6">
      <h2 className="flex items-center gap-1.5 font-strong">
        <StateGlyph state="attention" />
        {m.suppliers_stopped_title()}
      </h2>
      <ul className="mt-1 grid gap-1">
        {data.items.slice(0, mostShown).map((one) => (
          <li key={`${one.supplierNumber} ${one.templateName}`}>
            {m.suppliers_stopped_one({
              name: one.supplierName,
              files: String(one.files),
              template: one.templateName,
              file: one.newestFile,
            })}{' '}
            {one.resembling.length > 0 && `${m.suppliers_stopped_resembling({ texts: one.resembling.join(', ') })} `}
            <Link to={`/app/imports/${one.newestImportId}`} className="link">
              {m.suppliers_stopped_open()}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
