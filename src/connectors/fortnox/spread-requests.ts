import { Agent } from 'undici'

const poolCount = 64

/**
 * A `fetch` for each session, whose connections to Fortnox are kept in one of many pools. Node.js keeps those to a host in
 * one, and for each request goes through all that are busy to find one that is not: with hundreds of companies at work
 * that took a sixth of a worker's time.
 */
export function spreadRequests(): () => typeof fetch {
  const pools: Agent[] = []
  let next = 0
  return () => {
    next = (next + 1) % poolCount
    const dispatcher = pools[next] ?? new Agent()
    pools[next] = dispatcher
    return (input, init) => fetch(input, { ...init, dispatcher } as RequestInit)
  }
}
