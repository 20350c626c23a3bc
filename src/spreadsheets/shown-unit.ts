const codes = Intl.supportedValuesOf('currency').join('|')
const sign = new RegExp(
  `[A-Z]{0,3}\\$|\\p{Sc}|%|(?<!\\p{L})(?:zł|Kč|Ft|lei|лв|${codes}|[Ss]ek|[Ee]ur|[Uu]sd|[Nn]ok|[Dd]kk|[Gg]bp|[Cc]hf|[Kk]r|KR)(?!\\p{L})`,
  'u',
)

/** What a number is shown in beside its figures, as it is shown: `kr`, `€`, `A$`, `PLN`, `%`. Null for nothing we know. */
export function shownUnit(text: string): string | null {
  return sign.exec(text)?.[0] ?? null
}
