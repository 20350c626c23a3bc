import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { RunList } from './run-list.tsx'
import { RunPage } from './run-page.tsx'

/** Every run, or with `?run=` the one, with what became of each of its invoices. */
export default function TransactionPage() {
  const [search] = useSearchParams()
  const run = z.uuid().safeParse(search.get('run'))
  return run.success ? <RunPage key={run.data} id={run.data} /> : <RunList />
}
