import type { z } from 'zod'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { fieldErrors } from '#platform/http.ts'
import { type CreateTemplateFields, createTemplateFields, maxSampleMegabytes } from './contract.ts'
import type { NewSample } from './create-template.ts'

/** The form of a new template: its fields and exactly one file. All that is wrong is said at once. */
export async function parseUpload(form: FormData): Promise<{ fields: CreateTemplateFields; file: NewSample }> {
  const texts: Record<string, string> = {}
  const uploads: File[] = []
  for (const [name, value] of form.entries()) {
    if (value instanceof File) uploads.push(value)
    else texts[name] = value
  }
  const fields = createTemplateFields.safeParse(texts)
  const errors = [...(fields.success ? [] : missingFirst(fields.error, texts)), ...checkFiles(uploads)]
  const [file] = uploads
  if (errors.length > 0 || !fields.success || !file)
    throw new AppError(
      'invalid-input',
      errors.some(({ code }) => code === 'max-upload-file-exceeded')
        ? 'Max upload file exceeded'
        : 'the template lacks something',
      { errors },
    )
  return { fields: fields.data, file: await toSample(file) }
}

/** Exactly one file, small enough to be a sample. */
export async function parseSample(form: FormData): Promise<NewSample> {
  const uploads = [...form.values()].filter((value) => value instanceof File)
  const errors = checkFiles(uploads)
  const [file] = uploads
  if (errors.length > 0 || !file) throw new AppError('invalid-input', 'one file is needed', { errors })
  return toSample(file)
}

async function toSample(file: File): Promise<NewSample> {
  if (file.size > maxSampleMegabytes * 2 ** 20) {
    throw new AppError('file-too-large', 'the sample is too large', {
      errors: [{ path: 'file', code: 'too-large', params: { limit: maxSampleMegabytes } }],
    })
  }
  return { name: file.name.slice(0, 255) || 'file', bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** A choice that was not made is missing, not wrong. */
function missingFirst(error: z.ZodError, texts: Record<string, string>): FieldError[] {
  return fieldErrors(error).map((one) =>
    (texts[one.path] ?? '').trim() === '' ? { path: one.path, code: 'required' } : one,
  )
}

function checkFiles(uploads: readonly File[]): FieldError[] {
  if (uploads.length > 1)
    return [{ path: 'file', code: 'max-upload-file-exceeded', params: { message: 'Max upload file exceeded' } }]
  const [file] = uploads
  return file && file.size > 0 ? [] : [{ path: 'file', code: 'required' }]
}
