import * as m from '#messages'

/** The version of such files that is written here (templates/template-file.ts). */
const known = 1

/** Why a file was no template: it is none of Radvis's, of a newer Radvis, or did not come through whole. */
export function templateFileProblem(text: string): string {
  const { format, version } = partsOf(text)
  if (format !== 'radvis-template') return m.templates_import_file_wrong()
  return typeof version === 'number' && version > known
    ? m.templates_import_file_newer()
    : m.templates_import_file_broken()
}

/** Of one that was cut off as well: it begins with what it is. */
function partsOf(text: string): { format?: unknown; version?: unknown } {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return /^\s*\{\s*"format"\s*:\s*"radvis-template"/.test(text) ? { format: 'radvis-template' } : {}
  }
}
