/**
 * What the sandbox refuses with. Codes and texts below 9000000 are Fortnox's own, as published; where Fortnox's code
 * is not publicly known the sandbox uses the marked range 9000001 and up, so that nobody mistakes an invented code for
 * a real one or writes a client that depends on it.
 */
const refusals = {
  accountNotFound: [2001304, 'Kunde inte hitta konto ({0}).'],
  accountInactive: [2000550, 'Kontot {0} är inte aktivt.'],
  accountMissing404: [2000423, 'Kan inte hitta kontot.'],
  approvalNotUsed: [2001110, 'Attest av leverantörsfakturor är inte aktiverat.'],
  approvalRequired: [2001322, 'Leverantörsfakturan måste attesteras innan den kan bokföras.'],
  badCharacters: [2000359, 'Värdet innehåller ej tillåtna tecken. ({0})'],
  badFilter: [2000587, 'Ett ogiltigt filter har använts.'],
  badParameter: [2000588, 'Ogiltig parameter i anropet.'],
  badJson: [2002115, 'Error deserializing JSON: JSON_ERROR_SYNTAX'],
  badType: [2001392, 'Ingen eller felaktig typ av data.'],
  badUpload: [2001740, 'Inläsning av dokument misslyckades: {0}'],
  currencyNotFound: [2000427, 'Kan inte hitta valutan.'],
  articleNotFound: [2000428, 'Kan inte hitta artikeln.'],
  missingScope: [2000663, 'Har inte behörighet för scope'],
  missingLicence: [2001101, 'Det finns ingen aktiv licens för önskat scope'],
  notANumber: [2000108, 'Värdet måste vara numeriskt ({0})'],
  notABoolean: [2000134, 'Värdet måste vara en boolean ({0})'],
  notBalanced: [2000755, 'Leverantörsfakturan balanserar inte'],
  periodLocked: [2000401, '{0} har låst perioden t.o.m. {1}. Lås upp perioden för att fortsätta.'],
  periodLockedItself: [2002141, 'Bokföringsdatumet ligger i en automatlåst period.'],
  predefinedAccountNotFound: [2001403, 'Kan inte hitta det förvalda kontot.'],
  predefinedAccountMissing: [2003095, 'Det saknas ett förvalt konto för {0}'],
  projectNotFound: [2001161, 'Kan inte hitta projektet.'],
  reverseRowsNeedCode: [2003115, 'Momsrader för momstyp REVERSE måste vara märkta med motsvarande CODE'],
  stockModule: [2003127, 'Ett fel uppstod i lagermodulen'],
  termsOfPaymentNotFound: [2000429, 'Kan inte hitta betalningsvillkoret.'],
  unknownField: [2001399, 'Felaktigt fältnamn ({0})'],

  readOnlyField: [9000001, 'Fältet {0} är endast läsbart'],
  requiredField: [9000002, 'Fältet {0} måste anges.'],
  tooLong: [9000003, 'Fältet {0} får innehålla högst {1} tecken.'],
  wrongLength: [9000004, 'Fältet {0} måste innehålla exakt {1} tecken.'],
  badDate: [9000005, 'Ogiltigt datum ({0}).'],
  badChoice: [9000006, 'Ogiltigt värde för fältet {0} ({1}).'],
  supplierNotFound: [9000007, 'Kan inte hitta leverantören.'],
  invoiceNotFound: [9000008, 'Kan inte hitta leverantörsfakturan.'],
  paymentNotFound: [9000009, 'Kan inte hitta leverantörsbetalningen.'],
  invoiceNotBooked: [9000010, 'Leverantörsfakturan är inte bokförd och kan inte betalas.'],
  paymentTooLarge: [9000011, 'Beloppet är större än fakturans saldo ({0}).'],
  paymentTooEarly: [9000012, 'Betalningsdatumet får inte vara före fakturadatumet ({0}).'],
  alreadyBooked: [9000013, 'Leverantörsfakturan är redan bokförd.'],
  invoiceCancelled: [9000014, 'Leverantörsfakturan är makulerad.'],
  cashMethod: [9000015, 'Räkenskapsåret använder kontantmetoden. Leverantörsfakturan bokförs vid betalning.'],
  noFinancialYear: [9000016, 'Det finns inget räkenskapsår för datumet {0}.'],
  modeOfPaymentNotFound: [9000017, 'Kan inte hitta betalningssättet ({0}).'],
  costCenterNotFound: [9000018, 'Kan inte hitta kostnadsstället ({0}).'],
  costCenterMandatory: [9000019, 'Kontot {0} kräver kostnadsställe.'],
  costCenterNotAllowed: [9000020, 'Kontot {0} tillåter inte kostnadsställe.'],
  projectMandatory: [9000021, 'Kontot {0} kräver projekt.'],
  projectNotAllowed: [9000022, 'Kontot {0} tillåter inte projekt.'],
  paymentBooked: [9000023, 'Leverantörsbetalningen är redan bokförd.'],
  notCreditable: [9000024, 'Leverantörsfakturan kan inte krediteras.'],
  numberTaken: [9000025, 'Leverantörsnumret {0} används redan.'],
  supplierInactive: [9000026, 'Leverantören {0} är inte aktiv.'],
  paymentNotApproved: [9000027, 'Leverantörsfakturan är inte attesterad för betalning.'],
  fileNotFound: [9000028, 'Kan inte hitta filen.'],
  fileConnected: [9000029, 'Filen är redan kopplad.'],
  voucherNotFound: [9000030, 'Kan inte hitta verifikationen.'],
  financialYearNotFound: [9000031, 'Kan inte hitta räkenskapsåret.'],
  notFound: [9000032, 'Kan inte hitta resursen.'],
  costCenterMissing404: [9000033, 'Kan inte hitta kostnadsstället.'],
  zeroAmount: [9000034, 'Beloppet måste vara skilt från noll.'],
  modeOfPaymentMissing404: [9000035, 'Kan inte hitta betalningssättet.'],
  voucherSeriesMissing404: [9000036, 'Kan inte hitta verifikationsserien.'],
  rowOutOfRange: [9000037, 'Fältet {0} måste vara mellan {1} och {2}.'],
  mayNotApprove: [9000039, 'Användaren får inte attestera.'],
  wrongCurrency: [9000038, 'Betalningens valuta måste vara samma som fakturans.'],
} as const satisfies Record<string, readonly [number, string]>

export type Refusal = keyof typeof refusals

export class FortnoxError extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.name = 'FortnoxError'
    this.status = status
    this.code = code
  }
}

/** The request is understood and refused: 400 with the lower-case spelling. */
export function refuse(reason: Refusal, ...values: (string | number)[]): FortnoxError {
  return errorOf(400, reason, values)
}

/** Nothing stands at this address: 404 with the capitalised spelling. */
export function missing(reason: Refusal): FortnoxError {
  return errorOf(404, reason, [])
}

export function forbidden(reason: Refusal): FortnoxError {
  return errorOf(403, reason, [])
}

function errorOf(status: number, reason: Refusal, values: (string | number)[]): FortnoxError {
  const [code, text] = refusals[reason]
  const message = values.reduce<string>((filled, value, index) => filled.replace(`{${index}}`, String(value)), text)
  return new FortnoxError(status, code, message)
}

/** Two spellings, as recorded from the live API: `Error/Message/Code` on 404 by id, `error/message/code` otherwise. */
export function errorBody(error: FortnoxError): unknown {
  return error.status === 404
    ? { ErrorInformation: { Error: 1, Message: error.message, Code: error.code } }
    : { ErrorInformation: { error: 1, message: error.message, code: error.code } }
}
