import { ConnectorError } from '../accounting-connector.ts'
import { isScopeCode } from './errors.ts'

export type Approvable<Answer> = {
  /** What is refused where it is to be approved first. */
  act(): Promise<Answer>
  approve(): Promise<unknown>
  /** Whether it is refused for having been carried out already. */
  isThere(refusal: ConnectorError): Promise<boolean>
}

/** Does what may have to be approved first, and remembers for one session what had to be. */
export type Approvals = ReturnType<typeof createApprovals>

/**
 * Whether something is to be approved (*attesteras*), and whether the person who connected may do it, only trying tells.
 * The codes of these refusals are known from integrators alone or not at all, so any plain one is tried once more after
 * approving. Where that was the way it is approved first from then on, which spares the refusal and what it asks for.
 */
export function createApprovals() {
  const isAsked = new Set<string>()

  async function approveFirst<Answer>(name: string, { approve }: Approvable<Answer>): Promise<boolean> {
    if (!isAsked.has(name)) return false
    try {
      await approve()
      return true
    } catch (error) {
      // Approved already, or nobody asks for it any more.
      if (!isRefusal(error)) throw error
      isAsked.delete(name)
      return false
    }
  }

  return async function withApproval<Answer>(name: string, what: Approvable<Answer>): Promise<Answer> {
    if (await approveFirst(name, what)) return what.act()
    try {
      return await what.act()
    } catch (error) {
      if (!mayBeForApproval(error) || (await what.isThere(error))) throw error
      await approveAfter(what, error)
    }
    const answer = await what.act()
    isAsked.add(name)
    return answer
  }
}

/**
 * Whatever a refused approval is called, the refusal that it was for stands: approving is refused too where nobody asks for
 * it. Where it is forbidden, and not only refused, somebody else there has to approve.
 */
async function approveAfter({ approve }: Approvable<unknown>, refusal: ConnectorError): Promise<void> {
  try {
    await approve()
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.kind !== 'missing-scope' || refusal.kind === 'missing-scope') throw refusal
    const { status, serviceCode, serviceMessage } = refusal
    throw new ConnectorError('approval-required', 'never', { status, serviceCode, serviceMessage, cause: error })
  }
}

function isRefusal(error: unknown): error is ConnectorError {
  return error instanceof ConnectorError && error.retry === 'never'
}

/** A plain no, or a 403 with a code that is none of those for scope and licence: what it forbids may be to go on unapproved. */
function mayBeForApproval(error: unknown): error is ConnectorError {
  if (!(error instanceof ConnectorError)) return false
  const { kind, serviceCode } = error
  if (kind === 'missing-scope') return serviceCode !== undefined && !isScopeCode(serviceCode)
  return kind === 'rejected' || kind === 'approval-required'
}
