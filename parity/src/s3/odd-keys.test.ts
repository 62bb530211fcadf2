/** Keys with special characters, through every operation that names an object. */
import { createHash } from 'node:crypto'
import {
  objectPath,
  parseLegalHold,
  parseListVersions,
  parseRetention,
  parseTagging,
  writeLegalHold,
  writeRetention,
  writeTagging,
} from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, ODD_KEYS, request } from '../target.ts'
import { inDays, lockedBucket } from './locks.ts'

const put = (bucket: string, key: string, query: Record<string, string>, body: string) =>
  request({
    method: 'PUT',
    bucket,
    key,
    query,
    body,
    headers: { 'content-md5': createHash('md5').update(body).digest('base64') },
  })
const get = async (bucket: string, key: string, query: Record<string, string>) =>
  (await request({ method: 'GET', bucket, key, query })).text

/** MinIO keeps no versions of keys that end in a slash. */
const VERSIONED = ODD_KEYS.filter((key) => !key.endsWith('/'))

describe.each(VERSIONED)('%j', (key) => {
  test('can be the source and destination of a copy, with its version', async () => {
    const bucket = await given.bucket('Enabled')
    const first = await given.version(bucket, key, 'text', { 'x-amz-meta-a': 'one' })
    await given.version(bucket, key, '')
    const source = `${objectPath(bucket, key)}?versionId=${first}`
    for (const target of [`copy/${key}`, key]) {
      const copied = await request({ method: 'PUT', bucket, key: target, headers: { 'x-amz-copy-source': source } })
      expect([copied.status, copied.headers['x-amz-copy-source-version-id']]).toEqual([200, first])
      const { text, headers } = await request({ method: 'GET', bucket, key: target })
      expect([text, headers['x-amz-meta-a']]).toEqual(['text', 'one'])
    }
  })

  test('has tags, retention and a legal hold', async () => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, key, 'text')
    const retention = { mode: 'GOVERNANCE' as const, until: inDays(1) }
    const responses = [
      await put(bucket, key, { tagging: '', versionId }, writeTagging({ 'a b': 'c/d' })),
      await put(bucket, key, { retention: '', versionId }, writeRetention(retention)),
      await put(bucket, key, { 'legal-hold': '', versionId }, writeLegalHold(true)),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(parseTagging(await get(bucket, key, { tagging: '' }), 'object')).toEqual({ 'a b': 'c/d' })
    expect(parseRetention(await get(bucket, key, { retention: '' }))).toEqual(retention)
    expect(parseLegalHold(await get(bucket, key, { 'legal-hold': '' }))).toBe(true)
  })

  test('is listed with its versions by its own name, and can be deleted version by version', async () => {
    const bucket = await given.bucket('Enabled')
    const ids = [await given.version(bucket, key, 'text'), await given.version(bucket, key, '')]
    const query = { versions: '', 'encoding-type': 'url', prefix: key }
    const versions = async () => parseListVersions((await request({ method: 'GET', bucket, query })).text).versions
    expect((await versions()).map((version) => [version.key, version.versionId])).toEqual(
      ids.toReversed().map((id) => [key, id]),
    )
    for (const versionId of ids) {
      expect((await request({ method: 'DELETE', bucket, key, query: { versionId } })).status).toBe(204)
    }
    expect(await versions()).toEqual([])
  })
})
