/** The storage engine is killed while each live view of the console runs. */
import { ROOT_KEYS, send, waitUntil } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { Site } from './cooperage.ts'

const BUCKET = 'watched'

interface View {
  messages: Record<string, unknown>[]
  closed: Promise<{ code: number; reason: string }>
  close(): void
}

async function visit(url: string) {
  const login = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ROOT_KEYS),
  })
  expect(login.status).toBe(201)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (path: string): Promise<View> => {
    // Node accepts headers, which a browser doesn't.
    const options = { headers: { origin: url, cookie } } as unknown as string[]
    const socket = new WebSocket(url.replace('http', 'ws') + path, options)
    const messages: Record<string, unknown>[] = []
    socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
    const closed = new Promise<{ code: number; reason: string }>((resolve) => {
      socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
    })
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`${path} was refused`)))
    })
    return { messages, closed, close: () => socket.close() }
  }
}

test('each live view ends as an outage when the engine is killed, and works once it is back', async () => {
  const site = new Site()
  onTestFinished(() => site.end())
  const { accessKey, secretKey } = ROOT_KEYS
  const { url } = await site.start([], { COOPERAGE_ROOT_USER: accessKey, COOPERAGE_ROOT_PASSWORD: secretKey })
  const killed = site.engine()
  const put = (key?: string) =>
    send({
      url: `http://127.0.0.1:${killed.port}`,
      credentials: ROOT_KEYS,
      method: 'PUT',
      bucket: BUCKET,
      ...(key && { key }),
    })
  await put()
  const open = await visit(url)

  const [logs, ...busy] = [await open('/ws/console'), await open('/ws/trace'), await open(`/ws/watch/${BUCKET}`)]
  const allShow = (views: View[]) =>
    waitUntil('each view shows an upload', async () => {
      await put('key')
      return views.every(({ messages }) => JSON.stringify(messages).includes(`${BUCKET}/key`))
    })
  await allShow(busy)
  // It no longer responds, so the report isn't complete when it is killed.
  process.kill(killed.pid, 'SIGSTOP')
  const report = await open('/ws/health-info?deadline=1h')
  process.kill(killed.pid, 'SIGKILL')
  for (const view of [logs, ...busy, report]) {
    expect(await view?.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' })
  }

  await site.engineAfter(killed)
  const again = [await open('/ws/trace'), await open(`/ws/watch/${BUCKET}`)]
  await allShow(again)
  for (const view of again) view.close()
  const complete = await open('/ws/health-info?deadline=1h')
  expect(await complete.closed).toEqual({ code: 1000, reason: '' })
  expect(complete.messages.at(-1)).toMatchObject({ isComplete: true })
})
