import * as m from '#messages'
import { localParts } from '../../ui/date-text.tsx'
import type { Invited } from './use-members.ts'

/** Until which day an invitation holds, as the day is here. */
export function expiryText({ expiresAt, isExpired }: Pick<Invited, 'expiresAt' | 'isExpired'>): string {
  return isExpired ? m.accounts_users_expired() : m.accounts_users_expires({ date: localParts(expiresAt).date })
}
