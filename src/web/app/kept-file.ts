/** The file that a template was made of, and which template: what a person has come with is most often to be imported. */
let kept: { templateId: string; file: File } | null = null

export function keepFile(templateId: string, file: File | null): void {
  kept = file && { templateId, file }
}

/** Until it is imported, or the page is loaded anew. */
export const keptFile = (templateId: string | null): File | null =>
  kept !== null && kept.templateId === templateId ? kept.file : null
