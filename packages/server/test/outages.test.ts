/** Every call of the pages while the storage server fails, in every possible way. */

import { FAULTS, type FaultProxy, silentServer, startFaultProxy, startTarget } from '@cooperage/testkit'
import { afterAll, describe, expect, type OnTestFinishedHandler, test } from 'vitest'
import { type RunningConsole, startConsole } from './running-console.ts'
import { accountDocument, startScriptedStorage, stsKeys } from './scripted-storage.ts'
import { FORM_TYPE, formBody, type Reply, type Visitor, visitor } from './visitor.ts'

const OBJECTS = '/api/v1/buckets/photos/objects'
const file = (name: string, size: number) => [{ name: String(size), fileName: name, content: Buffer.alloc(size, 'x') }]
const form = (fields: Record<string, string>) => ({
  body: formBody(Object.entries(fields).map(([name, content]) => ({ name, content }))),
  headers: { 'content-type': FORM_TYPE },
})

/** The storage requests of the pages, directly or indirectly. */
const CALLS: Record<string, (one: Visitor) => Promise<Reply>> = {
  'sign-in': (one) => visitor(one.url).signIn(storage.root),
  session: (one) => one.get('/api/v1/session'),
  permissions: (one) =>
    one.call('POST', '/api/v1/has-permission', { json: { actions: [{ id: 'a', action: 's3:GetObject' }] } }),
  'list of buckets': (one) => one.get('/api/v1/buckets'),
  'names of buckets': (one) => one.get('/api/v1/buckets?names_only=true'),
  'figures of buckets': (one) => one.get('/api/v1/bucket-figures'),
  'creation of a bucket': (one) => one.call('POST', '/api/v1/buckets', { json: { name: 'photos' } }),
  'deletion of a bucket': (one) => one.call('DELETE', '/api/v1/buckets/photos'),
  'folder listing': (one) => one.get(OBJECTS),
  'page of a listing': (one) => one.get(`${OBJECTS}?limit=2`),
  share: (one) => one.get(`${OBJECTS}/share?prefix=a.txt`),
  'deletion of an object': (one) => one.call('DELETE', `${OBJECTS}?path=gone.txt`),
  'deletion of a folder': (one) => one.call('DELETE', `${OBJECTS}?path=gone/&recursive=true`),
  'deletion of several': (one) =>
    one.call('POST', '/api/v1/buckets/photos/delete-objects', { json: [{ path: 'gone.txt', recursive: false }] }),
  upload: (one) => one.call('POST', `${OBJECTS}/upload`, { form: file('new.bin', 5_000) }),
  download: (one) => one.get(`${OBJECTS}/download?prefix=a.txt`),
  'folder as an archive': (one) => one.get(`${OBJECTS}/download?prefix=f/`),
  'objects as an archive': (one) =>
    one.call(
      'POST',
      `${OBJECTS}/download`,
      form({ selection: JSON.stringify({ prefix: '', paths: ['a.txt', 'f/b.txt'] }) }),
    ),
  'selection as an archive': (one) =>
    one.call(
      'POST',
      `${OBJECTS}/download`,
      form({ selection: JSON.stringify({ prefix: '', paths: ['a.txt', 'f/'] }) }),
    ),
}

const LARGE = 17 * 1024 * 1024
const ONE_REQUEST = formBody(file('new.bin', LARGE))
const IN_PARTS = formBody([{ name: 'file', fileName: 'new.bin', content: Buffer.alloc(LARGE) }])

/** Those whose data takes long to send on a busy machine: tested separately, so that it delays no other call. */
const LARGE_UPLOADS: typeof CALLS = {
  'large upload': (one) =>
    one.call('POST', `${OBJECTS}/upload`, { body: ONE_REQUEST, headers: { 'content-type': FORM_TYPE } }),
  'upload in parts': (one) =>
    one.call('POST', `${OBJECTS}/upload`, { body: IN_PARTS, headers: { 'content-type': FORM_TYPE } }),
}

/** Requests with a response without body: complete immediately, however slowly a body would arrive. */
const WITHOUT_BODY = new Set([
  'creation of a bucket',
  'deletion of a bucket',
  'share',
  'deletion of an object',
  'upload',
  'large upload',
])

const UNREACHABLE = { status: 503, code: 'StorageUnreachable', nextStep: 'Check that it’s running' }
const TIMEOUT = { status: 504, code: 'StorageTimeout', nextStep: 'Try again in a moment' }
const EXPECTED: Record<(typeof FAULTS)[number], typeof TIMEOUT> = {
  stopped: UNREACHABLE,
  silent: TIMEOUT,
  slow: TIMEOUT,
  'slow to finish': TIMEOUT,
  'half a head': UNREACHABLE,
  'half a body': UNREACHABLE,
}

/** A console that reaches the storage server through its own proxy, so that faults can be tested concurrently. */
async function consoleBehindProxy(
  atEnd: (stop: OnTestFinishedHandler) => void,
): Promise<{ proxy: FaultProxy; server: RunningConsole; user: Visitor }> {
  const proxy = await startFaultProxy(storage.url)
  const server = await startConsole(proxy.url)
  atEnd(async () => {
    await server.stop()
    await proxy.close()
  })
  const user = visitor(server.url)
  await user.signIn(storage.root)
  return { proxy, server, user }
}

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Waits until a page that needs no storage server was served after the previous call began: what is measured is a call, not
 * the sending of the hundred others to consoles in the same process.
 */
async function nextTurn({ url }: RunningConsole): Promise<void> {
  const turn = lastTurn.then(() => visitor(url).get('/'))
  lastTurn = turn
  await turn
}

const storage = await startTarget()
const server = await startConsole(storage.url)
const root = visitor(server.url)
await root.signIn(storage.root)
await root.call('POST', '/api/v1/buckets', { json: { name: 'photos' } })
for (const name of ['a.txt', 'f/b.txt', 'f/c.txt']) {
  const { status, text } = await root.call('POST', `${OBJECTS}/upload`, { form: file(name, 3_000) })
  if (status !== 200) throw new Error(`no object: ${text}`)
}
await server.stop()
afterAll(() => storage.stop())

// The tests wait for deadlines, so they run concurrently.
describe.for([
  ['call', CALLS],
  ['large upload', LARGE_UPLOADS],
] as const)('every %s', ([, calls]) => {
  test.concurrent.for(FAULTS)(
    "returns within ten seconds, and doesn't sign users out: %s",
    { timeout: 60_000 },
    async (fault, { onTestFinished }) => {
      const { proxy, server, user } = await consoleBehindProxy(onTestFinished)
      const cookies = new Map(user.cookies)
      await proxy.fail(fault)
      const isBodyAboutIt = fault === 'slow to finish' || fault === 'half a body'
      const inner = new RegExp(
        `127\\.0\\.0\\.1|${new URL(proxy.url).port}|${new URL(storage.url).port}|node_modules|\\.ts\\b`,
      )

      const { status, code, nextStep } = EXPECTED[fault]
      const attempts = Object.entries(calls)
        .filter(([name]) => !(isBodyAboutIt && (WITHOUT_BODY.has(name) || name === 'download')))
        .map(async ([name, send]) => {
          await nextTurn(server)
          const one = user.twin()
          const began = performance.now()
          const reply = await send(one)
          const seconds = (performance.now() - began) / 1000
          expect([name, reply.status, reply.json]).toEqual([name, status, expect.objectContaining({ code })])
          // The deadline is nine; the rest is for a busy machine.
          expect(seconds, name).toBeLessThan(13)
          expect((reply.json as { message: string }).message, name).toContain(nextStep)
          expect(reply.text, name).not.toMatch(inner)
          expect(one.cookies, name).toEqual(cookies)
        })
      for (const outcome of await Promise.allSettled(attempts)) {
        if (outcome.status === 'rejected') throw outcome.reason
      }
      expect((await visitor(server.url).get('/')).status, 'the page itself').toBe(200)

      await proxy.fail('none')
      expect((await user.get('/api/v1/session')).status, 'the same session').toBe(200)
      expect((await user.get(`${OBJECTS}/download?prefix=a.txt`)).bytes.length).toBe(3_000)
    },
  )
})

test.concurrent('waits for an upload that makes progress, and times out if the storage server stops reading', {
  timeout: 40_000,
}, async ({ onTestFinished }) => {
  const { user } = await consoleBehindProxy(onTestFinished)
  const upload = async (storageUrl: string, size: number) => {
    const other = await startConsole(storageUrl)
    const body = formBody(file('new.bin', size))
    const began = performance.now()
    const { status } = await user
      .twin(other.url)
      .call('POST', `${OBJECTS}/upload`, { body, headers: { 'content-type': FORM_TYPE } })
    const seconds = (performance.now() - began) / 1000
    await other.stop()
    return { status, seconds }
  }
  const busy = await startScriptedStorage((request, response) => {
    if (request.method === 'PUT') setTimeout(() => response.setHeader('etag', '"e"').end(), 12_000)
    else response.end('<LocationConstraint/>')
  })
  // It accepts what the network buffers and no more, like a stopped process.
  const frozen = await silentServer({ reads: false })
  const [waitedFor, givenUp] = await Promise.all([upload(busy.url, 5_000), upload(frozen.url, 40 * 1024 * 1024)])
  expect(waitedFor.status).toBe(200)
  expect(waitedFor.seconds).toBeGreaterThan(12)
  expect(givenUp.status).toBe(504)
  expect(givenUp.seconds).toBeLessThan(13)
  await Promise.all([busy.stop(), frozen.close()])
})

test.concurrent('times out if several slow responses add up', { timeout: 40_000 }, async () => {
  const late = await startScriptedStorage((request, response) => {
    const document = request.method === 'POST' ? stsKeys() : accountDocument({ Version: '', Statement: [] })
    setTimeout(() => response.end(document), 6_000)
  })
  const other = await startConsole(late.url)
  const began = performance.now()
  const { status, json } = await visitor(other.url).signIn({ accessKey: 'alice', secretKey: 'alice-secret' })
  expect((performance.now() - began) / 1000).toBeLessThan(11.5)
  expect([status, json]).toMatchObject([504, { code: 'StorageTimeout' }])
  await other.stop()
  await late.stop()
})

test('aborts the transfer of an object that is truncated', async ({ onTestFinished }) => {
  const { proxy, user } = await consoleBehindProxy(onTestFinished)
  await proxy.fail('half a body')
  await expect(user.get(`${OBJECTS}/download?prefix=a.txt`)).rejects.toThrow()
})
