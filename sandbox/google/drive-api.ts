import { driveError, insufficientScope } from './answers.ts'
import { applyMask } from './field-mask.ts'
import type { Document, Grant } from './records.ts'
import { fileScope } from './sheets-api.ts'
import type { World } from './world.ts'

const spreadsheetType = 'application/vnd.google-apps.spreadsheet'

/** Below /drive/v3: about, files.list and files.get, of what the user has picked for the app. */
export function answerDrive(world: World, grant: Grant, request: Request): Response {
  const url = new URL(request.url)
  const path = url.pathname.slice(url.pathname.indexOf('/drive/v3/') + '/drive/v3/'.length)
  const query = url.searchParams
  const [resource = '', id] = path.split('/')
  world.stats.count(grant.user, `GET /drive/v3/${resource}${id === undefined ? '' : '/{}'}`)
  if (!grant.scopes.includes(fileScope)) return insufficientScope()
  if (resource === 'about') return readAbout(world, grant, query)
  if (resource === 'files' && id === undefined) return listFiles(world, grant, query)
  const document = id === undefined ? undefined : world.picked(grant.user, decodeURIComponent(id))
  if (!document) return driveError(404, 'notFound', `File not found: ${id ?? ''}.`, 'fileId')
  return Response.json(applyMask(fileOf(document), query.get('fields') ?? 'kind,id,name,mimeType'))
}

function readAbout(world: World, grant: Grant, query: URLSearchParams): Response {
  const fields = query.get('fields')
  if (fields === null)
    return driveError(400, 'required', "The 'fields' parameter is required for this method.", 'fields')
  const user = world.users.find((one) => one.id === grant.user)
  return Response.json(
    applyMask({ user: { permissionId: user?.id, displayName: user?.name, emailAddress: user?.email } }, fields),
  )
}

function listFiles(world: World, grant: Grant, query: URLSearchParams): Response {
  const q = query.get('q') ?? ''
  const documents = [...world.shelf.table('documents').values()]
    .filter((document) => world.picked(grant.user, document.id) !== undefined)
    .filter((document) => !(q.includes('trashed = false') && document.trashed))
    .filter(({ mimeType }) => !(q.includes('mimeType = ') && mimeType !== undefined))
    .sort((a, b) => b.modifiedTime.localeCompare(a.modifiedTime))
  const from = Number(query.get('pageToken') ?? 0)
  const size = Number(query.get('pageSize') ?? 100)
  const page = documents.slice(from, from + size)
  const body = {
    ...(from + size < documents.length && { nextPageToken: String(from + size) }),
    files: page.map(fileOf),
  }
  return Response.json(applyMask(body, query.get('fields') ?? undefined))
}

function fileOf(document: Document) {
  const { id, name, version, modifiedTime, trashed, mimeType = spreadsheetType } = document
  return { kind: 'drive#file', id, name, mimeType, version: String(version), modifiedTime, trashed }
}
