import { hasLostLetters, normaliseLabel, withoutLetters } from './cell-text.ts'

/** What a column of that name holds. The order of names within a role is the order of preference. */
export type ColumnRole =
  | 'purchaseDate'
  | 'bookedDate'
  | 'merchant'
  | 'detail'
  | 'city'
  | 'currency'
  | 'foreignAmount'
  | 'foreignAmountOrVat'
  | 'foreignCurrency'
  | 'amount'
  | 'amountIn'
  | 'amountOut'
  | 'balance'
  | 'rate'
  | 'vat'
  | 'card'
  | 'holder'
  | 'accountNumber'
  | 'providerId'
  | 'reference'
  | 'status'
  | 'type'
  | 'direction'
  | 'dueDate'
  | 'invoiceNumber'
  | 'ledgerAccount'
  | 'costCenter'
  | 'project'
  | 'comments'
  | 'ourReference'
  | 'yourReference'
  | 'other'

/** Names of columns in Swedish, English, Norwegian, Danish and German, as real files spell them; parted by `|`. */
const names: Record<ColumnRole, string> = {
  purchaseDate: `
    transaktionsdatum | transaktionsdag | transdag | trans.dat | köpdatum | inköpsdatum | datum | date |
    transaction date | purchase date | kjøpsdato | transaksjonsdato | købsdato | dato | kaufdatum |
    buchungsdatum | date started (utc) | transaction started (utc) | started date | created on |
    booking date | datum verrichting`,
  bookedDate: `
    bokförd | bokfört | bokföringsdag | bokföringsdatum | bokfdag | bokf.dat | reskontradatum | bokført |
    bogført | bogføringsdato | bokføringsdato | posteringsdato | posted date | posting date | booked |
    date completed (utc) | transaction completed (utc) | completed date | finished on | wertstellung`,
  merchant: `
    inköpsställe | köpställe | reseinformation/inköpsplats | reseinformation/inköpsställe | inköpsplats |
    specifikation | spesifikasjon | beskrivning | beskrivelse | merchant | merchant name | handlare |
    säljföretag | butik | brukersted | forretning | text/mottagare | text | tekst | transaktion | rubrik |
    titel | meddelande | beløpet gjelder | mottagare | description | details | payee | payee name |
    partner name | target name | empfänger | händler | betalare/mottagare | leverantör | handelaar |
    supplier | vendor | verwendungszweck | benämning | namn`,
  detail: `
    ytterligare information | utökade specifikationer | utvidede detaljer | extended details |
    visas på ditt kontoutdrag som | ytterligare detaljer | kategori | category | budgetgrupp | underkategori |
    bankkategori`,
  city: `
    ort | sted | by | city | adress | adresse | address | postnummer | postnr | zip code | land | country |
    town/city`,
  currency: `
    valuta | valutakod | currency | währung | payment currency | orig currency | original currency | valutta |
    munt`,
  foreignAmount: `
    utl. belopp | utl.belopp | utl belopp | utl. beløp | utl.beløp | utländskt belopp | utenlandsk beløp |
    belopp i valuta | belopp i utländsk valuta | valutabelopp | orig amount | original amount |
    originalbelopp | originalt beløp | foreign amount | betrag (fremdwährung) | orig amount (orig currency) |
    ursprungligt belopp | foreign spend amount`,
  foreignAmountOrVat: 'utl.belopp/moms | utl. belopp/moms | utl belopp/moms | utl.beløp/mva | utl. beløp/mva',
  foreignCurrency: 'utländsk valuta | orig. valuta | fremdwährung | originalvaluta | utenlandsk valuta',
  amount: `
    belopp | belopp i sek | belopp (sek) | belopp sek | beløp | beløb | amount | betrag | summa | total |
    totalbelopp | total amount | insättningar/uttag | insättning/uttag | belopp i kr | betrag (eur) |
    amount (eur) | amount (sek) | amount (payment currency) | pris | kostnad | bedrag |
    source amount (after fees)`,
  amountIn: `
    insättningar | insättning | in | inn | inn på konto | ind | kredit | credit | paid in | money in |
    deposit | haben`,
  amountOut: 'uttag | ut | ut fra konto | ud | debet | debit | paid out | money out | withdrawal | soll',
  balance: 'saldo | bokfört saldo | balance | running balance | behållning | balans | kontosaldo | bokført saldo',
  rate: `
    valutakurs | växlingskurs | kurs | exchange rate | vekslingskurs | vekselkurs | wechselkurs |
    currency exchange rate | koers`,
  vat: `
    moms | varav moms | momsbelopp | moms sek | mva | mva-beløp | momsbeløb | vat | vat amount | tax |
    tax amount | tax amount (orig currency) | mwst | ust`,
  card: `
    kort | kortnummer | kortnr | konto # | account # | card | card number | card last four digits |
    maskat kortnummer | karte | kartennummer | kredietkaart`,
  holder: `
    kortmedlem | kortinnehavare | kortholder | innehavare | card member | cardholder | card holder |
    card holder full name | kaarthouder | payer | payer name | användare`,
  accountNumber: `
    kontonummer | kontonr | account number | account | clearingnummer | clnr | partner iban | avsändare |
    afsender | modtager | iban`,
  providerId: `
    transaktions-id | transaktionsid | transaction id | id | transferwise id | expense id |
    transaction reference | transaktionsnummer | verifikationsnummer`,
  reference: 'referens | reference | referanse | ref | payment reference',
  status: 'status | state | tillstånd | expense status',
  type: 'typ | transaktionstyp | type | transaction type | betalningstyp | transaksjonstype | transaktionstype',
  direction: 'direction | d/k | debet/kredit | debit/credit | riktning | in/ut | dr/cr',
  dueDate: 'förfallodatum | förfallodag | due date | forfallsdato | forfaldsdato | fälligkeit | betaldatum',
  invoiceNumber: 'fakturanummer | fakturanr | invoice number | invoice no | invoice | rechnungsnummer | följesedel',
  ledgerAccount: `
    kostnadskonto | bokföringskonto | baskonto | expense category code | account code | ledger account |
    konto`,
  costCenter: `
    kostnadsställe | kst | resultatenhet | cost center | cost centre | kostnadssted | kostenstelle |
    avdelning`,
  project: 'projekt | projektnummer | project | prosjekt',
  comments: `
    kommentar | kommentarer | anteckning | anteckningar | egna anteckningar | comment | comments | note |
    notes | expense description | notat | notering | ändamål | syfte`,
  ourReference: 'vår referens | our reference | vår ref',
  yourReference: 'er referens | your reference | er ref | er referanse',
  other: `
    valutadatum | valutadag | värdedag | value date | radnummer | radnr | produkt | product | fee | avgift |
    tid | tillgängligt belopp | kontonamn | card label | mcc | beneficiary | receipts | afstemt |
    product name | tax rate | tax name`,
}

const roles = new Map<string, { role: ColumnRole; rank: number }>()
for (const [role, words] of Object.entries(names) as [ColumnRole, string][]) {
  for (const [rank, word] of words.split('|').map(normaliseLabel).entries())
    if (!roles.has(word)) roles.set(word, { role, rank })
}
const maskedRoles = new Map([...roles].map(([word, role]) => [withoutLetters(word), role]))

/** The role that a header name is known for: the whole cell, never a part of it. */
export function roleOf(name: string): { role: ColumnRole; rank: number } | null {
  const label = normaliseLabel(name)
  return roles.get(label) ?? (hasLostLetters(label) ? maskedRoles.get(withoutLetters(label)) : undefined) ?? null
}
