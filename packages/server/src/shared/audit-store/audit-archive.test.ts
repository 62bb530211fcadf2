import type { FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AuditArchive } from './audit-archive.ts'
import type { AuditStore, NewAuditEntry } from './audit-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('deletes by age only while the clock runs steadily', async () => {
  let jump = 0
  const trims: number[] = []
  const store = {
    add: async () => undefined,
    trim: async (now: number) => void trims.push(now),
    close: async () => undefined,
  }
  const archive = new AuditArchive({
    store: store as unknown as AuditStore,
    token: '',
    retention: { days: 30, bytes: 1 },
    now: () => Date.now() + jump,
    log: {} as FastifyBaseLogger,
  })
  const began = Date.now()
  await archive.receive([{} as NewAuditEntry])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(trims.at(-1)).toBe(began + 60_000)
  jump = 40 * DAY
  await vi.advanceTimersByTimeAsync(60_000)
  expect(trims.at(-1)).toBe(0)
  jump = 0
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(new Set(trims.slice(2))).toEqual(new Set([0]))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(trims.at(-1)).toBe(began + HOUR + 180_000)
  await archive.close()
})
