/** Live views as server-sent events, for browsers behind a proxy that blocks WebSockets. */
import { send, uniqueName } from '@cooperage/testkit'
import { expect, test, vi } from 'vitest'
import { startConsole, withConsole } from './running-console.ts'
import { type Visitor, visitor } from './visitor.ts'

const given = await withConsole()

interface Stream {
  status: number
  type: string | null
  /** The events so far: `message` and `close`. */
  events: { event: string; data: Record<string, unknown> }[]
  /** All text so far. */
  text: () => string
  ended: Promise<void>
  leave: () => void
}

async function openStream(
  { url, cookies }: Visitor,
  path: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const leaving = new AbortController()
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { accept: 'text/event-stream', origin: url, cookie, ...headers },
    signal: leaving.signal,
  })
  const events: Stream['events'] = []
  let text = ''
  const read = async () => {
    if (response.body === null) return
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const whole = text.slice(0, text.lastIndexOf('\n\n') + 1)
      events.length = 0
      for (const block of whole.split('\n\n')) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined)
          events.push({ event: /^event: (.*)$/m.exec(block)?.[1] ?? 'message', data: JSON.parse(data) })
      }
    }
  }
  const ended = read().catch(() => undefined)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    text: () => text,
    ended,
    leave: () => leaving.abort(),
  }
}

test('sends the messages of a view, and its close', async () => {
  const server = await startConsole(given.storage.url)
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  const stream = await openStream(user, '/ws/session')
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  await expect.poll(() => stream.events).toMatchObject([{ event: 'message', data: { kind: 'session' } }])
  await server.stop()
  await stream.ended
  expect(stream.events.at(-1)).toMatchObject({ event: 'close', data: { code: 1001 } })
})

test('a trace arrives, and ends with the reason of a refusal', async () => {
  const user = await given.user()
  const stream = await openStream(user, '/ws/trace?calls=s3')
  const path = `/${uniqueName('missing')}`
  await vi.waitFor(
    async () => {
      await send({ url: given.storage.url, credentials: given.storage.root, method: 'GET', path })
      expect(stream.events.some(({ data }) => data.path === path || data.path === `${path}/`)).toBe(true)
    },
    { timeout: 15_000, interval: 50 },
  )
  stream.leave()
  const missing = await openStream(user, `/ws/watch/${uniqueName('missing')}`)
  await missing.ended
  expect(missing.events).toEqual([{ event: 'close', data: { code: 1011, reason: 'NoSuchBucket' } }])
})

test('ends with the session', async () => {
  const user = await given.user()
  const stream = await openStream(user, '/ws/session')
  await expect.poll(() => stream.events.length).toBe(1)
  await user.call('POST', '/api/v1/logout')
  await stream.ended
  expect(stream.events.at(-1)).toMatchObject({ event: 'close', data: { code: 4401 } })
})

test('requires a session and the console’s own origin, and counts as a live view', async () => {
  const user = await given.user()
  expect((await openStream(given.stranger(), '/ws/session')).status).toBe(401)
  expect((await openStream(user, '/ws/session', { origin: 'http://evil.example' })).status).toBe(403)
  expect((await openStream(user, '/ws/trace?calls=everything')).status).toBe(400)
  const open = await Promise.all(Array.from({ length: 32 }, () => openStream(user, '/ws/session')))
  expect((await openStream(user, '/ws/session')).status).toBe(429)
  for (const one of open) one.leave()
  await expect
    .poll(async () => {
      const next = await openStream(user, '/ws/session')
      next.leave()
      return next.status
    })
    .toBe(200)
})
