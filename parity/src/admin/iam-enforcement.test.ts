/** What policies allow and deny for every kind of caller. */

import { send, sendUrl, texts, uniqueName } from '@cooperage/testkit'
import { type Credentials, presignUrl } from '@cooperage/wire'
import type { JsonPolicy } from '@cooperage/wire/policy'
import { describe, expect, test } from 'vitest'
import { assumeRole } from '../sts/session.ts'
import { differs, given, request, target } from '../target.ts'
import { admin, allow, deny, document, newGroup, newPolicy, newUser } from './iam-calls.ts'

const DENIED = '403 AccessDenied'
const get = async (credentials: Credentials | undefined, bucket: string, key: string, headers = {}) =>
  (await request({ method: 'GET', bucket, key, credentials, headers })).status

async function bucketWith(...keys: string[]): Promise<string> {
  const bucket = await given.bucket()
  for (const key of keys) await given.object(bucket, key)
  return bucket
}

describe('A user', () => {
  test('without a policy can do nothing but read its own identity', async () => {
    const bucket = await bucketWith('k')
    const user = await newUser.with()
    expect((await request({ method: 'GET', bucket, key: 'k', credentials: user })).outcome).toBe(DENIED)
    expect((await request({ method: 'GET', credentials: user })).outcome).toBe(DENIED)
    expect((await admin('GET', 'accountinfo', { as: user })).json).toMatchObject({
      AccountName: user.accessKey,
      Policy: { Version: '', Statement: null },
      Buckets: null,
    })
  })

  test('can do what its own policy allows', async () => {
    const bucket = await bucketWith('open/k', 'shut/k')
    const user = await newUser.allowed(allow(['s3:GetObject'], `${bucket}/open/*`))
    expect([await get(user, bucket, 'open/k'), await get(user, bucket, 'shut/k')]).toEqual([200, 403])
  })

  test('can do what a group policy allows', async () => {
    const bucket = await bucketWith('k')
    const user = await newUser.with()
    await newGroup([user.accessKey], 'readonly')
    await newGroup([user.accessKey], 'writeonly')
    expect(await get(user, bucket, 'k')).toBe(200)
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials: user })).status).toBe(200)
    expect((await request({ method: 'DELETE', bucket, key: 'k', credentials: user })).status).toBe(403)
  })

  test("can't do what any of its policies denies", async () => {
    const bucket = await bucketWith('k', 'secret')
    const user = await newUser.with('readwrite')
    await newGroup([user.accessKey], await newPolicy(document(deny(['s3:*'], `${bucket}/secret`))))
    expect([await get(user, bucket, 'k'), await get(user, bucket, 'secret')]).toEqual([200, 403])
  })

  test('can do only what its own policies allow, whatever a bucket policy allows', async () => {
    const bucket = await bucketWith('k')
    const policy = { Version: '2012-10-17', Statement: [{ ...allow(['s3:GetObject'], `${bucket}/*`), Principal: '*' }] }
    const put = await request({ method: 'PUT', bucket, query: { policy: '' }, body: JSON.stringify(policy) })
    expect(put.status).toBe(204)
    expect(await get(undefined, bucket, 'k')).toBe(200)
    expect(await get(await newUser.with(), bucket, 'k')).toBe(403)
    expect(await get(await newUser.with('writeonly'), bucket, 'k')).toBe(403)
  })

  test('is not bound by a bucket policy that denies', async () => {
    const bucket = await bucketWith('k')
    const statement = { ...deny(['s3:GetObject'], `${bucket}/*`), Principal: '*' }
    const body = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
    await request({ method: 'PUT', bucket, query: { policy: '' }, body })
    expect(await get(await newUser.with('readonly'), bucket, 'k')).toBe(200)
    expect(await get(undefined, bucket, 'k')).toBe(403)
  })

  test('can list the buckets that it can access', async () => {
    const [open, located, shut] = [await given.bucket(), await given.bucket(), await given.bucket()]
    const user = await newUser.allowed(
      allow(['s3:ListBucket'], open),
      allow(['s3:GetBucketLocation'], located),
      allow(['s3:GetObject'], `${shut}/*`),
    )
    const names = texts((await request({ method: 'GET', credentials: user })).text, 'Name')
    expect(names.toSorted()).toEqual([open, located].toSorted())
  })

  test('can list a bucket if it can list one of its top-level folders', async () => {
    const [home, top] = [await given.bucket(), await given.bucket()]
    const inFolder = (bucket: string, prefix: string): JsonPolicy['Statement'][number] => ({
      ...allow(['s3:ListBucket'], bucket),
      Condition: { StringEquals: { 's3:prefix': [prefix], 's3:delimiter': ['/'] } },
    })
    const user = await newUser.allowed(inFolder(home, 'home/'), inFolder(top, ''))
    expect(texts((await request({ method: 'GET', credentials: user })).text, 'Name')).toEqual([top])
  })
})

describe('A version', () => {
  const versioned = async (): Promise<[bucket: string, versionId: string]> => {
    const bucket = await given.bucket()
    const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
    await request({ method: 'PUT', bucket, query: { versioning: '' }, body })
    const { headers } = await given.object(bucket, 'k')
    return [bucket, headers['x-amz-version-id'] ?? '']
  }
  const remove = async (bucket: string, versionId: string, credentials: Credentials) =>
    (await request({ method: 'DELETE', bucket, key: 'k', query: { versionId }, credentials })).status

  test('is deleted by a caller who can delete objects', async () => {
    const [bucket, versionId] = await versioned()
    const user = await newUser.allowed(allow(['s3:DeleteObject'], `${bucket}/*`))
    expect(await remove(bucket, versionId, user)).toBe(204)
  })

  test('is kept when deleting versions is denied', async () => {
    const [bucket, versionId] = await versioned()
    const user = await newUser.allowed(
      allow(['s3:DeleteObject'], `${bucket}/*`),
      deny(['s3:DeleteObjectVersion'], `${bucket}/*`),
    )
    expect(await remove(bucket, versionId, user)).toBe(403)
    expect((await request({ method: 'DELETE', bucket, key: 'k', credentials: user })).status).toBe(204)
  })
})

describe('accountinfo', () => {
  test('returns the merged policies, each statement once', async () => {
    const read = allow(['s3:GetObject'], 'a/*')
    const write = allow(['s3:PutObject'], 'a/*')
    const [one, two] = [
      await newPolicy(document(read), uniqueName('a-policy')),
      await newPolicy(document(read, write), uniqueName('b-policy')),
    ]
    const user = await newUser.with(two)
    await newGroup([user.accessKey], one)
    expect((await admin('GET', 'accountinfo', { as: user })).json).toMatchObject({ Policy: document(read, write) })
  })

  test("returns the account's policy for a session", async () => {
    const user = await newUser.with('writeonly')
    const session = await assumeRole({ policy: JSON.stringify(document(allow(['s3:GetObject'], '*'))) }, user)
    expect((await admin('GET', 'accountinfo', { as: session })).json).toMatchObject({
      AccountName: user.accessKey,
      Policy: document(allow(['s3:PutObject'], '*')),
      Buckets: null,
    })
  })
})

describe('Administration', () => {
  test.each([
    ['admin:ListUsers', 'list-users'],
    ['admin:ListGroups', 'groups'],
    ['admin:ListUserPolicies', 'list-canned-policies'],
    ['admin:ServerInfo', 'info'],
  ])('%s is required for %s', async (action, call) => {
    const may = await newUser.allowed({ Effect: 'Allow', Action: [action] })
    const mayNot = await newUser.allowed({ Effect: 'Allow', Action: ['admin:*'] }, { Effect: 'Deny', Action: [action] })
    expect((await admin('GET', call, { as: may })).status).toBe(200)
    expect((await admin('GET', call, { as: mayNot })).outcome).toBe(DENIED)
  })
})

describe('A session', () => {
  test("of a user has the user's permissions", async () => {
    const bucket = await bucketWith('k')
    const session = await assumeRole({}, await newUser.with('readonly'))
    expect(await get(session, bucket, 'k')).toBe(200)
    expect((await request({ method: 'PUT', bucket, key: 'k', body: 'x', credentials: session })).status).toBe(403)
  })

  test('is limited by its session policy', async () => {
    const bucket = await bucketWith('open/k', 'shut/k')
    const user = await newUser.with('readonly')
    const policy = JSON.stringify(document(allow(['s3:*'], `${bucket}/open/*`)))
    const session = await assumeRole({ policy }, user)
    expect([await get(session, bucket, 'open/k'), await get(session, bucket, 'shut/k')]).toEqual([200, 403])
    expect((await request({ method: 'PUT', bucket, key: 'open/k', body: 'x', credentials: session })).status).toBe(403)
  })

  test('reflects policies attached to and detached from the user', async () => {
    const bucket = await bucketWith('k')
    const user = await newUser.with('readonly')
    const session = await assumeRole({}, user)
    expect(await get(session, bucket, 'k')).toBe(200)
    const setPolicy = (policyName: string) =>
      admin('PUT', 'set-user-or-group-policy', {
        query: { policyName, userOrGroup: user.accessKey, isGroup: 'false' },
      })
    await setPolicy('')
    expect(await get(session, bucket, 'k')).toBe(403)
    await setPolicy('readonly')
    await admin('PUT', 'set-user-status', { query: { accessKey: user.accessKey, status: 'disabled' } })
    expect((await request({ method: 'GET', bucket, key: 'k', credentials: session })).outcome).toBe(DENIED)
  })

  test("survives a change of the user's secret key", async () => {
    const bucket = await bucketWith('k')
    const user = await newUser.with('readonly')
    const session = await assumeRole({}, user)
    const encrypted = { secretKey: 'another-secret', status: 'enabled' }
    await admin('PUT', 'add-user', { query: { accessKey: user.accessKey }, encrypted })
    expect(await get(session, bucket, 'k')).toBe(200)
  })
})

/** A user who can read `bucket` if the condition is met. */
async function reader(bucket: string, condition: Record<string, Record<string, string[]>>): Promise<Credentials> {
  return newUser.allowed({ ...allow(['s3:GetObject', 's3:PutObject'], `${bucket}/*`), Condition: condition })
}

describe('Conditions', () => {
  test.each<[string, Record<string, Record<string, string[]>>, number]>([
    ['aws:SourceIp, mine', { IpAddress: { 'aws:SourceIp': ['127.0.0.0/8'] } }, 200],
    ['aws:SourceIp, another', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }, 403],
    ['aws:SecureTransport', { Bool: { 'aws:SecureTransport': ['true'] } }, 403],
    ['aws:UserAgent', { StringLike: { 'aws:UserAgent': ['parity*'] } }, 200],
    ['aws:Referer, mine', { StringLike: { 'aws:Referer': ['http://here/*'] } }, 200],
    ['aws:Referer, another', { StringLike: { 'aws:Referer': ['http://there/*'] } }, 403],
    ['aws:CurrentTime, before', { DateGreaterThan: { 'aws:CurrentTime': ['2020-01-01T00:00:00Z'] } }, 200],
    ['aws:CurrentTime, after', { DateLessThan: { 'aws:CurrentTime': ['2020-01-01T00:00:00Z'] } }, 403],
    ['aws:EpochTime', { NumericGreaterThan: { 'aws:EpochTime': ['1577836800'] } }, 200],
    ['aws:principaltype', { StringEquals: { 'aws:principaltype': ['User'] } }, 200],
    ['s3:authType, mine', { StringEquals: { 's3:authType': ['REST-HEADER'] } }, 200],
    ['s3:authType, another', { StringEquals: { 's3:authType': ['REST-QUERY-STRING'] } }, 403],
    ['s3:signatureversion', { StringEquals: { 's3:signatureversion': ['AWS4-HMAC-SHA256'] } }, 200],
    ['s3:x-amz-content-sha256', { StringEquals: { 's3:x-amz-content-sha256': ['UNSIGNED-PAYLOAD'] } }, 403],
    ['aws:groups, which users have none of', { Null: { 'aws:groups': ['true'] } }, 200],
  ])('ask for %s', async (_, condition, expected) => {
    const bucket = await bucketWith('k')
    const user = await reader(bucket, condition)
    const headers = { referer: 'http://here/page', 'user-agent': 'parity/1' }
    expect(await get(user, bucket, 'k', headers)).toBe(expected)
  })

  test('match the identity of the caller', async () => {
    const bucket = await bucketWith('k')
    const user = await newUser.with('readwrite')
    const only = await newPolicy(
      document({
        ...deny(['s3:GetObject'], `${bucket}/*`),
        Condition: { StringNotEquals: { 'aws:username': [user.accessKey] } },
      }),
    )
    const group = await newGroup([user.accessKey, (await newUser.with('readwrite')).accessKey], only)
    expect(group).not.toBe('')
    expect(await get(user, bucket, 'k')).toBe(200)
    const other = await newUser.with('readwrite', only)
    expect(await get(other, bucket, 'k')).toBe(403)
  })

  test('match the kind of session', async () => {
    const bucket = await bucketWith('k')
    const user = await reader(bucket, { StringEquals: { 'aws:principaltype': ['AssumedRole'] } })
    expect(await get(user, bucket, 'k')).toBe(403)
    expect(await get(await assumeRole({}, user), bucket, 'k')).toBe(200)
  })

  test('match the age of a presigned link', async () => {
    const bucket = await bucketWith('k')
    const user = await reader(bucket, { NumericLessThan: { 's3:signatureAge': ['60000'] } })
    const link = (now: Date) =>
      presignUrl({
        method: 'GET',
        url: new URL(`${target.url}/${bucket}/k`),
        credentials: user,
        region: 'us-east-1',
        expiresInSeconds: 3600,
        now,
      })
    expect((await sendUrl(link(new Date()))).status).toBe(200)
    expect((await sendUrl(link(new Date(Date.now() - 120_000)))).status).toBe(403)
  })

  test('match the tags of an upload', async () => {
    const bucket = await bucketWith()
    const user = await newUser.allowed({
      ...allow(['s3:PutObject'], `${bucket}/*`),
      Condition: { StringEquals: { 's3:RequestObjectTag/kind': ['public'] } },
    })
    const put = async (tags: string) =>
      (
        await request({
          method: 'PUT',
          bucket,
          key: 'k',
          body: 'x',
          credentials: user,
          headers: tags === '' ? {} : { 'x-amz-tagging': tags },
        })
      ).status
    expect([await put('kind=public'), await put('kind=private'), await put('')]).toEqual([200, 403, 403])
  })

  test('use the address of the connection, whatever a header says', async () => {
    const bucket = await bucketWith('k')
    const user = await reader(bucket, { IpAddress: { 'aws:SourceIp': ['10.1.2.3'] } })
    expect(await get(user, bucket, 'k', { 'x-forwarded-for': '10.1.2.3' })).toBe(
      differs({ engine: 403, minio: 200 }, 'MinIO trusts X-Forwarded-For from any client'),
    )
  })

  test('use the prefix in the query, whatever a header of that name says', async () => {
    const bucket = await bucketWith('secret/k')
    const user = await newUser.allowed({
      ...allow(['s3:ListBucket'], bucket),
      Condition: { StringEquals: { 's3:prefix': ['home/'] } },
    })
    const query = { 'list-type': '2', prefix: 'secret/' }
    const response = await request({ method: 'GET', bucket, query, credentials: user, headers: { prefix: 'home/' } })
    expect(response.status).toBe(
      differs({ engine: 403, minio: 200 }, 'MinIO lets a header named like a condition key override its value'),
    )
  })
})

describe('Policy variables', () => {
  test('give each user a folder by name', async () => {
    const statement = ['s3:GetObject', 's3:PutObject']
    const bucket = await bucketWith()
    const policy = await newPolicy(document(allow(statement, `${bucket}/\${aws:username}/*`)))
    const [one, other] = [await newUser.with(policy), await newUser.with(policy)]
    const put = async (folder: string, as: Credentials) =>
      (await request({ method: 'PUT', bucket, key: `${folder}/k`, body: 'x', credentials: as })).status
    expect(await put(one.accessKey, one)).toBe(200)
    expect(await put(other.accessKey, one)).toBe(403)
    expect(await put(one.accessKey, await assumeRole({}, one))).toBe(200)
  })

  test("are not wildcards, whatever the user's name", async () => {
    const bucket = await bucketWith('other/k')
    const policy = await newPolicy(document(allow(['s3:GetObject'], `${bucket}/\${aws:username}/*`)))
    const user = await newUser.named(`*${uniqueName('')}`, policy)
    expect(await get(user, bucket, 'other/k')).toBe(403)
  })
})

describe('An anonymous caller', () => {
  test.each(['list-users', 'accountinfo', 'info'])('is denied %s', async (call) => {
    const path = `/minio/admin/v3/${call}`
    expect((await send({ url: target.url, method: 'GET', path })).outcome).toBe(DENIED)
  })

  test("can't list buckets", async () => {
    expect((await request({ method: 'GET', credentials: undefined })).outcome).toBe(DENIED)
  })
})
