/** Looking at something changes nothing on the storage server, costs it little, and is recognizable in its logs. */
import { OPERATOR_FEATURES } from '@cooperage/contract'
import { ROUTES, uniqueName } from '@cooperage/testkit'
import { CONSOLE_USER_AGENT } from '@cooperage/wire'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { watchedStorage } from './jobs/watched-storage.ts'
import { startConsole, withConsole } from './running-console.ts'
import { type Visitor, visitor } from './visitor.ts'

const given = await withConsole()

/** What the storage server received since it was last emptied. */
let seen: { method: string; path: string; query: string; agent: string }[] = []
let root: Visitor
let bucket: string
beforeEach(async () => {
  const watched = await watchedStorage(given.storage.url)
  watched.onResponse = ({ method = '', url = '', headers }) => {
    const { pathname, search } = new URL(url, 'http://storage')
    seen.push({ method, path: pathname, query: search, agent: headers['user-agent'] ?? '' })
  }
  const server = await startConsole(watched.url)
  onTestFinished(async () => {
    await server.stop()
    watched.close()
  })
  root = visitor(server.url)
  await root.signIn(given.storage.root)
  bucket = uniqueName('viewed')
  expect((await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)
  const form = [{ name: '1', fileName: 'a', content: 'x' }]
  await root.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, { form })
  seen = []
})

test('no GET of the console writes to the storage server', async () => {
  const values: Record<string, string> = { bucket, name: 'readwrite', id: 'region', kind: 'logger', date: '2026-01-01' }
  const query = new URLSearchParams({ prefix: 'a' })
  const reached: string[] = []
  for (const { id, method, path } of ROUTES) {
    if (method !== 'GET' || OPERATOR_FEATURES.includes(id.split('.')[0] ?? '')) continue
    const address = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'other')
    const takesPrefix = id.startsWith('objects.')
    const { status } = await root.get(takesPrefix ? `${address}?${query}` : address)
    if (status < 300) reached.push(id)
  }
  expect(reached).toEqual(expect.arrayContaining(['buckets.cors', 'buckets.replication', 'objects.details']))
  expect(reached.length).toBeGreaterThan(40)
  // Reads that the protocol has as POST: keys for the session (STS), the state of healing, and what isn't replicated.
  const reads = ['/', '/minio/admin/v3/background-heal/status', '/minio/admin/v3/replication/diff']
  const writes = seen.filter(({ method, path }) => method !== 'GET' && method !== 'HEAD' && !reads.includes(path))
  expect(writes).toEqual([])
  expect(seen.filter(({ agent }) => agent !== CONSOLE_USER_AGENT)).toEqual([])
})

describe('the policies that public badges need', () => {
  const exposures = async (maxAge?: number) => {
    seen = []
    const body = { buckets: [bucket], ...(maxAge !== undefined && { max_age: maxAge }) }
    const { json } = await root.call('POST', '/api/v1/exposure/buckets', { json: body })
    const [{ openings }] = (json as { buckets: [{ openings: unknown[] }] }).buckets
    return { openings: openings.length, requests: seen.length }
  }
  const closed = { openings: 0, requests: 1 }
  const known = { openings: 0, requests: 0 }

  test('are read once, and again on demand', async () => {
    expect([await exposures(300), await exposures(300), await exposures()]).toEqual([closed, known, closed])
  })

  test('are read again after the bucket was made public here, and in another session', async () => {
    await exposures(300)
    const other = visitor(root.url)
    await other.signIn(given.storage.root)
    const access = `/api/v1/buckets/${bucket}/set-policy`
    expect((await other.call('PUT', access, { json: { access: 'PUBLIC' } })).status).toBeLessThan(300)
    expect((await exposures(300)).openings).toBeGreaterThan(0)
    await other.call('PUT', access, { json: { access: 'PRIVATE' } })
    expect(await exposures(300)).toEqual(closed)
    const rules = `/api/v1/buckets/${bucket}/anonymous-rules`
    const rule = { prefix: 'a/', access: 'readonly', previous: '' }
    expect((await other.call('PUT', rules, { json: rule })).text).toBe('')
    expect((await exposures(300)).openings).toBeGreaterThan(0)
  })
})
