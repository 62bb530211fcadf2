/** Headers, user metadata and tags of an object, and MinIO's listing of them. */

import { sendUrl, texts } from '@cooperage/testkit'
import { parseListObjectsV2, presignUrl } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'

const latin1 = (text: string) => Buffer.from(text).toString('latin1')

describe('user metadata', () => {
  test.each([
    ['a space at both ends', '  trimmed  inside ', 'trimmed  inside'],
    ['nothing', '', ''],
    ['an encoded word', '=?UTF-8?B?w6k=?=', '=?UTF-8?B?w6k=?='],
    ['UTF-8', latin1('é a=b?c_d'), '=?UTF-8?q?=C3=A9_a=3Db=3Fc=5Fd?='],
    ['invalid UTF-8', '\u00e9', '=?UTF-8?q?=E9?='],
    ['long UTF-8', latin1('日'.repeat(8)), `=?UTF-8?q?${'=E6=97=A5'.repeat(7)}?= =?UTF-8?q?=E6=97=A5?=`],
  ])('with %s', async (_, sent, received) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x', { 'x-amz-meta-a': sent })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['x-amz-meta-a']).toBe(received)
  })

  test('with punctuation in its name', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x', { 'x-amz-meta-1x_y.z!': 'a' })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['x-amz-meta-1x_y.z!']).toBe('a')
  })
})

describe('tags at the creation of an object', () => {
  test('are stored and counted', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x', { 'x-amz-tagging': 'b=2&a=%20%2B&c=' })
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['x-amz-tagging-count']).toBe('3')
    const { text } = await request({ method: 'GET', bucket, key: 'k', query: { tagging: '' } })
    expect([texts(text, 'Key'), texts(text, 'Value')]).toEqual([
      ['a', 'b', 'c'],
      [' +', '2', ''],
    ])
  })

  test('are removed when the object is overwritten', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x', { 'x-amz-tagging': 'a=1' })
    await given.object(bucket, 'k', 'x')
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).headers['x-amz-tagging-count']).toBeUndefined()
  })

  test.each([
    ['a tag twice', 'a=1&a=2', 'InvalidTag'],
    ['an invalid character', 'a=%26', 'InvalidTag'],
    ['eleven', Array.from({ length: 11 }, (_, n) => `t${n}=1`).join('&'), 'BadRequest'],
  ])('are rejected: %s', async (_, tagging, code) => {
    const bucket = await given.bucket()
    const headers = { 'x-amz-tagging': tagging }
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'x', headers })).outcome).toBe(`400 ${code}`)
    expect((await request({ method: 'HEAD', bucket, key: 'k' })).status).toBe(404)
  })
})

describe('a listing with metadata', () => {
  const list = async (bucket: string, query: Record<string, string>) =>
    parseListObjectsV2((await request({ method: 'GET', bucket, query: { 'list-type': '2', ...query } })).bytes).objects

  test('has headers, user metadata and tags', async () => {
    const bucket = await given.bucket()
    const kept = {
      'content-type': 'text/x',
      'cache-control': 'no-cache',
      'content-language': 'de',
      'content-encoding': 'gzip',
      'content-disposition': 'inline',
      'x-amz-meta-foo-1x_y.z': 'v&<',
      'x-amz-meta-b': 'plain',
    }
    await given.object(bucket, 'k', 'x', {
      ...kept,
      expires: 'Sun, 01 Dec 2030 16:00:00 GMT',
      'x-amz-tagging': 't=1&u=a%20b',
    })
    expect((await list(bucket, { metadata: 'true' })).map(({ metadata }) => metadata)).toEqual([
      { headers: kept, tags: 't=1&u=a%20b' },
    ])
    expect(
      (await list(bucket, { metadata: 'true', 'encoding-type': 'url', 'fetch-owner': 'true' }))[0]?.metadata,
    ).toEqual({
      headers: kept,
      tags: 't=1&u=a%20b',
    })
  })

  test('reports how an object is stored on the drives', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x')
    const { text } = await request({ method: 'GET', bucket, query: { 'list-type': '2', metadata: 'true' } })
    expect(text).toContain(
      '<UserMetadata><content-type>binary/octet-stream</content-type></UserMetadata><Internal><K>1</K><M>0</M></Internal>',
    )
  })

  test.each(['1', 'True', ''])('is not returned for metadata=%s', async (metadata) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x')
    expect((await list(bucket, { metadata }))[0]?.metadata).toBeUndefined()
  })

  test('is not returned by listing version 1', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x')
    const { text } = await request({ method: 'GET', bucket, query: { metadata: 'true' } })
    expect(text).not.toContain('UserMetadata')
  })
})

describe('response headers overridden by the query', () => {
  const replaced = { 'response-content-type': 'text/zz', 'response-cache-control': 'no-store' }

  test('in a signed request, and by a presigned link', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'k', 'x')
    const expected = { 'content-type': 'text/zz', 'cache-control': 'no-store' }
    expect((await request({ method: 'GET', bucket, key: 'k', query: replaced })).headers).toMatchObject(expected)
    expect((await request({ method: 'HEAD', bucket, key: 'k', query: replaced })).headers).toMatchObject(expected)
    const url = new URL(`/${bucket}/k?${new URLSearchParams(replaced)}`, target.url)
    const link = presignUrl({ method: 'GET', url, credentials: target.root, expiresInSeconds: 60 })
    expect((await sendUrl(link)).headers).toMatchObject(expected)
  })
})

test.each([
  ['PUT', ''],
  ['GET', ''],
  ['HEAD', ''],
  ['PUT', 'copy-source-'],
])('a customer-provided key is rejected: %s %s', async (method, prefix) => {
  const bucket = await given.bucket()
  await given.object(bucket, 'k')
  const headers = {
    [`x-amz-${prefix}server-side-encryption-customer-algorithm`]: 'AES256',
    [`x-amz-${prefix}server-side-encryption-customer-key`]: Buffer.alloc(32, 1).toString('base64'),
    ...(prefix === '' ? {} : { 'x-amz-copy-source': `${bucket}/k` }),
  }
  expect((await request({ method, bucket, key: 'k', headers })).outcome).toBe(
    differs({ engine: '501 NotImplemented', minio: '400 InvalidRequest' }, 'MinIO supports them over HTTPS'),
  )
})
