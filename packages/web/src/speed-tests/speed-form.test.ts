import { runSpeedTest, type SpeedRun } from '@cooperage/contract'
import { expect, test } from 'vitest'
import {
  blockLimits,
  changeOf,
  comparableRun,
  csvRows,
  firstForm,
  queryOf,
  withRun,
  wrongFields,
} from './speed-form.ts'

const run = (id: string, started: string, size = 1): SpeedRun => ({
  id,
  kind: 'object',
  started,
  seconds: 4,
  account: 'ann',
  options: size === 1 ? { seconds: 2, size } : { size, seconds: 2 },
  measured: {
    write: 10,
    read: null,
    places: [{ node: 'http://a', drive: '/d1', write: 10, read: null, error: 'x' }],
    left: 0,
    objects: null,
  },
})

test.each(['object', 'drive', 'network', 'client'] as const)(
  'the first form of a test of kind %s can be sent',
  (kind) => {
    const form = firstForm(kind)
    expect(wrongFields(kind, form)).toEqual([])
    const query = Object.fromEntries(Object.entries(queryOf(kind, form)).map(([name, value]) => [name, String(value)]))
    expect(runSpeedTest.query.parse(query)).toMatchObject({ kind })
  },
)

test('names the fields that the server would refuse, and no field of another kind', () => {
  const form = {
    ...firstForm('object'),
    seconds: '1',
    size: { amount: '2', unit: 'GiB' as const },
    concurrency: '1.5',
    bucket: 'Not a bucket',
    blockSize: { amount: '5000', unit: 'B' as const },
    fileSize: { amount: '', unit: 'GiB' as const },
  }
  expect(wrongFields('object', form)).toEqual(['size', 'seconds', 'concurrency', 'bucket'])
  expect(wrongFields('drive', form)).toEqual(['fileSize', 'blockSize'])
  expect(wrongFields('network', { ...form, seconds: '9' })).toEqual(['seconds'])
  expect(wrongFields('client', { ...form, seconds: '31' })).toEqual(['seconds'])
})

test('files and blocks consist of whole sectors, and no block is larger than its file', () => {
  const sizes = (file: number, block: number) => ({
    ...firstForm('drive'),
    fileSize: { amount: String(file), unit: 'KiB' as const },
    blockSize: { amount: String(block), unit: 'KiB' as const },
  })
  expect(wrongFields('drive', sizes(1024, 1024))).toEqual([])
  expect(wrongFields('drive', sizes(1025, 1024))).toEqual(['fileSize'])
  expect(wrongFields('drive', sizes(1024, 1028))).toEqual(['blockSize'])
  expect(blockLimits(sizes(1024, 4))).toEqual({ min: 4096, max: 1_048_576 })
})

test('a run is compared with the latest earlier one that had the same options', () => {
  const runs = [run('d', '2026-04-01'), run('c', '2026-03-01', 2), run('b', '2026-02-01'), run('a', '2026-01-01')]
  expect(comparableRun(run('d', '2026-04-01'), runs)?.id).toBe('b')
  const reordered = { ...run('b', '2026-02-01'), options: { size: 1, seconds: 2 } }
  expect(comparableRun(run('d', '2026-04-01'), [reordered])?.id).toBe('b')
  expect(comparableRun(run('c', '2026-03-01', 2), runs)).toBeUndefined()
  expect([changeOf(110, 100), changeOf(null, 100), changeOf(1, 0), changeOf(1, undefined)]).toEqual([
    expect.closeTo(0.1),
    undefined,
    undefined,
    undefined,
  ])
})

test('a run is listed once, and the oldest of more than twenty is dropped', () => {
  const runs = Array.from({ length: 20 }, (_, index) => run(String(index), '2026-01-01'))
  const next = withRun(withRun(runs, run('new', '2026-02-01')), run('new', '2026-02-01'))
  expect([next.length, next[0]?.id, next.at(-1)?.id]).toEqual([20, 'new', '18'])
})

test('a table has the whole of each run, and each of its places', () => {
  expect(csvRows([run('a', '2026-01-01')])).toEqual([
    ['2026-01-01', 4, 'ann', '{"seconds":2,"size":1}', '', '', 10, undefined, ''],
    ['2026-01-01', 4, 'ann', '{"seconds":2,"size":1}', 'http://a', '/d1', 10, undefined, 'x'],
  ])
})
