/** Tags of versions across locks, copies, deletions and multipart uploads. */
import { writeTagging } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'
import { tagsOf, versionsOf } from './inside.ts'
import { BYPASS, compliance, governance, HOLD, lockedBucket, lockedVersion, lockOf, OK } from './locks.ts'
import { completeUpload, createUpload, putPart } from './multipart-upload.ts'

const TAGS = { t: '1' }

const tag = (bucket: string, tags: Record<string, string>, versionId?: string) =>
  request({ method: 'PUT', bucket, key: 'k', query: queryOf(versionId), body: writeTagging(tags) })
const untag = (bucket: string, versionId?: string) =>
  request({ method: 'DELETE', bucket, key: 'k', query: queryOf(versionId) })
const queryOf = (versionId?: string) => ({ tagging: '', ...(versionId !== undefined && { versionId }) })

describe('tags of a locked version', () => {
  test.each<[string, Record<string, string>]>([
    ['under governance', governance()],
    ['under compliance', compliance()],
    ['under a hold', { [HOLD]: 'ON' }],
    ['under all of them', { ...compliance(), [HOLD]: 'ON' }],
  ])('can be set and removed %s, and the lock stays', async (_, headers) => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', headers)
    const lock = await lockOf(bucket, 'k')
    expect((await tag(bucket, TAGS, versionId)).outcome).toBe(OK)
    expect([await tagsOf(bucket, 'k', versionId), await lockOf(bucket, 'k')]).toEqual([TAGS, lock])
    expect((await untag(bucket, versionId)).status).toBe(204)
    expect([await tagsOf(bucket, 'k', versionId), await lockOf(bucket, 'k')]).toEqual([{}, lock])
    expect(await versionsOf(bucket)).toEqual([versionId])
  })
})

describe('tags', () => {
  test('are not copied to the next version', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    const second = await given.version(bucket, 'k', 'two')
    expect([await tagsOf(bucket, 'k', first), await tagsOf(bucket, 'k', second), await tagsOf(bucket)]).toEqual([
      TAGS,
      {},
      {},
    ])
  })

  test('are current again when the next version is deleted', async () => {
    const bucket = await given.bucket('Enabled')
    await given.version(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    const second = await given.version(bucket, 'k', 'two')
    await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: second } })
    expect(await tagsOf(bucket)).toEqual(TAGS)
  })

  test('stay with a version below a delete marker and can be changed there', async () => {
    const bucket = await given.bucket('Enabled')
    const versionId = await given.version(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    const marker = (await request({ method: 'DELETE', bucket, key: 'k' })).headers['x-amz-version-id'] ?? ''
    expect([await tagsOf(bucket), await tagsOf(bucket, 'k', versionId)]).toEqual(['NoSuchKey', TAGS])
    expect((await tag(bucket, { u: '2' }, versionId)).outcome).toBe(OK)
    await request({ method: 'DELETE', bucket, key: 'k', query: { versionId: marker } })
    expect(await tagsOf(bucket)).toEqual({ u: '2' })
  })

  test('of the null version are separate', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'one')
    await given.versioning(bucket, 'Enabled')
    const second = await given.version(bucket, 'k', 'two')
    expect((await tag(bucket, TAGS, 'null')).outcome).toBe(OK)
    expect([await tagsOf(bucket, 'k', 'null'), await tagsOf(bucket, 'k', second), await tagsOf(bucket)]).toEqual([
      TAGS,
      {},
      {},
    ])
    expect(await versionsOf(bucket)).toEqual([second, 'null'])
  })

  test('are removed when the null version is overwritten', async () => {
    const bucket = await given.bucket('Suspended')
    await given.object(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    expect(await tagsOf(bucket, 'k', 'null')).toEqual(TAGS)
    await given.object(bucket, 'k', 'two')
    expect(await tagsOf(bucket, 'k', 'null')).toEqual({})
  })

  test('come back with a version that is restored', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    await given.version(bucket, 'k', 'two', { 'x-amz-tagging': 't=2' })
    const headers = { 'x-amz-copy-source': `${bucket}/k?versionId=${first}` }
    expect((await request({ method: 'PUT', bucket, key: 'k', headers })).status).toBe(200)
    expect(await tagsOf(bucket)).toEqual(TAGS)
  })

  test('of a copy change independently of the source', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    await request({ method: 'PUT', bucket, key: 'copy', headers: { 'x-amz-copy-source': `${bucket}/k` } })
    await tag(bucket, { u: '2' })
    expect([await tagsOf(bucket), await tagsOf(bucket, 'copy')]).toEqual([{ u: '2' }, TAGS])
  })

  test('change neither date, ETag, metadata nor version', async () => {
    const bucket = await given.bucket('Enabled')
    await given.object(bucket, 'k', 'text', { 'x-amz-meta-a': '1', 'cache-control': 'no-cache' })
    const names = ['last-modified', 'etag', 'x-amz-meta-a', 'cache-control', 'x-amz-version-id', 'content-type']
    const seen = async () => {
      const { headers } = await request({ method: 'HEAD', bucket, key: 'k' })
      return names.map((name) => headers[name])
    }
    const before = await seen()
    await tag(bucket, TAGS)
    expect(await seen()).toEqual(before)
    await untag(bucket)
    expect(await seen()).toEqual(before)
  })

  test('are counted for each version', async () => {
    const bucket = await given.bucket('Enabled')
    const ids = []
    for (const tags of ['', 'a=1', 'a=1&b=2'])
      ids.push(await given.version(bucket, 'k', 'x', { 'x-amz-tagging': tags }))
    const counts = []
    for (const versionId of ids) {
      const { headers } = await request({ method: 'HEAD', bucket, key: 'k', query: { versionId } })
      counts.push(headers['x-amz-tagging-count'])
    }
    expect(counts).toEqual([undefined, '1', '2'])
  })

  test('that are rejected leave the existing ones unchanged', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x', { 'x-amz-tagging': 't=1' })
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`k${at}`, '']))
    expect((await tag(bucket, eleven)).outcome).toBe('400 BadRequest')
    expect((await tag(bucket, { ['k'.repeat(129)]: '' })).outcome).toBe('400 InvalidTag')
    expect(await tagsOf(bucket)).toEqual(TAGS)
  })

  test('are case-sensitive', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await tag(bucket, { Team: 'a', team: 'b' })).outcome).toBe(OK)
    expect(await tagsOf(bucket)).toEqual({ Team: 'a', team: 'b' })
  })

  test('can begin with the reserved prefix', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await tag(bucket, { 'aws:x': '1', 'minio:y': '2' })).outcome).toBe(OK)
    expect(await tagsOf(bucket)).toEqual({ 'aws:x': '1', 'minio:y': '2' })
  })
})

describe('tags of a multipart upload', () => {
  test('are set when it is created and present when it is completed', async () => {
    const bucket = await given.bucket()
    const uploadId = await createUpload(bucket, 'k', { 'x-amz-tagging': 't=1' })
    expect(await tagsOf(bucket)).toBe('NoSuchKey')
    await completeUpload(bucket, 'k', uploadId, [await putPart(bucket, 'k', uploadId, 1, 'text')])
    expect(await tagsOf(bucket)).toEqual(TAGS)
  })

  test('are not inherited from the object that it replaces', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, 'k', 'one', { 'x-amz-tagging': 't=1' })
    const uploadId = await createUpload(bucket, 'k')
    await tag(bucket, { u: '2' })
    await completeUpload(bucket, 'k', uploadId, [await putPart(bucket, 'k', uploadId, 1, 'text')])
    expect([await tagsOf(bucket), await tagsOf(bucket, 'k', first)]).toEqual([{}, { u: '2' }])
  })

  test.each<[string, string, string]>([
    ['eleven', Array.from({ length: 11 }, (_, at) => `k${at}=`).join('&'), 'BadRequest'],
    ['one twice', 'a=1&a=2', 'InvalidTag'],
    ['a long value', `a=${'v'.repeat(257)}`, 'InvalidTag'],
  ])('are rejected when it is created: %s', async (_, tagging, code) => {
    const bucket = await given.bucket()
    const response = await request({
      method: 'POST',
      bucket,
      key: 'k',
      query: { uploads: '' },
      headers: { 'x-amz-tagging': tagging },
    })
    expect(response.outcome).toBe(`400 ${code}`)
  })
})

describe('a deletion of tags', () => {
  test('of one version keeps those of the others', async () => {
    const bucket = await given.bucket('Enabled')
    const ids = []
    for (const text of ['1', '2', '3'])
      ids.push(await given.version(bucket, 'k', text, { 'x-amz-tagging': `t=${text}` }))
    await untag(bucket, ids[1])
    expect([
      await tagsOf(bucket, 'k', ids[0]),
      await tagsOf(bucket, 'k', ids[1]),
      await tagsOf(bucket, 'k', ids[2]),
    ]).toEqual([{ t: '1' }, {}, { t: '3' }])
  })

  test('under a lock needs no bypass', async () => {
    const bucket = await lockedBucket()
    await lockedVersion(bucket, 'k', { ...governance(), 'x-amz-tagging': 't=1' })
    expect(await tagsOf(bucket)).toEqual(TAGS)
    expect((await untag(bucket)).status).toBe(204)
    const deleted = await request({ method: 'DELETE', bucket, key: 'k', query: queryOf(), headers: BYPASS })
    expect([deleted.status, await tagsOf(bucket)]).toEqual([204, {}])
  })
})
