import { expect, test } from 'vitest'
import { PendingChanges } from './pending-changes.ts'

const entry = (time: number, text: string) => ({ id: String(time), createdAt: new Date(time).toISOString(), text })

/** Their names, sorted. */
const since = (pending: PendingChanges, startedAt: number, history: ReturnType<typeof entry>[] = []) =>
  [...pending.since(startedAt, history).keys()].sort()

test('what was set since the start is pending, unless it is applied without a restart', () => {
  const history = [
    entry(1_000, 'site region=old'),
    entry(5_000, 'notify_webhook:b endpoint=http://b\n# off\nsite region=new'),
    entry(6_000, 'api requests_max=5'),
    entry(7_000, 'site name=x'),
  ]
  expect(since(new PendingChanges(), 2_500, history)).toEqual(['notify_webhook:b', 'site'])
  expect(new PendingChanges().since(2_500, history).get('site')).toBe(7_000)
})

test('a noted change is pending until the server starts again', () => {
  const pending = new PendingChanges()
  pending.noteReset('etcd', '', ['endpoints'], 5_000)
  expect(since(pending, 2_000)).toEqual(['etcd'])
  expect(since(pending, 7_000)).toEqual([])
  expect(since(pending, 2_000)).toEqual([])
})

test('a change of the second before the start is listed too, because the start is known to the second', () => {
  const pending = new PendingChanges()
  pending.noteSet('site', '', { region: 'a' }, 4_000)
  const history = [entry(3_900, 'etcd endpoints=a'), entry(4_100, 'region name=b')]
  expect([...pending.since(5_000, history)]).toEqual([
    ['site', 4_000],
    ['region', 4_100],
  ])
})
