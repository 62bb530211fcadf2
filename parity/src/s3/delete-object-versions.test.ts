/** DeleteObjects in versioned buckets. */
import { createHash } from 'node:crypto'
import { isXmlText, type ObjectToDelete, parseDeleteResult, writeDeleteRequest } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, ODD_KEYS, request } from '../target.ts'
import { versionsOf } from './inside.ts'

const UUID = expect.stringMatching(/^[0-9a-f]{8}-/)

async function remove(bucket: string, objects: ObjectToDelete[], quiet = false) {
  const body = writeDeleteRequest({ objects, quiet })
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  const response = await request({ method: 'POST', bucket, query: { delete: '' }, body, headers })
  expect(response.status).toBe(200)
  return parseDeleteResult(response.bytes)
}

describe('DeleteObjects with versions', () => {
  test('creates delete markers and returns them', async () => {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'a')
    const { deleted, failed } = await remove(bucket, [{ key: 'a' }])
    expect([deleted, failed]).toEqual([[{ key: 'a', deleteMarkerVersionId: UUID }], []])
    expect(await versionsOf(bucket)).toEqual([deleted[0]?.deleteMarkerVersionId, versionId])
  })

  test('creates another delete marker on top of one', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'a')
    await remove(bucket, [{ key: 'a' }])
    await remove(bucket, [{ key: 'a' }])
    expect(await versionsOf(bucket)).toHaveLength(3)
  })

  test('deletes versions and delete markers permanently', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'a')
    const second = await given.version(bucket, 'a')
    const { headers } = await request({ method: 'DELETE', bucket, key: 'a' })
    const marker = headers['x-amz-version-id'] ?? ''
    const objects = [first, marker].map((versionId) => ({ key: 'a', versionId }))
    expect(await remove(bucket, objects)).toEqual({ deleted: objects, failed: [] })
    expect(await versionsOf(bucket)).toEqual([second])
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).status).toBe(200)
  })

  test('reports missing versions as deleted and an invalid ID as an error', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'a')
    const unknown = { key: 'a', versionId: '11111111-1111-4111-8111-111111111111' }
    const { deleted, failed } = await remove(bucket, [
      unknown,
      { key: 'a', versionId: 'null' },
      { key: 'a', versionId: 'zz' },
    ])
    expect(deleted).toEqual([unknown, { key: 'a', versionId: 'null' }])
    expect(failed).toMatchObject([{ key: 'a', versionId: 'zz', code: 'NoSuchVersion' }])
    expect(await versionsOf(bucket)).toHaveLength(1)
  })

  test('creates no delete marker for a key that never existed', async () => {
    const bucket = await given.bucket('Enabled')
    const { deleted } = await remove(bucket, [{ key: 'nothing' }])
    expect(deleted).toEqual(
      differs(
        { engine: [{ key: 'nothing' }], minio: [{ key: 'nothing', deleteMarkerVersionId: UUID }] },
        'a delete marker that hides nothing only wastes space; a single DELETE creates none in MinIO either',
      ),
    )
  })

  test('deletes a version that is named twice only once', async () => {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'a')
    const named = { key: 'a', versionId }
    expect((await remove(bucket, [named, named])).deleted).toEqual(
      differs({ engine: [named, named], minio: [named, { key: '' }] }, 'a result without a key is useless'),
    )
  })

  test('omits deleted keys in quiet mode', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'a')
    const { deleted, failed } = await remove(bucket, [{ key: 'a' }, { key: 'a', versionId: 'zz' }], true)
    expect([deleted, failed.map(({ code }) => code)]).toEqual([[], ['NoSuchVersion']])
  })

  test('creates the null delete marker while versioning is suspended', async () => {
    const bucket = await given.bucket('Enabled')
    const kept = await given.version(bucket, 'a')
    await given.versioning(bucket, 'Suspended')
    expect((await remove(bucket, [{ key: 'a' }])).deleted).toEqual([{ key: 'a', deleteMarkerVersionId: 'null' }])
    expect(await versionsOf(bucket)).toEqual(['null', kept])
  })

  test('returns no delete marker without versioning', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    expect((await remove(bucket, [{ key: 'a' }, { key: 'b' }])).deleted).toEqual([{ key: 'a' }, { key: 'b' }])
  })

  test('removes every unusual key by its version', async () => {
    const bucket = await given.bucket('Enabled')
    const objects: ObjectToDelete[] = []
    // XML cannot name a key with a control character, and MinIO keeps one version of a folder.
    const keys = ODD_KEYS.filter((key) => isXmlText(key) && !key.endsWith('/'))
    for (const key of keys) objects.push({ key, versionId: await given.version(bucket, key, '') })
    expect(await remove(bucket, objects)).toEqual({ deleted: objects, failed: [] })
    expect(await versionsOf(bucket)).toEqual([])
  })
})
