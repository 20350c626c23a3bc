import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type InviteRequest, inviteAnswer, type MemberList, memberList } from '#accounts/contract.ts'
import type { Role } from '#kernel/roles.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { faultText } from '../../problem-text.ts'
import { roleName } from '../../role-names.ts'
import { showToast } from '../../ui/toasts.tsx'
import { keepAnswer } from '../query-client.ts'
import { refreshAccount } from '../refresh-account.ts'

export type Member = MemberList['members'][number]
export type Invited = MemberList['invitations'][number]

export function useMembers() {
  return useQuery({ queryKey: ['users'], queryFn: ({ signal }) => api.get('/users', { schema: memberList, signal }) })
}

/** A change answers with the list as it is then. */
function useMemberChange<Input, Answer extends MemberList>(
  change: (input: Input) => Promise<Answer>,
  done: (input: Input, answer: Answer) => string,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (list, input) => {
      showToast({ type: 'success', title: done(input, list) })
      return keepAnswer(queries, ['users'], list)
    },
    onError: (error) => showToast({ type: 'error', title: faultText(error) }),
  })
}

export function useInvite() {
  return useMemberChange(
    (body: InviteRequest) => api.post('/users/invitations', { body, schema: inviteAnswer }),
    ({ email, role: to }, { changedFrom: from }) =>
      from === null
        ? m.accounts_users_invited({ email })
        : m.accounts_users_invited_changed({ email, from: roleName(from), to: roleName(to) }),
  )
}

export function useWithdraw() {
  return useMemberChange(
    ({ id }: Invited) => api.delete(`/users/invitations/${id}`, { schema: memberList }),
    ({ email }) => m.accounts_users_withdrawn({ email }),
  )
}

export function useChangeRole() {
  return useMemberChange(
    ({ member, role }: { member: Member; role: Role }) =>
      api.put(`/users/${member.id}/role`, { body: { role }, schema: memberList }),
    ({ member, role }) => {
      // Who changes their own role sees at once what they may do now.
      if (member.isYou) void refreshAccount()
      return m.accounts_users_role_changed({ name: member.name, role: roleName(role) })
    },
  )
}
