import { z } from 'zod'

/** Fields of the target system (Fortnox supplier invoice) that a row can fill; `fee` is part of what was paid. */
export const targetFields = [
  'merchant',
  'place', // the city, which is no part of the merchant's name
  /** Number or name in the accounting system's register; `merchant` is the text that a supplier is recognised by. */
  'supplier',
  'invoiceDate',
  'total',
  'fee',
  'amountIn',
  'amountOut',
  'direction',
  'currency',
  'accountCurrency',
  'foreignAmount',
  'rate',
  'vatAmount',
  'vatRate',
  /** How many took part in representation. */
  'persons',
  'dueDate',
  'paymentDate',
  'modeOfPayment',
  'invoiceNumber',
  'ocr',
  'providerId',
  'account',
  'costCenter',
  'project',
  'comments',
  'ourReference',
  'yourReference',
  'rowText',
  'status',
  'type',
  'card',
] as const
export const targetField = z.enum(targetFields)
export type TargetField = z.infer<typeof targetField>
