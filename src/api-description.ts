import type { Api } from '#platform/http.ts'

const text = { type: 'string' as const }
const params = { type: 'object' as const, description: 'What goes into the text that the code names, by name.' }

/** What problem.ts answers. */
const problem = {
  type: 'object' as const,
  required: ['type', 'title', 'status', 'code', 'errors', 'params'],
  properties: {
    type: { ...text, format: 'uri' },
    title: { ...text, description: 'A sentence in the language of Accept-Language, Swedish unless it is English.' },
    detail: { ...text, description: 'What the accounting system answered, as it came.' },
    status: { type: 'integer' as const },
    code: text,
    requestId: text,
    errors: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['path', 'code'],
        properties: { path: { ...text, description: 'Dotted, as in `company.zipCode`.' }, code: text, params },
      },
    },
    params,
  },
}

const company = { name: 'X-Company-Id', in: 'header' as const, required: true, schema: { ...text, format: 'uuid' } }

type Operation = { 'x-access'?: string; parameters?: object[]; responses: Record<string, object> }
const isOfCompany = ({ 'x-access': access }: Operation) => access !== 'anyone' && access !== 'signed-in'

/** The calls as OpenAPI 3.1, each with the errors that it may answer and the company that it is for. */
export function describeApi(app: Api): object {
  const registry = app.openAPIRegistry
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  registry.registerComponent('parameters', 'Company', company)
  registry.registerComponent('responses', 'Problem', {
    description: 'An error',
    content: { 'application/problem+json': { schema: problem } },
  })
  const described = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Radvis',
      version: '1',
      description: 'Errors are application/problem+json. The current company is named in X-Company-Id.',
    },
  })
  for (const operation of Object.values(described.paths ?? {}).flatMap((path) => Object.values(path) as Operation[])) {
    operation.responses.default = { $ref: '#/components/responses/Problem' }
    if (isOfCompany(operation))
      operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/Company' }]
  }
  return described
}
