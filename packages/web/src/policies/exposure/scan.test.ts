import { type BucketExposures, EXPOSURE_PAGE } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { beginScan, finishScan, withResult } from './scan.ts'

const OPENING = { number: 1, sid: '', text: '{}', conditions: [], except: [], narrowedBy: [], resources: [] }
const names = (count: number) => Array.from({ length: count }, (_, index) => `b-${String(index).padStart(4, '0')}`)
const nothing = (): BucketExposures => ({ buckets: [], unread: [], left: [] })

test('scans all buckets, one batch after the other', async () => {
  const batches: string[][] = []
  let running = 0
  const progress: number[] = []
  const scan = await finishScan(
    beginScan(names(120)),
    async (buckets) => {
      expect(++running).toBe(1)
      batches.push(buckets)
      await Promise.resolve()
      running--
      const open = buckets.filter((name) => name.endsWith('7'))
      return {
        ...nothing(),
        buckets: buckets.map((name) => ({ name, openings: open.includes(name) ? [OPENING] : [] })),
      }
    },
    ({ left }) => progress.push(left.length),
  )
  expect(batches.map(({ length }) => length)).toEqual([EXPOSURE_PAGE, EXPOSURE_PAGE, 20])
  expect(progress).toEqual([70, 20, 0])
  expect(scan.open.map(({ name }) => name)).toEqual(names(120).filter((name) => name.endsWith('7')))
})

test('requests again what a slow storage server left out', async () => {
  const seen: string[] = []
  const scan = await finishScan(
    beginScan(names(5)),
    async ([first = '', ...left]) => {
      seen.push(first)
      return { ...nothing(), unread: [{ name: first, reason: 'denied', permission: 's3:GetBucketPolicy' }], left }
    },
    () => undefined,
  )
  expect(seen).toEqual(names(5))
  expect(scan.unread).toHaveLength(5)
})

test('resumes after a failure', async () => {
  let kept = beginScan(names(60))
  let calls = 0
  const failing = finishScan(
    kept,
    async () => {
      if (++calls > 1) throw new Error('out')
      return nothing()
    },
    (scan) => {
      kept = scan
    },
  )
  await expect(failing).rejects.toThrow('out')
  expect([kept.left.length, kept.total]).toEqual([10, 60])
})

test('a newer result of one bucket replaces the earlier one', () => {
  const scan = { ...beginScan(names(2)), open: [{ name: 'b-0001', openings: [OPENING] }] }
  expect(withResult(scan, 'b-0001', { ...nothing(), buckets: [{ name: 'b-0001', openings: [] }] }).open).toEqual([])
  const more = withResult(scan, 'b-0000', { ...nothing(), buckets: [{ name: 'b-0000', openings: [OPENING] }] })
  expect(more.open.map(({ name }) => name)).toEqual(['b-0000', 'b-0001'])
})
