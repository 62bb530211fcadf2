import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ALERT_MEASURES } from './alert-measures.ts'
import { parseExposition } from './exposition.ts'
import { metric, rate } from './expressions.ts'
import { SampleStore } from './sample-store.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const GAUGE = 'minio_cluster_bucket_total'
const COUNTER = 'minio_s3_requests_total'

let folder: string
const file = () => join(folder, 'metrics.sqlite')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const scrape = (buckets: number, requests: number) =>
  `# HELP a text\n${GAUGE}{server="a"} ${buckets}\n${COUNTER}{api="PutObject",server="a"} ${requests}\nother 1\n`

test('reads the text format with escaped labels, and only the wanted metrics', () => {
  const text = '# TYPE x gauge\nx{a="1,\\"}",b="l\\\\i\\nne"} 1.5e+09 1700000000\ny 2\nx{} NaN\nx\n'
  expect(parseExposition(text, new Set(['x']))).toEqual([
    { name: 'x', labels: { a: '1,"}', b: 'l\\i\nne' }, value: 1.5e9 },
  ])
})

test('returns samples, also after the store is opened again', () => {
  const store = new SampleStore(file())
  for (let at = 0; at < 4; at++) store.add(NOW + at * 15, scrape(at, at * 30), 'host:9000')
  store.close()
  const again = new SampleStore(file())
  const range = { start: NOW, end: NOW + 45, step: 15 }
  const [gauge, rates] = again.query([metric(GAUGE), rate(COUNTER)], range, NOW + 45)
  expect(gauge).toEqual([
    {
      labels: { instance: 'host:9000', server: 'a' },
      values: [0, 1, 2, 3].map((value) => [NOW + value * 15, value]),
    },
  ])
  expect(rates?.[0]?.values.at(-1)).toEqual([NOW + 45, 2])
  expect(again.state()).toEqual({ since: NOW, wasDamaged: false })
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  again.close()
})

test('14 days are kept, in steps of 15 seconds for the last one and of 5 minutes before', () => {
  const store = new SampleStore(file())
  const first = NOW - 15 * DAY
  // A scrape every 150 seconds keeps the test short.
  for (let time = first; time <= NOW; time += 150) store.add(time, scrape(1, time - first), 'h')
  expect(store.state().since).toBe(NOW - 14 * DAY)
  const points = (start: number, step: number) =>
    store.query([metric(GAUGE)], { start, end: start + 3600, step }, NOW)[0]?.[0]?.values.length
  expect(points(NOW - 14 * DAY, 300)).toBe(13)
  expect(points(NOW - 7200, 60)).toBeGreaterThan(24)
  // The load is exact at each level: one request per second.
  for (const step of [60, 600, 20_160]) {
    const range = { start: NOW - 60 * step > first ? NOW - 60 * step : NOW - 13 * DAY, end: NOW, step }
    const values = store.query([rate(COUNTER)], range, NOW)[0]?.[0]?.values ?? []
    expect(values.at(-1)?.[1]).toBeCloseTo(1)
  }
  store.close()
})

test('the file stays below its maximum, and the newest samples remain', () => {
  const store = new SampleStore(file(), 300_000)
  const series = Array.from({ length: 50 }, (_, api) => `${COUNTER}{api="a${api}"} 1\n`).join('')
  for (let at = 0; at < 3000; at++) store.add(NOW + at * 15, series, 'h')
  const [result] = store.query([metric(COUNTER)], { start: NOW + 44_000, end: NOW + 44_985, step: 15 }, NOW + 44_985)
  expect(result).toHaveLength(50)
  store.close()
  expect(statSync(file()).size).toBeLessThan(600_000)
})

test('a damaged file is set aside and replaced, at the start and later', () => {
  writeFileSync(file(), 'not a database, but long enough to be taken for one'.repeat(100))
  const store = new SampleStore(file())
  expect(store.state()).toEqual({ since: undefined, wasDamaged: true })
  expect(readFileSync(`${file()}.damaged`, 'utf8')).toContain('not a database')
  store.add(NOW, scrape(1, 1), 'h')
  expect(store.state().since).toBe(NOW)
  store.close()
  expect(existsSync(file())).toBe(true)
})

test('a counter that appears between two scrapes starts at zero, but one that existed before the first scrape doesn’t', () => {
  const store = new SampleStore(file())
  store.add(NOW, `${GAUGE}{server="a"} 1\n`, 'h')
  store.add(NOW + 15, `${scrape(1, 30)}${COUNTER}{api="GetObject",server="b"} 500\n`, 'h')
  store.add(NOW + 30, `${scrape(1, 30)}${COUNTER}{api="GetObject",server="b"} 500\n`, 'h')
  const [rates] = store.query([rate(COUNTER)], { start: NOW + 30, end: NOW + 31, step: 15 }, NOW + 31)
  const last = (server: string) => rates?.find(({ labels }) => labels.server === server)?.values.at(-1)?.[1]
  expect([last('a'), last('b')]).toEqual([1, 0])
  store.close()
})

test('a clock that is set back leaves no samples in the future', () => {
  const store = new SampleStore(file())
  store.add(NOW + 30 * DAY, scrape(9, 9), 'h')
  store.add(NOW, scrape(1, 1), 'h')
  expect(store.state().since).toBe(NOW)
  const range = { start: NOW - 60, end: NOW, step: 15 }
  expect(store.query([metric(GAUGE)], range, NOW)[0]?.[0]?.values).toEqual([[NOW, 1]])
  store.close()
})

test('a clock that is temporarily ahead loses no samples', () => {
  const store = new SampleStore(file())
  store.add(NOW, scrape(1, 1), 'h')
  store.add(NOW + 30 * DAY, scrape(2, 2), 'h', false)
  store.add(NOW + 15, scrape(3, 3), 'h', false)
  store.add(NOW + 30, scrape(4, 4), 'h')
  const range = { start: NOW, end: NOW + 30, step: 15 }
  const times = [NOW, NOW + 15, NOW + 30]
  expect(store.query([metric(GAUGE)], range, NOW + 30)[0]?.[0]?.values.map(([time]) => time)).toEqual(times)
  store.close()
})

test('the present values of a measure are not known once it has more series than are kept', () => {
  const store = new SampleStore(file())
  const { capacity, requestErrors } = ALERT_MEASURES
  const capacityText = 'minio_cluster_capacity_usable_total_bytes 100\nminio_cluster_capacity_usable_free_bytes 25\n'
  const requests = (count: number, value: number) =>
    Array.from({ length: count }, (_, index) => `minio_s3_requests_total{api="a${index}"} ${value}\n`).join('')
  store.add(NOW, capacityText + requests(10, 1), 'host')
  store.add(NOW + 15, capacityText + requests(10, 2), 'host')
  expect(store.latest([capacity, requestErrors], NOW + 15)).toEqual([
    [{ labels: {}, value: 75 }],
    [{ labels: {}, value: 0 }],
  ])
  store.add(NOW + 30, capacityText + requests(5000, 3), 'host')
  expect(store.latest([requestErrors, capacity], NOW + 30)).toEqual([undefined, [{ labels: {}, value: 75 }]])
  store.add(NOW + 45, capacityText + requests(10, 4), 'host')
  expect(store.latest([requestErrors], NOW + 45)).toEqual([[{ labels: {}, value: 0 }]])
  store.close()
})
