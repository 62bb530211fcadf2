import type { WatchedTarget } from '@cooperage/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { targetCheck } from './target-check.ts'

const target = (online: boolean, failures = 0) =>
  [
    {
      isEnabled: true,
      link: { online, lastOnline: '2026-01-01T00:00:00Z', downtimeSeconds: 60 },
      counts: { failedLastHour: { count: failures, bytes: 0 } },
    },
  ] as WatchedTarget[]

test('targets that fail are checked, and what was found is dropped when they no longer do', async () => {
  const queryFn = vi.fn(async () => ({ problem: 'unreachable', words: '', text: { id: 'x' } }) as never)
  const options = (...state: Parameters<typeof target>) => ({ ...targetCheck('photos', target(...state)), queryFn })
  const client = new QueryClient()
  const observer = new QueryObserver(client, options(false))
  const stop = observer.subscribe(() => undefined)
  const found = () => observer.getCurrentResult().data
  await expect.poll(found).toMatchObject({ problem: 'unreachable' })

  observer.setOptions(options(true))
  expect(found()).toBeUndefined()
  expect(queryFn, 'not by itself while nothing fails').toHaveBeenCalledTimes(1)
  await observer.refetch()
  expect(found(), 'when asked for').toBeDefined()

  // What is in no use any more is removed in the next turn.
  await expect.poll(() => client.getQueryCache().getAll()).toHaveLength(1)
  observer.setOptions(options(false))
  expect(found(), 'checked anew').toBeUndefined()
  await expect.poll(found).toBeDefined()
  expect(queryFn).toHaveBeenCalledTimes(3)

  observer.setOptions(options(true, 2))
  expect(found(), 'online again, with failures of the last hour: checked anew').toBeUndefined()
  await expect.poll(found).toBeDefined()
  expect(queryFn).toHaveBeenCalledTimes(4)
  stop()
})
