import { randomUUID } from 'node:crypto'
import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import type { Company } from './company.ts'
import { missing, refuse } from './errors.ts'
import { readFields, textOf } from './field-rules.ts'
import { listAnswer } from './listing.ts'
import type { FileConnectionRecord, FileRecord } from './records.ts'
import { fileConnectionFields } from './resource-fields.ts'

const inbox = ['inbox']
const connect = ['connectfile']
/** The inbox's static folders. */
const folders: readonly (readonly [string, string])[] = [
  ['inbox_a', 'Anläggningstillgångar'],
  ['inbox_b', 'Bank'],
  ['inbox_d', 'Dagskassor'],
  ['inbox_kf', 'Kundfakturor'],
  ['inbox_l', 'Lön'],
  ['inbox_o', 'Order'],
  ['inbox_of', 'Offerter'],
  ['inbox_s', 'Leverantörsfakturor'],
  ['inbox_v', 'Verifikationer'],
]
const root = 'inbox'

export const fileRoutes: readonly ApiRoute[] = [
  { method: 'GET', path: 'inbox', scopes: inbox, handle: readInbox },
  { method: 'POST', path: 'inbox', scopes: inbox, parameters: ['folderId', 'path'], handle: uploadFile },
  {
    method: 'GET',
    path: 'inbox/{}',
    scopes: inbox,
    handle: ({ company, params }) => ({
      status: 200,
      bytes: Buffer.from(findFile(company, params[0]).base64, 'base64'),
    }),
  },
  {
    method: 'GET',
    path: 'supplierinvoicefileconnections',
    scopes: connect,
    list: { filters: ['supplierinvoicenumber'] },
    handle: listConnections,
  },
  { method: 'POST', path: 'supplierinvoicefileconnections', scopes: connect, handle: connectFile },
  {
    method: 'GET',
    path: 'supplierinvoicefileconnections/{}',
    scopes: connect,
    handle: ({ company, params }) => connectionAnswer(company, findConnection(company, params[0])),
  },
  { method: 'DELETE', path: 'supplierinvoicefileconnections/{}', scopes: connect, handle: disconnectFile },
]

function readInbox({ company }: ApiRequest): ApiAnswer {
  const connected = company.table('fileConnections')
  const files = [...company.table('files').values()].filter((file) => file.folder === root && !connected.has(file.id))
  return {
    status: 200,
    body: {
      Folder: {
        '@url': 'https://api.fortnox.se/3/inbox',
        Email: '',
        Files: files.map(fileRow),
        Folders: folders.map(([id, name]) => ({ '@url': `https://api.fortnox.se/3/inbox/${id}`, Id: id, Name: name })),
        Id: root,
        Name: 'Inbox',
      },
    },
  }
}

function uploadFile({ company, query, upload }: ApiRequest): ApiAnswer {
  if (upload === undefined) throw refuse('badUpload', 'ingen fil')
  if (!/\.[A-Za-z0-9]+$/.test(upload.name)) throw refuse('badUpload', 'filnamnet saknar filändelse')
  const folder = (query.get('folderId') ?? query.get('path') ?? root).toLowerCase()
  if (folder !== root && !folders.some(([id]) => id === folder)) throw refuse('fileNotFound')
  const file: FileRecord = {
    id: randomUUID(),
    name: upload.name,
    folder,
    base64: Buffer.from(upload.bytes).toString('base64'),
    size: upload.bytes.length,
  }
  company.put('files', file.id, file)
  return { status: 201, body: { File: fileRow(file) }, location: 'inbox' }
}

function fileRow(file: FileRecord): unknown {
  return {
    '@url': `https://api.fortnox.se/3/inbox/${file.id}`,
    ArchiveFileId: file.id,
    Comments: '',
    Id: file.id,
    Name: file.name,
    Path: file.folder,
    Size: file.size,
  }
}

function listConnections(request: ApiRequest): ApiAnswer {
  const { company } = request
  return listAnswer<FileConnectionRecord>(request, {
    name: 'SupplierInvoiceFileConnections',
    items: company.table('fileConnections').values(),
    row: (connection) => connectionRow(company, connection),
    texts: { supplierinvoicenumber: (connection) => String(connection.invoiceNumber) },
  })
}

function connectFile({ company, body }: ApiRequest): ApiAnswer {
  const fields = readFields(body, 'SupplierInvoiceFileConnection', fileConnectionFields)
  const fileId = textOf(fields, 'FileId')
  const invoice = company.table('invoices').get(textOf(fields, 'SupplierInvoiceNumber'))
  if (!company.table('files').has(fileId)) throw refuse('fileNotFound')
  if (invoice === undefined) throw refuse('invoiceNotFound')
  if (company.table('fileConnections').has(fileId)) throw refuse('fileConnected')
  const connection = { fileId, invoiceNumber: invoice.number }
  company.put('fileConnections', fileId, connection)
  return { ...connectionAnswer(company, connection), status: 201, location: 'supplierinvoicefileconnections' }
}

function disconnectFile({ company, params }: ApiRequest): ApiAnswer {
  company.remove('fileConnections', findConnection(company, params[0]).fileId)
  return { status: 204 }
}

function connectionAnswer(company: Company, connection: FileConnectionRecord): ApiAnswer {
  return { status: 200, body: { SupplierInvoiceFileConnection: connectionRow(company, connection) } }
}

function connectionRow(company: Company, { fileId, invoiceNumber }: FileConnectionRecord): unknown {
  return {
    '@url': `https://api.fortnox.se/3/supplierinvoicefileconnections/${fileId}`,
    FileId: fileId,
    Name: company.table('files').get(fileId)?.name ?? '',
    SupplierInvoiceNumber: String(invoiceNumber),
    SupplierName: company.table('invoices').get(String(invoiceNumber))?.supplierName ?? '',
  }
}

function findFile(company: Company, id = ''): FileRecord {
  const file = company.table('files').get(id)
  if (file === undefined) throw missing('fileNotFound')
  return file
}

function findConnection(company: Company, fileId = ''): FileConnectionRecord {
  const connection = company.table('fileConnections').get(fileId)
  if (connection === undefined) throw missing('fileNotFound')
  return connection
}
