import * as m from '#messages'
import { getLocale, type Locale } from '#runtime'
import { changeLanguage } from '../change-language.ts'
import { cn } from './class-names.ts'

const choices: { locale: Locale; short: string; name: () => string }[] = [
  { locale: 'sv', short: 'SV', name: m.shell_swedish },
  { locale: 'en', short: 'EN', name: m.shell_english },
]

/** SV | EN; the page is loaded again in the chosen language. Props: className. */
export function LocaleSwitch({ className }: { className?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws itself
    <div role="group" aria-label={m.shell_language()} className={cn('flex px-1', className)}>
      {choices.map(({ locale, short, name }) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-label={`${short}, ${name()}`}
          aria-pressed={locale === getLocale()}
          onClick={() => void changeLanguage(locale)}
          className="mx-px min-h-6 min-w-6 px-[5px] py-[3px] text-12 text-ink-3 hover:text-ink aria-pressed:font-head aria-pressed:text-ink aria-pressed:shadow-[inset_0_-1.5px_0_var(--ink)] forced-colors:aria-pressed:underline max-wide:min-h-11 max-wide:min-w-11"
        >
          {short}
        </button>
      ))}
    </div>
  )
}
