import * as XLSX from '@e965/xlsx'

/** An XLSX file of such sheets, each line's cells apart by `;`, figures as numbers; a name that begins with `-` is hidden. */
export function workbook(sheets: Record<string, readonly string[]>): Uint8Array<ArrayBuffer> {
  const made = XLSX.utils.book_new()
  const cellOf = (text: string) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text)
  for (const [name, lines] of Object.entries(sheets)) {
    const rows = lines.map((line) => line.split(';').map(cellOf))
    XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), name.replace(/^-/, ''))
  }
  made.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ Hidden: name.startsWith('-') ? 1 : 0 })) }
  return new Uint8Array(XLSX.write(made, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}
