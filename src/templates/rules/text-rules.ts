import type { ChoiceRule, Replacement } from '../contract.ts'
import { normaliseLabel, tidyText } from './cell-text.ts'

/** Puts each replacement's text where its words stand, one after the other; words are found whatever their case. */
export function createReplacer(replacements: readonly Replacement[]): (text: string) => string {
  const steps = replacements.map(({ match, find, put }) => {
    if (match === 'exact') {
      const wanted = normaliseLabel(find)
      return (text: string) => (normaliseLabel(text) === wanted ? put : text)
    }
    const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
    return (text: string) => text.replace(pattern, () => put)
  })
  return (text) => tidyText(steps.reduce((changed, step) => step(changed), text))
}

/** Whether a text meets a rule. An empty text is met only by a rule that asks for one. */
export function createTextTest({ match, text }: Pick<ChoiceRule, 'match' | 'text'>): (text: string) => boolean {
  const wanted = normaliseLabel(text)
  if (match === 'equals') return (given) => normaliseLabel(given) === wanted
  if (wanted === '') return () => false
  return match === 'starts'
    ? (given) => normaliseLabel(given).startsWith(wanted)
    : (given) => normaliseLabel(given).includes(wanted)
}
