import type { TargetField, TemplateMapping, TextPattern } from '../contract.ts'

/** Where a field stands in a format's file; columns by name, the first of the alternatives that the file has. */
export type FormatSource =
  | { columns: readonly string[]; when?: 'domestic' | 'foreign'; pattern?: TextPattern }
  | { carried: 'card' | 'holder' | 'rate-note' }

/** A bank's or issuer's file, known by its header. What it says was read off real files; SOURCES names them. */
export type BuiltInFormat = {
  id: string
  /** As the user knows it: the bank or issuer. */
  name: string
  /** Names that must all stand in the header; where a list stands, one of its names. */
  signature: readonly (string | readonly string[])[]
  fields: Partial<Record<TargetField, FormatSource>>
  dateOrder: TemplateMapping['dateOrder']
  signRule: TemplateMapping['signRule']
  account: 'card' | 'bank'
  currency: string
}
