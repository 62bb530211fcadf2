import { afterEach, expect, test, vi } from 'vitest'
import { counted, findWayAgain, isDirect } from './direct-way.ts'

const FOUND = { origin: 'https://storage.example', obstacle: '', probe: 'https://storage.example/b?location' }

function probing(probe: () => Response): void {
  vi.stubGlobal('document', { baseURI: 'https://console.example/' })
  vi.stubGlobal('fetch', async (input: string) => (input === FOUND.probe ? probe() : Response.json(FOUND)))
}
const failing = (error: Error) => () => {
  throw error
}
const late = failing(new DOMException('not in time', 'TimeoutError'))

afterEach(() => {
  findWayAgain('b')
  vi.unstubAllGlobals()
})

test.each([
  ['responds', () => new Response('<LocationConstraint/>'), true],
  ['denies only this call', () => new Response('<Code>AccessDenied</Code>', { status: 403 }), true],
  ['responds with another error', () => new Response('', { status: 503 }), false],
  ['shows the page nothing', failing(new TypeError('Failed to fetch')), false],
  ['doesn’t respond in time', late, false],
])('whether objects travel directly if the storage server %s', async (_, probe, expected) => {
  probing(probe)
  expect(await isDirect('b')).toBe(expected)
})

test('a probe that may have waited for uploads is no reason against the way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const upload = counted(() => promise)
  probing(late)
  expect(await isDirect('b')).toBe(true)
  findWayAgain('b')
  probing(failing(new TypeError('Failed to fetch')))
  expect(await isDirect('b'), 'another failure is one').toBe(false)
  findWayAgain('b')
  resolve()
  await upload
  probing(late)
  expect(await isDirect('b'), 'once they are done').toBe(false)
})
