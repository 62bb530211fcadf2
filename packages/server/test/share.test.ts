import { shareEnd } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { consoleAt, withConsole } from './running-console.ts'
import type { Visitor } from './visitor.ts'

const given = await withConsole()
const HOUR = 3600_000

async function userWithObject(name = 'deed.txt') {
  const { user, objects } = await given.userWithBucket()
  const stored = await user.call('POST', `${objects}/upload`, {
    form: [{ name: '6', fileName: name, content: 'signed' }],
  })
  expect(stored.status).toBe(200)
  return { user, objects }
}

async function share(user: Visitor, objects: string, prefix: string, rest = ''): Promise<string> {
  const reply = await user.get(`${objects}/share?prefix=${encodeURIComponent(prefix)}${rest}`)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, expect.stringContaining('application/json')])
  return reply.json as string
}

/** The response to a request with nothing but the link. */
async function opened(link: string) {
  const response = await fetch(link)
  return { status: response.status, text: await response.text() }
}

test.each(['deed.txt', 'ünïcødé & more #1?.txt', 'plus+and %25.txt'])(
  'a stranger opens the link to %j',
  async (name) => {
    const { user, objects } = await userWithObject(name)
    const link = await share(user, objects, name, `&expires=${HOUR}ms`)
    expect(new URL(link).origin).toBe(new URL(given.storage.url).origin)
    expect(await opened(link)).toEqual({ status: 200, text: 'signed' })
  },
)

test('the link allows only reading one object', async () => {
  const { user, objects } = await userWithObject()
  const link = await share(user, objects, 'deed.txt')
  expect((await opened(link.replace('deed.txt', 'deed2.txt'))).status).toBe(403)
  expect((await fetch(link, { method: 'DELETE' })).status).toBe(403)
})

test('the link expires as stated, at the latest with the keys of the session', async () => {
  const { user, objects } = await userWithObject()
  const createdAt = Date.now()
  const hour = shareEnd(await share(user, objects, 'deed.txt', `&expires=${HOUR}ms`)) ?? 0
  expect(Math.abs(hour - createdAt - HOUR)).toBeLessThan(10_000)
  // 12 hours of session and 24 for running transfers: no link may expire later.
  const longest = shareEnd(await share(user, objects, 'deed.txt')) ?? 0
  const cut = shareEnd(await share(user, objects, 'deed.txt', `&expires=${6 * 24 * HOUR}ms`)) ?? 0
  for (const end of [longest, cut]) {
    expect(end).toBeLessThanOrEqual(Date.now() + 36 * HOUR)
    expect(end).toBeGreaterThan(createdAt + 35 * HOUR)
  }
})

test.each([
  ['0ms', 'Selected date must be greater than current time.'],
  ['-86400000ms', 'Selected date must be greater than current time.'],
  ['604800001ms', 'You can share a file only for less than 7 days.'],
])('rejects a lifetime of %s', async (expires, message) => {
  const { user, objects } = await userWithObject()
  const reply = await user.get(`${objects}/share?prefix=deed.txt&expires=${expires}`)
  expect(reply.refusal).toBe(`400 InvalidShareEnd: ${message}`)
})

test('creates no link to a missing object', async () => {
  const { user, objects } = await userWithObject()
  expect((await user.get(`${objects}/share?prefix=missing.txt`)).outcome).toBe('404 NoSuchKey')
})

test('signing out revokes the link, and no links of others', async () => {
  const { user, objects } = await userWithObject()
  const link = await share(user, objects, 'deed.txt')
  const other = await given.user()
  const others = await share(other, objects, 'deed.txt')
  expect((await opened(link)).status).toBe(200)

  await user.call('POST', '/api/v1/logout')
  expect((await opened(link)).status).toBe(403)
  expect(await opened(others)).toEqual({ status: 200, text: 'signed' })
})

test('the link contains the public address of the storage server, whatever host the visitor used', async () => {
  const { objects } = await userWithObject()
  const server = await consoleAt(given.storage.url, {
    storagePublicUrl: new URL('https://files.example'),
    dataDir: given.server.dataDir,
  })
  const user = (await given.user()).twin(server.url)
  const reply = await user.get(`${objects}/share?prefix=deed.txt`, { headers: { 'x-forwarded-host': 'evil.example' } })
  expect(new URL(reply.json as string).origin).toBe('https://files.example')
})
