/** Where the engine deliberately evaluates policies differently from MinIO. Both sides are asserted. */
import type { Credentials } from '@cooperage/wire'
import { afterAll, expect, test } from 'vitest'
import { differs } from '../target.ts'
import type { PolicyDocument, StatementDocument } from './pair.ts'
import { PolicyServer } from './policy-server.ts'

const BUCKET = 'photos'

let users = 0

const server = await PolicyServer.start()
await server.addBucket(BUCKET)

afterAll(() => server.stop(), 60_000)

const documentOf = (...statements: StatementDocument[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: statements,
})
const EVERYTHING: StatementDocument = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
const when = (condition: NonNullable<StatementDocument['Condition']>): StatementDocument => ({
  ...EVERYTHING,
  Condition: condition,
})

async function userWith(statements: StatementDocument[], name = `user-${++users}`): Promise<Credentials> {
  const credentials = await server.addUser(name)
  await server.attach('user', name, [documentOf(...statements)])
  return credentials
}

interface Sent {
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
}

async function statusOf(credentials: Credentials, { key = 'docs/a.txt', ...rest }: Sent = {}): Promise<number> {
  return (await server.request({ method: 'GET', bucket: BUCKET, key, credentials, ...rest })).status
}

async function listing(
  credentials: Credentials,
  search: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const query = Object.fromEntries(new URLSearchParams(search))
  return (await server.request({ method: 'GET', bucket: BUCKET, query, headers, credentials })).status
}

const SPOOFED = 'a client header must not override a value of the server'

test.each([
  ['aws:SourceIp', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }, { sourceip: '10.1.1.1' }],
  ['aws:SourceIp', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }, { 'x-forwarded-for': '10.1.1.1' }],
  ['aws:SourceIp', { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }, { 'x-real-ip': '10.1.1.1' }],
  [
    'aws:SourceIp',
    { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
    { 'x-forwarded-for': '10.1.1.1', 'x-cooperage-console-token': 'a'.repeat(64) },
  ],
  ['aws:username', { StringEquals: { 'aws:username': ['bob'] } }, { username: 'bob' }],
  ['aws:principaltype', { StringEquals: { 'aws:principaltype': ['Account'] } }, { principaltype: 'Account' }],
  ['s3:ExistingObjectTag', { StringEquals: { 's3:ExistingObjectTag/team': ['red'] } }, { 'x-amz-tagging': 'team=red' }],
])('%s is not read from a header', async (_, condition, headers) => {
  const user = await userWith([when(condition)])
  const key = 'readme'

  expect(await statusOf(user, { key })).toBe(403)
  expect(await statusOf(user, { key, headers })).toBe(differs({ engine: 403, minio: 200 }, SPOOFED))
})

test('s3:prefix is not read from a header or from a second parameter', async () => {
  const user = await userWith([when({ StringEquals: { 's3:prefix': ['docs/'] } })])

  expect(await listing(user, 'list-type=2&prefix=docs/')).toBe(200)
  expect(await listing(user, 'list-type=2&prefix=x/')).toBe(403)
  expect(await listing(user, 'list-type=2&prefix=x/', { prefix: 'docs/' })).toBe(
    differs({ engine: 403, minio: 200 }, SPOOFED),
  )
  const twice = await server.request({
    method: 'GET',
    path: `/${BUCKET}?list-type=2&prefix=x%2F&prefix=docs%2F`,
    credentials: user,
  })
  expect(twice.status).toBe(differs({ engine: 403, minio: 200 }, 'the listing uses the first parameter'))
})

test('a Deny of listing versions applies although listing is allowed', async () => {
  const user = await userWith([
    EVERYTHING,
    { Effect: 'Deny', Action: ['s3:ListBucketVersions'], Resource: ['arn:aws:s3:::*'] },
  ])

  expect(await listing(user, 'list-type=2')).toBe(200)
  expect(await listing(user, 'versions=')).toBe(differs({ engine: 403, minio: 200 }, 'deny wins'))
})

test('a star in a user name is not a wildcard', async () => {
  const own = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${BUCKET}/\${aws:username}`] }
  const user = await userWith([own], '***')

  expect(await statusOf(user)).toBe(
    differs(
      { engine: 403, minio: 200 },
      'anyone who can name users could otherwise grant the permissions of all users',
    ),
  )
})

test('the tags of an object being read are not request tags', async () => {
  const user = await userWith([when({ StringEquals: { 's3:RequestObjectTag/team': ['red'] } })])

  expect(await statusOf(user)).toBe(differs({ engine: 403, minio: 200 }, 'the request sets no tags'))
})

test('existing tags are the tags before the replacement', async () => {
  const user = await userWith([when({ StringEquals: { 's3:ExistingObjectTag/team': ['blue'] } })])
  const body = '<Tagging><TagSet><Tag><Key>team</Key><Value>red</Value></Tag></TagSet></Tagging>'
  const put = await server.request({
    method: 'PUT',
    bucket: BUCKET,
    key: 'docs/b.txt',
    query: { tagging: '' },
    body,
    credentials: user,
  })

  expect(put.status).toBe(differs({ engine: 200, minio: 403 }, 'MinIO treats the request tags as existing tags'))
})

test('a new object has no existing tags', async () => {
  const user = await userWith([when({ StringEquals: { 's3:ExistingObjectTag/team': ['red'] } })])
  const headers = { 'x-amz-tagging': 'team=red' }
  const put = await server.request({ method: 'PUT', bucket: BUCKET, key: 'fresh', headers, credentials: user })

  expect(put.status).toBe(differs({ engine: 403, minio: 200 }, 'MinIO treats the request tags as existing tags'))
})

const NOT_USED = 'a header that the operation ignores satisfies no condition'

test.each<[string, NonNullable<StatementDocument['Condition']>, Record<string, string>, string]>([
  [
    'an encrypted object',
    { StringNotEquals: { 's3:x-amz-server-side-encryption': ['AES256'] } },
    { 'x-amz-server-side-encryption': 'AES256' },
    'X-Amz-Server-Side-Encryption=AES256',
  ],
  [
    'a storage class',
    { StringNotEquals: { 's3:x-amz-storage-class': ['STANDARD'] } },
    { 'x-amz-storage-class': 'STANDARD' },
    'x-amz-storage-class=STANDARD',
  ],
])(
  'a policy that requires %s is satisfied by the header, not by a query parameter',
  async (_, condition, headers, search) => {
    const user = await userWith([EVERYTHING, { ...when(condition), Effect: 'Deny', Action: ['s3:PutObject'] }])
    const put = async (options: Sent) =>
      (await server.request({ method: 'PUT', bucket: BUCKET, key: 'new', body: 'x', credentials: user, ...options }))
        .status

    expect(await put({})).toBe(403)
    expect(await put({ query: Object.fromEntries(new URLSearchParams(search)) })).toBe(
      differs({ engine: 403, minio: 200 }, NOT_USED),
    )
    expect(await put({ headers })).not.toBe(403)
  },
)

test.each([
  [`${BUCKET}/docs/a.txt`, 403],
  [`/${BUCKET}/docs/a.txt`, 200],
  [`${BUCKET}/%64ocs/a.txt`, 200],
  [`${BUCKET}%2Fdocs%2Fa.txt`, 200],
])('a Deny of a copy source applies to %s', async (source, minio) => {
  const condition = { StringLike: { 's3:x-amz-copy-source': [`${BUCKET}/docs/*`] } }
  const user = await userWith([EVERYTHING, { ...when(condition), Effect: 'Deny', Action: ['s3:PutObject'] }])
  const headers = { 'x-amz-copy-source': source }
  const copy = await server.request({ method: 'PUT', bucket: BUCKET, key: 'copy', headers, credentials: user })

  expect(copy.status).toBe(differs({ engine: 403, minio }, 'MinIO compares the raw header'))
})

test('a Deny conditioned on object tags also covers its attributes', async () => {
  const red = when({ StringEquals: { 's3:ExistingObjectTag/team': ['red'] } })
  const user = await userWith([EVERYTHING, { ...red, Effect: 'Deny', Action: ['s3:GetObject'] }])
  const options = { query: { attributes: '' }, headers: { 'x-amz-object-attributes': 'ObjectSize' } }

  expect(await statusOf(user, { key: 'readme', ...options })).toBe(200)
  expect(await statusOf(user, options)).toBe(differs({ engine: 403, minio: 200 }, 'attributes are object data too'))
})

test('a Deny conditioned on object tags also covers copying', async () => {
  const secret = when({ StringEquals: { 's3:ExistingObjectTag/team': ['red'] } })
  const user = await userWith([EVERYTHING, { ...secret, Effect: 'Deny', Action: ['s3:GetObject'] }])
  const headers = { 'x-amz-copy-source': `/${BUCKET}/docs/a.txt` }
  const copy = await server.request({ method: 'PUT', bucket: BUCKET, key: 'copy', headers, credentials: user })

  expect(await statusOf(user)).toBe(403)
  expect(copy.status).toBe(differs({ engine: 403, minio: 200 }, 'a copy would bypass the Deny'))
})

test('the age of a presigned link is available to uploads', async () => {
  const user = await userWith([when({ NumericLessThan: { 's3:signatureAge': [600_000] } })])
  const link = { bucket: BUCKET, query: {}, headers: {}, isPresigned: true }

  expect((await server.requestPair({ ...link, operation: 'GetObject', key: 'readme' }, user)).status).toBe(200)
  expect((await server.requestPair({ ...link, operation: 'PutObject', key: 'new' }, user)).status).toBe(
    differs(
      { engine: 200, minio: 403 },
      'MinIO evaluates the policy before the age is known, so a Deny of old links would let them upload',
    ),
  )
})

test('a star as the resource is returned as stored', async () => {
  const statement = { Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: ['*'] }
  await server.putBucketPolicy(BUCKET, documentOf(statement))
  const { text } = await server.request({ method: 'GET', bucket: BUCKET, query: { policy: '' } })

  expect(JSON.parse(text).Statement[0].Resource).toEqual(
    differs({ engine: ['*'], minio: ['**'] }, 'MinIO treats it as both prefix and name, and writes both'),
  )
})

const UNWRITABLE = "MinIO accepts NotAction but can't serialize it"

test('a policy with NotAction can be stored, shown and used everywhere', async () => {
  const statement = { Effect: 'Allow', NotAction: ['s3:PutObject'], Resource: [`arn:aws:s3:::${BUCKET}/*`] }
  const user = await userWith([statement], 'notaction')
  expect(await statusOf(user)).toBe(200)
  expect((await server.request({ method: 'PUT', bucket: BUCKET, key: 'k', credentials: user })).status).toBe(403)

  const shown = await server.admin('GET info-canned-policy', { name: 'user-notaction-0' })
  expect(shown.status).toBe(differs({ engine: 200, minio: 500 }, UNWRITABLE))
  const listed = await server.admin('GET list-canned-policies', {})
  expect(listed.status).toBe(differs({ engine: 200, minio: 500 }, UNWRITABLE))
  const session = await server.assumeRole(server.root, JSON.stringify(documentOf(statement)))
  expect(session.status).toBe(differs({ engine: 200, minio: 400 }, UNWRITABLE))
  const body = JSON.stringify(documentOf({ ...statement, Principal: '*' }))
  const put = await server.request({ method: 'PUT', bucket: BUCKET, query: { policy: '' }, body })
  expect(put.status).toBe(differs({ engine: 204, minio: 500 }, UNWRITABLE))
})
