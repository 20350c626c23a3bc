import type { Ore } from './amounts.ts'
import { type Company, profileOf, settingsOf } from './company.ts'
import { textOf } from './field-rules.ts'
import { accountName } from './ledger.ts'
import { escapeHtml, page } from './page-frame.ts'
import type { InvoiceRecord, VoucherRecord } from './records.ts'
import type { World } from './world.ts'

/** A person's view of one company's books: suppliers, invoices, vouchers with rows, balances. */
const shownAtMost = 200

export function ledgerPage(world: World, companyId: string | undefined): string {
  const companies = world.companies()
  const company = companies.find(({ id }) => id === companyId) ?? companies[0]
  if (company === undefined) return page('Sandlådan', '<main><h1>Inga företag</h1></main>')
  const profile = profileOf(company)
  return page(
    `${profile.name}, Fortnox sandlåda`,
    `<nav aria-label="Företag">${companies.map((one) => companyLink(one, one.id === company.id)).join('')}</nav>
<main>
<p class="meta">Fortnox sandlåda, för utveckling och prov</p>
<h1>${escapeHtml(profile.name)}</h1>
<p class="meta">${escapeHtml(profile.organisationNumber)}, databasnummer ${escapeHtml(profile.id)}. ${escapeHtml(settingsText(company))}</p>
${invoiceSection(company)}
${voucherSection(company)}
${balanceSection(company)}
${supplierSection(company)}
</main>`,
  )
}

function companyLink(company: Company, isCurrent: boolean): string {
  return `<a href="/?company=${encodeURIComponent(company.id)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(profileOf(company).name)}</a>`
}

function settingsText(company: Company): string {
  const { accountingMethod, lockedPeriod, approval } = settingsOf(company)
  return [
    accountingMethod === 'CASH' ? 'Kontantmetoden.' : 'Faktureringsmetoden.',
    lockedPeriod === null ? 'Ingen period är låst.' : `Perioden är låst t.o.m. ${lockedPeriod}.`,
    approval === 'none' ? 'Ingen attest.' : approval === 'simple' ? 'Enkel attest.' : 'Attestflöde.',
  ].join(' ')
}

function invoiceSection(company: Company): string {
  const invoices = latest(company.table('invoices').values())
  return section(
    'Leverantörsfakturor',
    invoices.total,
    'Inga leverantörsfakturor ännu.',
    [
      ['Nr', ''],
      ['Leverantör', ''],
      ['Fakturadatum', 'date'],
      ['Fakturanr', ''],
      ['Skapad', 'date'],
      ['Bokförd', ''],
      ['Betald', ''],
      ['Belopp', 'amount'],
      ['Saldo', 'amount'],
    ],
    invoices.shown.map(invoiceRow),
  )
}

function invoiceRow(invoice: InvoiceRecord): string {
  const voucher = invoice.vouchers[0]
  const booked = invoice.cancelled
    ? 'Makulerad'
    : voucher === undefined
      ? missing
      : `${voucher.series} ${voucher.number}`
  return row([
    [String(invoice.number), ''],
    [invoice.supplierName, ''],
    [invoice.invoiceDate, 'date'],
    [textOf(invoice.fields, 'InvoiceNumber') || missing, ''],
    [`${invoice.created}${invoice.isCredit ? ', Kredit' : ''}`, 'date'],
    [booked, ''],
    [invoice.finalPayDate ?? missing, 'date'],
    [withCurrency(invoice.total, invoice.currency), 'amount'],
    [withCurrency(invoice.balance, invoice.currency), 'amount'],
  ])
}

function voucherSection(company: Company): string {
  const vouchers = latest(company.table('vouchers').values())
  return section(
    'Verifikationer',
    vouchers.total,
    'Inga verifikationer ännu.',
    [
      ['Nr', ''],
      ['Datum', 'date'],
      ['Konto och text', ''],
      ['Debet', 'amount'],
      ['Kredit', 'amount'],
    ],
    vouchers.shown.map((voucher) => voucherRows(company, voucher)),
  )
}

function voucherRows(company: Company, voucher: VoucherRecord): string {
  const debit = voucher.rows.reduce((sum, one) => sum + one.debit, 0)
  const head = row([
    [`${voucher.series} ${voucher.number}`, ''],
    [voucher.date, 'date'],
    [voucher.description, ''],
    [amount(debit), 'amount'],
    [amount(debit), 'amount'],
  ])
  const details = voucher.rows.map((one, index) => {
    const name = accountName(company, voucher.year, one.account)
    const text = [`${one.account} ${name}`, one.text, one.costCenter].filter((part) => part !== '').join(', ')
    return row(
      [
        ['', ''],
        ['', ''],
        [text, ''],
        [one.debit === 0 ? '' : amount(one.debit), 'amount'],
        [one.credit === 0 ? '' : amount(one.credit), 'amount'],
      ],
      index === voucher.rows.length - 1 ? 'detail last' : 'detail',
    )
  })
  return head + details.join('')
}

function balanceSection(company: Company): string {
  const rows = [...company.table('balances')]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([key, { ore }]) => {
      const [year = '', account = ''] = key.split(':')
      return row([
        [account, ''],
        [accountName(company, Number(year), account), ''],
        [company.table('years').get(year)?.from.slice(0, 4) ?? year, 'date'],
        [amount(ore), 'amount'],
      ])
    })
  return section(
    'Saldon',
    rows.length,
    'Inga saldon ännu.',
    [
      ['Konto', ''],
      ['Namn', ''],
      ['År', 'date'],
      ['Saldo', 'amount'],
    ],
    rows,
  )
}

function supplierSection(company: Company): string {
  const suppliers = latest(company.table('suppliers').values())
  return section(
    'Leverantörer',
    suppliers.total,
    'Inga leverantörer ännu.',
    [
      ['Nr', ''],
      ['Namn', ''],
      ['Organisationsnr', ''],
      ['Ort', ''],
      ['Konto', ''],
    ],
    suppliers.shown.map(({ number, fields }) =>
      row([
        [number, ''],
        [textOf(fields, 'Name'), ''],
        [textOf(fields, 'OrganisationNumber') || missing, ''],
        [textOf(fields, 'City') || missing, ''],
        [textOf(fields, 'PreDefinedAccount') || missing, ''],
      ]),
    ),
  )
}

type Cell = readonly [text: string, className: string]
const missing = '–'

function section(title: string, total: number, empty: string, heads: readonly Cell[], rows: string[]): string {
  const id = title.toLowerCase().replace(/[^a-z]/g, '')
  const count = total > rows.length ? `, de ${rows.length} senaste av ${total}` : total > 0 ? `, ${total}` : ''
  const table = `<table><thead><tr>${heads.map(([text, className]) => `<th scope="col" class="${className}">${text}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
  return `<section><h2 id="${id}">${title}<small>${count}</small></h2><div class="sheet" tabindex="0" role="region" aria-labelledby="${id}">${rows.length === 0 ? `<p class="empty">${empty}</p>` : table}</div></section>`
}

function row(cells: readonly Cell[], className = ''): string {
  return `<tr class="${className}">${cells.map(([text, cellClass]) => `<td class="${cellClass}">${escapeHtml(text)}</td>`).join('')}</tr>`
}

function latest<Record>(records: Iterable<Record>): { shown: Record[]; total: number } {
  const all = [...records]
  return { shown: all.slice(-shownAtMost).reverse(), total: all.length }
}

function withCurrency(ore: Ore, currency: string): string {
  return currency === 'SEK' ? amount(ore) : `${currency} ${amount(ore)}`
}

/** `1 234,56` with a no-break space and a real minus. */
function amount(ore: Ore): string {
  const [whole = '0', decimals = '00'] = (Math.abs(ore) / 100).toFixed(2).split('.')
  return `${ore < 0 ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${decimals}`
}
