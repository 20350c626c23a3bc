import { expect, test } from 'vitest'
import { nameOthers } from './also-connected.tsx'

test('other companies are named to who may know their names, and counted else', () => {
  expect(nameOthers(['Byrån AB'])).toBe('Byrån AB')
  expect(nameOthers([null])).toBe('ett annat företag i Radvis')
  expect(nameOthers([null, null])).toBe('2 andra företag i Radvis')
  expect(nameOthers(['Alfa AB', 'Byrån AB', null])).toBe('Alfa AB, Byrån AB och ett annat företag i Radvis')
})
