import { expect, test } from 'vitest'
import { ScannerStats } from './scanner-stats.ts'

test('counts since the start and in the last minute', () => {
  let now = 1_000_000
  const figures = new ScannerStats(() => now)
  figures.count('a', { count: 2, ms: 10 })
  figures.count('a', { count: 1, ms: 5 })
  figures.count('b', { count: 0, ms: 1 })
  now += 40_000
  figures.count('a', { count: 4, ms: 1 })
  figures.count('b', { count: 1, ms: 1 })
  expect(figures.report().lastMinute).toEqual(
    new Map([
      ['a', { count: 7, ms: 16 }],
      ['b', { count: 1, ms: 1 }],
    ]),
  )
  now += 30_000
  expect(figures.report().lastMinute.get('a')).toEqual({ count: 4, ms: 1 })
  now += 60_000
  expect(figures.report().lastMinute.size).toBe(0)
  expect(figures.report().lifetime).toEqual(
    new Map([
      ['a', 7],
      ['b', 1],
    ]),
  )
})

test('names the running cycle and the buckets being scanned', async () => {
  let now = 0
  const figures = new ScannerStats(() => now)
  for (let cycle = 1; cycle <= 20; cycle++) {
    await figures.inCycle(() =>
      figures.inBucket('casks', async () => {
        expect(figures.report()).toMatchObject({ cycle, startedAt: now, active: ['casks'] })
        now++
      }),
    )
  }
  const { cycle, active, completedAt } = figures.report()
  expect([cycle, active, completedAt]).toEqual([0, [], Array.from({ length: 16 }, (_, at) => at + 5)])
})

test("an interrupted cycle doesn't count as completed", async () => {
  const figures = new ScannerStats()
  const failing = figures.inCycle(() => figures.inBucket('casks', () => Promise.reject(new Error('broken'))))
  await expect(failing).rejects.toThrow('broken')
  expect(figures.report()).toMatchObject({ cycle: 0, active: [], completedAt: [] })
})
