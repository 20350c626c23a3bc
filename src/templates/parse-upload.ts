import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { type ApiEnv, requireStill } from '#platform/http.ts'
import { keptInMemory, receiveFile } from '#platform/receive-file.ts'
import { inMegabytes } from '#spreadsheets/index.ts'
import { type CreateTemplateFields, createTemplateFields } from './contract.ts'
import type { NewSample } from './create-template.ts'

/** The form of a new template: its fields and exactly one file. All that is wrong is said at once. */
export function parseUpload(
  c: Context<ApiEnv>,
  maxBytes: number,
): Promise<{ fields: CreateTemplateFields; file: NewSample }> {
  return receiveSample(c, createTemplateFields, maxBytes)
}

/** Exactly one file, small enough to be a sample. */
export async function parseSample(c: Context<ApiEnv>, maxBytes: number): Promise<NewSample> {
  return (await receiveSample(c, z.object({}), maxBytes)).file
}

async function receiveSample<Fields extends z.ZodType>(
  c: Context<ApiEnv>,
  fields: Fields,
  maxBytes: number,
): Promise<{ fields: z.output<Fields>; file: NewSample }> {
  const tooLarge = () =>
    new AppError('file-too-large', 'the sample is too large', {
      errors: [{ path: 'file', code: 'too-large', params: { limit: inMegabytes(maxBytes) } }],
    })
  const received = await receiveFile(c.req.raw, {
    ...{ ...keptInMemory, fields, maxBytes, tooLarge },
    mayStill: () => requireStill(c),
  })
  const { name, bytes } = received.file
  return { fields: received.fields, file: { name: name.slice(0, 255), bytes } }
}
