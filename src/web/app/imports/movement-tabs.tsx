import * as m from '#messages'
import { PageTabs } from '../../ui/page-tabs.tsx'

/** Into the accounting system, or out of it. */
export function MovementTabs({ isExports }: { isExports: boolean }) {
  return (
    <PageTabs
      label={m.exports_tabs()}
      tabs={[
        { to: '/app/imports', label: m.exports_tab_imports(), isCurrent: !isExports },
        { to: '/app/imports?tab=exports', label: m.exports_tab_exports(), isCurrent: isExports },
      ]}
    />
  )
}
