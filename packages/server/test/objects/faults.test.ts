/** The storage server fails in the middle of a listing, a rewind, a deletion. */
import { get, type ServerResponse } from 'node:http'
import { writeDeleteResult, writeListVersions } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { listed, visitorOf } from './scripted-visitor.ts'

const PAGE = Array.from({ length: 1000 }, (_, index) => `f/${String(index).padStart(4, '0')}`)

function versionsPage(marker: string | null): string | null {
  if (marker !== null) return null
  const versions = PAGE.map((key) => ({
    key,
    versionId: 'null',
    isLatest: true,
    isDeleteMarker: false,
    size: 1,
    etag: 'e',
    lastModified: 1_700_000_000_000,
  }))
  return writeListVersions({
    bucket: 'photos',
    prefix: 'f/',
    keyMarker: '',
    versionIdMarker: '',
    nextKeyMarker: PAGE.at(-1) ?? '',
    nextVersionIdMarker: 'null',
    maxKeys: 1000,
    isTruncated: true,
    versions,
    commonPrefixes: [],
  })
}

function objectsPage(isFirst: boolean): string | null {
  return isFirst ? listed(PAGE) : null
}

test('an interrupted rewind or list of versions is an aborted transfer, not a shorter list', async () => {
  const user = await visitorOf(({ query }) => versionsPage(query.get('key-marker')))
  for (const path of ['rewind/2026-01-01T00:00:00Z?prefix=f/', 'objects?prefix=f/&with_versions=true']) {
    await expect(user.get(`/api/v1/buckets/photos/${path}`)).rejects.toThrow(/aborted|hang up|terminated/)
  }
})

test('a failed page of a rewind is an error, not the end of the list', async () => {
  const user = await visitorOf(({ query }) => versionsPage(query.get('key-marker')))
  const first = await user.get('/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z?prefix=f/&limit=100')
  expect([first.status, first.json]).toMatchObject([200, { next: PAGE[99] }])
  const last = await user.get('/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z?prefix=f/&limit=100&after=f/0999')
  expect(last.outcome).toBe('503 StorageUnreachable')
})

test('a batched deletion returns its progress and where to continue after an outage', async () => {
  const user = await visitorOf(({ method, query }) =>
    method === 'POST' ? writeDeleteResult({ deleted: [], failed: [] }) : objectsPage(!query.has('continuation-token')),
  )
  const json = [{ path: 'f/', recursive: true }]
  const part = await user.call('POST', '/api/v1/buckets/photos/delete-objects?in_parts=true', { json })
  expect([part.status, part.json]).toEqual([200, { deleted: 1000, failed: [], alsoFailed: 0, next: '0:' }])
  const whole = await user.call('POST', '/api/v1/buckets/photos/delete-objects', { json })
  expect(whole.outcome).toBe('503 StorageUnreachable')
})

test('a batched change returns its progress after an outage, and continues there', async () => {
  const keys = PAGE.slice(0, 250)
  const user = await visitorOf(({ method, query }) => {
    if (method === 'PUT') return ''
    if (query.has('continuation-token')) return null
    const from = query.get('start-after') ?? ''
    return listed(keys.filter((key) => key > from))
  })
  const json = { paths: [{ path: 'f/', recursive: true }], change: { kind: 'replaceTags', tags: { a: '1' } } }
  const requestPart = (after: string) => {
    const query = `after=${encodeURIComponent(after)}`
    return user.call('POST', `/api/v1/buckets/photos/objects/change?${query}`, { json })
  }
  let changed = 0
  let reply = await requestPart('')
  // One call or several, depending on the machine.
  while (reply.status === 200) {
    const part = reply.json as { changed: number; next: string }
    changed += part.changed
    reply = await requestPart(part.next)
  }
  expect(reply.outcome).toBe('503 StorageUnreachable')
  expect(changed).toBe(keys.length)
})

test('a client that disconnects during a rewind leaves no request to the storage server behind', async () => {
  const { promise: deletion, resolve: onDeletion } = Promise.withResolvers<ServerResponse>()
  const user = await visitorOf(({ query }, response) => {
    if (query.get('key-marker') === null) return versionsPage(null)
    onDeletion(response)
    return undefined
  })
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = get(`${user.url}/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z?prefix=f/`, {
    headers: { cookie },
  })
  leaving.on('error', () => leaving.destroy())
  const held = await deletion
  const closed = new Promise((resolve) => held.once('close', resolve))
  leaving.destroy()
  await closed
})
