import type { ImportRowDetail, Origin } from '#imports/contract.ts'
import * as m from '#messages'
import { DateText } from '../../../ui/date-text.tsx'
import { OriginTag } from '../../../ui/origin-tag.tsx'
import { FactList, PanelBlock } from '../../../ui/panel.tsx'
import { originName, paymentOrigins } from './row-texts.ts'

/** Where a value came from; pointing at a cell's tag tells which cell. */
export function Origins({ origins, onPoint }: { origins: readonly Origin[]; onPoint: (cell: string | null) => void }) {
  return origins.flatMap((origin) =>
    origin.kind === 'cell'
      ? origin.cells.map((cell) => (
          <OriginTag key={cell} kind="cell" onMouseEnter={() => onPoint(cell)} onMouseLeave={() => onPoint(null)}>
            {cell}
          </OriginTag>
        ))
      : [
          <OriginTag key={origin.kind} kind="rule">
            {originName(origin)}
          </OriginTag>,
        ],
  )
}

/** When and from what the invoice is paid. */
export function Paid({ row, onPoint }: { row: ImportRowDetail; onPoint: (cell: string | null) => void }) {
  const { payment } = row
  return (
    <PanelBlock>
      <FactList
        rows={[
          {
            name: m.imports_panel_paid(),
            value: payment ? (
              <>
                <DateText date={payment.date} />{' '}
                {payment.account !== null && m.imports_panel_from_account({ account: String(payment.account) })}
              </>
            ) : (
              m.imports_panel_not_paid()
            ),
            ...(payment && { origin: <Origins origins={paymentOrigins(row)} onPoint={onPoint} /> }),
          },
        ]}
      />
    </PanelBlock>
  )
}
