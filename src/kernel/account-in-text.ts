/** An account (*konto*) in a file or a template is four digits, sometimes followed by its name (`6540 IT-tjänster`). */
export function accountInText(text: string): number | null {
  const digits = /^\s*(\d{4})(?!\d)/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
