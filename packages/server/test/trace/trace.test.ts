/** Live trace of the storage server's calls (spec object-browser-and-tools 7), on the engine and on MinIO. */
import type { TracedCall } from '@cooperage/contract'
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import { expect, test, vi } from 'vitest'
import { withConsole } from '../running-console.ts'
import { closeSocket, type OpenSocket, openSocket } from '../socket-visitor.ts'

const given = withConsole()
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

test('sends calls with their answers, and no signatures', async () => {
  const socket = await openSocket(await given.user(), '/ws/trace?calls=s3&threshold=0&onlyErrors=no')
  const bucket = uniqueName('missing')
  const call = await tracedCall(socket, `/${bucket}/a-b`)
  await closeSocket(socket)
  expect(call).toMatchObject({
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

test('filters by status, method, operation and path, all at once', async () => {
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

test('ends with the missing permission', async () => {
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo'])))
  const { closed } = await openSocket(reader, '/ws/trace')
  expect(await closed).toEqual({ code: 1011, reason: 'AccessDenied' })
})

test.each(['calls=everything', 'threshold=-1', 'statusCode=abc', 'onlyErrors=maybe'])('refuses %s', async (query) => {
  await expect(openSocket(await given.user(), `/ws/trace?${query}`)).rejects.toThrow('refused with 400')
})
