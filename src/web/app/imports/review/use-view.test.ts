import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { termChanges, useView } from './use-view.ts'

const Term = () => String(useView().term)
const termAt = (address: string) => renderToStaticMarkup(h(MemoryRouter, { initialEntries: [address] }, h(Term)))

test('all rows are the chosen ones only where no filter leaves some of them out', () => {
  expect(['/', '/?row=3', '/?state=ready&supplier=2', '/?problem=sent-back', '/?account=0'].map(termAt)).toEqual([
    ...['all', 'all', 'ready'],
    ...['null', 'null'],
  ])
})

test('who chooses all rows sees all of them, and who chooses ready ones is not asked for those with a problem', () => {
  expect(termChanges('all')).toEqual({ state: null, problem: null, supplier: null, account: null, edited: null })
  expect(termChanges('ready')).toEqual({ state: 'ready', problem: null })
  expect(termChanges('attention')).toEqual({ state: 'attention' })
})
