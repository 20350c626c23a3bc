import type { Company } from './company.ts'

/** One request to the API as its handlers see it: body read, token checked, company found. */
export type ApiRequest = {
  company: Company
  params: string[]
  query: URLSearchParams
  body: unknown
  upload: { name: string; bytes: Uint8Array } | undefined
  now: Date
}

export type ApiAnswer = {
  status: number
  /** Undefined for 204. */
  body?: unknown
  bytes?: Uint8Array
  /** The bare resource name, as the live API sends it on 201. */
  location?: string
}

export type ApiRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /3/, `{}` for a part of the path that is a parameter. */
  path: string
  scopes: readonly string[]
  /** A list takes the paging parameters and at most one of `filters`. */
  list?: { filters?: readonly string[]; sortBy?: readonly string[] }
  /** Parameters of a request that is not a list. */
  parameters?: readonly string[]
  handle(request: ApiRequest): ApiAnswer
}
