import { hasLostLetters, normaliseLabel, withoutLetters, withoutMarks } from '../cells/cell-text.ts'
import { writtenCodes } from '../cells/stated-currency.ts'
import { bySide } from './side-names.ts'
import { inFull, withoutNoteOfDay, withoutParentheses } from './written-names.ts'

/** What a column of that name holds. The order of names within a role is the order of preference. */
export type ColumnRole =
  | 'purchaseDate'
  | 'bookedDate'
  | 'merchant'
  | 'detail'
  | 'place'
  | 'address'
  | 'currency'
  | 'foreignAmount'
  | 'foreignAmountOrVat'
  | 'foreignCurrency'
  | 'accountCurrency'
  | 'amount'
  | 'amountIn'
  | 'amountOut'
  | 'netAmount'
  | 'fee'
  | 'discount'
  | 'added'
  | 'balance'
  | 'rate'
  | 'vat'
  | 'vatRate'
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
  | 'persons'
  | 'comments'
  | 'ourReference'
  | 'yourReference'
  | 'other'

/** Names of columns in Swedish, English, Norwegian, Danish and German, as real files spell them; parted by `|`. */
const names: Record<ColumnRole, string> = {
  purchaseDate: `
    transaktionsdatum | transaktionsdag | transdag | trans.dat | köpdatum | köpdag | inköpsdatum | inköpsdag |
    datum för köp | kvittodatum | fakturadatum |
    date of purchase | tran date | txn date | date of transaction | transaction date | purchase date | kaufdatum | einkaufsdatum | date d'achat | date de transaction | trans. date | trans date | ostopäivä | datum | date | receipt date | authorised at | authorized at |
    authorisation date | created (utc) | created at | invoice date | bill date | expense date |
    charge date | initiated date | date initiated | swipe date | operation date | operation date (utc) | purchased on | purchased at | time of purchase | belegdatum | rechnungsdatum |
    trans.datum | köp datum | verkaufsdatum | umsatzdatum | leistungsdatum | umsatztag | utført dato | udført dato |
    transaktionsdato | transaksjonsdato | bilagsdato | fakturadato | utgiftsdato | handelsdato | belastningsdato |
    verifikationsdatum | verdatum | händelsedatum | handelsdatum | affärsdag | transaktionstidpunkt | tidpunkt |
    kjøpsdato | købsdato | dato |
    inköpt | köpt | köptes | handlat | handlades | datum köp | datum inköp | kjøpt | købt | purchased | bought | köptillfälle | tidpunkt för köp | köptidpunkt | skapad | skapat | dag | date (utc) | transaction time | timestamp | tapahtumapäivä | maksupäivä |
    date de l'opération | date opération | fecha | data operazione | data transakcji | document date | payment date |
    date started (utc) | transaction started (utc) | started date | created | created on | created time |
    booking date | datum verrichting | kuupäev | datums | data | operacijos data | darījuma datums`,
  bookedDate: `
    bokförd | bokfört | bokföringsdag | bokföringsdatum | bokfdag | bokf.dat | reskontradatum | bokført |
    bogført | bogføringsdato | bokføringsdato | posteringsdato | posted date | posting date | booked |
    buchungsdatum | buchungstag | bokningsdatum | bokförd dag | bokf.datum | clearing date | settled date | book date | kirjauspäivä | buchung | date comptable | settled at | settlement date | settlement date (utc) |
    post date | cleared date | cleared at | datum verrekening | bogført dato | bokført dato | bokføringsdag |
    valutering | date completed (utc) | transaction completed (utc) | completed date | finished on | data registrazione | wertstellung | wertstellungsdatum`,
  merchant: `
    leverantörsnamn | leverantörens namn | supplier name | vendor name | merchant | merchant name | leverantör |
    supplier | vendor | handelsnamn | saaja/maksaja | mottagare/betalare | betalningsmottagare/betalare | betalningmottagare/betalare | saajan nimi | zahlungsempfänger*in | zahlungsempfänger |
    auftraggeber/empfänger | auftraggeber/begünstigter | auftraggeber/beguenstigter | empfänger/auftraggeber | empfänger/auftraggeber name | begünstigter/auftraggeber |
    beguenstigter/zahlungspflichtiger | begünstigter/zahlungspflichtiger | sender / empfänger | sender/empfänger | name zahlungsbeteiligter | name zahlungspartner | name des zahlungspartners |
    report entry vendor name | entry vendor name | naam tegenpartij | naam/omschrijving | name/description | counter party |
    handelsställe | handelsplats | näringsställe | handlarens namn | handlarnamn | säljarens namn | butikens namn | återförsäljare | forhandler |
    handelssted | utsalgssted | salgssted | købssted | butikk | butikknavn | butiknavn | kauppa | kaupan nimi | ostopaikka | myyjä | toimittaja | fournisseur | nom du fournisseur | nom de la contrepartie | marchand | nom du marchand | commerçant | geschäft | verkäufer | anbieter | butiksnamn | namn på butik | namn på säljare | säljare | seller | seller name | försäljningsställe | affär |
    leverandørnavn | leverandør | lieferant | lieferantenname | kreditor | betalningsmottagare | mottagarens namn | mottagarnamn | säljställe | leistungserbringer | anläggning | station | stationsnamn | stationens namn | station name | tankställe | restaurang | restaurant | hotell | hotel |
    motpart | motpartens namn | counterparty | counterparty name | company | företag | företagsnamn | shop |
    store | inköpsställe | inköps ställe | köpställe | reseinformation/inköpsplats | reseinformation/inköpsställe | inköpsplats |
    handlare | säljföretag | butik | inköp hos | inköpt hos | köpt hos | handlat hos | brukersted | forretning | namn på leverantör |
    betalat till | betald till | betalt till | betalt til | paid to | bought from | purchased from | retailer | merchant descriptor | establishment |
    kjøpt hos | købt hos | selger | sælger | firma | firmanavn | selskap | virksomhed | bedrift |
    specifikation | spesifikasjon | beskrivning | beskrivelse | var | where | hvor | hvor kjøpt | hvor købt | var handlat | var köpt | handlat på | handlat i | missä | text/mottagare | source description | text | tekst | transaktion | rubrik |
    titel | meddelande | transaction description | beløpet gjelder | mottagare | description | beschreibung | umsatzbeschreibung | label | details | payee | payee name |
    partner name | target name | empfänger | händler | betalare/mottagare | handelaar |
    händelse | transaktionstext | bankens text | kontotext | radtext | transaktionsbeschreibung | forklaring |
    forklaringstekst | title | tittel | otsikko | name | navn | notiz | verwendungszweck | benämning | namn | omschrijving | ställe | hos |
    libellé | intitulé | concepto | descripción | descrizione | desc | umsatztext | buchungstext |
    saaja/maksja nimi | saaja/maksja | saņēmējs/maksātājs | saņēmējs | partneris | mokėtojo arba gavėjo pavadinimas |
    mokėtojas/gavėjas | gavėjas/mokėtojas | gavėjas | beneficiary/payer`,
  detail: `
    ytterligare information | utökade specifikationer | utvidede detaljer | extended details |
    visas på ditt kontoutdrag som | ytterligare detaljer | kategori | category | budgetgrupp | underkategori |
    bankkategori | merchant category | mcc category | expense category | utgiftstyp | kostnadsslag | selgitus |
    informācija saņēmējam | maksājuma mērķis | paaiškinimai | mokėjimo paskirtis | details of payments`,
  place: `
    ort | stad | sted | by | city | town | town/city | city/state | merchant city | merchant town | merchant area | merchant location |
    location | plats | köport | inköpsort | butiksort | handelsort | kjøpssted | sted for kjøp | stadt | lieu | place`,
  address: 'adress | adresse | address | postnummer | postnr | zip code | land | country | merchant country',
  currency: `
    valuta | valutakod | currency | currency code | währung | valutta |
    munt | waehrung | amount currency | valuuta | valūta | valiuta | mynt | ccy | ccy code | curr | valutaslag | valutasort | monnaie | devise`,
  foreignAmount: `
    utl. belopp | utl.belopp | utl belopp | utl. beløp | utl.beløp | utländskt belopp | utenlandsk beløp | udl. beløb | udl.beløb | udenlandsk beløb | ulk. summa |
    belopp i valuta | belopp i utländsk valuta | valutabelopp | orig amount | original amount |
    originalbelopp | utländska belopp | originalt beløp | foreign amount | betrag (fremdwährung) | orig amount (orig currency) |
    originalt belopp | ursprungligt belopp | foreign spend amount | transaction amount | purchase amount | originalbetrag |
    köpbelopp | belopp originalvaluta | belopp i originalvaluta | transaktionsbelopp | local amount | lokalt belopp |
    amount in original currency | amount in local currency | beløb i valuta | oprindeligt beløb |
    txn amount (foreign spend) | amount (local) | montant (local) | montant total (ttc) (local) | currency amount | expense total amount |
    original transaction amount | oorspr bedrag | opprinnelig beløp | beløp i valuta | merchant amount | fremdwährungsbetrag | erlend upphæð |
    belopp valuta | valuta belopp | belopp utländsk valuta | belopp utl valuta | belopp utl. valuta | belopp utl | belopp utl. | belopp utland | utlandsbelopp | belopp original | originalbeløp | originalbeløb | valutabeløp | beløp i utenlandsk valuta | beløb i udenlandsk valuta | transaksjonsbeløp | amount in foreign currency | beløp valuta | beløb valuta`,
  foreignAmountOrVat: 'utl.belopp/moms | utl. belopp/moms | utl belopp/moms | utl.beløp/mva | utl. beløp/mva',
  foreignCurrency: `
    utländsk valuta | orig. valuta | fremdwährung | originalvaluta | utenlandsk valuta | originalwährung | monnaie originale |
    transaction currency | köpvaluta | original currency | orig currency | purchase currency | local currency |
    foreign currency | fx currency | txn currency (foreign spend) | currency (local) | expense currency | original transaction currency |
    utl. valuta | utl valuta | utl.valuta | inköpsvaluta | lokal valuta | orig valuta | valuta utland | köpets valuta |
    ursprunglig valuta | oorspr munt | merchant currency | transaktionsvaluta | opprinnelig valuta | devise (local)`,
  accountCurrency:
    'billing currency | wallet currency | base currency | payment currency | account currency | kontovaluta | settlement currency | txn currency (funding card) | currency (debited) | currency debited | debited currency | paid currency | buchungswährung | faktureringsvaluta | debiterad valuta | bokförd valuta | sąskaitos valiuta',
  amount: `
    inkl moms | inkl. moms | belopp inkl moms | belopp inkl. moms | belopp inklusive moms | totalbelopp inkl moms | totalbelopp inkl. moms |
    totalt inkl moms | totalt inkl. moms | summa inkl moms | summa inkl. moms | brutto | bruttobelopp | att betala |
    totalsumma | totalpris | txn amount (funding card) | amount (debited) | amount debited | debited amount | paid amount | wallet amount | total in base currency | amount in base currency | base amount | amount in account currency | amount (account currency) | amount (base currency) |
    belopp i svenska kronor | i svenska kronor | faktureringsbelopp | köpsumma | inköpssumma |
    belopp i kontovaluta | belopp (kontovaluta) | belopp kontovaluta |
    buchungsbetrag | billing amount | billed amount | settlement amount | payment amount | gross amount |
    gross | gross total | amount incl vat | amount incl. vat | amount including vat | total incl vat |
    total incl. vat | total inc vat | total including vat | amount due | invoice total | invoice amount |
    fakturabelopp | fakturasumma | beløp inkl mva | beløp inkl. mva | beløb inkl moms | beløb inkl. moms |
    gesamtbetrag | bruttobetrag | rechnungsbetrag | fakturabeløp | fakturabeløb | totalbeløb | rörelse |
    bokfört belopp | debiterat belopp | fakturerat belopp | belastat belopp | totalbeløp | fakturert beløp | belastet beløp | bokført beløp | beløp i kroner | beløb i kroner | beløp nok | beløb dkk | settled amount | svenska kronor | belopp svenska kronor | ut/in | in/ut | belopp | beloeb | beloep | belopp i sek | belopp (sek) | belopp sek | beløp | beløb | amount | betrag | summa | sum | total | totalt | total cost | total price | totalkostnad |
    totalbelopp | total amount | insättningar/uttag | insättning/uttag | belopp i kr | belopp i kronor | i kronor | i kr | i sek | betrag (eur) |
    amount (eur) | amount (sek) | amount (payment currency) | radsumma | radbelopp | item total | line total | pris | kostnad | cost | bedrag | umsatz | umsatz in eur | määrä | määrä euroa | montant | montant total | montant total (ttc) | montant ttc | importe | value |
    source amount (after fees) | utfall | faktisk kostnad | actual | actual cost | sek | kronor | suma sąskaitos valiuta | suma | upphæð`,
  amountIn: `
    insättningar | insättning | in | inn | inn på konto | innskudd på konto | ind | kredit | credit | paid in | money in |
    deposit | deposits | inflow | credit amount | amount credit | crédit | haben | belopp in | beløp inn | beløb ind | amount in |
    insatt | inbetalt | innbetalt | indbetalt | inkomst | inkomster | intäkt | intäkter | income | retur | returer | refund | refunds | refunded | återbetalning | återbetalningar | kreditering | krediteringar | credits | återbetalt | återbetald | krediterat | krediterad | returnerat |
    gutschrift | gutschriften | entrate | abono | abonos`,
  amountOut:
    'uttag | ut | ut fra konto | ut av konto | uttak fra konto | ud | debet | debit | paid out | money out | withdrawal | withdrawals | outflow | debit amount | amount debit | débit | soll | belopp ut | beløp ut | beløb ud | amount out | köp | inköp | purchases | purchase | kjøp | køb | debits | debitering | debiteringar | belastning | belastningar | belastung | belastungen | charges | uttaget | utbetalt | utbetalning | utbetalningar | utbetaling | utbetalinger | udbetalt | udbetaling | udbetalinger | utgift | utgifter | kostnader | expense | expenses | out | belastat | belastad | debiterat | debiterad | lastschrift | uscite | cargo | cargos',
  netAmount: `
    netto | nettobelopp | exkl moms | exkl. moms | ex moms | belopp exkl moms | belopp exkl. moms | belopp exklusive moms | net amount | net |
    amount excl vat | amount excl. vat | amount excluding vat | subtotal | sub total | beløp ekskl. mva |
    beløp eks. mva | beløb ekskl. moms | nettobetrag | netto belopp | summa exkl moms | summa exkl. moms |
    totalt exkl moms | totalt exkl. moms | momsunderlag | taxable amount | nettopris | nettosumma | nettokostnad | net price | net total | net cost`,
  fee: 'fee | fees | fee amount | avgift | avgiftsbelopp | teenustasu | gebühr | gebyr | transaction fee | fx fee | service fee | valutapåslag | växlingspåslag | valutaväxlingspåslag | växlingsavgift',
  discount: 'rabatt | rabattbelopp | discount | discount amount | avdrag',
  added: `
    dricks | tip | tips | gratuity | drikkepenge | drikspenge | drikkepenger | trinkgeld | pourboire | frakt | fraktavgift |
    fraktkostnad | porto | shipping | shipping cost | delivery fee | leveransavgift | versand | versandkosten | serviceavgift |
    fakturaavgift | expeditionsavgift | exp.avg | exp avg | exp.avgift | expavgift | pant | returpant | burkpant | pantavgift | pantbelopp | deposit fee |
    miljöavgift | miljöavg | miljötillägg | kemikalieavgift | kemikalieskatt | återvinningsavgift | bokningsavgift | hanteringsavgift | administrationsavgift | adm.avgift |
    emballage | emballageavgift | drivmedelstillägg | bränsletillägg | turistskatt | city tax | surcharge | handling fee | booking fee | öresavrundning | avrundning | rounding | øreavrunding | öresutjämning`,
  balance:
    'guthaben | account balance | resulting balance | saldo na mutatie | saldo na trn | solde | kontobalans | aktuellt saldo | saldo efter | saldo kr | current balance | balance after | kontostand | kvar | disponibelt | saldo | bokfört saldo | balance | running balance | behållning | balans | kontosaldo | bokført saldo | egyenleg',
  rate: `
    valutakurs | växlingskurs | kurs | exchange rate | vekslingskurs | vekselkurs | wechselkurs |
    växelkurs | omräkningskurs | currency exchange rate | currency rate | fx rate | umrechnungskurs | koers | cours`,
  vat: `
    taxes | moms | varav moms | därav moms | varav mervärdesskatt | mervärdesskatt | moms därav | heraf moms | davon mwst | davon ust | inkluderad moms | momsbelopp | moms sek | mva | mva-beløp | momsbeløb | vat | vat amount | tax |
    tax amount | tax amount (orig currency) | mwst | ust | moms kr | momssumma | ingående moms | moms (kr) |
    total vat | vat total | vat sum | vat (sek) | input vat | mwst-betrag | mehrwertsteuer | umsatzsteuer |
    merverdiavgift | momsbeløp | herav moms | herav mva`,
  vatRate: `
    momssats | momssats % | momssats (%) | moms % | moms (%) | moms i % | moms i procent | momsprocent | vat rate |
    vat rate (%) | vat % | vat (%) | vat percent | mva-sats | mva % | mva-% | momssats i %`,
  card: `
    kortti | kort | kortnummer | kortnr | konto # | account # | card | card number | card last four digits |
    kortnr. | card no | card no. | card last 4 digits | masked card number | masked pan | pan | card ending | card last 4 | last four digits | last 4 | kortets nummer |
    kort nr | kort slut | kortslut | kort (slut) | kort slutar på |
    maskerat kortnummer | maskerat kort | betalkort | betalkortsnummer | kreditkort | kreditkortsnummer | företagskort |
    kortid | card id | maskat kortnummer | karte | kartennummer | kredietkaart | numéro de carte | numero carta`,
  holder: `
    ägare | kortmedlem | member name | name on card | purchased by | user name | kortinnehavare | kortholder | innehavare | card member | cardholder | card holder |
    card holder full name | användarnamn | medarbetare | anställd | employee | person | spender | förare | förarens namn | fører | driver | driver name | user | kaarthouder | payer | payer name | användare |
    köpt av | inköpt av | inköpare | beställare | vem | ansvarig | attestant | attesterad av | resenär | bought by |
    paid by | requested by | budget owner | traveller | traveler | rider | rider name | passenger | passenger name | passagerare |
    namn på kort | namn på kortet | navn på kort | medarbetarens namn | anställds namn | first name | last name | förnamn | efternamn`,
  accountNumber: `
    kontonummer | kontonr | account number | account | clearingnummer | clnr | partner iban | avsändare |
    afsender | modtager | rekening | rekeningnummer | auftragskonto | iban/bban | iban | kliendi konto | klienta konts |
    konts | sąskaitos nr | account no`,
  providerId: `
    transaktions-id | transaktionsid | transaction id | id | transferwise id | expense id |
    reference id | transaction number | transaktionsreferens | uuid | entry id | record id |
    transaction reference | arkistointitunnus | transaktionsnummer | verifikationsnummer | arhiveerimistunnus | arhīva kods`,
  reference: 'referens | reference | referanse | ref | payment reference',
  status: `
    status | statut | state | tila | stato | transaction state | transaction status | tillstånd | état | tilstand | zustand | payment status |
    payment state | charge status | order status | betalningsstatus | betalstatus | transaktionsstatus | orderstatus | köpstatus |
    bokföringsstatus | bokningsstatus | booking status | posting status | transaksjonsstatus | betalingsstatus | zahlungsstatus | stato operazione`,
  type: 'financial transaction type | typ | transaktionstyp | betalingstype | umsatzart | umsatztyp | buchungsart | transaktionsart | vorgang | tapahtumalaji | tapahtuma | mutatiesoort | type | transaction type | betalningstyp | transaksjonstype | transaktionstype',
  direction:
    'direction | +/- | tecken | fortegn | inn/ut | ut/inn | ind/ud | ud/ind | ut/in | af bij | af/bij | d/k | d/c | deebet/kreedit | deebet/kreedit (d/c) | debets/kredīts | soll/haben | kredit/debet | credit/debit | debet/kredit | debit/credit | riktning | in/ut | dr/cr | k/d | c/d | debetas/kreditas | debets/kredīts (d/k) | cdtdbtind | credit debit indicator | debit/credit indicator | credit/debit indicator | in/out | flow | richtung | richting | suunta | retning | sens | direzione | direção | kierunek',
  dueDate:
    'förfallodatum | förfallodag | förfallo | betaldag | betalas senast | senast betald | fälligkeitsdatum | payment due | pay by | förfaller | förf.datum | forfallsdag | due date | forfallsdato | forfaldsdato | fälligkeit | betaldatum',
  invoiceNumber:
    'fakturanummer | fakturanr | fakturanr. | fakturanummer. | rechnungsnr | rechnungsnr. | invoice no. | bill number | fakturaløpenummer | kvittonummer | receipt number | faktura-id | invoice id | kvitto-id | receipt id | verifikat | invoice number | invoice no | invoice | rechnungsnummer | följesedel',
  ledgerAccount: `
    kontokod | expense account | konto nr | gl account | gl code | nominal code | kostnadskonto | bokföringskonto | baskonto | expense category code | account code | ledger account |
    konto`,
  costCenter: `
    kostnadsställe | kst | ks | resultatenhet | cost center | cost centre | cost center id | cost centre id | kostnadssted | kostenstelle |
    avdelning | cost center code | cost centre code | department | avdeling | afdeling`,
  project:
    'projektnr | project code | project number | project no | prosjektnummer | projektnr. | projektkod | projekt | projektnummer | project | prosjekt',
  persons: `
    antal personer | antal deltagare | antal gäster | personer | deltagare | gäster | antal pers | number of persons |
    number of people | number of guests | number of attendees | persons | people | guests | attendees | antal personar | anzahl personen`,
  comments: `
    kommentar | kommentarer | anteckning | anteckningar | egna anteckningar | comment | comments | note |
    notes | expense description | business purpose | notat | notering | ändamål | syfte`,
  ourReference: 'vår referens | our reference | vår ref',
  yourReference: 'er referens | your reference | er ref | er referanse',
  other: `
    supplier number | supplier no | supplier no. | supplier id | vendor number | vendor no | vendor id |
    leverantörsnummer | leverantörsnr | leverantörsnr. | leverantörs-id | lev.nr | levnr | kundnummer | kundnr |
    customer number | leverandørnummer | leverandørnr. | lieferantennummer | kreditorennummer |
    organisationsnummer | orgnr | org.nr | org number | vat number | momsregistreringsnummer | liter | volym | literpris |
    antal | vara | varor | artikel | leistung | quantity | qty | styckpris | à-pris | unit price | regnr | reg.nr | registreringsnummer | mätarställning |
    subcategory | operation number | time zone | timezone | uhrzeit | zeitzone | ver | ver. | ver.nr | vernr | ver nr | verifikation | verifikationsnr | löpnr | löpnummer | nr | nr. | # | mcc code | row | rad | line | valutadatum | valutadag | värdedag | value date | radnummer | radnr | produkt | product |
    tid | tillgängligt belopp | disponibelt belopp | skuld | aktuell skuld | utestående skuld | kontonamn | card label | mcc | beneficiary | receipts | afstemt |
    betalsätt | betalmetod | betalningsmetod | betalningssätt | payment method | paid with | betald med | betalt med | betalingsmåde | betalingsmetode | zahlungsart |
    kostnadsbärare | cost object | kostnadsobjekt | kostenträger |
    budget | budgeterat | budgeted | diff | differens | difference | avvikelse | variance |
    kortstatus | card status | product name | tax rate | tax name | expense status | kampanj | kampanjnamn | campaign | campaign name | annonsgrupp | ad group`,
}

const roles = new Map<string, { role: ColumnRole; rank: number }>()
for (const [role, words] of Object.entries(names) as [ColumnRole, string][]) {
  for (const [rank, word] of words.split('|').map(normaliseLabel).entries())
    if (!roles.has(word)) roles.set(word, { role, rank })
}
const unmarkedRoles = new Map([...roles].map(([word, role]) => [withoutMarks(word), role]))
const maskedRoles = new Map([...roles].map(([word, role]) => [withoutLetters(word), role]))

const longestName = 200
const money = `${writtenCodes}|kr|€|\\$|£`
/** One of them at a time: a group that repeats would try all ways to cut a line of dots. */
const unitAtEnd = new RegExp(`(?: ?\\((?:${money}|[-+])\\)|(?: in| i)? (?:${money.replace('try|', '')})|[ .:*])$`)

/** `SEK amount`, `EUR-belopp`. */
const unitAtStart = new RegExp(`^(?:${money.replace('try|', '')})[ -](?=\\p{L})`, 'u')

/** Without a unit or a sign at its end: `Moms (SEK)`, `Debit CHF`, `Withdrawal (-)`, `Fakturanr.`, `Date *`. */
function bareLabel(label: string): string {
  if (label.length > longestName) return label
  for (let bare = label; ; ) {
    const shorter = bare.replace(unitAtEnd, '')
    if (shorter === bare) return bare
    bare = shorter
  }
}

/**
 * `Saldo nach Buchung`, `Balance after payment`: what begins so is no amount of a row. `Balance account` is where bookkeepers
 * write which account of the balance sheet a purchase goes against.
 */
const balanceAccount =
  /^(?:saldo|balance|kontosaldo|kontostand) (?:sheet )?accounts?(?: (?:type|no\.?|number|code|name|id))?$/
const balanceStart = /^(?:saldo|balance|kontosaldo|kontostand) /

/** Whether only what stands in a column says if it holds balances or the numbers of accounts. */
export function mayBeBalance(name: string): boolean {
  return name.length <= longestName && balanceAccount.test(bareLabel(normaliseLabel(name)))
}

/** `RunningBalance` and `booking_date` as a person writes them. */
export function spacedName(name: string): string {
  return name.length > longestName ? name : name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' ')
}

const tax = '(?:moms|mva|vat|tax(?:es)?|mwst|ust)'
const paidWord =
  '(?:belopp|beløp|beløb|betrag|summa|sum|pris|price|preis|kostnad|cost|inköp|köp|total|totalt|amount|värde|value)'
const withoutTax = new RegExp(
  `(?<!\\p{L})(?:(?:exkl?|excl|exklusive|excluding|ekskl|eks|ex|utan|without|before|före|zzgl|net of)\\.? ${tax}|pre-?tax)(?!\\p{L})`,
  'u',
)
const withTax = new RegExp(
  `(?<!\\p{L})(?:inkl?|incl|inklusive|including|ink|med|with|after) ?\\.? ?${tax}(?!\\p{L})`,
  'u',
)
/** `Belopp exkl.`, `Summa ex`, `Pris (exkl)`, `Inkl`: of what is not said, and VAT it is. */
const withoutAlone = new RegExp(
  `^(?:(?:total|netto)?${paidWord}[ -]*)?\\(?(?:exkl?|excl|ekskl|eks|ex|exklusive|excluding)\\.?\\)?$`,
  'u',
)
const withAlone = new RegExp(
  `^(?:(?:total|brutto)?${paidWord}[ -]*)?\\(?(?:inkl|incl|inklusive|including)\\.?\\)?$`,
  'u',
)
/** `Moms 25 %`, `VAT (6%)`, `25% moms`: the VAT of one rate, where its column holds amounts. */
const taxOfRate = new RegExp(
  `^(?:varav |därav |herav |heraf |davon )?${tax} ?\\(?\\d{1,2}(?:[.,]\\d)? ?%?\\)?$|^\\d{1,2} ?% ${tax}$`,
)

/** Of the VAT of one rate, beside which another rate may have a column of its own. */
export const rankOfRate = 998

/** `Netto` may be what is left of a price after its discount, `Exkl. moms` not. */
export function saysWithoutTax(name: string): boolean {
  const label = normaliseLabel(spacedName(name))
  if (label.length > longestName) return false
  return (
    withoutTax.test(label) || withoutAlone.test(bareLabel(label)) || /^(?:momsunderlag|taxable amount)$/.test(label)
  )
}

/** `Belopp inkl. moms`, `Total incl VAT`. */
export function saysWithTax(name: string): boolean {
  const label = normaliseLabel(spacedName(name))
  return label.length <= longestName && (withTax.test(label) || withAlone.test(bareLabel(label)))
}

/** A price's name in any words, by whether it says with or without VAT: `Fare in SEK (excl. Taxes)`. */
function byTax(label: string): { role: ColumnRole; rank: number } | null {
  if (label.length > longestName) return null
  if (withoutTax.test(label)) return { role: 'netAmount', rank: 998 }
  if (withTax.test(label)) return { role: 'amount', rank: 998 }
  const plain = bareLabel(label)
  if (withoutAlone.test(plain)) return { role: 'netAmount', rank: 998 }
  if (withAlone.test(plain)) return { role: 'amount', rank: 998 }
  return taxOfRate.test(label) ? { role: 'vat', rank: rankOfRate } : null
}

/** `Kortägare`, `Kortholders navn`, `Kontoinnehavarens namn`; what he bought is none of these, nor how the card is used. */
const holderName =
  /^(?:kort(?:et)?s?|konto(?:t|en)?s?|karten) ?-?(?:innehav(?:are?|er)|indehaver|inhaber|hållare?|hold(?:are|er)|ägare?|eier|ejer|användare?|bru[kg]er)(?:n|e?n?s)?(?: namn| navn)?$/u

/** `Kortets sista siffror`, `Kortnr (sista 4)`, `Fyra sista siffror`. */
const cardEndName =
  /^(?:kort(?:et)?s?(?:nummer|nr)?\.? ?\(?|(?=.* sif))(?:de )?(?:(?:fyra|fire|4) )?(?:sista|siste)(?: (?:fyra|fire|4))?(?: (?:siffror(?:na)?|siffer|sifre))?\)?$/u

/** `#Kwota`, as mBank writes its columns. */
const markAtStart = /^# ?(?=\p{L})/u

const inLocal = /[ (]+(?:in local currency|i lokal valuta|i lokalvaluta|local currency|lokal valuta)\)?$/
const inShops =
  /[ (]+(?:(?:in )?(?:the )?(?:purchase|transaction|merchant|shop|original|foreign) currency|i (?:inköps|köp|köpets |original|transaktions|handlarens |utländsk |ursprunglig )valutan?)\)?$/

/** `Summa i lokal valuta` and `Summa i köpvaluta` are what the shop charged; VAT and fees beside kronor are VAT and fees in the former. */
function byPlace(label: string): { role: ColumnRole; rank: number } | null {
  if (label.length > longestName) return null
  const local = label.replace(inLocal, '')
  const plain = local === label ? label.replace(inShops, '') : local
  const found = plain === label ? null : roleOf(plain)
  if (found?.role === 'amount') return { role: 'foreignAmount', rank: 999 }
  return local === label ? null : found
}

/** `Leverantör/butik`, `Butik (leverantör)`, `Handlare eller leverantör`: each of its names is one of a merchant. */
function bySeveralNames(label: string): { role: ColumnRole; rank: number } | null {
  const parts = label.length > longestName ? [] : label.split(/[/(),]| eller | or /).map((part) => part.trim())
  const found = parts.filter((part) => part !== '').map((part) => roles.get(part))
  if (found.length < 2 || !found.every((of) => of?.role === 'merchant')) return null
  return { role: 'merchant', rank: Math.min(...found.map((of) => of?.rank ?? 999)) }
}

const ofDays: ReadonlySet<ColumnRole | undefined> = new Set(['purchaseDate', 'bookedDate', 'dueDate'] as const)

/** `Belopp (utländsk valuta)`, and `Posted (UTC)` where it is the name of a day. */
function byParentheses(label: string): { role: ColumnRole; rank: number } | null {
  const day = roles.get(withoutNoteOfDay(label) ?? '')
  if (day && ofDays.has(day.role)) return day
  for (const name of withoutParentheses(label)) {
    const found = roles.get(name)
    if (found) return found
  }
  return null
}

/** The role that a header name is known for: the whole cell, never a part of it. */
export function roleOf(name: string): { role: ColumnRole; rank: number } | null {
  const label = normaliseLabel(name)
  const plain = bareLabel(label.replace(markAtStart, ''))
  return (
    roles.get(label) ??
    roles.get(plain) ??
    roles.get(plain.replace(unitAtStart, '')) ??
    roles.get(bareLabel(normaliseLabel(spacedName(name)))) ??
    unmarkedRoles.get(plain) ??
    roles.get(inFull(label)) ??
    (hasLostLetters(label) ? maskedRoles.get(withoutLetters(label)) : undefined) ??
    byPlace(label) ??
    byTax(normaliseLabel(spacedName(name))) ??
    (plain.length > longestName ? null : bySide(plain)) ??
    bySeveralNames(plain) ??
    byParentheses(label) ??
    (cardEndName.test(plain) ? { role: 'card', rank: 998 } : null) ??
    (holderName.test(plain) ? { role: 'holder', rank: 998 } : null) ??
    (balanceStart.test(plain) && !balanceAccount.test(plain) ? { role: 'balance', rank: 999 } : null)
  )
}
