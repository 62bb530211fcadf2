/** The legal hold of single versions. */
import { writeLegalHold } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, ODD_KEYS, request } from '../target.ts'
import {
  BYPASS,
  compliance,
  getLock,
  lockedBucket,
  lockedVersion,
  lockOf,
  NO_LOCK,
  NOT_SET,
  OK,
  remove,
  setHold,
  setRetention,
  WORM,
} from './locks.ts'

describe('a legal hold', () => {
  test('is set, removed and returned', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await getLock(bucket, 'k', 'legal-hold')).outcome).toBe(NOT_SET)
    for (const isOn of [true, false, true]) {
      expect(await setHold(bucket, 'k', isOn)).toMatchObject({ status: 200, text: '' })
      expect(await getLock(bucket, 'k', 'legal-hold')).toMatchObject({ status: 200, text: writeLegalHold(isOn) })
      expect(await lockOf(bucket, 'k')).toEqual({ 'x-amz-object-lock-legal-hold': isOn ? 'ON' : 'OFF' })
    }
    expect((await getLock(bucket, 'k', 'retention')).outcome).toBe(NOT_SET)
  })

  test('applies to one version', async () => {
    const bucket = await lockedBucket()
    const first = await given.version(bucket, 'k', 'one')
    const second = await given.version(bucket, 'k', 'two')
    expect((await setHold(bucket, 'k', true, { versionId: first })).outcome).toBe(OK)
    expect((await getLock(bucket, 'k', 'legal-hold', first)).text).toBe(writeLegalHold(true))
    expect((await getLock(bucket, 'k', 'legal-hold', second)).outcome).toBe(NOT_SET)
    expect((await remove(bucket, 'k', first)).refusal).toBe(WORM)
    expect((await remove(bucket, 'k', second)).status).toBe(204)
  })

  test('protects a version from everyone until it is removed', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', { 'x-amz-object-lock-legal-hold': 'ON' })
    expect((await remove(bucket, 'k', versionId)).refusal).toBe(WORM)
    expect((await remove(bucket, 'k', versionId, { headers: BYPASS })).refusal).toBe(WORM)
    await setHold(bucket, 'k', false)
    expect((await remove(bucket, 'k', versionId)).status).toBe(204)
  })

  test('is independent of retention', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', compliance())
    const retention = await lockOf(bucket, 'k')
    await setHold(bucket, 'k', true)
    expect(await lockOf(bucket, 'k')).toEqual({ ...retention, 'x-amz-object-lock-legal-hold': 'ON' })
    await setHold(bucket, 'k', false)
    expect(await lockOf(bucket, 'k')).toEqual({ ...retention, 'x-amz-object-lock-legal-hold': 'OFF' })
    expect((await remove(bucket, 'k', versionId)).refusal).toBe(WORM)

    await lockedVersion(bucket, 'held', { 'x-amz-object-lock-legal-hold': 'ON' })
    expect((await setRetention(bucket, 'held', undefined, { headers: BYPASS })).outcome).toBe(OK)
    expect(await lockOf(bucket, 'held')).toEqual({ 'x-amz-object-lock-legal-hold': 'ON' })
  })

  test.each(ODD_KEYS.filter((key) => !key.endsWith('/')))('works for unusual keys: %j', async (key) => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, key)
    expect((await setHold(bucket, key, true)).outcome).toBe(OK)
    expect((await getLock(bucket, key, 'legal-hold', versionId)).text).toBe(writeLegalHold(true))
  })

  test('accepts the element name that some SDKs use', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const body = '<ObjectLockLegalHold><Status>ON</Status></ObjectLockLegalHold>'
    expect((await setHold(bucket, 'k', body)).outcome).toBe(OK)
    expect((await getLock(bucket, 'k', 'legal-hold')).text).toBe(writeLegalHold(true))
  })
})

describe('a document about a legal hold', () => {
  test.each([
    ['that is none', ''],
    ['of another kind', '<Foo/>'],
    ['that is half', '<LegalHold>'],
    ['without a status', '<LegalHold/>'],
    ['with another status', '<LegalHold><Status>X</Status></LegalHold>'],
    ['with a status in lower case', '<LegalHold><Status>on</Status></LegalHold>'],
    ['with spaces', '<LegalHold><Status> ON </Status></LegalHold>'],
  ])('%s is rejected', async (_, body) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    expect((await setHold(bucket, 'k', body)).outcome).toBe('400 MalformedXML')
    expect((await getLock(bucket, 'k', 'legal-hold')).outcome).toBe(NOT_SET)
  })

  test('requires a digest', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const query = { 'legal-hold': '' }
    const response = await request({ method: 'PUT', bucket, key: 'k', query, body: writeLegalHold(true) })
    expect(response.outcome).toBe('400 MissingContentMD5')
  })
})

describe('a legal hold on a missing resource', () => {
  test('is rejected: a key, a version', async () => {
    const bucket = await lockedBucket()
    expect((await setHold(bucket, 'k', true)).outcome).toBe('404 NoSuchKey')
    expect((await getLock(bucket, 'k', 'legal-hold')).outcome).toBe('404 NoSuchKey')
    await given.object(bucket, 'k')
    const versionId = '11111111-1111-4111-8111-111111111111'
    expect((await setHold(bucket, 'k', true, { versionId })).outcome).toBe('404 NoSuchVersion')
    expect((await getLock(bucket, 'k', 'legal-hold', versionId)).outcome).toBe('404 NoSuchVersion')
    expect((await setHold(bucket, 'k', true, { versionId: 'zz' })).outcome).toBe('400 InvalidArgument')
  })

  test('is rejected: of a delete marker', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const { headers } = await request({ method: 'DELETE', bucket, key: 'k' })
    const versionId = headers['x-amz-version-id'] ?? ''
    const notAllowed = '405 MethodNotAllowed'
    expect((await setHold(bucket, 'k', true)).outcome).toBe(notAllowed)
    expect((await setHold(bucket, 'k', true, { versionId })).outcome).toBe(notAllowed)
    expect((await getLock(bucket, 'k', 'legal-hold')).outcome).toBe('404 NoSuchKey')
    expect((await getLock(bucket, 'k', 'legal-hold', versionId)).outcome).toBe(notAllowed)
  })

  test('is rejected: in a bucket without locks', async () => {
    const bucket = await given.bucket('Enabled')
    await given.object(bucket, 'k')
    expect((await setHold(bucket, 'k', true)).refusal).toBe(NO_LOCK)
    expect((await getLock(bucket, 'k', 'legal-hold')).refusal).toBe(NO_LOCK)
  })
})
