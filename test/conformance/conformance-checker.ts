import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import {
  isGlobalParameter,
  isPlainMessage,
  withDocumentedErrorNames,
  withoutNulls,
  withoutRequired,
} from './known-deviations.ts'

/**
 * Holds exchanges with the Fortnox API against Fortnox's OpenAPI document: paths, parameters, request bodies and
 * answers, with fields that the document does not know counted as violations. Where the live API is known to differ
 * from the document, known-deviations.ts says so, one by one.
 */
export type ConformanceChecker = {
  check(
    method: string,
    path: string,
    requestBody: unknown,
    status: number,
    responseBody: unknown,
    query?: string,
  ): string[]
}

type Schema = { [keyword: string]: unknown }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
type OpenApi = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

const documentId = 'fortnox.json'

export function createConformanceChecker(openApiPath: string): ConformanceChecker {
  const document = JSON.parse(readFileSync(openApiPath, 'utf8')) as OpenApi
  const closed = structuredClone(document.components.schemas)
  for (const schema of Object.values(closed)) closeObjects(schema)
  const open = withoutRequired(closed)
  const answers = compilerOf(closed)
  const partial = compilerOf(open)

  return {
    check(method, path, requestBody, status, responseBody, query = '') {
      const found = findOperation(document, method, path)
      if (found === undefined) return [`${method} ${path}: not in the document`]
      const { template, operation } = found
      const problems = [...parameterProblems(operation, query)]
      const requestSchema = schemaOf(operation.requestBody)
      // A PUT is partial (`withoutRequired`), so the document's required fields count on POST only.
      if (requestBody !== undefined && requestSchema === undefined)
        problems.push('request: the document knows no body here')
      else if (requestBody !== undefined && requestSchema !== undefined)
        problems.push(...problemsOf('request', method === 'PUT' ? partial : answers, requestSchema, requestBody))
      problems.push(...answerProblems(operation, status, responseBody, answers))
      return problems.map((problem) => `${method} ${template} ${status}: ${problem}`)
    },
  }
}

type Compiler = (schema: Schema) => ValidateFunction

function compilerOf(schemas: Record<string, Schema>): Compiler {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: documentId, components: { schemas } })
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => {
    const key = JSON.stringify(schema)
    const validate =
      compiled.get(key) ??
      ajv.compile(typeof schema.$ref === 'string' ? { $ref: `${documentId}${schema.$ref}` } : schema)
    compiled.set(key, validate)
    return validate
  }
}

/** The document leaves its objects open; a field it does not name would otherwise pass unseen. */
function closeObjects(schema: Schema): void {
  if (typeof schema.properties === 'object' && schema.properties !== null) {
    const properties = schema.properties as Record<string, Schema>
    // Every list carries MetaInformation, which the document shows only for some.
    const isList =
      Object.values(properties).some((property) => property.type === 'array') && Object.keys(properties).length === 1
    if (isList) properties.MetaInformation = { type: 'object' }
    schema.additionalProperties = false
    for (const property of Object.values(properties)) closeObjects(property)
  }
}

function findOperation(
  document: OpenApi,
  method: string,
  path: string,
): { template: string; operation: Operation } | undefined {
  const parts = path.replace(/\/$/, '').split('/')
  const templates = Object.keys(document.paths).filter((template) => {
    const wanted = template.split('/')
    return (
      wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index])
    )
  })
  // A literal path wins over one with a parameter in the same place.
  const template = templates.sort((left, right) => left.split('{').length - right.split('{').length)[0]
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
  return template === undefined || operation === undefined ? undefined : { template, operation }
}

function parameterProblems(operation: Operation, query: string): string[] {
  const documented = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => parameter.name.toLowerCase())
  const names = [...new Set(new URLSearchParams(query).keys())]
  return names
    .filter((name) => !documented.includes(name.toLowerCase()) && !isGlobalParameter(name))
    .map((name) => `query: ${name} is not in the document`)
}

function answerProblems(operation: Operation, status: number, body: unknown, compile: Compiler): string[] {
  if (isPlainMessage(status, body)) return []
  const isError = status >= 400
  const documented = operation.responses[String(status)] ?? (isError ? operation.responses.default : undefined)
  if (documented === undefined) return [`answer: status ${status} is not in the document`]
  const schema = schemaOf(documented)
  if (schema === undefined) return body === undefined ? [] : ['answer: the document knows no body here']
  return problemsOf('answer', compile, schema, isError ? withDocumentedErrorNames(body) : withoutNulls(body))
}

function schemaOf(part: { content?: Record<string, { schema?: Schema }> } | undefined): Schema | undefined {
  return Object.values(part?.content ?? {})[0]?.schema
}

function problemsOf(side: string, compile: Compiler, schema: Schema, value: unknown): string[] {
  const validate = compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${side}${shown(error)}`)
}

function shown({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`
}
