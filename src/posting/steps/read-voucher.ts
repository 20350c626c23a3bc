import { type AccountingSession, ConnectorError, type PostedInvoice } from '#connectors/accounting-connector.ts'

/**
 * The voucher (*verifikation*) of an invoice that was bookkept just now: where the answer leaves it out it is told when the
 * invoice is read. A reading that fails says nothing of the bookkeeping, so the step is looked up like any without an answer.
 */
export async function readVoucher(session: AccountingSession, answered: PostedInvoice): Promise<PostedInvoice> {
  return answered.voucher ? answered : asLookUp(session.readSupplierInvoice(answered.number))
}

/** As people name it: series and number. */
export function voucherText({ series, number }: { series: string; number: number }): string {
  return `${series} ${number}`
}

export async function asLookUp<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading
  } catch (cause) {
    throw new ConnectorError('unknown', 'after-check', { cause })
  }
}
