import type { SessionEvent } from '@cooperage/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let listenToSession: typeof import('./session-socket.ts')['listenToSession']
// The address of the console is read once, perhaps for an earlier test of another file.
beforeAll(async () => {
  vi.resetModules()
  listenToSession = (await import('./session-socket.ts')).listenToSession
})
afterAll(() => void vi.resetModules())

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
  // Event streams don't get through either.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
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

/** The newest connection fails, and the next one is attempted. */
async function failsOnce() {
  const before = sockets.length
  newest().end(1006)
  while (sockets.length === before) await vi.advanceTimersByTimeAsync(250)
}

function listen() {
  const events: SessionEvent[] = []
  const onUnreachable = vi.fn()
  const stop = listenToSession({ onEvent: (one) => events.push(one), onUnreachable })
  stops.push(stop)
  return { events, onUnreachable, stop }
}

test('listens below the base path, passes messages on, and keeps the socket alive', async () => {
  const { events } = listen()
  expect(newest().url).toBe('wss://nas/files/ws/session')
  newest().open()
  newest().onmessage?.({ data: '{"kind":"rights"}' })
  newest().onmessage?.({ data: '{"kind":"dropped","count":2}' })
  expect(events).toEqual([{ kind: 'rights' }])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(newest().sent).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('reconnects silently after a restart of the console', async () => {
  const { onUnreachable } = listen()
  newest().open()
  newest().end(1001)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sockets).toHaveLength(2)
  newest().open()
  expect(onUnreachable).not.toHaveBeenCalled()
})

test('backs off while no socket gets through, and reports it', async () => {
  const { onUnreachable } = listen()
  for (let attempt = 0; attempt < 4; attempt++) {
    await failsOnce()
  }
  expect(onUnreachable).toHaveBeenCalledTimes(1)
  for (let attempt = 0; attempt < 10; attempt++) {
    await failsOnce()
  }
  const before = sockets.length
  newest().end(1006)
  await vi.advanceTimersByTimeAsync(44_000)
  expect(sockets).toHaveLength(before)
})

test('reconnects immediately when the page becomes visible', async () => {
  listen()
  for (let attempt = 0; attempt < 8; attempt++) {
    await failsOnce()
  }
  newest().end(1006)
  await vi.advanceTimersByTimeAsync(0)
  const before = sockets.length
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(before + 1)
})

test('stays disconnected after the session has ended or while there are no listeners', async () => {
  const { stop } = listen()
  newest().open()
  newest().end(4401)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sockets).toHaveLength(1)
  stop()
  const second = listen()
  second.stop()
  expect(newest().closes, 'a browser would report that as an error').toBe(0)
  newest().open()
  expect(newest().closes).toBe(1)
  newest().end(1000)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sockets).toHaveLength(2)
})

test('tries an event stream when a proxy leaves a socket hanging', async () => {
  const requested = vi.fn(async () => new Response('', { status: 502 }))
  vi.stubGlobal('fetch', requested)
  listen()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(requested).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requested).toHaveBeenCalledTimes(1)
})

test('listens to an event stream where sockets are blocked, and starts with it from then on', async () => {
  const requested: unknown[] = []
  const body = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(': ok\n\ndata: {"kind":"rights"}\n\n')),
    })
  vi.stubGlobal('fetch', async (url: URL, { method }: RequestInit) => {
    requested.push(`${method} ${url.href}`)
    return new Response(body())
  })
  const { events, onUnreachable, stop } = listen()
  newest().end(1006)
  await vi.waitFor(() => expect(events).toEqual([{ kind: 'rights' }]))
  expect(requested).toEqual(['POST https://nas/files/ws/session'])
  stop()
  const later = listen()
  await vi.waitFor(() => expect(later.events).toEqual([{ kind: 'rights' }]))
  expect(sockets).toHaveLength(1)
  expect(onUnreachable).not.toHaveBeenCalled()
})
