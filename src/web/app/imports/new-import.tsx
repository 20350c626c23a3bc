import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { fileLimits, importSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { fileEndings } from '#templates/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { listFailure } from '../../list-failure.ts'
import { faultText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop, fileFault, tellLeftOut } from '../../ui/file-drop.tsx'
import { focusFirstField } from '../../ui/leave-focus.ts'
import { Select } from '../../ui/select.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { useGoOn } from '../go-on.ts'
import { keepFile } from '../kept-file.ts'
import { useTemplates } from '../use-templates.ts'
import { ConnectLink } from './failure-list.tsx'
import { isUnfinished, likeliest, RecognisedFile } from './recognised-file.tsx'
import { templateOption } from './template-option.ts'
import { useChosenFile } from './use-chosen-file.ts'
import { usePageDrop, useRecognition } from './use-recognition.ts'

/** Drop a file, here or anywhere on the page: the template that it fits is chosen. ?template= names one beforehand. */
export function NewImport() {
  const templates = useTemplates()
  const { file, templateId: chosen, choose, ...chosenFile } = useChosenFile()
  const [fault, setFault] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const goOn = useGoOn()
  const start = useStart()
  // Once there, its page is on its way: a second press would start another.
  const isStarting = start.isPending || start.isSuccess
  const recognition = useRecognition(file)
  const largest = useLargestFile()
  // Told once, beside what was pressed last.
  const refused = start.isError ? faultText(start.error) : null
  const unreadable = file && recognition.error && refused === null ? faultText(recognition.error) : null
  function take(next: File) {
    chosenFile.take(next)
    setFault(null)
    start.reset() // what is told of the file before is not told of this one
  }
  usePageDrop((files) => {
    const [first, second] = files
    if (!first) return
    if (isStarting) {
      tellLeftOut(files)
      return
    }
    const found = second ? m.shell_file_too_many() : fileFault(first, fileEndings, largest)
    if (found === null) take(first)
    else setFault(found)
  })
  const found = file ? (recognition.data ?? null) : null
  const fitting = found && likeliest(found)?.templateId
  const items = templates.data?.items.filter(({ movement }) => movement === 'import') ?? []
  const hasNoMatch = found !== null && found.matches.length === 0
  const templateId = chosen ?? fitting ?? (items.length === 1 && !hasNoMatch ? (items[0]?.id ?? null) : null)
  // Pressed before the template is found, the button would ask for what is about to be there.
  const isFinding = file !== null && templateId === null && (templates.isPending || recognition.isFetching)
  const template = items.find(({ id }) => id === templateId) ?? null
  const isTemplateFirst = found !== null && (template === null ? hasNoMatch : isUnfinished(template))
  const isToldUnfinished = found !== null && isUnfinished(template)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (isToldUnfinished) return
    if (templateId && file)
      start.mutate(
        { templateId, file },
        {
          onSuccess: ({ id }) => {
            keepFile(templateId, null)
            chosenFile.forget()
            void goOn(`/app/imports/${id}`)
          },
        },
      )
    else if (!templateId) focusFirstField(event.currentTarget)
  }

  const fileField = (
    <div className="grid min-w-0 gap-1.5">
      <span className="font-strong">{m.imports_new_file()}</span>
      <FileDrop
        onFile={take}
        accept={fileEndings}
        file={file}
        maxMegabytes={largest}
        help={largest === undefined ? m.imports_new_file_kinds() : m.imports_new_file_help({ limit: String(largest) })}
        error={fault ?? unreadable ?? (isTried && !file ? m.shell_required_name({ name: m.imports_new_file() }) : null)}
        disabled={isStarting}
      />
      {file && recognition.isFetching && (
        <p role="status" className="text-ink-3">
          {m.imports_new_recognising()}
        </p>
      )}
      {file && found && <RecognisedFile file={file} found={found} chosen={template} />}
    </div>
  )
  if (templates.data && items.length === 0) return <NoTemplates canCreate={!found}>{fileField}</NoTemplates>
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid max-w-4xl items-start gap-x-6 gap-y-4 px-4 pb-8 wide:grid-cols-[17rem_minmax(0,1fr)] wide:px-6"
    >
      <Field
        label={m.imports_new_template()}
        error={isTried && !templateId ? m.shell_required_name({ name: m.imports_new_template() }) : null}
      >
        {(control) => (
          <Select
            {...control}
            value={templateId}
            onChange={choose}
            placeholder={m.imports_new_template_choose()}
            isLoading={templates.isFetching && !templates.data}
            failure={listFailure(templates)}
            disabled={start.isPending}
            options={items.map(templateOption)}
          />
        )}
      </Field>
      {fileField}
      <div className="flex flex-wrap items-center gap-4 wide:col-start-2">
        <Button
          type="submit"
          variant={isTemplateFirst ? 'quiet' : 'primary'}
          size="large"
          disabled={isStarting || isFinding || isToldUnfinished}
        >
          {isStarting && file ? m.imports_new_reading({ name: file.name }) : m.imports_new_start()}
        </Button>
        {refused !== null && (
          <p role="alert" className="flex items-center gap-1.5 text-error">
            <StateGlyph state="error" />
            {refused}
            {isUnconnected(start.error) && <ConnectLink />}
          </p>
        )}
      </div>
    </form>
  )
}

const isUnconnected = (error: unknown) => error instanceof ApiProblem && error.code === 'not-connected'

function useStart() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ templateId, file }: { templateId: string; file: File }) => {
      const body = new FormData()
      body.set('templateId', templateId)
      body.set('file', file)
      return api.post('/imports', { body, schema: importSummary })
    },
    onSuccess: (started) => {
      queries.setQueryData(['imports', started.id], started)
      void queries.invalidateQueries({ queryKey: ['imports', 'list'] })
    },
    meta: { isToldInPlace: true },
  })
}

/** In MB, as this Radvis is set up. */
function useLargestFile(): number | undefined {
  const { data } = useQuery({
    queryKey: ['file-limits'],
    queryFn: ({ signal }) => api.get('/file-limits', { schema: fileLimits, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.megabytes
}

/** A file can be dropped all the same: its template is made of it. */
function NoTemplates({ canCreate, children }: { canCreate: boolean; children: ReactNode }) {
  return (
    <div className="grid max-w-4xl gap-3 px-4 pb-8 wide:px-6">
      <p className="max-w-[64ch] text-ink-2">{m.imports_new_no_templates()}</p>
      {children}
      {canCreate && (
        <Button asChild className="justify-self-start">
          <Link to="/app/template/overview?new=import">{m.imports_new_create_template()}</Link>
        </Button>
      )}
    </div>
  )
}
