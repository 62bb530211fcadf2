/** The storage class of an object: the requested one, in every response that contains it. */
import { texts } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { differs, given, request } from '../target.ts'
import { createUpload, uploadInParts } from './multipart-upload.ts'

const CLASS = 'x-amz-storage-class'
const REDUCED = { [CLASS]: 'REDUCED_REDUNDANCY' }
const STANDARD = { [CLASS]: 'STANDARD' }

/** As returned by HEAD and GET, which omit STANDARD. */
async function classOf(bucket: string, key = 'k'): Promise<string | undefined> {
  const [head, get] = [await request({ method: 'HEAD', bucket, key }), await request({ method: 'GET', bucket, key })]
  expect(get.headers[CLASS]).toBe(head.headers[CLASS])
  return head.headers[CLASS]
}

describe('REDUCED_REDUNDANCY', () => {
  test('is stored by PutObject', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'text', REDUCED)
    await given.object(bucket, 'plain', 'text', STANDARD)
    expect([await classOf(bucket), await classOf(bucket, 'plain')]).toEqual(['REDUCED_REDUNDANCY', undefined])
    expect((await request({ method: 'GET', bucket, key: 'k' })).text).toBe('text')
    await given.object(bucket, 'k', 'text')
    expect(await classOf(bucket)).toBeUndefined()
  })

  test('is stored by a multipart upload', async () => {
    const bucket = await given.bucket()
    await uploadInParts(bucket, 'k', ['text'], REDUCED)
    expect(await classOf(bucket)).toBe('REDUCED_REDUNDANCY')
    const uploadId = await createUpload(bucket, 'other', REDUCED)
    const { text } = await request({ method: 'GET', bucket, key: 'other', query: { uploadId } })
    expect(texts(text, 'StorageClass')).toEqual(
      differs({ engine: ['REDUCED_REDUNDANCY'], minio: ['STANDARD'] }, 'MinIO returns the same for every upload'),
    )
  })

  test.each<[string, Record<string, string>]>([
    ['ListObjects', {}],
    ['ListObjectsV2', { 'list-type': '2' }],
    ['ListObjectVersions', { versions: '' }],
  ])('is listed by %s', async (_, query) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a', 'text', REDUCED)
    await given.object(bucket, 'b')
    const { text } = await request({ method: 'GET', bucket, query })
    expect(texts(text, 'StorageClass')).toEqual(['REDUCED_REDUNDANCY', 'STANDARD'])
  })

  test('is an attribute of the object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'text', REDUCED)
    const headers = { 'x-amz-object-attributes': 'StorageClass' }
    const { text } = await request({ method: 'GET', bucket, key: 'k', query: { attributes: '' }, headers })
    expect(texts(text, 'StorageClass')).toEqual(['REDUCED_REDUNDANCY'])
  })

  test.each<[string, Record<string, string>, Record<string, string>, string | undefined]>([
    ['is kept by a copy', REDUCED, {}, 'REDUCED_REDUNDANCY'],
    ['is removed by a copy', REDUCED, STANDARD, undefined],
    ['is added by a copy', {}, REDUCED, 'REDUCED_REDUNDANCY'],
    ['is not kept by a copy with replaced metadata', REDUCED, { 'x-amz-metadata-directive': 'REPLACE' }, undefined],
  ])('%s', async (_, had, asked, expected) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'source', 'text', { ...had, 'x-amz-meta-a': '1' })
    const headers = { 'x-amz-copy-source': `${bucket}/source`, ...asked }
    expect((await request({ method: 'PUT', bucket, key: 'k', headers })).status).toBe(200)
    expect(await classOf(bucket)).toBe(expected)
    const { headers: kept } = await request({ method: 'HEAD', bucket, key: 'k' })
    expect(kept['x-amz-meta-a']).toBe('x-amz-metadata-directive' in asked ? undefined : '1')
  })

  test('counts as a change in a copy onto itself only if it differs', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const onto = (headers: Record<string, string>) =>
      request({ method: 'PUT', bucket, key: 'k', headers: { 'x-amz-copy-source': `${bucket}/k`, ...headers } })
    expect((await onto(REDUCED)).status).toBe(200)
    expect((await onto(REDUCED)).outcome).toBe('400 InvalidRequest')
    expect(await classOf(bucket)).toBe('REDUCED_REDUNDANCY')
    expect((await onto(STANDARD)).status).toBe(200)
    expect(await classOf(bucket)).toBeUndefined()
  })
})
