import { Link } from 'react-router'
import * as m from '#messages'
import type { TemplateSource } from '#sources/contract.ts'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { useConnectors } from '../../use-connectors.ts'
import { isMended, mendOf, outcomeText } from './outcome-text.ts'

/** A title in the table's own words ends without a stop. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

type Props = { rows: readonly TemplateSource[]; onChoose: (source: TemplateSource) => void }

/** What could not be fetched, in full, and what can be done about it: the table has no room for it. */
export function FailedSources({ rows, onChoose }: Props) {
  const connectors = useConnectors().data ?? []
  const failed = rows.flatMap((source) =>
    source.outcome?.kind === 'failed' && !isMended(source, connectors) ? [{ source, ...source.outcome }] : [],
  )
  if (failed.length === 0) return null
  return (
    <ul className="grid gap-1 px-4 pb-3 wide:px-6">
      {failed.map(({ source, ...outcome }) => {
        const { templateId, templateName: name, connectorId } = source
        const mend = mendOf(outcome.problem)
        return (
          <li key={templateId} className="flex items-start gap-2">
            <StateGlyph state="error" className="mt-[3px]" />
            <span className="min-w-0 break-words">
              {m.sources_failed_text({ name, problem: sentence(outcomeText(connectorId, outcome)) })}{' '}
              {mend === 'connect' && (
                <Link to="/app/connectors" className="link">
                  {m.sources_open_connectors()}
                </Link>
              )}
              {mend === 'choose' && (
                <button type="button" className="link" onClick={() => onChoose(source)}>
                  {m.sources_choose_again()}
                </button>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
