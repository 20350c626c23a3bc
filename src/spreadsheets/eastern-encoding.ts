import iconv from 'iconv-lite'

/**
 * Words of headers in banks' files from Poland, Czechia, Slovakia, Hungary, Lithuania and Latvia, each with a letter that
 * no word of the west has in that place: in Windows-1252 they would read `ksiêgowania`, `Èástka`, `Gavëjas`.
 */
const words: readonly { encodings: readonly string[]; written: readonly string[] }[] = [
  {
    encodings: ['windows-1250', 'iso-8859-2'],
    written: [
      ...['Księgowania', 'Tytuł', 'Płatności', 'Płatność', 'Użyciu', 'Obciążenia', 'Opłata', 'Miejscowość', 'Wartość'],
      ...['Szczegóły', 'Właściciel', 'Bieżące', 'Sprzedający'],
      ...[
        'Částka',
        'Měna',
        'Zaúčtování',
        'Protiúčet',
        'Příjemce',
        'Zůstatek',
        'Účtu',
        'Čiastka',
        'Účtovania',
        'Platiteľ',
      ],
      ...['Időpont', 'Művelet', 'Terhelő'],
    ],
  },
  {
    encodings: ['windows-1257', 'iso-8859-4'],
    written: [
      ...['Gavėjas', 'Mokėtojas', 'Mokėjimo', 'Sąskaita', 'Sąskaitos', 'Išlaidos', 'Įplaukos', 'Gavėjo', 'Mokėtojo'],
      ...['Saņēmējs', 'Saņēmēja', 'Maksātājs', 'Maksātāja', 'Maksājuma', 'Valūta', 'Darījuma', 'Kredīts', 'Mērķis'],
    ],
  },
]

type Found = { encoding: string; count: number }
let forms: { encoding: string; bytes: Buffer }[] | undefined

/** What a file of these countries is written in, by the words of its header or the ł inside its words; null: nothing says so. */
export function findEastern(head: Uint8Array, { hasPolishLetter }: { hasPolishLetter: boolean }): string | null {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const counts = new Map<string, number>()
  forms ??= words.flatMap(formsOf)
  for (const { encoding, bytes } of forms)
    if (text.includes(bytes)) counts.set(encoding, (counts.get(encoding) ?? 0) + 1)
  let best: Found | null = null
  for (const [encoding, count] of counts) if (count > (best?.count ?? 0)) best = { encoding, count }
  if (!best && !hasPolishLetter) return null
  const isCentral = !best || best.encoding === 'windows-1250' || best.encoding === 'iso-8859-2'
  const [windows, iso] = isCentral ? ['windows-1250', 'iso-8859-2'] : ['windows-1257', 'iso-8859-4']
  const areEven = (counts.get(windows) ?? 0) === (counts.get(iso) ?? 0)
  return areEven ? (isCentral && isWrittenInIso(text) ? iso : windows) : (best?.encoding ?? windows)
}

/** As the header may be written: `Tytuł`, `tytuł`, `TYTUŁ`. */
function formsOf({ encodings, written }: (typeof words)[number]): { encoding: string; bytes: Buffer }[] {
  return encodings.flatMap((encoding) =>
    written.flatMap((word) =>
      [word, word.toLowerCase(), word.toUpperCase()].map((form) => ({ encoding, bytes: iconv.encode(form, encoding) })),
    ),
  )
}

/** Ą Ś Ź ą ś ź Š Ž Ť ť of ISO-8859-2; to Windows these are signs, and its own ś and š are nothing in ISO. */
const isoLetters = new Set([0xa1, 0xa6, 0xac, 0xb1, 0xb6, 0xbc, 0xa9, 0xae, 0xab, 0xbb])

function isWrittenInIso(text: Buffer): boolean {
  return !text.some((byte) => byte >= 0x80 && byte < 0xa0) && text.some((byte) => isoLetters.has(byte))
}
