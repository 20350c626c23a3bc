import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Role, roles } from '#kernel/roles.ts'
import { judgeMemberChange, mayGive } from './rules.ts'

const role = fc.constantFrom(...roles)

test('only owners make owners, admins make admins and members, and a member makes nobody anything', () => {
  const given = (actor: Role) => roles.filter((to) => mayGive(actor, to))
  expect([given('owner'), given('admin'), given('full')]).toEqual([['owner', 'admin', 'full'], ['admin', 'full'], []])
})

test('whatever people do to each other, the company keeps an owner and nobody rises above who raised them', () => {
  const step = fc.record({ actor: fc.nat(4), target: fc.nat(4), to: fc.option(role, { nil: null }) })
  fc.assert(
    fc.property(fc.array(role, { minLength: 4, maxLength: 4 }), fc.array(step, { maxLength: 40 }), (others, steps) => {
      const members: (Role | null)[] = ['owner', ...others]
      for (const { actor, target, to } of steps) {
        const [by, of] = [members[actor] ?? null, members[target] ?? null]
        if (by === null || of === null) continue
        const owners = members.filter((one) => one === 'owner').length
        if (judgeMemberChange({ actor: by, target: of, to, isOneself: actor === target, owners }) !== 'allowed')
          continue
        if (to === 'owner') expect(by).toBe('owner')
        members[target] = to
        expect(members).toContain('owner')
      }
    }),
  )
})

test('nobody touches one above them, however many owners there are', () => {
  const judge = (actor: Role, target: Role, to: Role | null) =>
    judgeMemberChange({ actor, target, to, isOneself: false, owners: 2 })
  expect([judge('admin', 'owner', 'full'), judge('admin', 'owner', null), judge('full', 'full', null)]).toEqual([
    'not-allowed',
    'not-allowed',
    'not-allowed',
  ])
  expect([judge('admin', 'admin', 'full'), judge('owner', 'owner', null)]).toEqual(['allowed', 'allowed'])
})

test('anyone may leave, but the last owner', () => {
  const leave = (actor: Role, owners: number) =>
    judgeMemberChange({ actor, target: actor, to: null, isOneself: true, owners })
  expect([leave('full', 1), leave('admin', 1), leave('owner', 2), leave('owner', 1)]).toEqual([
    'allowed',
    'allowed',
    'allowed',
    'last-owner',
  ])
})
