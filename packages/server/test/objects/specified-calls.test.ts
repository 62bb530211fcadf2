/** The calls of the specification (object-browser 7) about versions, rewind, retention, tags and legal hold, word for word. */
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { inAnHour, objectStorage } from './object-storage.ts'

const given = await withConsole()
const storage = objectStorage(given)

/** A signed-in visitor with a versioned bucket with object locking, and an object with two versions. */
async function userWithVersions() {
  const { user, bucket } = await storage.bucketWith({ locking: true })
  const older = await storage.put(bucket, 'docs/a.txt', 'one')
  const newer = await storage.put(bucket, 'docs/a.txt', 'three')
  return { user, bucket, older, newer }
}

test('the versions of an object are listed with version_id, is_latest and is_delete_marker', async () => {
  const { user, bucket, older, newer } = await userWithVersions()
  const marker = await storage.remove(bucket, 'docs/a.txt')
  const { json } = await user.call('GET', `/api/v1/buckets/${bucket}/objects?prefix=docs/a.txt&with_versions=true`)
  const { objects } = json as { objects: object[] }
  expect(objects).toMatchObject([
    { name: 'docs/a.txt', version_id: marker, is_latest: true, is_delete_marker: true },
    { version_id: newer, is_latest: false, is_delete_marker: false },
    { version_id: older, is_latest: false, is_delete_marker: false },
  ])
})

test('a bucket is listed as of a date, with delete_flag', async () => {
  const { user, bucket, newer } = await userWithVersions()
  const before = (await storage.versions(bucket)).find(({ versionId }) => versionId === newer)?.lastModified ?? 0
  // The storage server's clock is the test's; in one millisecond the later version would hide the other.
  await expect.poll(() => Date.now()).toBeGreaterThan(before + 1)
  await storage.remove(bucket, 'docs/a.txt')
  const times = (await storage.versions(bucket)).map(({ lastModified }) => lastModified)
  const date = new Date(Math.max(...times)).toISOString()
  const { json } = await user.call('GET', `/api/v1/buckets/${bucket}/rewind/${date}?prefix=docs/`)
  expect(json).toMatchObject({ objects: [{ name: 'docs/a.txt', delete_flag: true }] })
  const earlier = await user.call(
    'GET',
    `/api/v1/buckets/${bucket}/rewind/${new Date(before).toISOString()}?prefix=docs/`,
  )
  expect(earlier.json).toMatchObject({ objects: [{ version_id: newer, size: 5, delete_flag: false }] })
})

test('one version is downloaded, and shared', async () => {
  const { user, bucket, older } = await userWithVersions()
  const bytes = await user.call(
    'GET',
    `/api/v1/buckets/${bucket}/objects/download?prefix=docs/a.txt&version_id=${older}`,
  )
  expect([bytes.status, bytes.text]).toEqual([200, 'one'])
  const link = await user.call(
    'GET',
    `/api/v1/buckets/${bucket}/objects/share?prefix=docs/a.txt&version_id=${older}&expires=60000ms`,
  )
  expect([link.status, link.json]).toEqual([200, expect.stringContaining(`versionId=${older}`)])
})

test('retention is set with expires and mode, and deleted, legal hold with a status, tags as the full map', async () => {
  const { user, bucket, older } = await userWithVersions()
  const expires = inAnHour()
  const responses = [
    await user.call('PUT', `/api/v1/buckets/${bucket}/objects/retention?prefix=docs/a.txt&version_id=${older}`, {
      json: { expires, mode: 'governance' },
    }),
    await user.call('PUT', `/api/v1/buckets/${bucket}/objects/legalhold?prefix=docs/a.txt&version_id=${older}`, {
      json: { status: 'enabled' },
    }),
    await user.call('PUT', `/api/v1/buckets/${bucket}/objects/tags?prefix=docs/a.txt&version_id=${older}`, {
      json: { tags: { team: 'red' } },
    }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204])
  const listed = await user.get(`/api/v1/buckets/${bucket}/objects?prefix=docs/a.txt&with_versions=true`)
  const locked = {
    version_id: older,
    legal_hold_status: 'ON',
    retention_mode: 'governance',
    retention_until_date: expires,
    tags: { team: 'red' },
  }
  expect(listed.json).toMatchObject({ objects: [{ legal_hold_status: '', retention_mode: '' }, locked] })
  const cleared = await user.call(
    'DELETE',
    `/api/v1/buckets/${bucket}/objects/retention?prefix=docs/a.txt&version_id=${older}`,
  )
  const released = await user.call(
    'PUT',
    `/api/v1/buckets/${bucket}/objects/legalhold?prefix=docs/a.txt&version_id=${older}`,
    {
      json: { status: 'disabled' },
    },
  )
  expect([cleared.status, released.status]).toEqual([204, 204])
  const rest = await user.get(`/api/v1/buckets/${bucket}/objects/details?prefix=docs/a.txt&version_id=${older}`)
  expect(rest.json).toMatchObject({ legal_hold: { status: 'OFF' }, retention: { mode: '' } })
})

test('an unversioned bucket accepts the version null', async () => {
  const { user, bucket } = await storage.bucketWith()
  await storage.put(bucket, 'a.txt', 'one')
  const at = 'prefix=a.txt&version_id=null'
  const tags = await user.call('PUT', `/api/v1/buckets/${bucket}/objects/tags?${at}`, { json: { tags: { a: 'b' } } })
  const bytes = await user.call('GET', `/api/v1/buckets/${bucket}/objects/download?${at}`)
  expect([tags.status, bytes.status, bytes.text]).toEqual([204, 200, 'one'])
  expect((await user.call('GET', `/api/v1/buckets/${bucket}/versioning`)).json).toMatchObject({ is_versioned: false })
})
