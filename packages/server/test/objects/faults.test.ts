/** The storage goes in the middle of a listing, a rewind, a deletion; what is told then. */
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

test('a rewind and a list of versions that cannot be finished are broken transfers, no shorter lists', async () => {
  const user = await visitorOf(({ query }) => versionsPage(query.get('key-marker')))
  for (const path of ['rewind/2026-01-01T00:00:00Z?prefix=f/', 'objects?prefix=f/&with_versions=true']) {
    await expect(user.get(`/api/v1/buckets/photos/${path}`)).rejects.toThrow(/aborted|hang up|terminated/)
  }
})

test('a page of a rewind that cannot be had is an error, and what came before it is not shown as all', async () => {
  const user = await visitorOf(({ query }) => versionsPage(query.get('key-marker')))
  const first = await user.get('/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z?prefix=f/&limit=100')
  expect([first.status, first.json]).toMatchObject([200, { next: PAGE[99] }])
  const last = await user.get('/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z?prefix=f/&limit=100&after=f/0999')
  expect([last.status, last.json]).toMatchObject([503, { code: 'StorageUnreachable' }])
})

test('a deletion in parts tells what is gone when the storage goes, and where to go on', async () => {
  const user = await visitorOf(({ method, query }) =>
    method === 'POST' ? writeDeleteResult({ deleted: [], failed: [] }) : objectsPage(!query.has('continuation-token')),
  )
  const json = [{ path: 'f/', recursive: true }]
  const part = await user.call('POST', '/api/v1/buckets/photos/delete-objects?in_parts=true', { json })
  expect([part.status, part.json]).toEqual([200, { deleted: 1000, failed: [], alsoFailed: 0, next: '0:' }])
  const whole = await user.call('POST', '/api/v1/buckets/photos/delete-objects', { json })
  expect([whole.status, whole.json]).toMatchObject([503, { code: 'StorageUnreachable' }])
})

test('a change of many tells what is done when the storage goes, and goes on there', async () => {
  const keys = PAGE.slice(0, 250)
  const user = await visitorOf(({ method, query }) => {
    if (method === 'PUT') return ''
    if (query.has('continuation-token')) return null
    const from = query.get('start-after') ?? ''
    return listed(keys.filter((key) => key > from))
  })
  const json = { paths: [{ path: 'f/', recursive: true }], change: { kind: 'replaceTags', tags: { a: '1' } } }
  const ask = (after: string) => {
    const query = `after=${encodeURIComponent(after)}`
    return user.call('POST', `/api/v1/buckets/photos/objects/change?${query}`, { json })
  }
  let changed = 0
  let reply = await ask('')
  // One part or several, as fast as the machine is.
  while (reply.status === 200) {
    const part = reply.json as { changed: number; next: string }
    changed += part.changed
    reply = await ask(part.next)
  }
  expect([reply.status, reply.json]).toMatchObject([503, { code: 'StorageUnreachable' }])
  expect(changed).toBe(keys.length)
})

test('a visitor who leaves in the middle of a rewind leaves nothing behind that still asks the storage', async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<ServerResponse>()
  const user = await visitorOf(({ query }, response) => {
    if (query.get('key-marker') === null) return versionsPage(null)
    onAsked(response)
    return undefined
  })
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = get(`${user.url}/api/v1/buckets/photos/rewind/2026-01-01T00:00:00Z?prefix=f/`, {
    headers: { cookie },
  })
  leaving.on('error', () => leaving.destroy())
  const held = await asked
  const closed = new Promise((resolve) => held.once('close', resolve))
  leaving.destroy()
  await closed
})
