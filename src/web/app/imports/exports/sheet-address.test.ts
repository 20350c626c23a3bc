import { expect, test } from 'vitest'
import { sheetAddress } from './sheet-address.ts'

const tab = { documentId: '1Kortkop-2026_mars', tableId: '481516' }

test('the tab that an export wrote is opened where it stands: at Google, or in the sandbox', () => {
  expect(sheetAddress(tab, null)).toBe('https://docs.google.com/spreadsheets/d/1Kortkop-2026_mars/edit#gid=481516')
  expect(sheetAddress(tab, 'http://localhost:3001/google/')).toBe(
    'http://localhost:3001/google/?document=1Kortkop-2026_mars&tab=481516',
  )
})
