import * as m from '#messages'
import { templateFileKind } from '#templates/contract.ts'

/** Why a file was no template: it is none of Radvis's, of a newer Radvis, or did not come through whole. */
export function templateFileProblem(text: string): string {
  const { format, version } = partsOf(text)
  if (format !== templateFileKind.format) return m.templates_import_file_wrong()
  return typeof version === 'number' && version > templateFileKind.version
    ? m.templates_import_file_newer()
    : m.templates_import_file_broken()
}

/** Of one that was cut off as well: it begins with what it is. */
function partsOf(text: string): { format?: unknown; version?: unknown } {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    const [, format, version] =
      /^\s*\{\s*"format"\s*:\s*"([^"]*)"(?:\s*,\s*"version"\s*:\s*(\d+)\s*,)?/.exec(text) ?? []
    return { format, ...(version && { version: Number(version) }) }
  }
}
