import { afterAll, expect, test } from 'vitest'
import { errorFromResponse } from '#connectors/fortnox/errors.ts'
import { problemOf } from '#posting/rules.ts'
import { overwriteGetLocale } from '#runtime'
import { activityText } from '../src/web/app/events/activity-text.ts'
import { stepAnswerText, stepProblemText } from '../src/web/app/transaction/posting-problem-text.ts'
import { problemText } from '../src/web/problem-text.ts'

/**
 * What a person reads when Fortnox answers with one of its own codes: each that it publishes (developer.fortnox.se,
 * "Errors") or that integrators have met, by what is to be done about it. The answer itself always stands beside, as it came.
 */
const told: [what: string, sv: RegExp, en: RegExp, codes: number[]][] = [
  ['mend a value on the row', /Ett värde har fel form/, /wrong form/, [2000106, 2000108, 2000134, 2001392]],
  ['change a text on the row', /En text innehåller tecken/, /holds characters/, [2000359]],
  ['add the account', /Kontot finns inte i Fortnox för/, /account does not exist/, [2000423, 2001304]],
  ['activate the account', /Kontot är inaktivt/, /account is inactive/, [2000550]],
  ['look at the account', /Kontot saknas, är inaktivt/, /missing, inactive/, [2001265, 2002462, 2004052]],
  ['choose the predefined account', /Förvalda konton/, /predefined account/, [2001403, 2003095]],
  ['set up the currency', /Valutan finns inte/, /currency is not set up/, [2000427]],
  ['set up the project', /Projektet finns inte/, /project does not exist/, [2001161]],
  ['correct the supplier’s terms', /betalningsvillkor/, /terms of payment/, [2000429]],
  ['correct what it points at', /pekar på/, /points at/, [2000204, 2000428, 2000432, 2000433, 2000439, 2001302]],
  ['see who removed it', /någon har tagit bort den där/, /somebody has removed it there/, [2000434]],
  [
    'another number',
    /Numret är redan använt.*[Vv]älj ett annat/,
    /number is already used.*[Cc]hoose another/,
    [2000637],
  ],
  ['look at the amounts', /balanserar inte/, /do not balance/, [2000755]],
  ['look at the VAT type', /omvänd moms/, /reverse charge/, [2003115]],
  ['look at the warehouse', /Lagermodulen/, /warehouse module/, [2003127, 2003277, 2003399]],
  ['open the document', /klarmarkerat/, /marked as done/, [2003125]],
  ['add the file again', /kunde inte läsa filen/, /could not read the file/, [2001740]],
  ['unlock the period', /Perioden är låst/, /period is locked/, [2000401, 2002141]],
  ['approve', /måste attesteras/, /must be approved/, [2001110, 2001322]],
  ['connect again and give the right', /inte behörighet/, /no right/, [2000663, 2001393, 2002455, 2003330]],
  ['get the licence', /saknar licens/, /no licence/, [2001101, 2001103]],
  ['wait for the sign-in', /inloggningen/, /sign-in/, [2000310, 2000311, 2003275, 2004054]],
  ['start the consent again', /inloggningen/, /sign-in/, [2000719]],
  ['try again in a while', /Något gick fel hos/, /went wrong at/, [1000003]],
  [
    'tell us: the request is at fault',
    /skicka svaret till vår support/,
    /send the answer to our support/,
    [1000030, 1000031, 2000587, 2000588, 2000729, 2001399, 2002115, 2003241],
  ],
]
const cases = told.flatMap(([what, sv, en, codes]) => codes.map((code) => ({ code, what, sv, en })))

const original = 'Svaret som det kom'
afterAll(() => overwriteGetLocale(() => 'sv'))

test.each(cases)('$code: $what', ({ code, sv, en }) => {
  const body = JSON.stringify({ ErrorInformation: { error: 1, message: original, code } })
  const error = errorFromResponse(new Response(body, { status: 400 }), body, false)
  const problem = problemOf(error)
  const step = { step: 'bookkeep', state: 'rejected', problem } as const
  for (const [locale, words] of [['sv', sv] as const, ['en', en] as const]) {
    overwriteGetLocale(() => locale)
    expect(stepProblemText(step, 'Fortnox')).toMatch(words)
    expect(stepAnswerText(step, 'Fortnox')).toContain(`${original} (${code})`)
    const params = { code: problem.code, serviceCode: String(code), message: original }
    for (const line of [
      problemText({ code: 'sent-back', params }),
      activityText({ activity: 'posting-rejected', params }),
    ]) {
      expect(line).toMatch(words)
      expect(line).toContain(original)
    }
  }
})

test('a payment that must be approved is not told as an invoice that must be', () => {
  overwriteGetLocale(() => 'sv')
  const problem = { code: 'approval-required', serviceCode: null, message: original }
  const text = (step: 'bookkeep' | 'bookkeep-payment') =>
    stepProblemText({ step, state: 'rejected', problem }, 'Fortnox')
  expect(text('bookkeep-payment')).toBe(
    'Fakturan är bokförd, men betalningen måste attesteras i Fortnox. Attestera den och försök igen.',
  )
  expect(text('bookkeep')).toContain('innan den bokförs')
})
