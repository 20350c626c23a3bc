/** Whether nothing of a text can be seen: spaces of every width, control characters, marks of byte order. */
export function isBlank(text: string | undefined): boolean {
  if (text === undefined || text === '') return true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 32 && code < 127) return false
    if (code >= 0xa1 && code !== 0x200b && code !== 0xfeff && !otherSpaces.test(text.charAt(i))) return false
  }
  return true
}

const otherSpaces = /\s/
