/** Versions listed, restored and deleted; incomplete uploads. */
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import type { Visitor } from '../visitor.ts'
import { inAnHour, LISTED, objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

interface Page {
  objects: { name: string; version_id: string }[]
  next?: string
  next_version?: string
}

async function pages(user: Visitor, at: string, query: Record<string, string>): Promise<Page['objects']> {
  const rows: Page['objects'] = []
  let marker: Record<string, string> = {}
  for (;;) {
    const asked = new URLSearchParams({ with_versions: 'true', ...query, ...marker })
    const { next, next_version, objects } = (await user.get(`${at}/objects?${asked}`)).json as Page
    rows.push(...objects)
    if (next === undefined) return rows
    marker = { after: next, ...(next_version !== undefined && { after_version: next_version }) }
  }
}

describe('a list of versions', () => {
  test('contains those of exactly one key, the newest first, with lock and tags', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    const first = await storage.put(bucket, 'a', 'one', { 'x-amz-tagging': 'k=v%20w' })
    const hold = { 'x-amz-object-lock-legal-hold': 'ON' }
    const until = inAnHour()
    const kept = { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': until }
    const second = await storage.put(bucket, 'a', 'three', { ...hold, ...kept })
    const marker = await storage.remove(bucket, 'a')
    for (const key of ['a.txt', 'a/b', 'aa']) await storage.put(bucket, key)
    const row = { name: 'a', legal_hold_status: '', retention_mode: '', retention_until_date: '', tags: {} }
    const rows = [
      { ...row, version_id: marker, is_latest: true, is_delete_marker: true, size: 0 },
      {
        ...row,
        version_id: second,
        is_latest: false,
        is_delete_marker: false,
        size: 5,
        legal_hold_status: 'ON',
        retention_mode: 'governance',
        retention_until_date: until,
      },
      { ...row, version_id: first, is_latest: false, is_delete_marker: false, size: 3, tags: { k: 'v w' } },
    ]
    const whole = await user.get(`${at}/objects?prefix=a&with_versions=true`)
    expect(whole.json).toMatchObject({ objects: rows, total: 3 })
    for (const limit of ['1', '2', '3', '1000'])
      expect(await pages(user, at, { prefix: 'a', limit })).toMatchObject(rows)
  })

  test('contains folders and versions of a folder in the order of their names, page by page too', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    for (const key of ['f/a', 'f/b/1', 'f/b/2', 'f/a', 'f/c', 'f/日本', 'f/c', 'g']) await storage.put(bucket, key)
    const names = ['f/a', 'f/a', 'f/b/', 'f/c', 'f/c', 'f/日本']
    for (const limit of ['1', '2', '4', '1000']) {
      expect((await pages(user, at, { prefix: 'f/', limit })).map(({ name }) => name)).toEqual(names)
    }
    const { objects } = (await user.get(`${at}/objects?prefix=f/&with_versions=true`)).json as Page
    expect(objects.map(({ name }) => name)).toEqual(names)
  })

  test('names versions from before versioning null', async () => {
    const { user, bucket, at } = await storage.bucketWith()
    await storage.put(bucket, 'a')
    const { json } = await user.get(`${at}/objects?prefix=a&with_versions=true`)
    expect(json).toMatchObject({
      objects: [{ name: 'a', version_id: 'null', is_latest: true, is_delete_marker: false }],
    })
  })
})

describe('restoring', () => {
  const restore = async (user: Visitor, at: string, query: string) => {
    const { status, json } = await user.call('PUT', `${at}/objects/restore?${query}`)
    return { status, ...(json as { how: string; version_id: string; code?: string }) }
  }

  test('a deleted object removes its delete markers, which brings the same version back', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const version = await storage.put(bucket, 'k', 'text')
    await storage.remove(bucket, 'k')
    expect(await restore(user, at, 'prefix=k')).toEqual({ status: 200, how: 'marker', version_id: version })
    expect(await storage.text(bucket, 'k')).toBe('text')
    expect(await storage.versions(bucket)).toMatchObject([{ versionId: version, isLatest: true }])
    expect(await restore(user, at, 'prefix=k')).toEqual({ status: 200, how: 'unchanged', version_id: version })
  })

  test('an earlier version copies it to a new one with its metadata and tags', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const headers = { 'content-type': 'text/x', 'x-amz-meta-a': 'b', 'x-amz-tagging': 'k=v' }
    const first = await storage.put(bucket, 'k', 'one', headers)
    const second = await storage.put(bucket, 'k', 'two')
    const restored = await restore(user, at, `prefix=k&version_id=${first}`)
    expect(restored).toEqual({ status: 200, how: 'copy', version_id: expect.stringMatching(/^[0-9a-f]{8}-/) })
    expect(await storage.text(bucket, 'k')).toBe('one')
    expect(await storage.head(bucket, 'k')).toMatchObject({
      'content-type': 'text/x',
      'x-amz-meta-a': 'b',
      'x-amz-tagging-count': '1',
      'x-amz-version-id': restored.version_id,
    })
    const ids = (await storage.versions(bucket)).map(({ versionId }) => versionId)
    expect(ids).toEqual([restored.version_id, second, first])
  })

  test.each(['nothing', 'k'])('of %j reports that there is nothing to restore', async (key) => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const version = await storage.put(bucket, 'k')
    const marker = await storage.remove(bucket, 'k')
    await storage.request({ method: 'DELETE', bucket, key: 'k', query: { versionId: version } })
    expect(await restore(user, at, `prefix=${key}`)).toMatchObject({ status: 404, code: 'NoSuchKey' })
    const none = { status: key === 'k' ? 400 : 404 }
    expect(await restore(user, at, `prefix=${key}&version_id=${marker}`)).toMatchObject(none)
  })
})

describe('deleting', () => {
  const selected = (user: Visitor, at: string, query: string, json: object[]) =>
    user.call('POST', `${at}/delete-objects?${query}`, { json })

  test('one version keeps the others', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const first = await storage.put(bucket, 'k', 'one')
    const second = await storage.put(bucket, 'k', 'two')
    expect((await user.call('DELETE', `${at}/objects?path=k&version_id=${second}`)).status).toBe(204)
    expect(await storage.text(bucket, 'k')).toBe('one')
    const { json } = await selected(user, at, '', [{ path: 'k', versionID: first }])
    expect(json).toEqual({ deleted: 1, failed: [], alsoFailed: 0 })
    expect(await storage.versions(bucket)).toEqual([])
  })

  test('all versions deletes only those of this key and this folder', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    for (const key of ['k', 'k', 'k.txt', 'f/a', 'f/a', 'f/b/c', 'f.txt']) await storage.put(bucket, key)
    await storage.remove(bucket, 'f/a')
    expect((await user.call('DELETE', `${at}/objects?path=k&all_versions=true`)).status).toBe(204)
    const { json } = await selected(user, at, 'all_versions=true', [{ path: 'f/', recursive: true }])
    expect(json).toEqual({ deleted: 4, failed: [], alsoFailed: 0 })
    expect((await storage.versions(bucket)).map(({ key }) => key)).toEqual(['f.txt', 'k.txt'])
  })

  test('keeps versions in governance mode without the bypass, and held ones always', async () => {
    const { user, bucket, at } = await storage.bucketWith({ locking: true })
    const governed = { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': inAnHour() }
    await storage.put(bucket, 'f/governed', 'x', governed)
    await storage.put(bucket, 'f/held', 'x', { 'x-amz-object-lock-legal-hold': 'ON' })
    await storage.put(bucket, 'f/free')
    const remove = async (query: string) =>
      (await selected(user, at, `all_versions=true${query}`, [{ path: 'f/', recursive: true }])).json
    const locked = (path: string) => ({
      path,
      message: expect.stringContaining('under retention or legal hold'),
      text: expect.objectContaining({ key: 'error:ObjectLocked' }),
      storageRequestId: expect.stringMatching(/^[0-9A-F]{16}$/),
    })
    expect(await remove('')).toEqual({ deleted: 1, failed: [locked('f/governed'), locked('f/held')], alsoFailed: 0 })
    expect(await remove('&bypass=true')).toEqual({ deleted: 1, failed: [locked('f/held')], alsoFailed: 0 })
  })

  test('a selection continues until there is no next, and rejects an invalid after', async () => {
    const { user, bucket, at } = await storage.bucketWith({ versioning: true })
    const keys = Array.from({ length: 40 }, (_, index) => `f/${index}`)
    await Promise.all(keys.map((key) => storage.put(bucket, key)))
    await storage.put(bucket, 'k')
    const body = [{ path: 'f/', recursive: true }, { path: 'k' }]
    let deleted = 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { status, json } = await selected(user, at, `in_parts=true&after=${encodeURIComponent(after)}`, body)
      expect(status).toBe(200)
      const part = json as { deleted: number; next?: string }
      deleted += part.deleted
      after = part.next
    }
    expect(deleted).toBe(41)
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual([])
    expect((await selected(user, at, 'in_parts=true&after=x', body)).outcome).toBe('400 InvalidInput')
    // Where another call stopped within a folder.
    await storage.put(bucket, 'f/1')
    await storage.put(bucket, 'f/2')
    const rest = await selected(user, at, `in_parts=true&after=${encodeURIComponent('1:f/1')}`, body)
    expect(rest.json).toMatchObject({ deleted: 1 })
    await expect.poll(() => storage.keys(bucket), LISTED).toEqual(['f/1'])
  })
})

test('incomplete uploads are listed, by object too, and aborted', async () => {
  const { user, bucket, at } = await storage.bucketWith()
  const begin = (key: string) => storage.request({ method: 'POST', bucket, key, query: { uploads: '' } })
  for (const key of ['a', 'b/ü', 'b/ü']) await begin(key)
  const list = async (query = '') => {
    const { json } = await user.get(`${at}/objects/uploads?${query}`)
    return json as { uploads: { name: string; upload_id: string; started: string }[]; next?: string }
  }
  const all = await list()
  expect(all.uploads.map(({ name }) => name).sort()).toEqual(['a', 'b/ü', 'b/ü'])
  expect(all.next).toBeUndefined()
  const { uploads } = await list(`prefix=${encodeURIComponent('b/ü')}`)
  expect(uploads).toHaveLength(2)
  expect(uploads[0]).toEqual({ name: 'b/ü', upload_id: expect.any(String), started: expect.stringMatching(/^\d{4}-/) })
  for (const { name, upload_id } of all.uploads) {
    const query = new URLSearchParams({ prefix: name, upload_id })
    for (let times = 0; times < 2; times++) {
      expect((await user.call('DELETE', `${at}/objects/uploads?${query}`)).status).toBe(204)
    }
  }
  expect(await list()).toEqual({ uploads: [] })
})
