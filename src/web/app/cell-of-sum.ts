import type { ControlSum } from '#templates/contract.ts'

/** Where a total stands in the file, as a spreadsheet program writes it. */
export const cellOfSum = ({ sheet, cell }: Pick<ControlSum, 'sheet' | 'cell'>): string =>
  sheet === undefined ? cell : `${sheet}!${cell}`
