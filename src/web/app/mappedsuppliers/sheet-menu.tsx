import { Sheet as SheetIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { SheetDialog } from './sheet-dialog.tsx'

/** The mapped suppliers out to a spreadsheet, and an edited one in again. */
export function SheetMenu() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const download = (format: 'csv' | 'xlsx') =>
    void api
      .download('/mapped-suppliers/sheet', { query: { format } })
      .catch((error: unknown) => showToast({ type: 'error', title: problemTitle(error) }))
  return (
    <>
      <Menu
        trigger={
          <Button>
            <SheetIcon size={16} strokeWidth={1.5} aria-hidden />
            {m.suppliers_sheet_menu()}
          </Button>
        }
        entries={[
          { kind: 'action', label: m.suppliers_sheet_download_xlsx(), onSelect: () => download('xlsx') },
          { kind: 'action', label: m.suppliers_sheet_download_csv(), onSelect: () => download('csv') },
          { kind: 'line' },
          { kind: 'action', label: m.suppliers_sheet_upload(), onSelect: () => input.current?.click() },
        ]}
      />
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.csv,.ods"
        className="hidden"
        aria-label={m.suppliers_sheet_upload()}
        tabIndex={-1}
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
      {file && <SheetDialog file={file} onClose={() => setFile(null)} />}
    </>
  )
}
