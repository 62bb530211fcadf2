import type { ObjectEntry } from '@cooperage/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadCalls } from './download-calls.ts'

const way = vi.hoisted(() => ({ isDirect: true, isBusy: false, failed: 0 }))
vi.mock('../../transfers/index.ts', () => ({
  isDirect: async () => way.isDirect,
  isBusy: () => way.isBusy,
  directFailed: async () => {
    way.failed += 1
  },
}))

const OBJECT = { name: 'a', etag: 'e', size: 9 } as ObjectEntry
const ETAG = { etag: '"e"' }
const PART = { offset: 3, etag: '"e"' }

type Answer = { status?: number; headers?: Record<string, string> } | 'silence' | 'a stall'

/** Requests, `direct` or `console` with their range, of a page whose servers answer like this, in this order. */
function answering(direct: readonly Answer[], console: readonly Answer[]): string[] {
  const left = { direct: [...direct], console: [...console] }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string, { headers, signal }: RequestInit) => {
    if (input.endsWith('/direct/downloads')) return Response.json({ urls: ['https://storage.example/a'] })
    const by = input.startsWith('https://storage.example') ? 'direct' : 'console'
    asked.push(`${by} ${new Headers(headers).get('range') ?? 'all'}`)
    const answer = left[by].shift() ?? { status: 404 }
    if (answer === 'silence') {
      return await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
    if (answer === 'a stall') {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(Buffer.from('byt'))
          signal?.addEventListener('abort', () => stream.error(signal.reason))
        },
      })
      return new Response(body, { headers: ETAG })
    }
    return new Response('bytes', answer)
  })
  return asked
}

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://console.example/' })
  Object.assign(way, { isDirect: true, isBusy: false, failed: 0 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const opened = (from = { offset: 0, etag: '' }) => downloadCalls('b').open(OBJECT, from, new AbortController().signal)

test('an object continues where it stopped', async () => {
  const asked = answering([{ status: 206, headers: ETAG }], [])
  expect(await opened(PART)).toMatchObject({ offset: 3 })
  expect(asked).toEqual(['direct bytes=3-'])
})

test.each([
  [403, 1],
  [404, 1],
  [429, 0],
  [503, 0],
])('a response with status %i says so many times that the way is at fault: %i', async (status, failed) => {
  const asked = answering([{ status }], [{ headers: ETAG }])
  await opened()
  expect(asked).toEqual(['direct all', 'console all'])
  expect(way.failed).toBe(failed)
})

test.each([
  [false, 1],
  [true, 0],
])(
  'without a response in time it comes through the console; at fault is the way unless uploads are under way',
  async (isBusy, failed) => {
    vi.useFakeTimers()
    way.isBusy = isBusy
    const asked = answering(['silence'], [{ headers: ETAG }])
    const opening = opened()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(asked).toEqual(['direct all'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await opening).toMatchObject({ offset: 0 })
    expect(asked).toEqual(['direct all', 'console all'])
    expect(way.failed).toBe(failed)
  },
)

test('what stalls on the direct way continues through the console', async () => {
  vi.useFakeTimers()
  const asked = answering(['a stall'], [{ status: 206, headers: ETAG }])
  const calls = downloadCalls('b')
  const { signal } = new AbortController()
  const { bytes } = await calls.open(OBJECT, { offset: 0, etag: '' }, signal)
  const received: number[] = []
  const reading = (async () => {
    for await (const chunk of bytes) received.push(chunk.length)
  })().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls.isCutOff(await reading)).toBe(true)
  expect(received).toEqual([3])
  expect(await calls.open(OBJECT, PART, signal)).toMatchObject({ offset: 3 })
  expect(asked).toEqual(['direct all', 'console bytes=3-'])
})

test('what stalls at the console is cut off', async () => {
  vi.useFakeTimers()
  way.isDirect = false
  answering([], ['a stall'])
  const calls = downloadCalls('b')
  const { bytes } = await calls.open(OBJECT, { offset: 0, etag: '' }, new AbortController().signal)
  const reading = (async () => {
    for await (const _ of bytes);
  })().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls.isCutOff(await reading)).toBe(true)
})
