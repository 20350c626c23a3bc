import { escapeHtml } from './fortnox/page-frame.ts'

/** What was asked for goes on with the form. */
export function hiddenFields(asked: Iterable<readonly [name: string, value: string]>): string {
  return [...asked]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
}

export function choice(
  type: 'radio' | 'checkbox',
  name: string,
  { value, text, note, isChosen }: { value: string; text: string; note: string; isChosen: boolean },
): string {
  return `<label class="choice"><input type="${type}" name="${name}" value="${escapeHtml(value)}"${isChosen ? ' checked' : ''}><span>${escapeHtml(text)}</span><small>${escapeHtml(note)}</small></label>`
}
