/** The text of an answer, unpacked; null where it has more than so many bytes: one without end, or one unpacked from little, would fill the memory. */
export async function readTextUpTo(
  mostBytes: number,
  { body }: { body: AsyncIterable<Uint8Array> | null },
): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) return null
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
