import type { TracedCall } from '@cooperage/contract'
import { describe, expect, test } from 'vitest'
import { CallLog, KEPT_CALLS } from './call-log.ts'
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

describe('the log of calls', () => {
  test('keeps the newest calls, and counts all', () => {
    const log = new CallLog()
    for (let index = 1; index <= 2 * KEPT_CALLS + 1; index++) log.add(call('s3.GetObject', index))
    const kept = log.newest()
    expect(kept).toHaveLength(KEPT_CALLS)
    expect([kept[0]?.id, log.received]).toEqual([2 * KEPT_CALLS + 1, 2 * KEPT_CALLS + 1])
  })

  test('shows only what was there at the moment of a pause', () => {
    const log = new CallLog()
    for (const ms of [1, 2, 3]) log.add(call('s3.GetObject', ms))
    expect(log.newest(2).map(({ id }) => id)).toEqual([2, 1])
    log.clear()
    expect([log.newest(), log.received]).toEqual([[], 0])
  })
})

test('statistics count calls, errors and bytes, and rank durations, by operation', () => {
  const gets = Array.from({ length: 100 }, (_, index) => call('s3.GetObject', index + 1))
  expect(statisticsOf([...gets, call('s3.PutObject', 7, 403)])).toEqual([
    { api: 's3.GetObject', calls: 100, errors: 0, p50: 50, p99: 99, received: 100, sent: 200 },
    { api: 's3.PutObject', calls: 1, errors: 1, p50: 7, p99: 7, received: 1, sent: 2 },
  ])
})
