import { type Locale, setLocale } from '#runtime'
import { api } from './api-client.ts'
import { isLoggedIn } from './session.ts'
import { mayLeave } from './unsaved-changes.ts'

/** The page is loaded anew in that language, unless the person stays with what is unsaved on it: then nothing changes. */
export async function changeLanguage(locale: Locale): Promise<void> {
  if (!(await mayLeave())) return
  tellLanguage(locale)
  await setLocale(locale)
}

/** Letters come in the language that a person who is logged in has chosen last; where that cannot be told, as before. Nobody waits for it. */
export function tellLanguage(language: Locale): void {
  if (isLoggedIn()) api.tell('/me/language', { language })
}
