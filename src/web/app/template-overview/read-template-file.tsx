import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as m from '#messages'
import { template } from '#templates/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useGoOn } from '../go-on.ts'
import { templateFileProblem } from './template-file-problem.ts'

/** What became of the file before is no longer so when another is chosen. */
const told = 'template-file'

/** Makes a template of a file that another company saved. */
export function ReadTemplateFile() {
  const input = useRef<HTMLInputElement>(null)
  const goOn = useGoOn()
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: async (file: File) =>
      api.post('/templates/import', { body: JSON.parse(await file.text()) as unknown, schema: template }),
    onSuccess: ({ name }) => {
      showToast({ type: 'success', id: told, title: m.templates_imported_file({ name }) })
      void client.invalidateQueries({ queryKey: ['templates'] })
    },
    onError: async (error, file) =>
      showToast({
        type: 'error',
        id: told,
        title:
          error instanceof ApiProblem && error.code !== 'invalid-input'
            ? problemTitle(error)
            : templateFileProblem(await file.text()),
      }),
  })
  return (
    <>
      <Button disabled={read.isPending} onClick={() => input.current?.click()}>
        {m.templates_import_file()}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="hidden"
        aria-label={m.templates_import_file()}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) read.mutate(file, { onSuccess: ({ id }) => goOn(`/app/template/${id}/mapping`) })
          event.target.value = ''
        }}
      />
    </>
  )
}
