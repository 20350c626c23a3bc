/**
 * What stands before a file's own columns where its rows are given back (GET /imports/{id}/problem-rows): the sheet, the
 * row, its state, what is to be mended. By these names a file that is dropped again is known for one of ours.
 */
export const rowFileColumns = {
  sv: ['Blad', 'Rad', 'Tillstånd', 'Meddelande'],
  en: ['Sheet', 'Row', 'State', 'Message'],
} as const
