import { type RowFilter, type RowOrder, type RowState, rowSorts, rowStates } from '#imports/contract.ts'
import { useOpenRow } from '../../open-row.ts'
import { useAddress } from '../../use-address.ts'

const whole = (text: string | null) => (/^\d{1,7}$/.test(text ?? '') ? Number(text) : null)

/** What is shown stands in the address: filter, search, order and the selected row. */
export function useView() {
  const [search, change] = useAddress()
  const opened = useOpenRow('54rem')
  const state = rowStates.find((one) => one === search.get('state'))
  const [q, problem, supplier] = ['q', 'problem', 'supplier'].map((key) => search.get(key) ?? '')
  const account = whole(search.get('account'))
  const filter: RowFilter = {
    ...(state && { state }),
    ...(q && { q }),
    ...(problem && { problem }),
    ...(supplier && { supplier }),
    ...(account !== null && { account }),
    ...(search.get('edited') && { edited: true }),
  }
  const sorted = search.get('sort') ?? ''
  const sort = rowSorts.find((one) => one === sorted.replace(/^-/, ''))
  const order: RowOrder = sort ? { sort, isDown: sorted.startsWith('-') } : {}
  return {
    filter,
    order,
    /** The term of the equation that is shown as a whole; null where a filter shows some of all rows. */
    term: (state ?? (problem || supplier || account !== null || filter.edited ? null : 'all')) as
      | RowState
      | 'all'
      | null,
    q: q ?? '',
    row: whole(opened.row),
    setState: (next: RowState | 'all') => change(termChanges(next)),
    search: (text: string) => change({ q: text }),
    set: change,
    /** Null: as in the file. */
    setOrder: ({ sort: by, isDown }: RowOrder) => change({ sort: by ? `${isDown ? '-' : ''}${by}` : null }),
    select: (next: number | null) => opened.open(next === null ? null : String(next)),
    clear: () => change({ state: null, q: null, problem: null, supplier: null, account: null, edited: null }),
  }
}
/** What the choice of a term of the equation sets: all rows are all of them, and of another state none has the problem asked for. */
export const termChanges = (next: RowState | 'all'): Record<string, string | null> => ({
  state: next === 'all' ? null : next,
  ...(next !== 'attention' && { problem: null }),
  ...(next === 'all' && { supplier: null, account: null, edited: null }),
})

export type View = ReturnType<typeof useView>
