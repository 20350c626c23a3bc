import { useQuery } from '@tanstack/react-query'
import { settingsPage } from '#connections/contract.ts'
import { api } from '../api-client.ts'

/** The company's settings, with the accounts and modes of payment that can be chosen. */
export function useSettings({ enabled = true } = {}) {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.get('/settings', { schema: settingsPage, signal }),
    enabled,
  })
}
