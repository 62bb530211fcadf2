import type { PoolDrive } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { countMarks, drivesByPool, groupDrives, markDrives, usedShare } from './drive-marks.ts'

const drive = (change: Partial<PoolDrive> = {}): PoolDrive => ({
  node: 'a:9000',
  path: '/data1',
  state: 'ok',
  isHealing: false,
  totalBytes: 1000,
  usedBytes: 100,
  freeBytes: 900,
  pool: 0,
  set: 0,
  latencyMs: 2,
  calls: 100,
  ...change,
})
const marksOf = (...drives: PoolDrive[]) => markDrives(drives).map(({ mark }) => mark)

test('the worst about a drive is its mark', () => {
  expect(
    marksOf(
      drive(),
      drive({ usedBytes: 900 }),
      drive({ usedBytes: 900, isHealing: true }),
      drive({ state: 'offline', isHealing: true }),
      drive({ state: '' }),
    ),
  ).toEqual(['ok', 'full', 'healing', 'bad', 'bad'])
})

test('a drive is slow compared with the other drives of its set, if it was used enough', () => {
  const others = [drive(), drive(), drive()]
  expect(marksOf(...others, drive({ latencyMs: 60 }))).toEqual(['ok', 'ok', 'ok', 'slow'])
  expect(marksOf(...others, drive({ latencyMs: 19 })).at(-1)).toBe('ok')
  expect(marksOf(...others, drive({ latencyMs: 60, calls: 9 })).at(-1)).toBe('ok')
  expect(marksOf(...others, drive({ latencyMs: null, calls: 0 })).at(-1)).toBe('ok')
  // All of a set are busy: none stands out.
  expect(marksOf(drive({ latencyMs: 60 }), drive({ latencyMs: 70 }))).toEqual(['ok', 'ok'])
  // Another set doesn't count.
  expect(marksOf(drive(), drive({ latencyMs: 60, set: 1 }), drive({ latencyMs: 62, set: 1 }))).toEqual([
    'ok',
    'ok',
    'ok',
  ])
  expect(marksOf(drive(), drive({ latencyMs: 60 }))).toEqual(['ok', 'slow'])
})

test('a drive without a size is neither full nor used', () => {
  expect(marksOf(drive({ totalBytes: 0, usedBytes: 5 }))).toEqual(['ok'])
  expect(usedShare({ totalBytes: 0, usedBytes: 5 })).toBe(0)
  expect(usedShare({ totalBytes: 10, usedBytes: 15 })).toBe(1)
})

test('drives are grouped by pool, then by set or node', () => {
  const drives = markDrives([
    drive({ pool: 1, set: 1, node: 'b' }),
    drive({ pool: 0, node: 'a' }),
    drive({ pool: 1, set: 0, node: 'a' }),
    drive({ pool: -1, set: -1, state: 'unformatted' }),
  ])
  expect(countMarks(drives)).toEqual({ bad: 1, healing: 0, full: 0, slow: 0, ok: 3 })
  const pools = drivesByPool(drives)
  expect([...pools.keys()]).toEqual([-1, 0, 1])
  const names = (by: 'set' | 'node') => groupDrives(pools.get(1) ?? [], by).map(([name]) => name)
  expect([names('set'), names('node')]).toEqual([
    ['0', '1'],
    ['a', 'b'],
  ])
})
