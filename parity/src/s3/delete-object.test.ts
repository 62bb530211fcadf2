import { uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { given, ODD_KEYS, request } from '../target.ts'

describe('DeleteObject', () => {
  test('removes an object', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    const response = await request({ method: 'DELETE', bucket, key: 'k' })
    expect(response.status).toBe(204)
    expect(response.bytes.length).toBe(0)
    expect((await request({ method: 'GET', bucket, key: 'k' })).outcome).toBe('404 NoSuchKey')
  })

  test('succeeds when there is no object', async () => {
    const bucket = await given.bucket()
    expect((await request({ method: 'DELETE', bucket, key: 'nothing' })).status).toBe(204)
  })

  test('does not delete keys below it', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a/b')
    expect((await request({ method: 'DELETE', bucket, key: 'a' })).status).toBe(204)
    expect((await request({ method: 'DELETE', bucket, key: 'a/' })).status).toBe(204)
    expect((await request({ method: 'HEAD', bucket, key: 'a/b' })).status).toBe(200)
  })

  test.each(ODD_KEYS)('removes the key %j', async (key) => {
    const bucket = await given.bucket()
    await given.object(bucket, key, '')
    expect((await request({ method: 'DELETE', bucket, key })).status).toBe(204)
    expect((await request({ method: 'HEAD', bucket, key })).status).toBe(404)
  })

  test('reports a missing bucket', async () => {
    expect((await request({ method: 'DELETE', bucket: uniqueName(), key: 'k' })).outcome).toBe('404 NoSuchBucket')
  })

  test('rejects anonymous callers', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k')
    expect((await request({ method: 'DELETE', bucket, key: 'k', credentials: undefined })).outcome).toBe(
      '403 AccessDenied',
    )
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(200)
  })
})
