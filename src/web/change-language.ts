import { type Locale, setLocale } from '#runtime'
import { mayLeave } from './unsaved-changes.ts'

/** The page is loaded anew in that language, unless the person stays with what is unsaved on it: then nothing changes. */
export async function changeLanguage(locale: Locale): Promise<void> {
  if (await mayLeave()) await setLocale(locale)
}
