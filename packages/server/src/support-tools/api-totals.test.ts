import { MAX_OBSERVED_APIS, MAX_OBSERVED_CALLS } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { ApiTotals } from './api-totals.ts'

const call = { api: 's3.GetObject', status: 200, bytesReceived: 1, bytesSent: 10, durationNs: 2e6 }

test('calls are summed by operation, the most frequent first', () => {
  const totals = new ApiTotals()
  totals.add({ ...call, api: 's3.PutObject', status: 503 })
  totals.add(call)
  totals.add({ ...call, status: 404, durationNs: 8e6 })
  expect(totals.list()).toEqual([
    {
      api: 'GetObject',
      calls: 2,
      clientErrors: 1,
      serverErrors: 0,
      received: 2,
      sent: 20,
      totalMs: 10,
      longestMs: 8,
    },
    expect.objectContaining({ api: 'PutObject', calls: 1, clientErrors: 0, serverErrors: 1 }),
  ])
})

test('neither names nor calls grow without a limit, and nothing is negative', () => {
  const totals = new ApiTotals()
  for (let index = 0; index < MAX_OBSERVED_APIS + 50; index++) totals.add({ ...call, api: `odd-${index}` })
  expect([totals.list().length, totals.total, totals.isFull]).toEqual([
    MAX_OBSERVED_APIS,
    MAX_OBSERVED_APIS + 50,
    false,
  ])
  for (let index = totals.total; index < MAX_OBSERVED_CALLS; index++) {
    totals.add({ ...call, api: 'x'.repeat(500), bytesSent: -5, durationNs: -1 })
  }
  expect([totals.isFull, totals.list().some(({ sent, totalMs }) => sent < 0 || totalMs < 0)]).toEqual([true, false])
})
