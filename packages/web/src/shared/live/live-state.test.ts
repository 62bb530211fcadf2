import { expect, test } from 'vitest'
import { IDLE, type LiveEvent, nextLiveState } from './live-state.ts'

const after = (...events: LiveEvent[]) => events.reduce(nextLiveState, IDLE)
const start = { kind: 'start' } as const

test('runs after its start, and is connected once its socket is open', () => {
  expect(after()).toMatchObject({ status: 'idle' })
  expect(after(start)).toMatchObject({ status: 'running', isConnected: false })
  expect(after(start, { kind: 'open' })).toMatchObject({ status: 'running', isConnected: true })
  expect(after(start, { kind: 'open' }, { kind: 'lost' })).toMatchObject({ status: 'running', isConnected: false })
})

test('ends, fails with the reason of the console, or fails because no socket gets through', () => {
  expect(after(start, { kind: 'end', code: 1000, reason: '' })).toMatchObject({ status: 'ended', failure: undefined })
  expect(after(start, { kind: 'end', code: 1011, reason: 'StorageUnreachable' })).toMatchObject({
    status: 'failed',
    failure: 'StorageUnreachable',
  })
  expect(after(start, { kind: 'silence' })).toMatchObject({ status: 'failed', failure: '' })
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
