/** RFC 6749, 5.2: how a token endpoint refuses. */
export function failed(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status })
}

/** RFC 6749, 4.1.2: the address that a consent leads back to, with what came of it. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.toString()
}
