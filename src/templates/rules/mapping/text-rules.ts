import type { ChoiceRule, Replacement } from '../../contract.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'

type Room = { left: number }
/** What replacements may add to one text: of fifty, each could make it two hundred times as long as the one before. */
const mostAdded = 2000

/** Puts each replacement's text where its words stand, one after the other; words are found whatever their case. Where the text has grown too long, words stay. */
export function createReplacer(replacements: readonly Replacement[]): (text: string) => string {
  const steps = replacements.map(({ match, find, put }) => {
    if (match === 'exact') {
      const wanted = normaliseLabel(find)
      return (text: string) => (normaliseLabel(text) === wanted ? put : text)
    }
    const adds = Math.max(put.length - find.length, 0)
    const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
    return (text: string, room: Room) =>
      text.replace(pattern, (found) => {
        if (adds > room.left) return found
        room.left -= adds
        return put
      })
  })
  return (text) => {
    const room: Room = { left: mostAdded }
    return tidyText(steps.reduce((changed, step) => step(changed, room), text))
  }
}

/** Whether a text meets a rule. An empty text is met only by a rule that asks for one. */
export function createTextTest({ match, text }: Pick<ChoiceRule, 'match' | 'text'>): (text: string) => boolean {
  if (match === 'has-figure') return (given) => /[1-9]/.test(given)
  const wanted = normaliseLabel(text)
  if (match === 'equals') return (given) => normaliseLabel(given) === wanted
  if (wanted === '') return () => false
  return match === 'starts'
    ? (given) => normaliseLabel(given).startsWith(wanted)
    : (given) => normaliseLabel(given).includes(wanted)
}
