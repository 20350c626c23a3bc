/** Names as other programs write them. */
const names: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1257': 'Windows-1257',
  'iso-8859-2': 'ISO-8859-2',
  'iso-8859-4': 'ISO-8859-4',
  cp850: 'DOS (CP850)',
  cp437: 'DOS (CP437)',
  macintosh: 'Mac OS Roman',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'utf-32le': 'UTF-32 LE',
  'utf-32be': 'UTF-32 BE',
}

export function encodingName(encoding: string): string {
  return names[encoding] ?? encoding
}
