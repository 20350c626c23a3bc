import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import * as m from '#messages'
import { type Supplier, supplier, supplierList } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { listFailure } from '../../list-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import type { ControlProps } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { supplierProblems } from './supplier-problem-text.ts'

type Chosen = Pick<Supplier, 'number' | 'name'>
type Props = ControlProps & {
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
  /** What the merchant is called in the file: offered for a new supplier until something else is searched for. */
  merchant?: string | null | undefined
}

/** Chooses a supplier of the accounting system's register, or creates the one that is missing there. */
export function SupplierPicker({ chosen, onChoose, merchant, ...control }: Props) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const asked = useQuery({
    queryKey: ['suppliers', q],
    queryFn: ({ signal }) => api.get('/suppliers', { query: { q }, schema: supplierList, signal }),
    placeholderData: (previous) => previous,
  })
  const found = asked.data?.items ?? []
  const options = found.map(({ number, name, city }) => ({
    value: number,
    label: name,
    hint: city ? `${city} ${number}` : number,
  }))
  const isChosenFound = !chosen || found.some(({ number }) => number === chosen.number)
  const create = useMutation({
    mutationFn: (name: string) => api.post('/suppliers', { body: { name }, schema: supplier }),
    onSuccess: (created) => {
      showToast({ type: 'success', title: m.suppliers_created(created), id: 'supplier-changed' })
      onChoose(created)
    },
    onError: (error) => {
      const [text] = supplierProblems(error, () => m.suppliers_supplier_field()).values()
      showToast({ type: 'error', title: m.suppliers_save_failed(), text: text ?? problemTitle(error) })
    },
  })
  return (
    <Combobox
      {...control}
      value={chosen?.number ?? null}
      onChange={(number) => {
        const picked = found.find((one) => one.number === number) ?? chosen
        if (picked) onChoose(picked)
      }}
      options={isChosenFound || !chosen ? options : [{ value: chosen.number, label: chosen.name }, ...options]}
      onSearch={setText}
      isLoading={asked.isFetching}
      failure={listFailure(asked)}
      searchPlaceholder={m.suppliers_supplier_search()}
      {...(q !== '' && { emptyText: m.suppliers_supplier_none() })}
      footer={(search, close) => {
        const name = search.trim() || (merchant?.trim() ?? '')
        if (name === '') return null
        return (
          <Button
            variant="quiet"
            className="w-full justify-start"
            disabled={create.isPending}
            onClick={() => create.mutate(name, { onSuccess: close })}
          >
            <Plus size={16} strokeWidth={1.5} aria-hidden />
            <span className="truncate">{m.suppliers_supplier_create({ name })}</span>
          </Button>
        )
      }}
    />
  )
}
