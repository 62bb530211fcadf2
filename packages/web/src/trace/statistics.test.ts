import type { TracedCall } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { statisticsOf } from './statistics.ts'

function call(api: string, durationMs: number, statusCode = 200): TracedCall {
  return {
    time: '2026-11-24T10:00:00Z',
    api,
    statusCode,
    statusMsg: '',
    host: 'a:9000',
    client: '',
    method: 'GET',
    path: '/',
    query: '',
    error: '',
    callStats: { duration: `${durationMs}ms`, durationMs, timeToFirstByteMs: 0, rx: 1, tx: 2 },
    requestHeaders: [],
    responseHeaders: [],
  }
}

test('statistics count calls, errors and bytes, and rank durations, by operation', () => {
  const gets = Array.from({ length: 100 }, (_, index) => call('s3.GetObject', index + 1))
  expect(statisticsOf([...gets, call('s3.PutObject', 7, 403)])).toEqual([
    { api: 's3.GetObject', calls: 100, errors: 0, p50: 50, p99: 99, received: 100, sent: 200 },
    { api: 's3.PutObject', calls: 1, errors: 1, p50: 7, p99: 7, received: 1, sent: 2 },
  ])
})
