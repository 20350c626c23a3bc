/** How a text file's letters can be written, as far as a user chooses; `macintosh` is Mac OS Roman. */
export const fileEncodings = ['utf-8', 'windows-1252', 'cp850', 'cp437', 'macintosh', 'utf-16le', 'utf-16be'] as const
export type FileEncoding = (typeof fileEncodings)[number]
