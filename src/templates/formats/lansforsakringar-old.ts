import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Länsförsäkringar's old XLS, whose å, ä and ö are lost in the file itself. */
export const lansforsakringarOld: BuiltInFormat = {
  ...bankAccount,
  id: 'lansforsakringar-old',
  name: 'Länsförsäkringar',
  signature: ['Bokf.dat', 'Trans.dat', 'Text', 'Insättning/Uttag', 'Behållning'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Trans.dat'] },
    total: { columns: ['Insättning/Uttag'] },
    status: { columns: ['Bokf.dat'] },
  },
}
