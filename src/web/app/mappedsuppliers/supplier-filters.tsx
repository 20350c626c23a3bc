import { Search } from 'lucide-react'
import * as m from '#messages'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useTypedText } from '../typed-text.ts'
import { type Gap, gaps, type SupplierView } from './use-supplier-view.ts'

const gapNames: Record<Gap, () => string> = {
  all: m.suppliers_lacks_all,
  'no-account': m.suppliers_lacks_account,
  'no-vat': m.suppliers_lacks_vat,
  'no-designation': m.suppliers_lacks_designation,
  unused: m.suppliers_lacks_use,
}

/** Search, and what the suppliers lack. */
export function SupplierFilters({ view }: { view: SupplierView }) {
  const [text, setText] = useTypedText(view.q, view.search)
  return (
    <search className="flex print:hidden flex-wrap gap-2 border-b border-rule px-4 pb-4 wide:px-6">
      <TextInput
        type="search"
        size="normal"
        className="min-w-0 flex-1 wide:max-w-96"
        data-page-search
        aria-label={m.suppliers_search()}
        placeholder={view.isWaiting ? m.suppliers_search_waiting_hint() : m.suppliers_search_hint()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        before={<Search size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />}
      />
      {!view.isWaiting && (
        <div className="grid w-56 flex-none max-wide:w-full">
          <Select<Gap>
            size="normal"
            aria-label={m.suppliers_lacks()}
            value={view.gap}
            onChange={view.setGap}
            options={gaps.map((gap) => ({ value: gap, label: gapNames[gap]() }))}
          />
        </div>
      )}
    </search>
  )
}
