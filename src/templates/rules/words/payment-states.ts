import { isOneOf, normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { refusedWords } from './refused-words.ts'
import { returnedStates } from './returned-states.ts'
import { isPendingLabel } from './row-marks.ts'

/** How far a payment has come, by the words of a column of states. */

const pendingStates = new Set([
  'pending',
  'reserverat',
  'reserverad',
  'reserverat belopp',
  'reserverad transaktion',
  'reservert',
  'reserveret',
  'preliminär',
  'prel',
  'ej bokförd',
  'ej fakturerad',
  'ausstehend',
  'vorgemerkt',
  'umsatz vorgemerkt',
  'väntande',
  'väntar',
  'venter',
  'afventer',
  'under behandling',
  'en attente',
  'pendiente',
  'in attesa',
  'in behandeling',
  'oczekujące',
  'in progress',
  'processing',
  'pågående',
  'pågår',
  'bearbetas',
  'behandlas',
  'ej bokfört',
  'ej bokförda',
  'obokförd',
  'ofakturerad',
  'preliminary',
  'reserved',
  'unposted',
  'uncleared',
  'unsettled',
  'pending settlement',
  'ikke bokført',
  'ikke bogført',
  'foreløpig',
  'avventer',
  ...[
    'avvaktar',
    'avvaktande',
    'kommande',
    'planerad',
    'planerat',
    'schemalagd',
    'schemalagt',
    'scheduled',
    'upcoming',
  ],
  ...[
    'waiting',
    'on its way',
    'väntande köp',
    'in afwachting',
    'in sospeso',
    'odottaa',
    'varattu',
    'pendente',
    'autorizzato',
  ],
  ...[
    'laukiama',
    'in bearbeitung',
    'oczekuje',
    'katevaraus',
    'varaus',
    'reservering',
    'reservasjon',
    'ventende',
    'afventende',
    'geplant',
    'framtida',
    'to be booked',
  ],
  ...['obekräftad', 'obekräftat', 'unconfirmed', 'in process', 'inväntar bokföring', 'awaiting settlement'],
])
const booked =
  'bokför(?:d|t|da)|debiter(?:ad|at|ade)|slutför(?:d|t)|fakturer(?:ad|at)|regler(?:ad|at)|avräkn(?:ad|at)|settled|posted|booked|cleared|captured|charged|billed|completed?|finali[sz]ed|processed|bokført|bogført|fullført|gennemført'
/** `Ännu ej bokförd`, `Not yet settled`. */
const notYet = new RegExp(
  `^(?:(?:ännu|fortfarande|still) )?(?:ej|inte|icke|not|ikke|yet to be)(?: (?:ännu|yet|än))? (?:${booked})(?: (?:ännu|yet|än))?$|^(?:bokförs|debiteras)(?!\\p{L})`,
  'u',
)
/** `Auktoriserad`, `Pre-authorised`, `On hold`: money that was only set aside. */
const setAside =
  /^(?:pre[- ]?)?(?:auth(?:ori[sz](?:ed|ation))?|auktoriser(?:ad|at|ade|ing)|auktorisation)$|^(?:on |(?:temporary|card|authori[sz]ation) )?hold$|^held$/u
/** Of the bank's, which took no money; or of an export, a receipt or a check of the company's own. */
const failedWords: ReadonlySet<string> = new Set(
  `fel | felaktig | felaktigt | error | invalid | ogiltig | ogiltigt | deleted | removed | borttagen | borttaget | raderad | raderat |
  timeout | timed out | time out | spärrat kort`
    .split('|')
    .map((word) => word.trim()),
)
const voidStates = new Set([
  'declined',
  'reverted',
  ...['teruggedraaid', 'annullato', 'annullata', 'stornato', 'peruutettu', 'kumottu', 'hylätty', 'cofnięto'],
  ...['cofnięte', 'anulowano', 'revertida', 'tilbageført', 'tilbakeført', 'fehlgeschlagen', 'zurückgewiesen'],
  ...[
    'geweigerd',
    'mislukt',
    'odrzucono',
    'odrzucone',
    'nepavyko',
    'cancelada',
    'cancelado',
    'fallido',
    'échoué',
    'ej utförd',
    'ej utfört',
  ],
  ...['reversed', 'reverserad', 'reverserat', 'blocked', 'blockerad', 'blockerat', 'spärrad', 'spärrat'],
  ...['medges ej', 'ej medgiven', 'ej medgivet', 'ej genomförd', 'ej genomfört', 'unsuccessful'],
  'failed',
  'cancelled',
  'canceled',
  'nekad',
  'avvisad',
  'rejected',
  'returned',
  'voided',
  'slettet',
  'avvist',
  'afvist',
  'annulleret',
  'kansellert',
  'abgelehnt',
  'zurückgesetzt',
  'rückgängig gemacht',
  'storniert',
  ...['stornerad', 'stornerat'],
  'annulé',
  'refusé',
  'rechazado',
  'revertido',
  'återställd',
  'återförd',
  'avböjd',
  'makulerad',
  'avbruten',
  'återkallad',
  'nekat',
  'avvisat',
  'återställt',
  'återfört',
  'avböjt',
  'makulerat',
  'annullerad',
  'annullerat',
  'avbrutet',
  'återkallat',
  'misslyckad',
  'misslyckat',
  'misslyckades',
  'denied',
  'expired',
  ...['do not honour', 'do not honor', 'insufficient funds', 'otillräckligt saldo', 'täckning saknas'],
  ...failedWords,
  ...[
    'void',
    'refused',
    'aborted',
    'ångrad',
    'ångrat',
    'stoppad',
    'stoppat',
    'utgången',
    'utgånget',
    'tidsgräns passerad',
  ],
])
export function isFailedWord(status: string): boolean {
  return isOneOf(normaliseLabel(status), failedWords)
}

/** By the bank, so that no money was taken, or by somebody at the company of what was paid, without a receipt yet: nobody can tell. */
const judgedStates = new Set([
  ...['ej godkänd', 'ej godkänt', 'ej godkända', 'inte godkänd', 'inte godkänt', 'icke godkänd', 'ikke godkjent'],
  ...['ikke godkendt', 'not approved', 'incomplete', 'ofullständig', 'ofullständigt'],
])
const doneStates = new Set([
  ...['completed', 'complete', 'slutförd', 'slutfört', 'genomförd', 'genomfört', 'bokförd', 'bokfört', 'bokført'],
  ...['bogført', 'booked', 'posted', 'settled', 'cleared', 'utförd', 'utfört', 'utført', 'udført', 'abgeschlossen'],
  ...[
    'gebucht',
    'umsatz gebucht',
    'fullført',
    'gennemført',
    'terminé',
    'completado',
    'completato',
    'completata',
    'contabilizzato',
  ],
  ...['executed', 'verkställd', 'verkställt', 'concluída', 'concluído', 'zakończono', 'valmis', 'suoritettu'],
  ...['completada', 'voltooid', 'zakończone', 'definitiv', 'definitivt', 'slutgiltig'],
])

/** `Declined (insufficient funds)`, `Nekad av banken`; not what somebody at the company thinks of a purchase that was paid. */
export const voidBeginnings = [...refusedWords, 'avbruten']
/** `CARD_DECLINED`, `Authorisation reversed`. */
const voidEnd =
  /^(?:card|kort|payment|transaction|authori[sz]ation|köpet|purchase) (?:declined|rejected|failed|reversed|voided|expired|cancelled|nekad|nekat|nekades|misslyckades)$/
const judgedByPerson = /attest|chef|manager|approver|godkänn|granska/

/** A state that rules give a row, of which a person has to say what it is. */
export const unclearState = 'unclear'

export type PaymentState = 'pending' | 'void' | 'done' | 'unclear' | 'returned'

export function stateOf(status: string): PaymentState {
  const label = normaliseLabel(status.replaceAll('_', ' '))
  if (label === unclearState || isOneOf(label, judgedStates)) return 'unclear'
  if (isOneOf(label, pendingStates) || notYet.test(label) || setAside.test(label)) return 'pending'
  if (isPendingLabel(label) && !judgedByPerson.test(label)) return 'pending'
  if (isOneOf(label, voidStates)) return 'void'
  if (isOneOf(label, returnedStates)) return 'returned'
  const isVoid = startsWithAny(label, voidBeginnings) || voidEnd.test(label)
  return isVoid && !judgedByPerson.test(label) ? 'void' : 'done'
}

/** A word for how far a payment has come, not for what somebody thinks of it (`Attesterad`). */
export function isKnownState(status: string): boolean {
  return stateOf(status) !== 'done' || isBookedState(status)
}

/** What a payment that was made is called beside one that was not, and by those who keep a list of their own. */
const madeStates: ReadonlySet<string> = new Set(
  `approved | accepted | success | successful | succeeded | ok | paid | captured | godkänd | godkänt | lyckad | lyckat | lyckades |
  betald | betalt`
    .split('|')
    .map((word) => word.trim()),
)

/** Further words for it, of an issuer's or of a list. */
const paidStates = new Set([
  ...[
    'debiterad',
    'debiterat',
    'fakturerad',
    'fakturerat',
    'reglerad',
    'reglerat',
    'avräknad',
    'avräknat',
    'klar',
    'klart',
  ],
  ...['färdig', 'avslutad', 'avslutat', 'behandlad', 'köp', 'levererad', 'normal', 'charged'],
  ...['kontaktlös', 'kontaktlöst', 'contactless', 'chip', 'blipp', 'utland', 'utlandsköp', 'utrikes', 'inrikes'],
  ...['abroad', 'domestic', 'international', 'e-handel', 'internetköp', 'online', 'completion', 'sent', 'skickad'],
  ...['skickat', 'billed', 'invoiced', 'processed', 'done', 'final', 'finished', 'closed', 'purchase', 'delivered'],
])

export function isPaidState(status: string): boolean {
  return isMadeState(status) || paidStates.has(normaliseLabel(status))
}

/** A bank's word for what it has booked. */
export function isBookedState(status: string): boolean {
  return doneStates.has(normaliseLabel(status))
}

/** `Bokförd (korrigerad)`, `Booked 2026-07-06`. */
export function beginsBooked(status: string): boolean {
  return startsWithAny(normaliseLabel(status), [...doneStates])
}

/** A word that says of a payment that it was made. */
export function isMadeState(status: string): boolean {
  return madeStates.has(normaliseLabel(status))
}
