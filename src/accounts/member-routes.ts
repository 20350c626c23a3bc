import { z } from 'zod'
import { type Api, createApi, defineRoute, idParam, json, jsonBody, scopeOf } from '#platform/http.ts'
import { changeMember, describeMembers } from './change-member.ts'
import { changeRoleRequest, inviteAnswer, inviteRequest, memberList } from './contract.ts'
import { createLetterLimits, inviteMember, type MemberDeps, withdrawInvitation } from './invite-member.ts'

const listRoute = defineRoute('full', { method: 'get', path: '/users', responses: { 200: json(memberList) } })
const inviteRoute = defineRoute('admin', {
  method: 'post',
  path: '/users/invitations',
  request: { body: jsonBody(inviteRequest) },
  responses: { 201: json(inviteAnswer, 'A letter is on its way') },
})
const withdrawRoute = defineRoute('admin', {
  method: 'delete',
  path: '/users/invitations/{id}',
  request: { params: idParam },
  responses: { 200: json(memberList) },
})
const roleRoute = defineRoute('admin', {
  method: 'put',
  path: '/users/{id}/role',
  request: { params: idParam, body: jsonBody(changeRoleRequest) },
  responses: { 200: json(memberList) },
})
/** Everyone may take themselves out; anyone else asks for owner or admin (rules.ts). */
const removeRoute = defineRoute('full', {
  method: 'delete',
  path: '/users/{id}',
  request: { params: idParam },
  responses: { 200: json(z.object({ done: z.literal(true) })) },
})

/** The people of a company: who they are, asking others in, roles, leaving. */
export function memberRoutes(deps: MemberDeps): Api {
  const inviting = { ...deps, letters: createLetterLimits(deps) }
  const api = createApi()
  api.openapi(listRoute, async (c) => c.json(await describeMembers(deps, scopeOf(c)), 200))
  api.openapi(inviteRoute, async (c) => {
    const changedFrom = await inviteMember(inviting, scopeOf(c), c.req.valid('json'))
    return c.json({ ...(await describeMembers(deps, scopeOf(c))), changedFrom }, 201)
  })
  api.openapi(withdrawRoute, async (c) => {
    await withdrawInvitation(deps, scopeOf(c), c.req.valid('param').id)
    return c.json(await describeMembers(deps, scopeOf(c)), 200)
  })
  api.openapi(roleRoute, async (c) => {
    await changeMember(deps, scopeOf(c), { userId: c.req.valid('param').id, to: c.req.valid('json').role })
    return c.json(await describeMembers(deps, scopeOf(c)), 200)
  })
  api.openapi(removeRoute, async (c) => {
    await changeMember(deps, scopeOf(c), { userId: c.req.valid('param').id, to: null })
    return c.json({ done: true as const }, 200)
  })
  return api
}
