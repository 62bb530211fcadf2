import { expect, test } from 'vitest'
import { IDLE, type LiveEvent, nextLiveState } from './live-state.ts'

const after = (...events: LiveEvent[]) => events.reduce(nextLiveState, IDLE)
const start = { kind: 'start' } as const

test('runs after its start, and is connected once its socket is open', () => {
  expect(after()).toMatchObject({ status: 'idle' })
  expect(after(start)).toMatchObject({ status: 'running', isConnected: false })
  expect(after(start, { kind: 'open' })).toMatchObject({ status: 'running', isConnected: true })
  expect(after(start, { kind: 'open' }, { kind: 'lost', at: 1 })).toMatchObject({
    status: 'running',
    isConnected: false,
  })
})

test('ends, or fails with the reason of the console', () => {
  expect(after(start, { kind: 'end', code: 1000, reason: '' })).toMatchObject({ status: 'ended', failure: undefined })
  expect(after(start, { kind: 'end', code: 1011, reason: 'StorageUnreachable' })).toMatchObject({
    status: 'failed',
    failure: 'StorageUnreachable',
  })
})

test('keeps running while it cannot reconnect, and says why', () => {
  const silent = [start, { kind: 'silence', reason: 'StorageUnreachable' }] as const
  expect(after(...silent)).toMatchObject({ status: 'running', failure: 'StorageUnreachable' })
  expect(after(...silent, { kind: 'open' }, { kind: 'steady', since: 9 })).toMatchObject({ failure: undefined })
})

test('marks each time without a connection, from its loss to a stable connection', () => {
  const lost = (at: number) => ({ kind: 'lost', at }) as const
  const back = [{ kind: 'open' }, { kind: 'steady', since: 30 }] as const
  expect(after(start, lost(5), ...back).gaps).toEqual([])
  const { gaps, lostAt } = after(start, { kind: 'open' }, lost(10), { kind: 'open' }, lost(20), ...back)
  expect([gaps, lostAt]).toEqual([[{ from: 10, to: 30 }], undefined])
})

test('counts dropped messages since the start', () => {
  const dropped = { kind: 'dropped', count: 3 } as const
  expect(after(start, dropped, dropped).dropped).toBe(6)
  expect(after(start, dropped, { kind: 'stop' }, start).dropped).toBe(0)
})

test('ignores events after it was stopped', () => {
  expect(after(start, { kind: 'stop' }, { kind: 'end', code: 1011, reason: 'X' })).toMatchObject({ status: 'idle' })
  expect(after({ kind: 'open' }, { kind: 'stop' })).toEqual(IDLE)
})
