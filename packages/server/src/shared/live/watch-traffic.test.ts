import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { watchTraffic } from './watch-traffic.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The parts of a socket that are watched, over a connection that counts bytes. */
function watched() {
  const calls: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    close: (code: number) => calls.push(`close ${code}`),
    terminate: () => calls.push('cut'),
    ping: () => calls.push('ping'),
    pong: () => calls.push('pong'),
  })
  const connection = { bytesRead: 0 }
  watchTraffic(socket as unknown as WebSocket, connection as unknown as Duplex)
  return { socket, connection, calls }
}

test('keeps a page that sends keep-alives, and pings it', () => {
  const { socket, connection, calls } = watched()
  for (let seconds = 0; seconds < 300; seconds += 10) {
    connection.bytesRead += 8
    socket.emit('message', 'ok', false)
    vi.advanceTimersByTime(10_000)
  }
  expect(new Set(calls)).toEqual(new Set(['ping']))
})

test('keeps a silent page that responds to pings', () => {
  const { socket, calls } = watched()
  for (let round = 0; round < 10; round++) {
    vi.advanceTimersByTime(20_000)
    socket.emit('pong')
  }
  expect(new Set(calls)).toEqual(new Set(['ping']))
})

test('disconnects a browser that stopped responding', () => {
  const { calls } = watched()
  vi.advanceTimersByTime(20_000)
  expect(calls).toEqual(['ping'])
  vi.advanceTimersByTime(20_000)
  expect(calls).toEqual(['ping', 'cut'])
})

test('disconnects a socket that sends many bytes without completing a message', () => {
  const { connection, calls } = watched()
  connection.bytesRead = 1024 * 1024
  vi.advanceTimersByTime(20_000)
  expect(calls).toEqual(['close 1008'])
  vi.advanceTimersByTime(1_000)
  expect(calls).toEqual(['close 1008', 'cut'])
})

test('counts frames of every kind together', () => {
  const { socket, calls } = watched()
  for (let count = 0; count < 50; count++) {
    socket.emit('ping', '')
    socket.emit('pong')
    socket.emit('message', 'ok', false)
  }
  expect(calls.filter((call) => call.startsWith('close'))).toEqual(['close 1008'])
})
