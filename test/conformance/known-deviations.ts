/**
 * Where the live Fortnox API is known to differ from its OpenAPI document. Each line says what it
 * rests on; nothing else may be forgiven.
 */

/** Paging, sorting and searching work on every list though the document names them for few (Fortnox's guides; live tests in softwerkab/fortnox-csharp-api-sdk). */
const globalParameters = [
  'page',
  'limit',
  'offset',
  'sortby',
  'sortorder',
  'lastmodified',
  'financialyear',
  'financialyeardate',
  'fromdate',
  'todate',
]
/** Search parameters of suppliers, supplier invoices, payments and file connections, from a newer document than ours. */
const searchParameters = [
  ...['suppliernumber', 'name', 'organisationnumber', 'phone', 'zipcode', 'city', 'email'],
  ...['suppliername', 'ocr', 'invoicenumber', 'serialnumber', 'costcenter', 'project', 'ourreference', 'yourreference'],
  'supplierinvoicenumber',
]

export function isGlobalParameter(name: string): boolean {
  return globalParameters.includes(name) || searchParameters.includes(name)
}

/** Unset values come as null, VoucherNumber for one, though the document has no nullable fields (recorded in accodeing/fortnox-api). */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => [name, withoutNulls(part)]),
  )
}

/** 400 spells error, message and code in lower case, where the document has capitals (recorded there too). */
export function withDocumentedErrorNames(body: unknown): unknown {
  const information = (body as { ErrorInformation?: Record<string, unknown> } | undefined)?.ErrorInformation
  if (information === undefined) return body
  const renamed = Object.entries(information).map(([name, value]) => [
    name.charAt(0).toUpperCase() + name.slice(1),
    value,
  ])
  return { ErrorInformation: Object.fromEntries(renamed) }
}

/** 401 and 429 have a body of their own, `{"message": …}` (seen live by integrators). */
export function isPlainMessage(status: number, body: unknown): boolean {
  return (status === 401 || status === 429) && typeof (body as { message?: unknown } | undefined)?.message === 'string'
}

/** A PUT sends only what changes (other clients rely on it), so nothing is required in its body. */
export function withoutRequired<Schemas>(schemas: Schemas): Schemas {
  return JSON.parse(
    JSON.stringify(schemas, (key, value) => (key === 'required' && Array.isArray(value) ? undefined : value)),
  )
}
