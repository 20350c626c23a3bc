import { readCompany } from '#platform/database.ts'
import { type Api, defineRoute, idParam, json, jsonBody, scopeOf } from '#platform/http.ts'
import { approvalForecast, approvalRulePage, changeApprovalRuleRequest, refuseRequest, runSummary } from './contract.ts'
import { type DecideRunDeps, decideRun } from './runs/approve-run.ts'
import { type ApprovalRuleDeps, changeApprovalRule, describeApprovalRule } from './runs/change-approval-rule.ts'
import { describeRun } from './runs/describe-run.ts'
import { type ForeseeApprovalDeps, foreseeApproval } from './runs/foresee-approval.ts'
import { listRuns } from './runs/run-store.ts'

const ruleRoute = defineRoute('full', {
  method: 'get',
  path: '/approval-rule',
  responses: { 200: json(approvalRulePage) },
})
const changeRuleRoute = defineRoute('admin', {
  method: 'put',
  path: '/approval-rule',
  request: { body: jsonBody(changeApprovalRuleRequest) },
  responses: { 200: json(approvalRulePage) },
})
const forecastRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/approval',
  request: { params: idParam },
  responses: { 200: json(approvalForecast) },
})
const approveRoute = defineRoute('admin', {
  method: 'post',
  path: '/runs/{id}/approve',
  request: { params: idParam },
  responses: { 200: json(runSummary) },
})
const refuseRoute = defineRoute('admin', {
  method: 'post',
  path: '/runs/{id}/refuse',
  request: { params: idParam, body: jsonBody(refuseRequest) },
  responses: { 200: json(runSummary) },
})

export type ApprovalRoutesDeps = ForeseeApprovalDeps &
  ApprovalRuleDeps &
  DecideRunDeps & { nameOf(userId: string): Promise<string | null> }

/** The company's rule of approval, and the decision about a run that waits. */
export function addApprovalRoutes(api: Api, deps: ApprovalRoutesDeps): void {
  api.openapi(ruleRoute, async (c) => c.json(await describeApprovalRule(deps, scopeOf(c).companyId), 200))

  api.openapi(changeRuleRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const who = { companyId, userId: actor.userId }
    return c.json(await changeApprovalRule(deps, who, c.req.valid('json')), 200)
  })

  api.openapi(forecastRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const asked = { companyId, importId: c.req.valid('param').id, userId: actor.userId }
    return c.json(await foreseeApproval(deps, asked), 200)
  })

  api.openapi(approveRoute, async (c) => {
    const asked = askedOf(c, c.req.valid('param').id)
    await decideRun(deps, asked, { isApproved: true })
    return c.json(await readRun(deps, asked), 200)
  })

  api.openapi(refuseRoute, async (c) => {
    const asked = askedOf(c, c.req.valid('param').id)
    await decideRun(deps, asked, { isApproved: false, reason: c.req.valid('json').reason })
    return c.json(await readRun(deps, asked), 200)
  })
}

function askedOf(c: Parameters<typeof scopeOf>[0], runId: string) {
  const { companyId, role, actor } = scopeOf(c)
  return { companyId, runId, userId: actor.userId, role }
}

async function readRun(deps: ApprovalRoutesDeps, { companyId, runId, userId, role }: ReturnType<typeof askedOf>) {
  const [run] = await readCompany(deps.db, companyId, (tx) => listRuns(tx, companyId, { ids: [runId], limit: 1 }))
  if (!run) throw new Error('a run was decided and is gone')
  return describeRun(run, deps.nameOf, { userId, role })
}
