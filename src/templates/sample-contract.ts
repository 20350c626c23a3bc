import { z } from 'zod'
import { problem, rowProblem, textParams } from '#kernel/problem-schemas.ts'
import {
  columnRef,
  controlSum,
  counted,
  dateOrders,
  fieldSource,
  numberFormats,
  signRules,
  targetField,
  templateMapping,
} from './contract.ts'

/** What a renamed column was known by: where it stands, what it is called, what such a name means, what it holds. */
export const driftReasons = ['place', 'name', 'meaning', 'content'] as const
export type DriftReason = (typeof driftReasons)[number]

const placedColumn = z.object({ column: z.string(), letter: z.string() })
const mappedColumn = placedColumn.extend({ fields: z.array(targetField) })
/** How a file's columns differ from those that a template was made for. */
export const templateDrift = z.object({
  gone: z.array(mappedColumn),
  renamed: z.array(mappedColumn.extend({ to: placedColumn, reasons: z.array(z.enum(driftReasons)) })),
  /** Found again by name, so that nothing is to be done. */
  moved: z.array(mappedColumn.extend({ to: placedColumn })),
  added: z.array(placedColumn),
  /** A renamed column fills a field, or a sheet was renamed, so that there is something to mend. */
  canMend: z.boolean(),
  /** The template's header is not in the file: the row that the columns are compared with instead, if any is like it. */
  lostHeader: z.object({ names: z.string(), sheet: z.string(), row: z.number().int().nullable() }).nullable(),
  /** Sheets that the template reads and the file lacks; `renamed`: the one that is taken for it. `found`: those it has. */
  sheets: z
    .object({
      lacking: z.array(z.string()),
      renamed: z.object({ sheet: z.string(), to: z.string() }).nullable(),
      found: z.string(),
    })
    .nullable(),
})
export type TemplateDrift = z.infer<typeof templateDrift>

/** Why a column was suggested; the browser turns it into a sentence. */
export const suggestionReason = z.object({ code: z.string(), params: textParams })

/** GET /templates/{id}/sample: what the mapping page shows beside the fields. */
export const templateSample = z.object({
  fileName: z.string(),
  kind: z.string(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  headerRow: z.number().int().nullable(), // of the first header, 1-based
  /** Where it stands, or where the rows stand that have none. 1-based. */
  sheet: z.object({ place: z.number().int(), name: z.string() }).nullable(),
  /** Visible sheets with rows, in order; none of a file whose sheets have no names. */
  sheets: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  columns: z.array(
    z.object({
      ref: columnRef,
      letter: z.string(),
      label: z.string(),
      samples: z.array(z.string()),
      filled: z.number().int(),
    }),
  ),
  /** `carried`: what stands around the row, by name. */
  rows: z.array(
    z.object({
      sheet: z.string(),
      number: z.number().int(),
      cells: z.array(z.string()),
      carried: z.record(z.string(), z.string()),
    }),
  ),
  suggestions: z.array(
    z.object({
      field: targetField,
      source: fieldSource,
      reason: suggestionReason,
      confidence: z.number().min(0).max(1),
    }),
  ),
  numberFormat: z.object({ suggested: z.enum(numberFormats), isAmbiguous: z.boolean(), examples: z.array(z.string()) }),
  dateOrder: z.object({ suggested: z.enum(dateOrders), isAmbiguous: z.boolean() }),
  currency: z.object({ suggested: z.string(), isAssumed: z.boolean() }), // assumed: the file nowhere says one
  signRule: z.object({
    suggested: z.enum(signRules),
    isOpen: z.boolean(), // the rows do not show which sign a purchase has
    ...{ purchases: z.number().int(), refunds: z.number().int() },
  }),
  /** Columns that hold money, where nothing says which of them is what a purchase cost; else none. */
  openAmounts: z.array(z.string()),
  format: z.object({ id: z.string(), name: z.string() }).nullable(), // built in, by the file's header; null: unknown
  suggestedMapping: templateMapping, // every suggestion: what PUT /templates/{id}/mapping takes, confirmed by the user
  /** The sample was changed and differs from what is mapped; with the mapping as it would be mended. */
  drift: z.object({ found: templateDrift, mended: templateMapping }).nullable(),
})
export type TemplateSample = z.infer<typeof templateSample>

/** POST /templates/{id}/preview: how the sample reads under a mapping that is not saved yet. */
export const previewRequest = z.object({ mapping: templateMapping })
export const mappingPreview = z.object({
  rows: z.array(
    z.object({
      sheet: z.string(),
      number: z.number().int(),
      outcome: z.enum(['purchase', 'refund', 'skipped', 'unreadable']),
      reason: z.string().nullable(),
      /** What `reason` speaks of, e.g. the row that a rate note belongs to. */
      params: textParams,
      problems: z.array(rowProblem),
      /** Each field as read, written as text; `cells` say where from. */
      fields: z.array(
        z.object({ field: targetField, value: z.string(), cells: z.array(z.string()), isByTemplate: z.boolean() }),
      ),
      merchant: z.string().nullable(),
      invoiceDate: z.string().nullable(),
      /** Öre in SEK. */
      amountSek: z.number().int().nullable(),
      currency: z.string().nullable(),
      /** Minor units of `currency`. */
      foreignAmount: z.number().int().nullable(),
    }),
  ),
  totals: z.object({ purchases: counted, refunds: counted, skipped: counted, unreadable: counted }),
  controlSums: z.array(controlSum),
  warnings: z.array(rowProblem),
  /** What keeps the mapping from being saved until a person says how the sample is meant; `path` is the part of the mapping. */
  questions: z.array(problem.extend({ path: z.string() })),
})
export type MappingPreview = z.infer<typeof mappingPreview>
