import { z } from 'zod'

/** What we ask Google for, field by field; more is not read. */
export const driveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  version: z.string(),
  trashed: z.boolean().optional(),
})
export const driveFileFields = 'id,name,mimeType,version,trashed'
export const fileList = z.object({
  nextPageToken: z.string().optional(),
  files: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
})
export const about = z.object({
  user: z.object({ permissionId: z.string(), displayName: z.string().optional(), emailAddress: z.string().optional() }),
})

export const spreadsheet = z.object({
  properties: z.object({ locale: z.string().optional() }).default({}),
  sheets: z
    .array(
      z.object({
        properties: z.object({
          sheetId: z.number(),
          title: z.string(),
          hidden: z.boolean().optional(),
          /** OBJECT is a chart, DATA_SOURCE a query. */
          sheetType: z.string().default('GRID'),
          gridProperties: z.object({ rowCount: z.number(), columnCount: z.number() }).optional(),
        }),
        merges: z
          .array(
            z.object({
              startRowIndex: z.number().default(0),
              endRowIndex: z.number(),
              startColumnIndex: z.number().default(0),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})
const tabFields = 'properties(sheetId,title,hidden,sheetType,gridProperties(rowCount,columnCount))'
export const listedTabFields = `sheets(${tabFields})`
export const spreadsheetFields = `properties(locale),sheets(${tabFields},merges(startRowIndex,endRowIndex,startColumnIndex))`
export type SpreadsheetTab = z.infer<typeof spreadsheet>['sheets'][number]['properties']

export const valueRanges = z.object({
  valueRanges: z.array(
    z.object({
      /** Empty rows and cells at the end are left out. */
      values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))).default([]),
    }),
  ),
})
/** Column by column, as it is shown. */
export const shownRanges = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.array(z.string())).default([]) })),
})
export type RawCell = string | number | boolean | null

const cellFormat = z.object({
  effectiveFormat: z.object({ numberFormat: z.object({ type: z.string().optional() }).optional() }).optional(),
})
export const formats = z.object({
  sheets: z
    .array(
      z.object({
        data: z.array(
          z.object({
            startRow: z.number().default(0),
            startColumn: z.number().default(0),
            rowData: z.array(z.object({ values: z.array(cellFormat).default([]) })).default([]),
          }),
        ),
      }),
    )
    .default([]),
})
const rowMetadata = z.object({ hiddenByFilter: z.boolean().optional(), hiddenByUser: z.boolean().optional() })
export const metadata = z.object({
  sheets: z
    .array(
      z.object({
        data: z.array(z.object({ startRow: z.number().default(0), rowMetadata: z.array(rowMetadata).default([]) })),
      }),
    )
    .default([]),
})
export const metadataFields = 'sheets(data(startRow,rowMetadata(hiddenByFilter,hiddenByUser)))'
export const formatFields = 'sheets(data(startRow,startColumn,rowData(values(effectiveFormat(numberFormat(type))))))'
