/** Permissions to set, read and bypass locks: actions and condition keys. */

import { accountsOf, allow, deny } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import type { JsonPolicy } from '@cooperage/wire/policy'
import { describe, expect, test } from 'vitest'
import { differs, given, request, target } from '../target.ts'
import {
  BYPASS,
  compliance,
  getLock,
  governance,
  HOLD,
  inDays,
  lockedBucket,
  lockedVersion,
  lockHeadersOf,
  MODE,
  OK,
  remove,
  setHold,
  setRetention,
  UNTIL,
  WORM,
} from './locks.ts'

const accounts = accountsOf(target)
const DENIED = '403 AccessDenied'
const GONE = '204'
const STRICTER = 'a caller who may not bypass governance must not shorten it and then delete the version'
const VALUES = 'a condition applies to what the request does, not to what a header claims'

type Statement = JsonPolicy['Statement'][number]

const userOf = (bucket: string, ...actions: string[]) => accounts.allowed(allow(actions, bucket, `${bucket}/*`))
const userUnder = (
  bucket: string,
  action: string,
  condition: Record<string, Record<string, string>>,
  ...others: string[]
) =>
  accounts.allowed(...(others.length === 0 ? [] : [allow(others, bucket, `${bucket}/*`)]), {
    ...allow([action], bucket, `${bucket}/*`),
    Condition: listed(condition),
  })

/** The policy type used here: every value is a list. */
function listed(condition: Record<string, Record<string, string>>): NonNullable<Statement['Condition']> {
  const each = Object.entries(condition).map(([operator, keys]) => {
    const values = Object.entries(keys).map(([key, value]): [string, string[]] => [key, [value]])
    return [operator, Object.fromEntries(values)] as const
  })
  return Object.fromEntries(each)
}

const put = (bucket: string, headers: Record<string, string>, credentials: Credentials) =>
  request({ method: 'PUT', bucket, key: 'w', headers, body: 'x', credentials })
const retention = (days: number, mode: 'GOVERNANCE' | 'COMPLIANCE' = 'GOVERNANCE') => ({ mode, until: inDays(days) })

describe('writing with a lock', () => {
  test.each([
    ['s3:PutObjectRetention', governance(), { [HOLD]: 'ON' }],
    ['s3:PutObjectLegalHold', { [HOLD]: 'ON' }, governance()],
  ])('needs %s', async (action, headers: Record<string, string>, others: Record<string, string>) => {
    const bucket = await lockedBucket()
    const writer = await userOf(bucket, 's3:PutObject')
    expect((await put(bucket, {}, writer)).outcome).toBe(OK)
    expect((await put(bucket, headers, writer)).outcome).toBe(DENIED)
    const locker = await userOf(bucket, 's3:PutObject', action)
    expect((await put(bucket, headers, locker)).outcome).toBe(OK)
    expect((await put(bucket, { ...headers, ...others }, locker)).outcome).toBe(DENIED)
  })

  test('requires the permissions for copies and multipart uploads too', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'source')
    const credentials = await userOf(bucket, 's3:PutObject', 's3:GetObject')
    const source = { 'x-amz-copy-source': `${bucket}/source` }
    for (const lock of [governance(), { [HOLD]: 'ON' }]) {
      expect((await put(bucket, { ...source, ...lock }, credentials)).outcome).toBe(DENIED)
      const query = { uploads: '' }
      const begun = await request({ method: 'POST', bucket, key: 'k', query, headers: lock, credentials })
      expect(begun.outcome).toBe(DENIED)
    }
    expect((await put(bucket, source, credentials)).outcome).toBe(OK)
  })

  test('is allowed by mode and hold', async () => {
    const bucket = await lockedBucket()
    const locks = ['s3:PutObjectRetention', 's3:PutObjectLegalHold']
    const governs = await userUnder(
      bucket,
      's3:PutObject',
      { StringEquals: { [`s3:${MODE.slice(6)}`]: 'GOVERNANCE' } },
      ...locks,
    )
    expect((await put(bucket, governance(), governs)).outcome).toBe(OK)
    expect((await put(bucket, compliance(), governs)).outcome).toBe(DENIED)
    expect((await put(bucket, {}, governs)).outcome).toBe(DENIED)
    const holds = await userUnder(bucket, 's3:PutObject', { StringEquals: { [`s3:${HOLD.slice(6)}`]: 'ON' } }, ...locks)
    expect((await put(bucket, { [HOLD]: 'ON' }, holds)).outcome).toBe(OK)
    expect((await put(bucket, { [HOLD]: 'OFF' }, holds)).outcome).toBe(DENIED)
  })

  test('is allowed by the requested days', async () => {
    const bucket = await lockedBucket()
    const condition = { NumericLessThanEquals: { 's3:object-lock-remaining-retention-days': '10' } }
    const user = await userUnder(bucket, 's3:PutObjectRetention', condition, 's3:PutObject')
    expect((await put(bucket, governance(5), user)).outcome).toBe(
      differs({ engine: OK, minio: DENIED }, 'MinIO evaluates the days of a document, but not of headers'),
    )
    expect((await put(bucket, governance(20), user)).outcome).toBe(DENIED)
  })
})

describe('reading', () => {
  test('reports only the parts of a lock that the reader may read', async () => {
    const bucket = await lockedBucket()
    const lock = { ...governance(), [HOLD]: 'ON' }
    await lockedVersion(bucket, 'k', lock)
    const seen = async (...actions: string[]) => {
      const credentials = await userOf(bucket, 's3:GetObject', ...actions)
      return lockHeadersOf(await request({ method: 'GET', bucket, key: 'k', credentials }))
    }
    const { [HOLD]: hold, ...retained } = lock
    expect(await seen()).toEqual({})
    expect(await seen('s3:GetObjectRetention')).toEqual(retained)
    expect(await seen('s3:GetObjectLegalHold')).toEqual({ [HOLD]: hold })
    expect(await seen('s3:GetObjectRetention', 's3:GetObjectLegalHold')).toEqual(lock)
  })

  test('reports the same in a listing as for the object', async () => {
    const bucket = await lockedBucket()
    await lockedVersion(bucket, 'k', governance())
    const credentials = await userOf(bucket, 's3:GetObject', 's3:ListBucket')
    const { text } = await request({
      method: 'GET',
      bucket,
      query: { 'list-type': '2', metadata: 'true' },
      credentials,
    })
    expect(text.includes(MODE)).toBe(
      differs({ engine: false, minio: true }, 'a lock that a caller may not read must not appear in a listing'),
    )
  })

  test.each(['retention', 'legal-hold'] as const)(
    '?%s requires its own permission, even for a missing object',
    async (name) => {
      const bucket = await lockedBucket()
      await lockedVersion(bucket, 'k', { ...governance(), [HOLD]: 'ON' })
      const action = name === 'retention' ? 's3:GetObjectRetention' : 's3:GetObjectLegalHold'
      const asked = async (key: string, credentials: Credentials) =>
        (await request({ method: 'GET', bucket, key, query: { [name]: '' }, credentials })).outcome
      const reader = await userOf(bucket, 's3:GetObject')
      expect([await asked('k', reader), await asked('nothing', reader)]).toEqual([DENIED, DENIED])
      expect(await asked('k', await userOf(bucket, action))).toEqual(OK)
    },
  )
})

describe('PutObjectRetention', () => {
  test('requires its own permission', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const writer = await userOf(bucket, 's3:PutObject', 's3:PutObjectLegalHold')
    expect((await setRetention(bucket, 'k', retention(1), { credentials: writer })).outcome).toBe(DENIED)
    const locker = await userOf(bucket, 's3:PutObjectRetention')
    expect((await setRetention(bucket, 'k', retention(1), { credentials: locker })).outcome).toBe(OK)
    expect((await setRetention(bucket, 'k', retention(0.5), { credentials: locker })).refusal).toBe(WORM)
  })

  test('is allowed by mode', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const condition = { StringEquals: { 's3:object-lock-mode': 'GOVERNANCE' } }
    const credentials = await userUnder(bucket, 's3:PutObjectRetention', condition)
    expect((await setRetention(bucket, 'k', retention(1, 'COMPLIANCE'), { credentials })).outcome).toBe(DENIED)
    expect((await setRetention(bucket, 'k', retention(1), { credentials })).outcome).toBe(OK)
  })

  test.each([
    ['5', 5, OK],
    ['5', 4.5, OK],
    ['5', 5.5, DENIED],
    ['5', 3.5, DENIED],
  ])('rounds days up: %s are %d', async (days, asked, expected) => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const condition = { NumericEquals: { 's3:object-lock-remaining-retention-days': days } }
    const credentials = await userUnder(bucket, 's3:PutObjectRetention', condition)
    expect((await setRetention(bucket, 'k', retention(asked), { credentials })).outcome).toBe(expected)
  })

  test('is allowed by date', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const condition = { DateLessThan: { 's3:object-lock-retain-until-date': new Date(inDays(50)).toISOString() } }
    const credentials = await userUnder(bucket, 's3:PutObjectRetention', condition)
    expect((await setRetention(bucket, 'k', retention(51), { credentials })).outcome).toBe(DENIED)
    expect((await setRetention(bucket, 'k', retention(49), { credentials })).outcome).toBe(OK)
  })

  test('is allowed by version', async () => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, 'k')
    const condition = { StringEquals: { 's3:versionid': versionId } }
    const credentials = await userUnder(bucket, 's3:PutObjectRetention', condition)
    expect((await setRetention(bucket, 'k', retention(1), { credentials, versionId })).outcome).toBe(OK)
    expect((await setRetention(bucket, 'k', retention(2), { credentials })).outcome).toBe(DENIED)
  })

  test('bypasses governance only with the permission', async () => {
    const bucket = await lockedBucket()
    await lockedVersion(bucket, 'k', governance(5))
    const change = async (to: number | undefined, ...actions: string[]) => {
      const credentials = await userOf(bucket, ...actions)
      const next = to === undefined ? undefined : retention(to)
      return (await setRetention(bucket, 'k', next, { credentials, headers: BYPASS })).outcome
    }
    const expected = differs({ engine: DENIED, minio: OK }, STRICTER)
    expect(await change(6, 's3:PutObjectRetention')).toEqual(OK)
    expect(await change(4, 's3:PutObjectRetention')).toEqual(expected)
    expect(await change(3.5, 's3:BypassGovernanceRetention')).toEqual(expected)
    expect(await change(3, 's3:PutObjectRetention', 's3:BypassGovernanceRetention')).toEqual(OK)
    expect(await change(undefined, 's3:PutObjectRetention')).toEqual(expected)
  })
})

describe('PutObjectLegalHold', () => {
  test('requires its own permission', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const others = await userOf(bucket, 's3:PutObject', 's3:PutObjectRetention', 's3:BypassGovernanceRetention')
    expect((await setHold(bucket, 'k', true, { credentials: others })).outcome).toBe(DENIED)
    const holder = await userOf(bucket, 's3:PutObjectLegalHold')
    expect((await setHold(bucket, 'k', true, { credentials: holder })).outcome).toBe(OK)
  })

  test('is allowed by the new status', async () => {
    const bucket = await lockedBucket()
    await given.object(bucket, 'k')
    const condition = { StringEquals: { 's3:object-lock-legal-hold': 'ON' } }
    const credentials = await userUnder(bucket, 's3:PutObjectLegalHold', condition)
    expect((await setHold(bucket, 'k', true, { credentials })).outcome).toBe(
      differs({ engine: OK, minio: DENIED }, VALUES),
    )
    expect((await setHold(bucket, 'k', false, { credentials })).outcome).toBe(DENIED)
    expect((await setHold(bucket, 'k', false, { credentials, headers: { [HOLD]: 'ON' } })).outcome).toBe(
      differs({ engine: DENIED, minio: OK }, VALUES),
    )
  })
})

describe('removing under governance', () => {
  test('requires the permission to bypass it', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', governance())
    const attempt = async (credentials: Credentials, headers = {}) =>
      (await remove(bucket, 'k', versionId, { credentials, headers })).outcome
    const worm = '400 InvalidRequest'
    const deleter = await userOf(bucket, 's3:DeleteObject', 's3:DeleteObjectVersion', 's3:PutObjectLegalHold')
    expect(await attempt(deleter)).toEqual(worm)
    expect(await attempt(deleter, BYPASS)).toEqual(DENIED)
    const denied = await accounts.allowed(
      allow(['s3:*'], bucket, `${bucket}/*`),
      deny(['s3:BypassGovernanceRetention'], bucket, `${bucket}/*`),
    )
    expect(await attempt(denied, BYPASS)).toEqual(DENIED)
    const bypasser = await userOf(bucket, 's3:DeleteObject', 's3:BypassGovernanceRetention')
    expect(await attempt(bypasser)).toEqual(worm)
    expect(await attempt(bypasser, BYPASS)).toEqual(GONE)
  })

  test('with an unneeded bypass header requires no permission', async () => {
    const bucket = await lockedBucket()
    const versionId = await given.version(bucket, 'k')
    const credentials = await userOf(bucket, 's3:DeleteObject')
    expect((await request({ method: 'DELETE', bucket, key: 'k', credentials, headers: BYPASS })).outcome).toBe(GONE)
    expect((await remove(bucket, 'k', versionId, { credentials, headers: BYPASS })).outcome).toBe(GONE)
  })

  test('is allowed by the remaining days', async () => {
    const bucket = await lockedBucket()
    const condition = { NumericLessThan: { 's3:object-lock-remaining-retention-days': '3' } }
    const credentials = await userUnder(bucket, 's3:BypassGovernanceRetention', condition, 's3:DeleteObject')
    const attempt = async (key: string, days: number) => {
      const versionId = await lockedVersion(bucket, key, governance(days))
      return (await remove(bucket, key, versionId, { credentials, headers: BYPASS })).outcome
    }
    expect(await attempt('near', 2)).toEqual(
      differs(
        { engine: GONE, minio: DENIED },
        'MinIO does not supply the remaining days, so no condition on them matches',
      ),
    )
    expect(await attempt('far', 20)).toEqual(DENIED)
  })

  test('is rejected under compliance without a permission check', async () => {
    const bucket = await lockedBucket()
    const versionId = await lockedVersion(bucket, 'k', compliance())
    const credentials = await userOf(bucket, 's3:DeleteObject')
    expect((await remove(bucket, 'k', versionId, { credentials, headers: BYPASS })).refusal).toBe(WORM)
    expect((await getLock(bucket, 'k', 'retention', versionId)).status).toBe(200)
  })
})

test('an anonymous caller cannot set locks with public write access', async () => {
  const bucket = await lockedBucket()
  const policy = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: '*', Action: ['s3:PutObject'], Resource: [`arn:aws:s3:::${bucket}/*`] }],
  }
  const body = JSON.stringify(policy)
  expect((await request({ method: 'PUT', bucket, query: { policy: '' }, body })).status).toBe(204)
  const stranger = (headers: Record<string, string>) =>
    request({ method: 'PUT', bucket, key: 's', headers, body: 'x', credentials: undefined })
  expect((await stranger({})).outcome).toBe(OK)
  expect((await stranger({ [HOLD]: 'ON' })).outcome).toBe(DENIED)
  expect((await stranger({ [MODE]: 'GOVERNANCE', [UNTIL]: new Date(inDays(1)).toISOString() })).outcome).toBe(DENIED)
})
