/** How a text file's letters can be written, as far as a user chooses; `macintosh` is Mac OS Roman. */
export const fileEncodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-4',
  'cp850',
  'cp437',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const
export type FileEncoding = (typeof fileEncodings)[number]
