import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { template } from '#templates/contract.ts'
import { api } from '../api-client.ts'

const templateList = z.object({ items: z.array(template) })

/** The company's templates, and those that a firm shares with it. */
export function useTemplates() {
  return useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) => api.get('/templates', { schema: templateList, signal }),
  })
}
