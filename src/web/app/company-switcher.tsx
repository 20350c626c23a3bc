import { ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import { useSession } from '../session.ts'
import { Menu } from '../ui/menu.tsx'
import { AddCompanyDialog } from './add-company-dialog.tsx'
import { useGoToCompany } from './go-to-company.ts'

/** Which company the work is for; everything shown and sent is that company's. Props: onSwitched. */
export function CompanySwitcher({ onSwitched }: { onSwitched?: () => void }) {
  const session = useSession()
  const company = session?.company
  const goToCompany = useGoToCompany()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Menu
        align="start"
        className="w-max max-w-[min(26rem,calc(100vw-1rem))] min-w-[max(13rem,calc(var(--nav)-24px))]"
        trigger={
          <button
            type="button"
            className="mx-3 mt-1 mb-3 grid flex-none grid-cols-[minmax(0,1fr)_16px] items-center rounded-2 border border-edge bg-sheet py-[7px] pr-2 pl-2.5 text-left hover:border-ink-2"
          >
            <span className="truncate leading-[18px] font-strong">
              <span className="sr-only">{m.shell_switch_company()}: </span>
              {company?.name ?? m.shell_no_company()}
            </span>
            <ChevronsUpDown size={16} strokeWidth={1.5} aria-hidden className="row-span-2 text-ink-3" />
            <span className="truncate text-12 text-ink-3">{company?.organisationNumber}</span>
          </button>
        }
        entries={[
          { kind: 'label', label: m.shell_companies() },
          ...(session?.companies ?? []).map((choice) => ({
            kind: 'action' as const,
            label: choice.name,
            ...(choice.firm && { hint: <span className="block max-w-32 truncate">{choice.firm.name}</span> }),
            isChecked: choice.id === company?.id,
            onSelect: () => {
              if (choice.id !== company?.id) void goToCompany(choice)
              onSwitched?.()
            },
          })),
          { kind: 'line' },
          {
            kind: 'action',
            label: m.shell_add_company(),
            icon: <Plus size={16} aria-hidden />,
            onSelect: () => setIsAdding(true),
          },
        ]}
      />
      {isAdding && <AddCompanyDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
