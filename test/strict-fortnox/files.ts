import { fileConnectionFields } from './bodies.ts'
import { checkBody } from './check-body.ts'
import { addFile, type Company, fileRow, keep } from './company.ts'
import { answerList } from './lists.ts'
import { notFound, type Reply, type Request, refusal, unpublished, violation } from './reply.ts'

/** POST /3/inbox: one file as multipart/form-data, named `file`, its name plain UTF-8. */
export async function uploadFile(company: Company, request: Request): Promise<() => Reply> {
  const type = String(request.headers['content-type'] ?? '')
  if (!/^multipart\/form-data; *boundary=/.test(type)) throw violation(1000031, 'Invalid content type')
  for (const name of request.query.keys())
    if (name !== 'folderId' && name !== 'path') throw violation(2000588, 'Ogiltig parameter i anropet.')
  const form = await new Response(new Uint8Array(request.bytes), { headers: { 'content-type': type } }).formData()
  const [file, ...others] = [...form.entries()]
  if (!file || others.length > 0 || (file[0] !== 'file' && file[0] !== 'Filedata'))
    throw violation(2001740, 'Inläsning av dokument misslyckades: fältet file saknas')
  const content = file[1]
  if (typeof content === 'string') throw violation(2001740, 'Inläsning av dokument misslyckades: ingen fil')
  if (!/\.[a-z0-9]{2,5}$/i.test(content.name)) throw violation(2001740, 'Filnamnet saknar ändelse')
  const bytes = Buffer.from(await content.arrayBuffer())
  if (bytes.length === 0 || bytes.length > 10 * 1024 * 1024) throw violation(2001740, 'Filen är tom eller för stor')
  return () => ({ status: 201, headers: { location: 'inbox' }, body: { File: addFile(company, content.name, bytes) } })
}

export function readInbox(company: Company): Reply {
  const files = [...company.files.values()].filter(({ isConnected }) => !isConnected)
  return {
    status: 200,
    body: {
      Folder: {
        ...{ '@url': 'https://api.fortnox.se/3/inbox', Email: null, Id: 'root', Name: 'root' },
        Files: files.map(({ Id, Name, Size }) => fileRow(Id, Name, Size)),
        Folders: [
          { '@url': 'https://api.fortnox.se/3/inbox/inbox_s', Id: 'inbox_s', Name: 'Leverant\u00f6rsfakturor' },
        ],
      },
    },
  }
}

export function connectFile(company: Company, bytes: Buffer): Reply {
  const given = checkBody(bytes, 'SupplierInvoiceFileConnection', fileConnectionFields, [
    'FileId',
    'SupplierInvoiceNumber',
  ])
  const file = company.files.get(String(given.FileId))
  if (!file) throw refusal(unpublished.noSuchFile, 'Kan inte hitta filen.')
  const invoice = company.invoices.get(String(given.SupplierInvoiceNumber))?.now
  if (!invoice) throw refusal(unpublished.noSuchInvoice, 'Kan inte hitta leverantörsfakturan.')
  if (file.isConnected) throw refusal(unpublished.noSuchFile, 'Filen är redan kopplad.')
  file.isConnected = true
  const connection = keep(company.connections, file.Id, {
    '@url': `https://api.fortnox.se/3/supplierinvoicefileconnections/${file.Id}`,
    ...{ ...given, Name: file.Name, SupplierName: invoice.SupplierName },
  })
  return {
    status: 201,
    headers: { location: 'supplierinvoicefileconnections' },
    body: { SupplierInvoiceFileConnection: connection },
  }
}

export function findConnection(company: Company, fileId: string): Reply {
  const connection = company.connections.get(fileId)?.now
  if (!connection) throw notFound(unpublished.noSuchFile, 'Kan inte hitta filkopplingen.')
  return { status: 200, body: { SupplierInvoiceFileConnection: connection } }
}

export function listConnections(company: Company, query: URLSearchParams): Reply {
  return answerList(company, query, company.connections.values(), {
    ...{ key: 'SupplierInvoiceFileConnections', hasMeta: true },
    searches: { supplierinvoicenumber: 'SupplierInvoiceNumber' },
  })
}
