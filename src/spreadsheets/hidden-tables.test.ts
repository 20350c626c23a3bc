import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const spaces = ['office', 'table', 'style', 'text'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
)
const style = (name: string, isShown: boolean) =>
  `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${isShown}"/></style:style>`
const table = (name: string, styleName: string, text: string) =>
  `<table:table table:name="${name}" table:style-name="${styleName}"><table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row></table:table>`
const content = `<office:automatic-styles>${style('ta1', true)}${style('ta2', false)}</office:automatic-styles><office:body><office:spreadsheet>${table('Kort', 'ta1', 'Köp')}${table('Dolt', 'ta2', 'x')}</office:spreadsheet></office:body>`
const kind = 'application/vnd.oasis.opendocument.spreadsheet'

test.each([
  [
    'ODS',
    zipSync({
      mimetype: strToU8(kind),
      'META-INF/manifest.xml': strToU8('<manifest/>'),
      'styles.xml': strToU8('<styles/>'),
      'content.xml': strToU8(
        `<?xml version="1.0"?><office:document-content ${spaces.join(' ')}>${content}</office:document-content>`,
      ),
    }),
  ],
  [
    'flat ODS',
    strToU8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${spaces.join(' ')} office:mimetype="${kind}">${content}</office:document>`,
    ),
  ],
])('a sheet that is hidden in %s is left out and named', (_, bytes) => {
  const { kind: read, sheets, warnings } = readSpreadsheet(bytes)
  expect(read).toBe('ods')
  expect(sheets).toEqual([{ name: 'Kort', rows: [{ number: 1, cells: ['Köp'], kinds: 't' }] }])
  expect(warnings).toEqual([{ code: 'hidden-sheet-left-out', params: { sheet: 'Dolt' } }])
})
