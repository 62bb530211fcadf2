/** Live trace of the storage server's calls (spec object-browser-and-tools 7), on the engine and on MinIO. */
import type { ServerResponse } from 'node:http'
import type { TracedCall } from '@cooperage/contract'
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import { expect, test, vi } from 'vitest'
import { withConsole } from '../running-console.ts'
import { accountDocument, aliceAt, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { closeSocket, type OpenSocket, openSocket } from '../socket-visitor.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()
const PATIENT = { timeout: 15_000, interval: 50 }

/** Repeats a call of the storage until the trace, which starts with a delay, shows it. */
async function tracedCall({ messages }: OpenSocket, path: string, query: Record<string, string> = {}) {
  const { url, root } = given.storage
  return await vi.waitFor(async () => {
    await send({ url, credentials: root, method: 'GET', path, query })
    const found = (messages as TracedCall[]).find((call) => call.path === path)
    if (found === undefined) throw new Error(`${path} isn't traced yet`)
    return found
  }, PATIENT)
}

test('sends calls with their responses, and no signatures', async () => {
  const socket = await openSocket(await given.user(), '/ws/trace?calls=s3&threshold=0&onlyErrors=no')
  const bucket = uniqueName('missing')
  const call = await tracedCall(socket, `/${bucket}/a-b`)
  await closeSocket(socket)
  expect(call).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    api: 's3.GetObject',
    method: 'GET',
    statusCode: 404,
    statusMsg: 'Not Found',
    host: new URL(given.storage.url).host,
    client: '127.0.0.1',
    callStats: { duration: expect.stringMatching(/^[\d.]+(µs|ms|s)$/), rx: expect.any(Number), tx: expect.any(Number) },
  })
  expect(call.requestHeaders).toContainEqual({
    name: 'Authorization',
    value: expect.stringMatching(new RegExp(`Credential=${given.storage.root.accessKey}/.*Signature=.?REDACTED.?$`)),
  })
})

test('filters by status, method, operation and path together', async () => {
  const user = await given.user()
  const [wanted, other] = [uniqueName('wanted'), uniqueName('other')]
  const filter = `statusCode=404&method=get&funcname=getobject&path=${wanted}&onlyErrors=yes`
  const [filtered, all] = await Promise.all([
    openSocket(user, `/ws/trace?${filter}`),
    openSocket(user, '/ws/trace?onlyErrors=yes'),
  ])
  await tracedCall(all, `/${other}/x`)
  await tracedCall(filtered, `/${wanted}/x`)
  expect(new Set((filtered.messages as TracedCall[]).map(({ path }) => path))).toEqual(new Set([`/${wanted}/x`]))
  await Promise.all([closeSocket(filtered), closeSocket(all)])
})

test('statusCode=0 of older scripts means any status', async () => {
  const socket = await openSocket(await given.user(), '/ws/trace?statusCode=0&threshold=0&method=&funcname=&path=')
  expect(await tracedCall(socket, `/${uniqueName('any')}/x`)).toMatchObject({ statusCode: 404 })
  await closeSocket(socket)
})

test('ends with the missing permission', async () => {
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo'])))
  const { closed } = await openSocket(reader, '/ws/trace')
  expect(await closed).toEqual({ code: 1011, reason: 'AccessDenied' })
})

test.each(['calls=everything', 'threshold=-1', 'statusCode=abc', 'onlyErrors=maybe'])('refuses %s', async (query) => {
  await expect(openSocket(await given.user(), `/ws/trace?${query}`)).rejects.toThrow('refused with 400')
})

/** A console on a storage whose calls the test makes up. */
async function scriptedTrace() {
  const streams = new Set<ServerResponse>()
  let opened = 0
  const storage = await scriptedStorage((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://storage')
    if (pathname === '/') return response.end(stsKeys())
    if (pathname.endsWith('/accountinfo'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    opened += 1
    streams.add(response)
    response.on('close', () => streams.delete(response))
    response.write(' ')
  })
  const user = await aliceAt(storage)
  const call = (path: string, header: string) => {
    const request = { method: 'GET', path, headers: { 'X-Long': [header] } }
    const http = { request, response: { statuscode: 200 }, stats: {} }
    const line = `${JSON.stringify({ type: 4, funcname: 's3.GetObject', time: new Date().toISOString(), http })}\n`
    for (const stream of streams) stream.write(line)
  }
  return { user, call, opened: () => opened, open: () => streams.size }
}

test('fifty watchers of the same calls share one trace of the storage server, and each gets all calls', async () => {
  const { user, call, opened, open } = await scriptedTrace()
  const second = visitor(user.url)
  await second.signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  const watchers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => openSocket(index % 2 ? user : second, `/ws/trace?calls=s3&path=/b`)),
  )
  const other = await openSocket(user, '/ws/trace?calls=internal')
  await expect.poll(open).toBe(2)
  for (let number = 0; number < 500; number++) call(`/b/${number}`, '')
  for (const { messages } of watchers) await expect.poll(() => messages.length).toBe(500)
  expect(watchers.flatMap(({ messages }) => messages)).not.toContainEqual(expect.objectContaining({ kind: 'dropped' }))
  await Promise.all([...watchers, other].map(closeSocket))
  await expect.poll(open).toBe(0)
  expect(opened()).toBe(2)
})

test('a browser that does not read misses calls without affecting others, and is told how many', async () => {
  const { user, call, open } = await scriptedTrace()
  const [fast, slow] = [await openSocket(user, '/ws/trace'), await openSocket(user, '/ws/trace')]
  await expect.poll(open).toBe(1)
  slow.socket.pause()
  const header = 'x'.repeat(16 * 1024)
  let sent = 0
  // More than the system buffers for a connection, in steps that the other browser reads.
  while (sent < 1_600) {
    for (let step = 0; step < 16; step++) call(`/b/${sent++}`, header)
    await expect.poll(() => fast.messages.length, { interval: 2 }).toBe(sent)
  }
  slow.socket.resume()
  const counts = () => {
    const dropped = (slow.messages as { kind?: string; count?: number }[]).filter(({ kind }) => kind === 'dropped')
    return { dropped: dropped.reduce((sum, { count = 0 }) => sum + count, 0), notes: dropped.length }
  }
  // What was dropped is reported with the next call.
  await vi.waitFor(() => {
    call(`/b/${sent++}`, '')
    expect(counts().notes).toBeGreaterThan(0)
  }, PATIENT)
  await expect.poll(() => slow.messages.length - counts().notes + counts().dropped).toBe(sent)
  expect(fast.messages).not.toContainEqual(expect.objectContaining({ kind: 'dropped' }))
  await Promise.all([closeSocket(fast), closeSocket(slow)])
})
