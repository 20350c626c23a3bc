import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { type ColumnProfile, holdsCurrencies } from '../columns/profile-columns.ts'
import type { Add, ByRole } from '../columns/suggest-by-format.ts'
import { saysKindOfEach, saysOnlyKinds } from '../columns/with-kinds.ts'
import { customerNames } from '../words/customer-names.ts'
import { saysOnlyDirections } from '../words/directions.ts'
import { isPerson } from '../words/given-names.ts'
import { isKnownState } from '../words/payment-states.ts'

/** Never who holds the card: a merchant is where most rows have a text of their own. */
export function suggestMerchant(all: readonly ColumnProfile[], rowCount: number, byRole: ByRole, add: Add): void {
  const profiles = withoutCustomer(withoutJourneys(all), rowCount)
  const namesShops = (column: ColumnProfile) =>
    mayBeShops(column, rowCount) || (column.role === 'merchant' && column.texts >= rowCount / 2 && !holdsPeople(column))
  const saysElse = (column: ColumnProfile) =>
    (holdsPeople(column) || saysKindOfEach(column)) && profiles.some((other) => other !== column && namesShops(other))
  // AWS may be the only one
  const isMerchant = (column: ColumnProfile) =>
    column.texts + column.currencies >= rowCount / 2 &&
    !holdsAccounts(column) &&
    !holdsMail(column) &&
    !saysElse(column) &&
    !saysOnlyKinds(column) &&
    !saysOnlyDirections(column.values)
  const named = byRole('merchant', isMerchant)
  const seller =
    named && placeBought.test(normaliseLabel(named.name)) ? byRole('merchant', isSellerBeside(named)) : null
  if (seller && isMerchant(seller)) add('merchant', seller, 0.7, undefined, 'content-texts')
  const payee = named
    ? byRole('merchant', (column) => isMerchant(column) && isPayeeBeside(column, named, profiles))
    : null
  add('merchant', payee ?? undefined, 0.7, undefined, 'content-texts')
  add('merchant', named, 0.85)
  const texts = profiles.filter((column) => mayBeShops(column, rowCount) && hasLetters(column))
  add(
    'merchant',
    texts.sort(
      (a, b) => Number(hasWords(b)) - Number(hasWords(a)) || b.distinct - a.distinct || b.filled - a.filled,
    )[0],
    0.45,
    undefined,
    'content-texts',
  )
  add(
    'merchant',
    byRole('place', (column) => column.texts >= rowCount / 2 && placeOfShop.test(normaliseLabel(column.name))),
    0.3,
    undefined,
    'content-texts',
  )
  add(
    'merchant',
    byRole('merchant', (column) => column.texts > 0 && !holdsAccounts(column) && !saysOnlyDirections(column.values)),
    0.3,
  )
}

/** `Kund` on a supplier's list of what we bought are we ourselves: the same in all rows, or beside who sold it. Nor sells a month. */
function withoutCustomer(profiles: readonly ColumnProfile[], rowCount: number): readonly ColumnProfile[] {
  const isCustomer = ({ name }: ColumnProfile) => customerNames.test(normaliseLabel(name))
  const others = profiles.filter((column) => !isCustomer(column) && !periodName.test(normaliseLabel(column.name)))
  const hasShops = others.some((column) => column.role === 'merchant' || mayBeShops(column, rowCount))
  const isOurs = ({ distinct, filled }: ColumnProfile) => hasShops || (distinct === 1 && filled > 1)
  return profiles.filter((column) => others.includes(column) || (isCustomer(column) && !isOurs(column)))
}
const periodName =
  /^(?:(?:fakturerings|faktura|avräknings|redovisnings|konto)?period(?:en)?|månad|(?:(?:billing|invoicing|invoice|statement|accounting) )?(?:period|month|cycle)|(?:faktura|fakturerings)periode|(?:rechnungs|abrechnungs)periode|période(?: de facturation| comptable)?|periodo(?: contabile| di fatturazione)?)$/

/** Of a list of tickets: `Från` and `Till` beside who travelled or when are no shops, nor is the traveller. */
function withoutJourneys(profiles: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const has = (pattern: RegExp) => profiles.some(({ name }) => pattern.test(normaliseLabel(name)))
  const isRide = has(rideName)
  if (!isRide && (!has(fromName) || !has(toName) || !has(journeyName))) return profiles
  const isOfJourney = (label: string) =>
    (isRide && rideNote.test(label)) || [rideName, fromName, toName, journeyName].some((name) => name.test(label))
  return profiles.filter(({ name }) => !isOfJourney(normaliseLabel(name)))
}
/** Where somebody was fetched, or left: of a ride. */
const rideName =
  /^(?:(?:från|till|from|to|fra|til|upphämtnings-?|hämt(?:nings)?-?|avlämnings-?|lämnings-?|start-?|slut-?|mål-?|pick-? ?up|drop-? ?off) ?(?:adress|address|adresse|plats|location|place|zon|zone|point)|pick-? ?up|drop-? ?off|upphämtning|avlämning)$/
const rideNote = /^(?:referens|reference|syfte|ändamål|purpose|anteckning|note|expense (?:code|memo))$/
const fromName = /^(?:från|from|avreseort|departure (?:city|station|airport))$/
const toName = /^(?:till|to|ankomstort|destination|arrival (?:city|station|airport))$/
const journeyName =
  /^(?:resenär|passagerare|passenger|travell?er(?: name)?|(?:av|ut|hem)rese(?:dag|datum|tid)?|avgång(?:sdatum|stid)?|ankomst(?:datum|tid)?|departure(?: date| time)?|arrival(?: date| time)?|bokningsn(?:umme)?r\.?|biljettn(?:umme)?r\.?|ticket (?:no\.?|number)|pnr)$/

/** `Köpställe` may be the town of a shop that `Butik` names. */
const placeBought = /^(?:in)?köps? ?(?:ställe|plats)$/
const sellerName =
  /^(?:butik|butiksnamn|namn på butik|handlare|säljare|seller|shop|store|affär|merchant|merchant name)$/

/** Of the two the one that tells the rows better apart. */
function isSellerBeside({ distinct }: ColumnProfile): (column: ColumnProfile) => boolean {
  return (column) => sellerName.test(normaliseLabel(column.name)) && column.distinct > distinct
}

const payeeName =
  /^(?:payee|payee name|counterparty|counterparty name|counter party|motpart|motpartens namn|mottagare|mottagarens namn|betalningsmottagare|merchant|merchant name|supplier|vendor|empfänger|partner name)$/
/** Means nobody but who was paid. */
const onlyPaid = /^payee(?: name)?$/
/** Of goods as well as of money: who in the company gets what was bought. */
const recipientName = /^(?:mottagare|mottagarens namn|empfänger)$/
/** So much of the rows under one text, which then is no shop: in fewer most may have been bought in one. */
const mostlyAlike = 0.8

/**
 * `Payee` of every row, or `Unknown` or `Card payment` under `Description` in most rows, or one text in nearly all, and who was
 * paid in a column that is called so; `Mottagare` is that on an account's statement only, and a colleague is no shop. AWS may be
 * the only shop of a file.
 */
function isPayeeBeside(payee: ColumnProfile, named: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const label = normaliseLabel(payee.name)
  if (payee === named || !payeeName.test(label) || payeeName.test(normaliseLabel(named.name))) return false
  const isOfPeople = payee.values.filter(isPerson).length * 2 > payee.filled
  if (onlyPaid.test(label) && payee.filled >= named.filled && !isOfPeople) return true
  const groups = [...Map.groupBy(named.rows, (_, place) => tidyText(named.values[place] ?? ''))]
  const [most] = groups.sort(([, a], [, b]) => b.length - a.length)
  if (!most) return false
  const [text, rows] = most
  const alike = new Set(rows)
  const paid = payee.values.filter((_, place) => alike.has(payee.rows[place] ?? -1))
  if (alike.size * 2 <= named.filled || new Set(paid).size < 2) return false
  if (saysNothing(text)) return true
  const isOfMoney =
    !recipientName.test(label) || profiles.some(({ role, figures }) => role === 'balance' && figures > 0)
  return alike.size >= named.filled * mostlyAlike && isOfMoney && paid.filter(isPerson).length * 2 <= paid.length
}

/** What no shop is called. */
function saysNothing(text: string): boolean {
  return unknown.test(text) || isKnownState(text) || saysOnlyKinds({ values: [text] })
}
const unknown = /^(?:unknown|okänd|ukjent|ukendt|unbekannt|n\/?a|not available|saknas|none|null|-+)$/i

/** A town is no shop; what is called a place may be `PREEM VÄSTERÅS`, where the file has no other text. */
const placeOfShop = /^(?:plats|place|location)$/

function mayBeShops(column: ColumnProfile, rowCount: number): boolean {
  return (
    column.texts + (holdsCurrencies(column) ? 0 : column.currencies) >= rowCount / 2 &&
    mayNameShops(column) &&
    column.values.some((value) => /\p{L}/u.test(value) && !isNumberOfSomething(value)) &&
    !holdsAccounts(column) &&
    !holdsMail(column) &&
    !saysOnlyKinds(column) &&
    !saysOnlyDirections(column.values) &&
    !column.values.every((value) => isKnownState(value) || isKindOfCard(value))
  )
}

/** `Kortutgivare: VISA` is whose card paid, and nobody who sold anything. */
function isKindOfCard(value: string): boolean {
  return kindOfCard.test(normaliseLabel(value))
}
const kindOfCard =
  /^(?:visa|v pay|master ?card|maestro|amex|american express|diners(?: club)?|discover|jcb|union ?pay|eurocard|dankort|bank ?axept|girocard)(?: (?:debit|credit|business|corporate|electron|gold|platinum))*$/

/** `Namn` of who bought something, not of where: most begin with a given name. */
export function holdsPeople({ name, values }: ColumnProfile): boolean {
  const people = values.filter(isPerson)
  return personName.test(normaliseLabel(name)) && people.length * 2 > values.length
}
const personName = /^(?:namn|name|navn|nimi|full name|fullständigt namn)$/

/** `Köp` may be what was bought, or what it cost. */
function mayNameShops({ role, figures }: ColumnProfile): boolean {
  const isText = role === null || role === 'reference' || role === 'detail'
  return isText || ((role === 'amountOut' || role === 'amountIn') && figures === 0)
}

/** Numbers of accounts, as IBAN or in figures, and no names. */
export function holdsAccounts({ values }: ColumnProfile): boolean {
  return values.every((value) => /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{8,36}|[\d -]{7,30})$/.test(value.trim()))
}

/** Who bought something, by where he is written to. */
function holdsMail({ values }: ColumnProfile): boolean {
  return values.filter((value) => /^[^\s@]{1,64}@[^\s@]{1,250}$/.test(value.trim())).length * 2 > values.length
}

/** `A1`, `V204`, of a ticket or a voucher. */
function isNumberOfSomething(value: string): boolean {
  return /^\S*\d\S*$/.test(value.trim()) && !/\p{L}{3}/u.test(value)
}

/** More than a tick: `x`. */
function hasLetters({ values }: ColumnProfile): boolean {
  return values.some((value) => /\p{L}.*\p{L}/u.test(value))
}

/** Names, and neither ids nor the numbers of vouchers. */
function hasWords({ values }: ColumnProfile): boolean {
  const words = values.filter((value) => /\p{L}{3}/u.test(value) && !/^\S*\d\S*$/.test(value.trim()))
  return words.length >= values.length / 2
}
