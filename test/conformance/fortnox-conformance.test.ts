import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createConformanceChecker } from './conformance-checker.ts'
import { exchangeSources } from './exchange-sources.ts'

const openApi = process.env.FORTNOX_OPENAPI ?? ''
const isThere = openApi !== '' && existsSync(openApi)
if (!isThere)
  process.stdout.write('Fortnox conformance skipped: set FORTNOX_OPENAPI to the path of the OpenAPI document\n')

describe.skipIf(!isThere)('against the OpenAPI document of Fortnox', () => {
  it.each(exchangeSources)('$name: every request and answer conforms', async ({ run }) => {
    const { check } = createConformanceChecker(openApi)
    const exchanges = await run()
    expect(exchanges.length).toBeGreaterThan(0)
    const violations = exchanges.flatMap(({ method, path, requestBody, status, responseBody, query }) =>
      check(method, path, requestBody, status, responseBody, query),
    )
    expect([...new Set(violations)]).toEqual([])
  })
})

describe('the conformance checker', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.json')
  const content = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  writeFileSync(
    file,
    JSON.stringify({
      paths: {
        '/3/things/{Id}': {
          put: { requestBody: content('Wrap'), responses: { 200: content('Wrap'), default: content('Error') } },
        },
        '/3/things': {
          get: { responses: { 200: content('List') } },
          post: { requestBody: content('Wrap'), responses: { 201: content('Wrap'), default: content('Error') } },
        },
      },
      components: {
        schemas: {
          Thing: {
            type: 'object',
            required: ['Name'],
            properties: {
              Name: { type: 'string', maxLength: 5 },
              Day: { type: 'string', format: 'date' },
              Count: { type: 'integer', format: 'int32' },
            },
          },
          Wrap: { type: 'object', properties: { Thing: { $ref: '#/components/schemas/Thing' } } },
          List: {
            type: 'object',
            properties: { Things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
          },
          Error: {
            type: 'object',
            properties: {
              ErrorInformation: {
                type: 'object',
                properties: { Error: { type: 'integer' }, Message: { type: 'string' }, Code: { type: 'integer' } },
              },
            },
          },
        },
      },
    }),
  )
  const { check } = createConformanceChecker(file)
  const thing = { Thing: { Name: 'Sak' } }

  it('passes what conforms and what is a known deviation', () => {
    expect(check('POST', '/3/things', thing, 201, { Thing: { Name: 'Sak', Day: null } })).toEqual([])
    expect(check('PUT', '/3/things/7', { Thing: { Count: 1 } }, 200, thing)).toEqual([])
    expect(
      check('GET', '/3/things/', undefined, 200, { MetaInformation: {}, Things: [] }, '?page=2&limit=500'),
    ).toEqual([])
    expect(
      check('POST', '/3/things', thing, 400, { ErrorInformation: { error: 1, message: 'x', code: 2000588 } }),
    ).toEqual([])
    expect(check('POST', '/3/things', thing, 429, { message: 'Too Many Requests' })).toEqual([])
  })

  it.each<[string, Parameters<typeof check>]>([
    ['a path it does not know', ['GET', '/3/others', undefined, 200, {}]],
    ['an unknown field in a request', ['POST', '/3/things', { Thing: { Name: 'Sak', Colour: 'röd' } }, 201, thing]],
    ['a null in a request', ['POST', '/3/things', { Thing: { Name: null } }, 201, thing]],
    ['a missing field on POST', ['POST', '/3/things', { Thing: {} }, 201, thing]],
    ['a too long text', ['POST', '/3/things', { Thing: { Name: 'För lång' } }, 201, thing]],
    ['a wrong type in an answer', ['POST', '/3/things', thing, 201, { Thing: { Name: 7 } }]],
    ['a wrong date in an answer', ['PUT', '/3/things/1', thing, 200, { Thing: { Name: 'Sak', Day: '5 okt' } }]],
    ['an unknown field in a list row', ['GET', '/3/things', undefined, 200, { Things: [{ Name: 'Sak', Size: 1 }] }]],
    ['a status it does not know', ['GET', '/3/things', undefined, 201, { Things: [] }]],
    ['a parameter it does not know', ['GET', '/3/things', undefined, 200, { Things: [] }, '?colour=red']],
    ['an error body of another kind', ['POST', '/3/things', thing, 400, { ErrorInformation: { Code: 'x' } }]],
  ])('finds %s', (_name, exchange) => {
    expect(check(...exchange)).not.toEqual([])
  })
})
