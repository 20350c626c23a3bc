import { expect, test } from 'vitest'
import { listCountries } from './countries.ts'

test('countries have Swedish names, Sweden first and the rest as Swedish sorts', () => {
  const countries = listCountries('sv')
  expect(countries[0]).toEqual({ code: 'SE', name: 'Sverige' })
  expect(countries.find((country) => country.code === 'DE')?.name).toBe('Tyskland')
  expect(countries.at(-1)?.name).toMatch(/^Ö/)
  expect(countries.length).toBeGreaterThan(240)
  expect(countries.every((country) => /^[A-Z]{2}$/.test(country.code) && country.name.length > 1)).toBe(true)
})

test('countries have English names', () => {
  expect(listCountries('en').find((country) => country.code === 'DE')?.name).toBe('Germany')
})
