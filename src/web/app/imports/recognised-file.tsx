import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import type { Template } from '#templates/contract.ts'
import { missingFields } from '#templates/rules/mapping/check-mapping.ts'
import type { Recognition } from '#templates/rules/recognition.ts'
import { Button } from '../../ui/button.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { keepFile } from '../kept-file.ts'
import { NewTemplateDialog } from '../template-overview/new-template-dialog.tsx'

type Match = Recognition['matches'][number]

/** The template that is chosen for a file without asking: the only one that fits it exactly, else the only one like it. */
export function likeliest({ matches }: Recognition): Match | null {
  const exact = matches.filter(({ likeness }) => likeness === 'exact')
  const [only, second] = exact.length > 0 ? exact : matches
  return only && !second ? only : null
}

/** Fields that every import needs have no source yet. */
export function isUnfinished(chosen: Template | null): chosen is Template {
  return chosen !== null && missingFields(chosen.mapping).length > 0
}

/** What a dropped file was recognised as, and the way on where no template fits, or one that is not finished. */
export function RecognisedFile({ file, found, chosen }: { file: File; found: Recognition; chosen: Template | null }) {
  const [isCreating, setIsCreating] = useState(false)
  const match = found.matches.find(({ templateId }) => templateId === chosen?.id)
  const said = sentence(found, match, chosen)
  return (
    <div className="grid justify-items-start gap-2">
      <p role="status" className="flex items-start gap-1.5">
        <StateGlyph state={said.isGood && !isUnfinished(chosen) ? 'ready' : 'attention'} className="mt-0.5" />
        <span>{said.text}</span>
      </p>
      {match && match.missingSheets.length > 0 && (
        <p className="text-12 text-ink-2">{m.imports_new_sheets_missing({ sheets: match.missingSheets.join(', ') })}</p>
      )}
      {match && match.missingColumns.length > 0 && (
        <p className="text-12 text-ink-2">
          {m.imports_new_columns_missing({ columns: match.missingColumns.join(', ') })}
        </p>
      )}
      {match && match.newColumns.length > 0 && (
        <p className="text-12 text-ink-2">{m.imports_new_columns_added({ columns: match.newColumns.join(', ') })}</p>
      )}
      {isUnfinished(chosen) && (
        <>
          <p className="text-12 text-ink-2">{m.problems_template_not_mapped()}</p>
          <Button asChild variant="primary" onClick={() => keepFile(chosen.id, file)}>
            <Link to={`/app/template/${chosen.id}/mapping`}>{m.imports_new_finish_template()}</Link>
          </Button>
        </>
      )}
      {!said.isGood && (
        // Where nothing fits it is the way on.
        <Button variant={chosen || found.matches.length > 0 ? 'quiet' : 'primary'} onClick={() => setIsCreating(true)}>
          {m.imports_new_make_template()}
        </Button>
      )}
      {isCreating && (
        <NewTemplateDialog
          movement="import"
          given={{ file, name: found.suggestedName, bank: found.suggestedBank }}
          onClose={() => setIsCreating(false)}
        />
      )}
    </div>
  )
}

export function sentence(
  { format, matches }: Recognition,
  match: Match | undefined,
  chosen: { name: string } | null,
): { text: string; isGood: boolean } {
  if (match?.likeness === 'exact') return { text: m.imports_new_recognised({ template: match.name }), isGood: true }
  if (match) return { text: m.imports_new_recognised_nearly({ template: match.name }), isGood: false }
  if (chosen) return { text: m.imports_new_other_template({ template: chosen.name }), isGood: false }
  if (matches.some(({ likeness }) => likeness === 'exact'))
    return { text: m.imports_new_recognised_several(), isGood: true }
  if (matches.length > 0) return { text: m.imports_new_nearly_several(), isGood: false }
  return {
    text: format ? m.imports_new_no_match_format({ format: format.name }) : m.imports_new_no_match(),
    isGood: false,
  }
}
