import type { PolicyChange } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { alikeChanges } from './permission-changes.ts'

const NOTHING = { fullAccess: [], resources: [], administration: [] }
const SAME: PolicyChange = { gained: NOTHING, lost: NOTHING, kept: [], isDisabled: false, unread: [] }
const photos = { resource: 'photos/*', except: [], kinds: ['read' as const], conditionalKinds: [], isNarrowed: false }
const GAINS: PolicyChange = { ...SAME, gained: { ...NOTHING, resources: [photos] } }
const of = (kind: 'user' | 'group', name: string, change: PolicyChange) => ({ principal: { kind, name }, change })

const names = (...compared: ReturnType<typeof of>[]) => alikeChanges(compared).map((alike) => alike.names)

test('equal changes are shown once, users and groups apart', () => {
  expect(names(of('user', 'ann', GAINS), of('user', 'ben', SAME), of('user', 'cleo', { ...GAINS }))).toEqual([
    ['ann', 'cleo'],
    ['ben'],
  ])
  expect(names(of('user', 'ann', GAINS), of('group', 'ann', GAINS))).toEqual([['ann'], ['ann']])
})

test('changes that weren’t compared completely are separate from those that were, whatever the policy is attached to', () => {
  const unread = (attachedTo: string): PolicyChange => ({
    ...GAINS,
    unread: [
      { source: { kind: 'identity', policy: 'secret', attachedTo }, reason: 'denied', permission: 'admin:GetPolicy' },
    ],
  })
  expect(names(of('user', 'ann', unread('ann')), of('user', 'ben', GAINS), of('user', 'cleo', unread('cleo')))).toEqual(
    [['ann', 'cleo'], ['ben']],
  )
})
