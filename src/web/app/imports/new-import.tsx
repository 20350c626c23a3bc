import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { importSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { template } from '#templates/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { problemText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Select } from '../../ui/select.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'

const templateList = z.object({ items: z.array(template) })
const endings = ['.csv', '.txt', '.xlsx', '.xls', '.ods']

/** Choose a template, drop a file. The only template there is is chosen already; ?template= names one. */
export function NewImport() {
  const [search] = useSearchParams()
  const templates = useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => api.get('/templates', { schema: templateList, signal }),
  })
  const [chosen, setChosen] = useState<string | null>(search.get('template'))
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setIsTried] = useState(false)
  const start = useStart()
  const items = templates.data?.items.filter(({ movement }) => movement === 'import') ?? []
  const templateId = chosen ?? (items.length === 1 ? (items[0]?.id ?? null) : null)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (templateId && file) start.mutate({ templateId, file })
  }

  if (templates.data && items.length === 0) return <NoTemplates />
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid max-w-4xl items-start gap-x-6 gap-y-4 px-4 pb-8 wide:grid-cols-[17rem_minmax(0,1fr)] wide:px-6"
    >
      <Field label={m.imports_new_template()} error={isTried && !templateId ? m.imports_new_template_required() : null}>
        {(control) => (
          <Select
            {...control}
            value={templateId}
            onChange={setChosen}
            placeholder={m.imports_new_template_choose()}
            disabled={start.isPending}
            options={items.map(({ id, name, bank }) => ({ value: id, label: name, hint: bank }))}
          />
        )}
      </Field>
      <div className="grid gap-1.5">
        <span className="font-strong">{m.imports_new_file()}</span>
        <FileDrop
          onFile={setFile}
          accept={endings}
          file={file}
          help={m.imports_new_file_help()}
          error={isTried && !file ? m.imports_new_file_required() : null}
          disabled={start.isPending}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4 wide:col-start-2">
        <Button type="submit" variant="primary" size="large" disabled={start.isPending}>
          {start.isPending && file ? m.imports_new_reading({ name: file.name }) : m.imports_new_start()}
        </Button>
        {start.isError && (
          <p role="alert" className="flex items-center gap-1.5 text-error">
            <StateGlyph state="error" />
            {startProblem(start.error)}
          </p>
        )}
      </div>
    </form>
  )
}

function useStart() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ templateId, file }: { templateId: string; file: File }) => {
      const body = new FormData()
      body.set('templateId', templateId)
      body.set('file', file)
      return api.post('/imports', { body, schema: importSummary })
    },
    onSuccess: async (started) => {
      queries.setQueryData(['imports', started.id], started)
      await queries.invalidateQueries({ queryKey: ['imports', 'list'] })
      await navigate(`/app/imports/${started.id}`)
    },
    onError: () => undefined, // told under the form
  })
}

function startProblem(error: unknown): string {
  const [first] = error instanceof ApiProblem ? error.errors : []
  return first?.code === 'template-not-mapped' ? problemText(first) : problemTitle(error)
}

function NoTemplates() {
  return (
    <div className="grid justify-items-start gap-3 px-4 pb-8 wide:px-6">
      <p className="max-w-[64ch] text-ink-2">{m.imports_new_no_templates()}</p>
      <Button asChild variant="primary">
        <Link to="/app/template/overview">{m.imports_new_create_template()}</Link>
      </Button>
    </div>
  )
}
