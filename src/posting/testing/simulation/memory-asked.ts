import type { Answered, Persons } from './memory-persons.ts'

/** As queue-lane.ts: whoever lets something go on tells the lanes that are at work. */
export function openAsking(persons: Persons) {
  const heard = new Set<() => void>()
  const telling =
    <Given extends unknown[]>(act: (...given: Given) => Answered) =>
    (...given: Given) => {
      const answered = act(...given)
      if (answered === 'done' || typeof answered === 'number') for (const told of heard) told()
      return answered
    }
  return {
    ...persons,
    changeRun: telling(persons.changeRun),
    retryRun: telling(persons.retryRun),
    decideRun: telling(persons.decideRun),
    changePostings: telling(persons.changePostings),
    onAsked(told: () => void): () => void {
      heard.add(told)
      return () => void heard.delete(told)
    },
  }
}
