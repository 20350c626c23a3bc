import type { ReactNode } from 'react'
import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { useSession } from '../session.ts'
import { Notice } from './connectors/notice.tsx'

/** That the books are another company's by their number: what is posted there may be in the wrong books. Props: connector, children (what to do). */
export function OtherCompany({ connector, children }: { connector: ConnectorStatus; children?: ReactNode }) {
  const company = useSession()?.company
  const { connection, displayName: name } = connector
  if (!company || !connection?.isOtherCompany) return null
  const { tenantName, organisationNumber } = connection
  return (
    <Notice title={m.connections_other_title({ name })}>
      {m.connections_other_text({
        ...{ name, tenant: tenantName ?? '', number: organisationNumber ?? '' },
        ...{ company: company.name, own: company.organisationNumber },
      })}{' '}
      {children}
    </Notice>
  )
}
