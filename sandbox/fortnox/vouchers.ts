import { amountNumber } from './amounts.ts'
import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { missing, refuse } from './errors.ts'
import { accountName } from './ledger.ts'
import { listAnswer } from './listing.ts'
import type { VoucherRecord } from './records.ts'

const scopes = ['bookkeeping']

/** Vouchers are made by bookkeeping; they can be read, never changed. A number is unique within series and year. */
export const voucherRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: 'vouchers',
    scopes,
    list: {},
    parameters: ['fromdate', 'todate'],
    handle: (request) => listVouchers(request, undefined),
  },
  { method: 'GET', path: 'vouchers/sublist', scopes, list: {}, handle: (request) => listVouchers(request, undefined) },
  {
    method: 'GET',
    path: 'vouchers/sublist/{}',
    scopes,
    list: {},
    handle: (request) => listVouchers(request, request.params[0]),
  },
  { method: 'GET', path: 'vouchers/{}/{}', scopes, parameters: ['financialyear'], handle: readVoucher },
]

function listVouchers(request: ApiRequest, series: string | undefined): ApiAnswer {
  const { company, query } = request
  const year = query.get('financialyear')
  if (year !== null && !company.table('years').has(year)) throw refuse('financialYearNotFound')
  const from = query.get('fromdate') ?? ''
  const to = query.get('todate') ?? '9999'
  const items = [...company.table('vouchers').values()].filter(
    (voucher) =>
      (series === undefined || voucher.series === series) &&
      (year === null || String(voucher.year) === year) &&
      from <= voucher.date &&
      voucher.date <= to,
  )
  return listAnswer<VoucherRecord>(request, {
    name: 'Vouchers',
    items,
    row: voucherHead,
    modified: (voucher) => voucher.modified,
  })
}

/** Without a year the latest one that has the number is meant. */
function readVoucher({ company, params, query }: ApiRequest): ApiAnswer {
  const [series, number] = params
  const year = query.get('financialyear')
  const years = year === null ? [...company.table('years').keys()].reverse() : [year]
  const voucher = years
    .map((id) => company.table('vouchers').get(`${id}:${series}:${number}`))
    .find((record) => record !== undefined)
  if (voucher === undefined) throw missing('voucherNotFound')
  return {
    status: 200,
    body: {
      Voucher: {
        ...voucherHead(voucher),
        CostCenter: '',
        Project: '',
        VoucherRows: voucher.rows.map((row) => ({
          Account: row.account,
          CostCenter: row.costCenter,
          Credit: amountNumber(row.credit),
          Debit: amountNumber(row.debit),
          Description: accountName(company, voucher.year, row.account),
          Project: row.project,
          Quantity: 0,
          Removed: false,
          TransactionInformation: row.text,
        })),
      },
    },
  }
}

function voucherHead(voucher: VoucherRecord): Record<string, unknown> {
  return {
    '@url': `https://api.fortnox.se/3/vouchers/${voucher.series}/${voucher.number}?financialyear=${voucher.year}`,
    ApprovalState: 0,
    Comments: '',
    Description: voucher.description,
    ReferenceNumber: voucher.referenceNumber,
    ReferenceType: voucher.referenceType,
    TransactionDate: voucher.date,
    VoucherNumber: voucher.number,
    VoucherSeries: voucher.series,
    Year: voucher.year,
  }
}
