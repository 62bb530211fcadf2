import type { AccountFacts, AccountResult, PlannedAccount } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { AccountRun } from './account-run.ts'

const FACTS: AccountFacts = { api: 'admin', product: '', policies: [], groups: [], users: [], keys: [], directory: [] }

const user = (name: string): PlannedAccount => ({
  ...{ kind: 'user', name, outcome: 'create', why: '', names: [], lost: [] },
  make: { kind: 'user', name, isEnabled: true, policies: [], groups: [], getsKey: true },
})

const created = ({ name }: PlannedAccount): AccountResult => ({
  ...{ kind: 'user', name, outcome: 'created', message: '', text: undefined, detail: '', keepsSecret: false },
  credentials: { accessKey: name, secretKey: `secret of ${name}` },
})

/** Creates two accounts with each call. `create` fails with what it throws. */
function given(...names: string[]) {
  const kept: string[] = []
  const calls: string[][] = []
  const target = { plan: names.map(user), create: (some: readonly PlannedAccount[]) => some.map(created) }
  const run = new AccountRun({
    check: async () => ({ source: FACTS, target: FACTS, plan: target.plan }),
    batch: (waiting) => waiting.slice(0, 2),
    create: async (some) => {
      calls.push(some.map(({ name }) => name))
      return target.create(some)
    },
    keep: (keys) => kept.push(...keys.map(({ secretKey }) => secretKey)),
  })
  return { run, target, calls, kept }
}

test('creates what waits, some with each call, and keeps the new keys', async () => {
  const { run, calls, kept } = given('a', 'b', 'c')
  await run.check()
  expect([run.next(), run.waiting().length]).toEqual(['create', 3])
  await run.create()
  expect(calls).toEqual([['a', 'b'], ['c']])
  expect(kept).toEqual(['secret of a', 'secret of b', 'secret of c'])
  expect([run.next(), run.get().doing]).toEqual(['check', 'nothing'])
})

test('after a lost response, what it was about is unknown, and another check lets the rest be created', async () => {
  const { run, target, calls } = given('a', 'b', 'c', 'd', 'e')
  await run.check()
  target.create = (some) => {
    if (some[0]?.name === 'c') throw new Error('lost')
    return some.map(created)
  }
  await run.create()
  expect([...run.get().results.values()].map((one) => (one === 'unknown' ? one : one.outcome))).toEqual([
    ...['created', 'created', 'unknown', 'unknown'],
  ])
  expect([run.next(), run.get().failure?.of]).toEqual(['check', 'create'])
  target.plan = ['d', 'e'].map(user)
  target.create = (some) => some.map(created)
  await run.check()
  expect([run.next(), run.get().failure, run.waiting().length]).toEqual(['create', undefined, 2])
  await run.create()
  expect(calls.at(-1)).toEqual(['d', 'e'])
})

test('what a call has no time for is left to the next one', async () => {
  const { run, target, calls, kept } = given('a', 'b', 'c')
  await run.check()
  target.create = (some) => some.slice(0, 1).map(created)
  await run.create()
  expect(calls).toEqual([['a', 'b'], ['b', 'c'], ['c']])
  expect([kept.length, run.waiting().length]).toEqual([3, 0])
})

test('stopping waits for the call that is running, and the rest can be created afterwards', async () => {
  const { run, target, kept } = given('a', 'b', 'c')
  await run.check()
  target.create = (some) => {
    run.stop()
    return some.map(created)
  }
  await run.create()
  expect([kept.length, run.next(), run.waiting().length]).toEqual([2, 'create', 1])
  await run.create()
  expect([kept.length, run.next()]).toEqual([3, 'check'])
})

test('a check that fails can be repeated', async () => {
  const { run, target } = given('a')
  const { plan } = target
  Object.defineProperty(target, 'plan', { configurable: true, get: () => expect.fail('unreachable') })
  await run.check()
  expect([run.next(), run.get().failure?.of]).toEqual(['check', 'check'])
  Object.defineProperty(target, 'plan', { value: plan })
  await run.check()
  expect([run.next(), run.get().failure]).toEqual(['create', undefined])
})

test('who needs what failed isn’t created by a later call either', async () => {
  const { run, target, calls } = given('a', 'b', 'c')
  const [a, b, c] = target.plan
  if (!a || !b || c?.make?.kind !== 'user') throw new Error('There are three users')
  const policy = { ...a, kind: 'policy', name: 'p', make: { kind: 'policy', name: 'p', document: '' } } as const
  const needing = { ...c, make: { ...c.make, policies: ['p'] } }
  target.plan = [policy, b, needing, user('d')]
  target.create = (some) =>
    some.map((one) => ({
      ...created(one),
      ...(one === policy && { kind: 'policy', outcome: 'failed', message: 'exists', credentials: null }),
    }))
  await run.check()
  await run.create()
  expect(calls).toEqual([['p', 'b'], ['d']])
  expect(run.get().results.get(needing)).toMatchObject({
    kind: 'user',
    name: 'c',
    outcome: 'failed',
    message: 'exists',
  })
})
