import type { ReadFields } from '#templates/contract.ts'

/** What every purchase has, and what many have and no posting depends on: the card decides the invoice's number alone, the provider's own the identity. */
type UsualField =
  | 'merchant'
  | 'place'
  | 'invoiceDate'
  | 'amountSek'
  | 'currency'
  | 'foreignAmount'
  | 'card'
  | 'providerId'

/** Whether a row says more than that. Spelled out, since every row of a long file is asked. */
export function hasFurther(fields: Omit<ReadFields, UsualField>): boolean {
  return (
    fields.rate !== null ||
    fields.vatAmount !== null ||
    fields.dueDate !== null ||
    fields.invoiceNumber !== null ||
    fields.account !== null ||
    fields.costCenter !== null ||
    fields.project !== null ||
    fields.comments !== null ||
    fields.ourReference !== null ||
    fields.yourReference !== null ||
    fields.rowText !== null ||
    (fields.supplier ?? fields.vatRate ?? fields.persons ?? null) !== null ||
    (fields.paymentDate ?? fields.modeOfPayment ?? fields.ocr ?? fields.fee ?? null) !== null
  )
}
