import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditRecord } from './audit-trail.ts'
import { BY_ACCOUNT, BY_NETWORK, RepeatedCalls } from './repeated-calls.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function counting(kind = BY_NETWORK) {
  const written: AuditRecord[] = []
  const repeated = new RepeatedCalls((record) => written.push(record), kind)
  const add = (own: Partial<AuditRecord> = {}) =>
    repeated.add({
      time: new Date(Date.now()).toISOString(),
      kind: 'sign-in',
      call: 'session.login',
      account: 'alice',
      address: '203.0.113.9',
      target: {},
      request: null,
      outcome: 'refused',
      status: 401,
      code: 'InvalidLogin',
      count: 1,
      requestId: 'id',
      ...own,
    })
  const total = () => written.reduce((sum, { count }) => sum + count, 0)
  return { written, repeated, add, total }
}

test('writes the first at once, and one record for those that follow in each minute', () => {
  const { written, add } = counting()
  add()
  expect(written).toMatchObject([{ count: 1 }])
  vi.advanceTimersByTime(1_000)
  add()
  vi.advanceTimersByTime(1_000)
  add()
  vi.advanceTimersByTime(MINUTE)
  expect(written.slice(1)).toMatchObject([
    { count: 2, since: '1970-01-01T00:00:01.000Z', time: '1970-01-01T00:00:02.000Z' },
  ])
  add()
  vi.advanceTimersByTime(MINUTE)
  expect(written.slice(2)).toMatchObject([{ count: 1, since: '1970-01-01T00:01:02.000Z' }])
})

test('forgets who is silent for a minute, and then keeps no timer', () => {
  const { written, add } = counting()
  add()
  vi.advanceTimersByTime(MINUTE)
  expect(vi.getTimerCount()).toBe(0)
  add()
  expect(written).toHaveLength(2)
})

test('keeps accounts, addresses and outcomes apart, but not the addresses of one IPv6 network', () => {
  const { written, add } = counting()
  add()
  add({ account: 'bob' })
  add({ address: '203.0.113.10' })
  add({ code: 'TooManyRequests' })
  add({ address: '2001:db8::1' })
  add({ address: '2001:db8::2' })
  expect(written).toHaveLength(5)
})

test('writes few records of one network that varies what it tries, and counts all', () => {
  const { written, repeated, add, total } = counting()
  for (let at = 0; at < 1_000; at++) add({ account: `invented-${at}` })
  add({ account: 'alice', address: '198.51.100.7' })
  repeated.flush()
  expect(total()).toBe(1_001)
  expect(written).toHaveLength(20 + 1 + 1 + 1)
  expect(written.at(-1)).toMatchObject({ account: '', address: '203.0.113.9', count: 979 })
})

test('names the link of what it counts together', () => {
  const { written, repeated, add } = counting()
  for (let at = 0; at < 100; at++) add({ kind: 'link', account: '', link: 'L', target: { name: `${at}` } })
  repeated.flush()
  expect(written.at(-1)).toMatchObject({ link: 'L', target: {}, count: 79 })
})

test('writes few records of one network that varies its calls too, and keeps nothing long', () => {
  const { written, repeated, add, total } = counting()
  for (let at = 0; at < 1_000; at++) add({ call: `call.${at}`, target: { name: 'a'.repeat(10_000) } })
  repeated.flush()
  expect(total()).toBe(1_000)
  expect(written).toHaveLength(40 + 1 + 1)
  expect(JSON.stringify(written)).not.toContain('aaa')
  expect(written.at(-1)).toMatchObject({ kind: 'sign-in', call: '', code: '', count: 959 })
})

test('writes few records of many networks, and counts all', () => {
  const { written, repeated, add, total } = counting()
  for (let at = 0; at < 5_000; at++) add({ address: `10.${at >> 8}.${at & 255}.1`, account: `invented-${at}` })
  repeated.flush()
  expect(total()).toBe(5_000)
  expect(written.length).toBeLessThan(250)
  expect(written.at(-1)).toMatchObject({ account: '', address: '' })
})

test('counts what an account repeats, whatever its addresses, and names it in all that is counted together', () => {
  const { written, repeated, add, total } = counting(BY_ACCOUNT)
  for (let at = 0; at < 1_000; at++) add({ kind: 'change', address: `10.0.0.${at % 200}`, request: { name: `${at}` } })
  add({ kind: 'change', account: 'bob' })
  repeated.flush()
  expect(total()).toBe(1_001)
  expect(written).toHaveLength(20 + 1 + 1 + 1)
  expect(written.filter(({ account }) => account === 'alice')).toHaveLength(22)
  expect(written.at(-1)).toMatchObject({ account: 'alice', request: null, count: 979 })
})
