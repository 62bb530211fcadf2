import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Registry } from '../shared/feature.ts'
import { openJobs } from './open-jobs.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is stored is read again a minute after that has failed', async () => {
  let reads = 0
  const all = async () => {
    if (++reads === 1) throw new Error('The store is locked')
    return []
  }
  const closers: (() => Promise<void>)[] = []
  const services = {
    settings: {},
    endpoint: { url: new URL('http://storage') },
    sealerFor: async () => ({}),
    now: () => 0,
    store: { isCreated: () => true, tables: () => ({ all }) },
    metrics: { countJobs() {} },
  }
  const onClose = (close: () => Promise<void>) => closers.push(close)
  openJobs({ services, log: fastify().log, onClose } as unknown as Registry)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 30_000 })
  expect(reads).toBe(1)
  vi.advanceTimersByTime(59_000)
  expect(reads).toBe(1)
  vi.advanceTimersByTime(1_000)
  await vi.waitFor(() => expect(reads).toBe(2), { timeout: 30_000 })
  for (const close of closers) await close()
})
