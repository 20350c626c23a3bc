import { escapeHtml, htmlResponse, page } from './fortnox/page-frame.ts'

export type TablePage = {
  title: string
  note: string
  links: { text: string; href: string; isCurrent: boolean }[]
  /** The table below, none where nothing is chosen. */
  table: {
    heads: string[]
    rows: { key: string; cells: string[] }[]
    total: number
    hidden: Record<string, string>
  } | null
}

const style = `<style>td input{font:inherit;width:100%;min-width:72px;border:0;background:transparent;color:inherit;padding:2px 0}
td:has(input){padding:2px 12px}.bar{padding:12px 24px}</style>`

/** A plain page on which a sheet or a table can be looked at and changed; a form, no scripts. */
export function tablePage({ title, note, links, table }: TablePage): Response {
  const nav = links
    .map(
      ({ text, href, isCurrent }) =>
        `<a href="${escapeHtml(href)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`,
    )
    .join('')
  const content = `${style}<nav aria-label="Dokument">${nav}</nav>
<main><p class="meta">${escapeHtml(note)}</p><h1>${escapeHtml(title)}</h1>${table ? tableForm(table) : '<p>Välj ovan vad du vill se.</p>'}</main>`
  return htmlResponse(page(title, content), 200)
}

function tableForm({ heads, rows, total, hidden }: NonNullable<TablePage['table']>): string {
  const head = ['Rad', ...heads].map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  const blank = { key: 'new', cells: heads.map(() => '') }
  const body = [...rows, blank]
    .map(({ key, cells }, index) => {
      const inputs = heads.map(
        (name, column) =>
          `<td><input name="cell.${escapeHtml(key)}.${column}" aria-label="${escapeHtml(`${name} rad ${index + 1}`)}" value="${escapeHtml(cells[column] ?? '')}"></td>`,
      )
      return `<tr><td>${key === 'new' ? 'Ny' : index + 1}</td>${inputs.join('')}</tr>`
    })
    .join('')
  const kept = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const more = total > rows.length ? `<p class="meta">De ${rows.length} första av ${total} rader.</p>` : ''
  return `<form method="post" action="edit">${kept}<div class="sheet" tabindex="0" role="region" aria-label="Rader"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${more}
<div class="actions"><button class="primary">Spara</button></div></form>`
}

/** Key of the row → column → text, as the form sends it. */
export function readCells(form: URLSearchParams): Map<string, Map<number, string>> {
  const rows = new Map<string, Map<number, string>>()
  for (const [name, value] of form) {
    const [, key, column] = /^cell\.(.+)\.(\d+)$/.exec(name) ?? []
    if (key === undefined) continue
    const cells = rows.get(key) ?? new Map<number, string>()
    cells.set(Number(column), value)
    rows.set(key, cells)
  }
  return rows
}
