const most = 20_000
/** Longer texts hardly come again, and would take much room. */
const longest = 200

/**
 * The same function with its answers remembered: the texts of long files repeat, and what follows from one is worked out
 * once. What was remembered is forgotten when it has become much, so that memory does not grow with the file.
 */
export function remember<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { answer: Answer }>()
  return (text) => {
    if (text.length > longest) return work(text)
    const before = known.get(text)
    if (before !== undefined) return before.answer
    const answer = work(text)
    if (known.size >= most) known.clear()
    known.set(text, { answer })
    return answer
  }
}
