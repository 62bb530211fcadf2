import type { SessionEvent } from '@cooperage/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToSession } from './session-socket.ts'

/** The sockets that the test's browser opened, newest last. */
const sockets: FakeSocket[] = []

class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  readyState = FakeSocket.CONNECTING
  sent: string[] = []
  closes = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  readonly url: string

  constructor(url: string) {
    this.url = url
    sockets.push(this)
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.closes += 1
  }

  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  end(code: number) {
    this.readyState = FakeSocket.CLOSED
    this.onclose?.({ code })
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', baseURI: 'https://nas/files/' })

beforeEach(() => {
  vi.useFakeTimers()
  sockets.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { href: 'https://nas/files/buckets' } }))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stops: (() => void)[] = []
const newest = () => sockets.at(-1) as FakeSocket

function listen() {
  const news: SessionEvent[] = []
  const onSilence = vi.fn()
  const stop = listenToSession({ onNews: (one) => news.push(one), onSilence })
  stops.push(stop)
  return { news, onSilence, stop }
}

test('listens below the base path, passes messages on, and keeps the socket alive', () => {
  const { news } = listen()
  expect(newest().url).toBe('wss://nas/files/ws/session')
  newest().open()
  newest().onmessage?.({ data: '{"kind":"rights"}' })
  newest().onmessage?.({ data: '{"kind":"dropped","count":2}' })
  expect(news).toEqual([{ kind: 'rights' }])
  vi.advanceTimersByTime(30_000)
  expect(newest().sent).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('reconnects silently after a restart of the console', () => {
  const { onSilence } = listen()
  newest().open()
  newest().end(1001)
  vi.advanceTimersByTime(2_000)
  expect(sockets).toHaveLength(2)
  newest().open()
  expect(onSilence).not.toHaveBeenCalled()
})

test('backs off while no socket gets through, and reports it', () => {
  const { onSilence } = listen()
  for (let attempt = 0; attempt < 4; attempt++) {
    newest().end(1006)
    vi.advanceTimersByTime(20_000)
  }
  expect(onSilence).toHaveBeenCalledTimes(1)
  for (let attempt = 0; attempt < 10; attempt++) {
    newest().end(1006)
    vi.advanceTimersByTime(80_000)
  }
  const before = sockets.length
  newest().end(1006)
  vi.advanceTimersByTime(44_000)
  expect(sockets).toHaveLength(before)
})

test('reconnects at once when the page becomes visible', () => {
  listen()
  for (let attempt = 0; attempt < 8; attempt++) {
    newest().end(1006)
    vi.advanceTimersByTime(80_000)
  }
  newest().end(1006)
  const before = sockets.length
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(before + 1)
})

test('stays disconnected after the session has ended or nobody listens', () => {
  const { stop } = listen()
  newest().open()
  newest().end(4401)
  vi.advanceTimersByTime(600_000)
  expect(sockets).toHaveLength(1)
  stop()
  const second = listen()
  second.stop()
  expect(newest().closes, 'a browser would report that as an error').toBe(0)
  newest().open()
  expect(newest().closes).toBe(1)
  newest().end(1000)
  vi.advanceTimersByTime(600_000)
  expect(sockets).toHaveLength(2)
})
