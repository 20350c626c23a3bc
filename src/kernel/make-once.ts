/** Makes something when it is first asked for, such as a package that takes room and is seldom needed, and keeps it. */
export function makeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make()
    return made
  }
}
