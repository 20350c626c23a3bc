import { Link } from 'react-router'
import * as m from '#messages'
import type { TemplateSource } from '#sources/contract.ts'
import { useConnectors } from '../../use-connectors.ts'
import { ConnectLink, FailureList, sentence } from '../failure-list.tsx'
import { failureText, isMended, mendOf, unconnectedTexts } from './outcome-text.ts'

type Props = { rows: readonly TemplateSource[]; onChoose: (source: TemplateSource) => void }

/** What could not be fetched, and what cannot be, for a system is not connected. */
export function FailedSources({ rows, onChoose }: Props) {
  const connectors = useConnectors().data ?? []
  const unconnected = unconnectedTexts(rows, connectors)
  const failures = rows.flatMap((source) => {
    const { templateId, templateName: name, connectorId, outcome } = source
    if (outcome?.kind !== 'failed' || isMended(source, connectors)) return []
    const mend = mendOf(outcome.problem)
    if (mend === 'connect' && unconnected.some((one) => one.connectorId === connectorId)) return []
    return {
      id: templateId,
      text: m.sources_failed_text({ name, problem: sentence(failureText(connectorId, outcome)) }),
      mend: (
        <>
          {mend === 'connect' && <ConnectLink />}
          {mend === 'map' && (
            <Link to={`/app/template/${templateId}/mapping`} className="link">
              {m.imports_new_finish_template()}
            </Link>
          )}
          {mend === 'choose' && (
            <button type="button" className="link" onClick={() => onChoose(source)}>
              {m.sources_choose_again()}
            </button>
          )}
        </>
      ),
    }
  })
  const systems = unconnected.map(({ connectorId: id, text }) => ({ id, text: sentence(text), mend: <ConnectLink /> }))
  return <FailureList failures={[...systems, ...failures]} />
}
