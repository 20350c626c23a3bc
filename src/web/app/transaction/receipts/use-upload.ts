import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mostFiles, uploadAnswer } from '#receipts/contract.ts'
import { api } from '../../../api-client.ts'
import { problemText } from '../../../problem-text.ts'
import { readSession } from '../../../session.ts'

type Batch = { files: readonly File[]; companyId: string | undefined }

/** Sends receipts. What is taken while others go up waits for its turn, and stays with the company it was taken for. */
export function useUpload() {
  const queries = useQueryClient()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [left, setLeft] = useState(0)
  const upload = useMutation({
    scope: { id: 'receipts' },
    mutationFn: async ({ files, companyId }: Batch) => {
      for (let start = 0; start < files.length; start += mostFiles) {
        const body = new FormData()
        const some = files.slice(start, start + mostFiles)
        for (const file of some) body.append('files', file)
        try {
          const { items } = await api.post('/receipts', { body, schema: uploadAnswer, companyId })
          const found = items.flatMap(({ fileName, problem }) =>
            problem === null ? [] : [`${fileName}: ${problemText({ code: problem })}`],
          )
          setRefused((before) => [...new Set([...before, ...found])])
          setLeft((before) => before - some.length)
          void queries.invalidateQueries({ queryKey: ['receipts'] })
        } catch (error) {
          setLeft((before) => before - (files.length - start))
          throw error
        }
      }
    },
    // Not by onError: who has that tells what failed, and nothing here does.
    onSettled: () => queries.invalidateQueries({ queryKey: ['receipts'] }),
  })
  const take = (files: readonly File[]) => {
    if (left === 0) setRefused([])
    setLeft((before) => before + files.length)
    upload.mutate({ files, companyId: readSession()?.company?.id })
  }
  return { take, left, refused }
}
