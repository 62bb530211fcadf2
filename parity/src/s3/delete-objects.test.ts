import { createHash } from 'node:crypto'
import { texts, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, ODD_KEYS, request } from '../target.ts'

function escapeXml(text: string): string {
  return text.replace(/[&<>"'\t\u007f]/g, (char) => `&#${char.codePointAt(0)};`)
}

function document(keys: string[], { quiet = false } = {}): string {
  const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('')
  return `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${quiet ? '<Quiet>true</Quiet>' : ''}${objects}</Delete>`
}

const md5 = (body: string) => ({ 'content-md5': createHash('md5').update(body).digest('base64') })

const deleteAll = (bucket: string, body: string, headers: Record<string, string> = md5(body)) =>
  request({ method: 'POST', bucket, query: { delete: '' }, body, headers })

describe('DeleteObjects', () => {
  test('removes objects and returns each key, even of missing objects', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    await given.object(bucket, 'b/c')
    const response = await deleteAll(bucket, document(['a', 'b/c', 'nothing']))
    expect(response.status).toBe(200)
    expect(texts(response.text, 'Key').sort()).toEqual(['a', 'b/c', 'nothing'])
    expect(response.text).not.toContain('<Error>')
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).status).toBe(404)
    expect((await request({ method: 'HEAD', bucket, key: 'b/c' })).status).toBe(404)
  })

  test('returns nothing in quiet mode', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    const response = await deleteAll(bucket, document(['a', 'nothing'], { quiet: true }))
    expect(response.status).toBe(200)
    expect(response.text).toContain('DeleteResult')
    expect(texts(response.text, 'Key')).toEqual([])
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).status).toBe(404)
  })

  test('removes unusual keys and returns them unchanged', async () => {
    const bucket = await given.bucket()
    for (const key of ODD_KEYS) await given.object(bucket, key, '')
    const response = await deleteAll(bucket, document(ODD_KEYS))
    expect(response.status).toBe(200)
    expect(texts(response.text, 'Key').sort()).toEqual([...ODD_KEYS].sort())
    for (const key of ODD_KEYS) expect((await request({ method: 'HEAD', bucket, key })).status).toBe(404)
  })

  test('accepts a checksum instead of Content-MD5', async () => {
    const bucket = await given.bucket()
    const body = document(['a'])
    const sha256 = createHash('sha256').update(body).digest('base64')
    expect((await deleteAll(bucket, body, { 'x-amz-checksum-sha256': sha256 })).status).toBe(200)
  })

  test('rejects a body without a checksum', async () => {
    const bucket = await given.bucket()
    expect((await deleteAll(bucket, document(['a']), {})).outcome).toBe('400 MissingContentMD5')
  })

  test('rejects a body that does not match its Content-MD5', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    const response = await deleteAll(bucket, document(['a']), md5('another'))
    expect([response.status, response.code, (await request({ method: 'HEAD', bucket, key: 'a' })).status]).toEqual(
      differs(
        { engine: [400, 'BadDigest', 200], minio: [200, undefined, 404] },
        'MinIO requires the header but never checks its value; S3 rejects a body that was corrupted in transit',
      ),
    )
  })

  test.each(['no xml', '<Delete><Object>', '<Delete></Delete>', '<Other/>'])('rejects the body %j', async (body) => {
    const bucket = await given.bucket()
    expect((await deleteAll(bucket, body)).outcome).toBe('400 MalformedXML')
  })

  test('accepts 1000 keys and rejects more', async () => {
    const bucket = await given.bucket()
    const keys = Array.from({ length: 1001 }, (_, index) => `k${index}`)
    const response = await deleteAll(bucket, document(keys.slice(1)))
    expect(response.status).toBe(200)
    expect(texts(response.text, 'Key').length).toBe(1000)
    expect((await deleteAll(bucket, document(keys))).outcome).toBe('400 MalformedXML')
  })

  test('reports a missing bucket', async () => {
    expect((await deleteAll(uniqueName(), document(['a']))).outcome).toBe('404 NoSuchBucket')
  })

  test('rejects a key that is too long', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    const response = await deleteAll(bucket, document([`${'z'.repeat(204)}/`.repeat(5), 'a']))
    expect([response.status, texts(response.text, 'Code')]).toEqual(
      differs(
        { engine: [200, ['KeyTooLongError']], minio: [200, []] },
        'MinIO deletes nothing but reports success; S3 rejects the key',
      ),
    )
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).status).toBe(404)
  })

  test('removes allowed keys and reports denied ones', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'mine/a')
    await given.object(bucket, 'theirs/b')
    const policy = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:DeleteObject'], Resource: [`arn:aws:s3:::${bucket}/mine/*`] }],
    }
    const credentials = await assumeRole({ policy: JSON.stringify(policy) })
    const body = document(['mine/a', 'theirs/b'])
    const response = await request({
      method: 'POST',
      bucket,
      query: { delete: '' },
      body,
      headers: md5(body),
      credentials,
    })
    expect(response.status).toBe(200)
    expect(response.text).toMatch(/<Deleted><Key>mine\/a<\/Key>/)
    expect(response.text).toMatch(
      /<Error><Code>AccessDenied<\/Code><Message>Access Denied.<\/Message><Key>theirs\/b<\/Key>/,
    )
    expect((await request({ method: 'HEAD', bucket, key: 'mine/a' })).status).toBe(404)
    expect((await request({ method: 'HEAD', bucket, key: 'theirs/b' })).status).toBe(200)
  })

  test('rejects anonymous callers', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a')
    const body = document(['a'])
    const response = await request({
      method: 'POST',
      bucket,
      query: { delete: '' },
      body,
      headers: md5(body),
      credentials: undefined,
    })
    expect([response.status, texts(response.text, 'Code')]).toEqual([
      differs({ engine: 403, minio: 200 }, 'the list of an anonymous caller without permissions is not processed'),
      ['AccessDenied'],
    ])
    expect((await request({ method: 'HEAD', bucket, key: 'a' })).status).toBe(200)
  })
})
