/** Public access: the console reports exactly what anonymous requests can do. */
import { accountsOf, allow, deny, send, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()
const PATH = '/api/v1/exposure/buckets'

interface Opening {
  number: number
  sid: string
  text: string
  conditions: { operator: string; key: string; values: string[] }[]
  except: string[]
  narrowedBy: { number: number; sid: string; text: string }[]
  resources: { resource: string; kinds: string[] }[]
  fullAccess: string[]
}

interface Exposures {
  buckets: { name: string; openings: Opening[] }[]
  unread: { name: string; reason: string; permission: string }[]
  left: string[]
}

const root = await given.user()
const accounts = accountsOf(given.storage)

const everybody = { Principal: { AWS: ['*'] } }
const read = (...resources: string[]) => ({ ...allow(['s3:GetObject'], ...resources), ...everybody })

/** A bucket with the objects `open/a` and `private/a`, and a policy of these statements, if any. */
async function bucketWith(statements: (bucket: string) => object[]): Promise<string> {
  const bucket = uniqueName('exposed')
  const credentials = given.storage.root
  const { url } = given.storage
  const put = async (options: { key?: string; query?: Record<string, string>; body?: string }) => {
    const { status, text } = await send({ url, credentials, method: 'PUT', bucket, ...options })
    if (status >= 300) throw new Error(`not put: ${status} ${text}`)
  }
  await put({})
  for (const key of ['open/a', 'private/a']) await put({ key, body: 'a' })
  const Statement = statements(bucket)
  if (Statement.length > 0) {
    await put({ query: { policy: '' }, body: JSON.stringify({ Version: '2012-10-17', Statement }) })
  }
  return bucket
}

/** The statuses of anonymous requests for both objects. */
async function strangerReads(bucket: string): Promise<number[]> {
  const { url } = given.storage
  const requests = ['open/a', 'private/a'].map((key) => send({ url, method: 'GET', bucket, key }))
  return (await Promise.all(requests)).map(({ status }) => status)
}

async function exposures(buckets: string[], by = root): Promise<Exposures> {
  const { status, json, text } = await by.call('POST', PATH, { json: { buckets } })
  if (status !== 200) throw new Error(`unexpected response: ${status} ${text}`)
  return json as Exposures
}

async function openingsOf(bucket: string): Promise<Opening[]> {
  return (await exposures([bucket])).buckets[0]?.openings ?? []
}

describe('public access to a bucket', () => {
  test('is listed with its statement, and anonymous requests succeed', async () => {
    const bucket = await bucketWith((name) => [
      { ...allow(['s3:ListBucket'], name), ...everybody },
      { Sid: 'OpenFolder', ...read(`${name}/open/*`) },
    ])
    expect(await strangerReads(bucket)).toEqual([200, 403])
    const openings = await openingsOf(bucket)
    const resources = openings.flatMap((opening) => opening.resources)
    expect(resources.toSorted((a, b) => (a.resource < b.resource ? -1 : 1))).toEqual([
      { resource: bucket, kinds: ['list'] },
      { resource: `${bucket}/open/*`, kinds: ['read'] },
    ])
    const reading = openings.find(({ sid }) => sid === 'OpenFolder')
    expect(reading).toMatchObject({ conditions: [], except: [], narrowedBy: [] })
    expect(JSON.parse(reading?.text ?? '')).toMatchObject({ Sid: 'OpenFolder', Effect: 'Allow' })
    const { status, text } = await send({ url: given.storage.url, method: 'GET', bucket, query: { 'list-type': '2' } })
    expect([status, text]).toEqual([200, expect.stringContaining('open/a')])
  })

  test('is none if a Deny covers it, and the rest if a Deny covers a part', async () => {
    const denied = (resource: string) => ({ Sid: 'Closed', ...deny(['s3:*'], resource), ...everybody })
    const closed = await bucketWith((name) => [read(`${name}/*`), denied(`${name}/*`)])
    expect(await strangerReads(closed)).toEqual([403, 403])
    expect(await openingsOf(closed)).toEqual([])

    const partly = await bucketWith((name) => [read(`${name}/*`), denied(`${name}/private/*`)])
    expect(await strangerReads(partly)).toEqual([200, 403])
    expect(await openingsOf(partly)).toMatchObject([
      { resources: [{ resource: `${partly}/*`, kinds: ['read'] }], narrowedBy: [{ sid: 'Closed' }] },
    ])
  })

  test('with a condition lists the condition, and is none if anonymous requests cannot meet it', async () => {
    const from = (network: string) => ({ Condition: { IpAddress: { 'aws:SourceIp': [network] } } })
    const here = await bucketWith((name) => [{ ...read(`${name}/*`), ...from('127.0.0.0/8') }])
    const elsewhere = await bucketWith((name) => [{ ...read(`${name}/*`), ...from('192.0.2.0/24') }])
    const named = await bucketWith((name) => [
      { ...read(`${name}/*`), Condition: { StringEquals: { 'aws:username': ['bob'] } } },
    ])
    expect([await strangerReads(here), await strangerReads(elsewhere), await strangerReads(named)]).toEqual([
      [200, 200],
      [403, 403],
      [403, 403],
    ])
    const limited = (network: string) => [
      { conditions: [{ operator: 'IpAddress', key: 'aws:SourceIp', values: [network] }] },
    ]
    expect(await openingsOf(here)).toMatchObject(limited('127.0.0.0/8'))
    expect(await openingsOf(elsewhere)).toMatchObject(limited('192.0.2.0/24'))
    expect(await openingsOf(named)).toEqual([])
  })

  test('is returned for several buckets, including private ones and without missing ones', async () => {
    const [open, closed, gone] = [
      await bucketWith((name) => [read(`${name}/*`)]),
      await bucketWith(() => []),
      uniqueName('gone'),
    ]
    const response = await exposures([open, closed, gone])
    expect(response.buckets.map(({ name, openings }) => [name, openings.length]).toSorted()).toEqual(
      [
        [open, 1],
        [closed, 0],
      ].toSorted(),
    )
    expect([response.unread, response.left]).toEqual([[], []])
    const many = Array.from({ length: 51 }, (_, index) => `bucket-${index}`)
    expect((await root.call('POST', PATH, { json: { buckets: many } })).status).toBe(400)
  })

  test('is reported as unknown without permission to read the policy', async () => {
    const [mine, other] = [await bucketWith((name) => [read(`${name}/*`)]), await bucketWith(() => [])]
    const user = given.stranger()
    await user.signIn(await accounts.allowed(allow(['s3:GetBucketPolicy'], mine)))
    const response = await exposures([mine, other], user)
    expect(response.buckets).toMatchObject([{ name: mine, openings: [{ resources: [{ resource: `${mine}/*` }] }] }])
    expect(response.unread).toEqual([{ name: other, reason: 'denied', permission: 's3:GetBucketPolicy' }])
  })
})

describe('policies that allow everything', () => {
  test('are listed with their attachments and their Deny statements', async () => {
    const wide = await accounts.policy(allow(['s3:*'], '*'), { Sid: 'Kept', ...deny(['s3:DeleteObject'], 'vault/*') })
    const narrow = await accounts.policy(allow(['s3:*'], 'photos/*'))
    const user = await accounts.user(wide)
    const group = await accounts.group([user], wide)
    const { json } = await root.get('/api/v1/exposure/policies')
    const { policies, unreadable } = json as { policies: ({ name: string } & object)[]; unreadable: string[] }
    expect(policies.find(({ name }) => name === wide)).toMatchObject({
      users: [user.accessKey],
      groups: [group],
      attachmentsPermission: '',
      openings: [{ fullAccess: ['storage'], narrowedBy: [{ sid: 'Kept' }] }],
    })
    expect(policies.map(({ name }) => name)).toEqual(expect.arrayContaining(['consoleAdmin', 'readwrite']))
    expect(policies.map(({ name }) => name)).not.toContain(narrow)
    expect(unreadable).toEqual([])
  })

  test('need permission to list policies', async () => {
    const user = given.stranger()
    await user.signIn(await accounts.allowed(allow(['s3:ListBucket'], 'any')))
    const { status, json } = await user.get('/api/v1/exposure/policies')
    expect([status, json]).toMatchObject([403, { code: 'AccessDenied' }])
    expect((json as { message: string }).message).toContain('admin:ListUserPolicies')
  })
})

describe('keys that never expire', () => {
  test('are those of every user with permission to list them, otherwise those of the visitor', async () => {
    const user = await accounts.allowed(allow(['s3:ListBucket'], 'any'))
    const [lasting, ofRoot] = [await accounts.serviceAccount(user), await accounts.serviceAccount(given.storage.root)]
    const expiration = new Date(Date.now() + 24 * 3_600_000).toISOString()
    const expiring = await accounts.serviceAccount(user, { expiration })

    const all = (await root.get('/api/v1/exposure/keys')).json as { keys: object[]; of: string; unread: object[] }
    expect([all.of, all.unread]).toEqual(['everybody', []])
    expect(all.keys).toContainEqual({ accessKey: lasting.accessKey, parent: user.accessKey, name: '' })
    expect(all.keys).toContainEqual(
      expect.objectContaining({ accessKey: ofRoot.accessKey, parent: given.storage.root.accessKey }),
    )
    expect(JSON.stringify(all)).not.toContain(expiring.accessKey)

    const visitor = given.stranger()
    await visitor.signIn(user)
    expect((await visitor.get('/api/v1/exposure/keys')).json).toEqual({
      keys: [{ accessKey: lasting.accessKey, parent: user.accessKey, name: '' }],
      of: 'you',
      unread: [{ whose: 'everybody', reason: 'denied', permission: 'admin:ListUsers, admin:ListServiceAccounts' }],
    })
  })
})
