import { readFileSync } from 'node:fs'
import type { Request } from './reply.ts'

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  enum?: unknown[]
  maxLength?: number
  minLength?: number
  maximum?: number
  minimum?: number
  format?: string
}
type Operation = { requestBody?: { content: Record<string, { schema?: Schema }> } }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** Weighs requests against Fortnox's OpenAPI document itself, which is Fortnox's and not ours to keep: FORTNOX_OPENAPI. */
export function openDocument(path: string): (request: Request) => string[] {
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document
  const patterns = Object.entries(document.paths).map(([template, operations]) => ({
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    operations,
  }))
  return (request) => {
    const found = patterns.filter(({ pattern }) => pattern.test(request.path))
    if (found.length === 0) return [`${request.path} is not in the document`]
    const operation = found.map(({ operations }) => operations[request.method.toLowerCase()]).find(Boolean)
    if (!operation) return [`${request.method} ${request.path} is not in the document`]
    const content = operation.requestBody?.content
    if (!content) return request.bytes.length > 0 ? [`${request.method} ${request.path} takes no body`] : []
    const schema = (content['*/*'] ?? content['application/json'])?.schema
    return schema ? check(document, schema, JSON.parse(request.bytes.toString()), 'body') : []
  }
}

function check(document: Document, given: Schema, value: unknown, where: string): string[] {
  const name = given.$ref?.split('/').at(-1)
  const schema = name === undefined ? given : (document.components.schemas[name] ?? {})
  if (schema.type === 'object') return checkObject(document, schema, value, where)
  if (schema.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((one, index) => check(document, schema.items ?? {}, one, `${where}[${index}]`))
      : [`${where} is no array`]
  return checkValue(schema, value, where)
}

function checkObject(document: Document, schema: Schema, value: unknown, where: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${where} is no object`]
  const values = value as Record<string, unknown>
  const missing = (schema.required ?? []).filter((key) => values[key] === undefined)
  return [
    ...missing.map((key) => `${where}.${key} is missing`),
    ...Object.entries(values).flatMap(([key, one]) => {
      const property = schema.properties?.[key]
      return property ? check(document, property, one, `${where}.${key}`) : [`${where}.${key} is not in the document`]
    }),
  ]
}

function checkValue(schema: Schema, value: unknown, where: string): string[] {
  const type = schema.type === 'integer' ? 'number' : schema.type
  if (type !== undefined && typeof value !== type) return [`${where} is no ${schema.type}`]
  const problems: string[] = []
  if (schema.type === 'integer' && !Number.isInteger(value)) problems.push(`${where} is no integer`)
  if (schema.enum && !schema.enum.includes(value)) problems.push(`${where} may not be ${String(value)}`)
  if (typeof value === 'string') {
    if (value.length > (schema.maxLength ?? Infinity)) problems.push(`${where} is longer than ${schema.maxLength}`)
    if (value.length < (schema.minLength ?? 0)) problems.push(`${where} is shorter than ${schema.minLength}`)
    if (schema.format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) problems.push(`${where} is no date`)
  }
  if (typeof value === 'number') {
    if (value > (schema.maximum ?? Infinity)) problems.push(`${where} is above ${schema.maximum}`)
    if (value < (schema.minimum ?? -Infinity)) problems.push(`${where} is below ${schema.minimum}`)
  }
  return problems
}
