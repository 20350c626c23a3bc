import { z } from 'zod'
import { type PostingStep, postingSteps } from '#imports/contract.ts'
import { textParams } from '#kernel/problem-schemas.ts'

/** What is done for one invoice. */
export const steps = postingSteps
export type Step = PostingStep
/** What takes an invoice back: it is looked at first, and only what it needs is done. */
export const undoSteps = [
  'inspect',
  'remove-payment',
  'cancel',
  'credit',
  'bookkeep-credit',
  'pay-back',
  'bookkeep-pay-back',
] as const
export type UndoStep = (typeof undoSteps)[number]
export type AnyStep = Step | UndoStep
/**
 * waiting → sent → done | rejected | unknown; unknown is looked up before anything is sent again. `dropped`: not done and
 * not to be done, since the run was cancelled or taken back; `returned`: its rows went back to the preview; `handled`: a
 * person saw to it in the accounting system.
 */
export const stepStates = ['waiting', 'sent', 'done', 'rejected', 'unknown', 'dropped', 'returned', 'handled'] as const
export type StepState = (typeof stepStates)[number]
/** What a transaction is called beside its progress, by the users' own words. */
export const runStatuses = ['initiated', 'ongoing', 'success', 'error'] as const
/**
 * What a run is about, beside its status. Only in `posting` and `reverting` is anything sent; `cancelled` is still looked
 * up. `refused`: somebody did not approve it, and all its rows went back to the preview.
 */
export const runPhases = [
  'awaiting-approval',
  'posting',
  'paused',
  'cancelled',
  'refused',
  'reverting',
  'reverted',
  'partly-reverted',
] as const
export type RunPhase = (typeof runPhases)[number]
/** How a person settled an invoice that stood still. */
export const settlements = ['returned', 'by-hand'] as const
export type Settlement = (typeof settlements)[number]
/** What became of an invoice that was to be taken back. */
export const undoOutcomes = ['removed', 'credited', 'kept'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]

/** Who may approve a run (*godkänna*): owners, or owners and admins. */
export const approverRoles = ['owner', 'admin'] as const
export type ApproverRole = (typeof approverRoles)[number]
/** A company's own rule: runs with an invoice of at least `fromAmount` (öre, SEK) wait for another person; null: none by amount. */
export const approvalRule = z.object({
  fromAmount: z.number().int().min(1).max(1_000_000_000_00).nullable(),
  approver: z.enum(approverRoles),
})
export type ApprovalRule = z.infer<typeof approvalRule>
/** PUT /approval-rule. `before`: the rule as it was when the change of it began; refused where another holds by now. */
export const changeApprovalRuleRequest = approvalRule.extend({ before: approvalRule.optional() })
/** GET and PUT /approval-rule. `people`: how many may approve where owners, or owners and admins, are asked for. */
export const approvalRulePage = approvalRule.extend({
  people: z.object({ owner: z.number().int(), admin: z.number().int() }),
})
export type ApprovalRulePage = z.infer<typeof approvalRulePage>
export const refuseRequest = z.object({ reason: z.string().trim().min(1).max(500) })

/**
 * GET /imports/{id}/approval: whether a run of it would wait for another person if it were confirmed now; null where it
 * goes at once. Amounts in öre, SEK.
 */
export const approvalForecast = z.object({
  need: z
    .object({
      role: z.enum(approverRoles),
      reason: z.enum(['template', 'amount']),
      /** The company's limit for an invoice, and the largest of the import. */
      fromAmount: z.number().int().nullable(),
      largest: z.number().int(),
      /** Who may approve it: never the person who asks, since that is who would confirm. */
      approvers: z.array(z.string()),
    })
    .nullable(),
  /** Rows that go along though they are, or may be, imported before. */
  anyway: z.number().int(),
})
export type ApprovalForecast = z.infer<typeof approvalForecast>

const runApproval = z.object({
  role: z.enum(approverRoles),
  reason: z.enum(['template', 'amount']),
  state: z.enum(['waiting', 'approved', 'refused', 'withdrawn']),
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** Why it was refused. */
  refusal: z.string().nullable(),
  /** Whether the person who asks may decide it; else why not. */
  mayDecide: z.boolean(),
  hindrance: z.enum(['approver-role', 'approver-confirmed']).nullable(),
})

/** `held`: not done, since this or something before it was refused or has no answer yet. */
const counted = z.object({ done: z.number().int(), of: z.number().int(), held: z.number().int() })
export const runSummary = z.object({
  id: z.uuid(),
  importId: z.uuid(),
  resource: z.literal('supplier-invoice'),
  source: z.string(),
  target: z.string(),
  performedBy: z.string(),
  type: z.literal('import'),
  status: z.enum(runStatuses),
  phase: z.enum(runPhases),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Sum of the invoices in öre. */
  sum: z.number().int(),
  invoices: z.number().int(),
  created: counted,
  bookkept: counted,
  paid: counted,
  rejected: z.number().int(),
  unknown: z.number().int(),
  /** Invoices with a step that was dropped when the run was cancelled. */
  dropped: z.number().int(),
  /** Invoices whose rows were sent back to the preview, and those a person saw to by hand. */
  returned: z.number().int(),
  handled: z.number().int(),
  /** Of a run that is taken back, or was: what became of its invoices so far, of how many; else null. */
  undone: z
    .object({ of: z.number().int(), removed: z.number().int(), credited: z.number().int(), kept: z.number().int() })
    .nullable(),
  /** The approval it needed; null where none. */
  approval: runApproval.nullable(),
})
export type RunSummary = z.infer<typeof runSummary>
export const runList = z.object({ items: z.array(runSummary), nextCursor: z.string().optional() })
export type RunList = z.infer<typeof runList>

/**
 * `params`: of a problem that was found before the step was sent; its code is the preview's. `isUntried`: not sent, since
 * another invoice of the run was refused for it.
 */
const stepProblem = z.object({
  code: z.string(),
  serviceCode: z.string().nullable(),
  message: z.string().nullable(),
  params: textParams.optional(),
  isUntried: z.boolean().optional(),
})

/**
 * GET /runs/{id}/undo. Before anything was taken back (`state` none): what would happen, as far as Radvis knows; each
 * invoice is looked at in the accounting system first. Afterwards: what happened. Always
 * removed + credited + kept + open = invoices.
 */
export const undoReport = z.object({
  state: z.enum(['none', 'reverting', 'reverted', 'partly-reverted']),
  /** Why it cannot be begun now. */
  hindrance: z.enum(['still-posting', 'connection-lost']).nullable(),
  invoices: z.number().int(),
  removed: z.number().int(),
  credited: z.number().int(),
  kept: z.number().int(),
  open: z.number().int(),
  /** Credit invoices that are paid back, so that the debt account comes out even. */
  paidBack: z.number().int(),
  /** Refunds of its purchases that other imports have made, which stay. */
  refundedElsewhere: z.number().int(),
  reasons: z.array(z.object({ code: z.string(), count: z.number().int() })),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  by: z.string().nullable(),
})
export type UndoReport = z.infer<typeof undoReport>

const postingChoice = z.enum(['retry', 'pay-anew', 'return', 'handle', 'unhandle'])
export type PostingChoice = z.infer<typeof postingChoice>

export const postingRow = z.object({
  id: z.uuid(),
  rowNumber: z.number().int(),
  reference: z.string(),
  supplierNumber: z.string(),
  supplierName: z.string(),
  text: z.string(),
  invoiceDate: z.string(),
  /** öre */
  amount: z.number().int(),
  invoiceNumber: z.string().nullable(),
  voucher: z.string().nullable(),
  paymentNumber: z.string().nullable(),
  steps: z.array(
    z.object({
      step: z.enum(steps),
      state: z.enum(stepStates),
      problem: stepProblem.nullable(),
    }),
  ),
  /** What a person may do about it now; empty while it goes on by itself or is done. */
  choices: z.array(postingChoice),
  settled: z
    .object({ as: z.enum(settlements), by: z.string(), at: z.iso.datetime(), note: z.string().nullable() })
    .nullable(),
  /** Of a refund whose purchase was not posted when it was shown: the number it names, or that it waits or goes without. */
  takesBack: z.object({ state: z.enum(['waiting', 'named', 'without']), number: z.string().nullable() }).nullable(),
  /** How the taking back of this invoice stands; null when nobody asked for it. */
  undo: z
    .object({
      outcome: z.enum(undoOutcomes).nullable(),
      problem: stepProblem.nullable(),
      creditNumber: z.string().nullable(),
      creditVoucher: z.string().nullable(),
      steps: z.array(z.object({ step: z.enum(undoSteps), state: z.enum(stepStates) })),
    })
    .nullable(),
})
export type PostingRow = z.infer<typeof postingRow>
/**
 * GET /runs/{id}/rows: how the rows of its import stand, those that stand alike together. `rows`: ids as runs, first and
 * length in turn.
 */
export const standingRows = z.object({
  items: z.array(
    z.object({
      steps: z.array(z.object({ step: z.enum(steps), state: z.enum(stepStates) })),
      undo: z.object({ outcome: z.enum(undoOutcomes).nullable() }).nullable(),
      rows: z.array(z.number().int()),
    }),
  ),
})
export type StandingRows = z.infer<typeof standingRows>
export const postingList = z.object({ items: z.array(postingRow), nextCursor: z.string().optional() })

/** Why invoices of a run stand still: the step and the answer, with how many can be sent back to the preview. */
export const refusal = z.object({
  step: z.enum(steps),
  code: z.string(),
  serviceCode: z.string().nullable(),
  /** The other side's own words about one of them. */
  message: z.string().nullable(),
  /** Of others it said something else. */
  answersDiffer: z.boolean(),
  /** What was found about one of them before anything was sent. */
  params: textParams.optional(),
  /** What the reason is about (account, mode of payment, cost centre …), which all of them have in common. */
  about: textParams.optional(),
  invoices: z.number().int(),
  returnable: z.number().int(),
  /** What a person may do about all of them. */
  choices: z.array(postingChoice),
})
export type Refusal = z.infer<typeof refusal>
export const refusalList = z.object({ items: z.array(refusal) })

/** Which invoices of a run: these, or all that were refused at a step for a reason. */
export const chosenPostings = z
  .object({
    ids: z.array(z.uuid()).min(1).max(1000).optional(),
    refusal: refusal.pick({ step: true, code: true, serviceCode: true, about: true }).optional(),
  })
  .refine(({ ids, refusal: why }) => (ids === undefined) !== (why === undefined), {
    params: { code: 'required' },
    path: ['ids'],
  })
export type ChosenPostings = z.infer<typeof chosenPostings>
export const handleRequest = chosenPostings.and(z.object({ note: z.string().trim().min(1).max(500) }))
/** `left`: chosen invoices that it cannot be done with, such as those that exist in the accounting system. */
export const changedPostings = z.object({ changed: z.number().int(), left: z.number().int() })
