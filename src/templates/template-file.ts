import { z } from 'zod'
import { template, templateFileKind, templateMapping } from './contract.ts'

/**
 * A template as a file: how a layout is read, and nothing of a company or of a file that was read with it. Another
 * version is refused rather than half understood.
 */
export const templateFile = z.strictObject({
  format: z.literal(templateFileKind.format),
  version: z.literal(templateFileKind.version),
  name: template.shape.name.trim().min(1).max(100),
  bank: template.shape.bank.trim().min(1).max(100),
  targetSystem: z.enum(['fortnox']),
  resource: template.shape.resource,
  movement: template.shape.movement,
  granularity: template.shape.granularity,
  mapping: templateMapping.extend({
    header: z.array(z.string().max(500)).max(500),
    sheets: templateMapping.shape.sheets.unwrap().min(1).optional(),
  }),
})
export type TemplateFile = z.infer<typeof templateFile>
