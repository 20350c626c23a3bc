import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** SEB's business account: money in and out in columns of their own, the latter with a minus already. */
export const sebBusiness: BuiltInFormat = {
  ...bankAccount,
  id: 'seb-business',
  name: 'SEB',
  signature: ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar', 'Uttag', 'Bokfört saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Bokförd'] },
    amountIn: { columns: ['Insättningar'] },
    amountOut: { columns: ['Uttag'] },
    type: { columns: ['Typ'] },
  },
  signRule: 'two-columns',
  dateFromText: true,
  oreMark: 'dot',
}
