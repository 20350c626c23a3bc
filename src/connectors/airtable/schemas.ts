import { z } from 'zod'

export const whoami = z.object({ id: z.string(), email: z.string().optional() })
export const baseList = z.object({
  offset: z.string().optional(),
  bases: z.array(z.object({ id: z.string(), name: z.string(), permissionLevel: z.string().optional() })),
})

const ownOptions = { timeZone: z.string().optional(), symbol: z.string().optional() }

/**
 * `options.result` tells what a formula, rollup or lookup gives. Field kinds we do not know are read by their value. The
 * symbol of a currency is any text that a person chose (airtable.com/developers/web/api/field-model#currencynumber).
 */
const field = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  options: z
    .object({
      ...ownOptions,
      result: z.object({ type: z.string(), options: z.object(ownOptions).nullish() }).nullish(),
    })
    .nullish(),
})
export type AirtableField = z.infer<typeof field>

const table = z.object({
  id: z.string(),
  name: z.string(),
  fields: z.array(field),
  views: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
})
export type AirtableTable = z.infer<typeof table>
export const tableList = z.object({ tables: z.array(table) })

export const recordPage = z.object({
  offset: z.string().optional(),
  records: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })),
})
export type AirtableRecord = z.infer<typeof recordPage>['records'][number]
