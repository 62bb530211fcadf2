import { expect, test } from 'vitest'
import { PendingChanges } from './pending-changes.ts'

const entry = (time: number, text: string) => ({ id: String(time), createdAt: new Date(time).toISOString(), text })

test('what was set since the start is pending, unless it is applied without a restart', () => {
  const history = [
    entry(1_000, 'site region=old'),
    entry(5_000, 'notify_webhook:b endpoint=http://b\n# off\nsite region=new'),
    entry(6_000, 'api requests_max=5'),
    entry(7_000, 'site name=x'),
  ]
  expect(new PendingChanges().since(2_000, history)).toEqual(['notify_webhook:b', 'site'])
})

test('a noted change is pending until the server starts again', () => {
  const pending = new PendingChanges()
  pending.noteReset('etcd', '', ['endpoints'], 5_000)
  expect(pending.since(2_000, [])).toEqual(['etcd'])
  expect(pending.since(7_000, [])).toEqual([])
  expect(pending.since(2_000, [])).toEqual([])
})
