/** Who can do what in a bucket or folder: each kind of access with the deciding statements, and what couldn't be read. */
import type { BucketPrincipals } from '@cooperage/contract'
import { accountsOf, allow, deny, startVersitygw, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { testOn } from '../test-on.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()
const { user: root, bucket } = await given.userWithBucket()
const accounts = accountsOf(given.storage)

const list = (query: Record<string, string>, by = root, of = bucket) =>
  by.get(`/api/v1/buckets/${of}/principals?${new URLSearchParams(query)}`)

async function principals(query: Record<string, string>, by = root, of = bucket): Promise<BucketPrincipals> {
  const { status, json, text } = await list(query, by, of)
  if (status !== 200) throw new Error(`no list: ${status} ${text}`)
  return json as BucketPrincipals
}

const KINDS = ['list', 'read', 'write', 'delete', 'settings'] as const

/** `user anna: read write?`: the kinds of each principal, with a question mark for those that it has sometimes. */
function accessIn({ principals, outcomes }: BucketPrincipals): string[] {
  return principals.map(({ kind, name, outcome, disabled, isIncomplete }) => {
    const kinds = KINDS.flatMap((one) => {
      const { access = 'no' } = outcomes[outcome]?.[one] ?? {}
      return access === 'no' ? [] : [access === 'always' ? one : `${one}?`]
    })
    return `${kind} ${name}: ${kinds.join(' ')}${disabled}${isIncomplete ? ' incomplete' : ''}`
  })
}

/** `Allow readwrite 1 through devs`: what decides about a kind of access of a principal. */
function reasons(found: BucketPrincipals, name: string, kind: (typeof KINDS)[number]): string[] {
  const principal = found.principals.find((one) => one.name === name)
  return (found.outcomes[principal?.outcome ?? -1]?.[kind].statements ?? []).map((index) => {
    const { policy = -1, number, effect } = found.statements[index] ?? {}
    const groups = principal?.through.flatMap((one) => (one.policy === policy ? [one.group || 'itself'] : []))
    return `${effect} ${found.policies[policy]?.name} ${number} through ${groups?.join()}`
  })
}

describe('The principals of a bucket', () => {
  test('are users and groups with what decides about each kind of access', async () => {
    const tag = uniqueName('tag')
    const [own, shared, secret] = [
      await accounts.policy(allow(['s3:GetObject'], `${bucket}/*`)),
      await accounts.policy(
        allow(['s3:PutObject'], 'other/*'),
        allow(['s3:GetObject', 's3:DeleteObject'], `${bucket}/*`),
      ),
      await accounts.policy(deny(['s3:GetObject'], `${bucket}/secret/*`)),
    ]
    const user = await accounts.named(`${tag}/anna %`, own, secret)
    const nobody = await accounts.named(`${tag} nobody`)
    await accounts.namedGroup(`${tag}-devs`, [user.accessKey], shared)
    const found = await principals({ search: tag.toUpperCase() })
    expect(accessIn(found)).toEqual([
      `group ${tag}-devs: read delete`,
      `user ${nobody.accessKey}: `,
      `user ${user.accessKey}: read? delete`,
    ])
    expect(found).toMatchObject({ total: 3, source: 'builtIn', unread: [], unreadLists: [] })
    expect(reasons(found, user.accessKey, 'read').sort()).toEqual(
      [
        `Allow ${own} 1 through itself`,
        `Allow ${shared} 2 through ${tag}-devs`,
        `Deny ${secret} 1 through itself`,
      ].sort(),
    )
    expect(reasons(found, user.accessKey, 'delete')).toEqual([`Allow ${shared} 2 through ${tag}-devs`])
    expect(reasons(found, `${tag}-devs`, 'delete')).toEqual([`Allow ${shared} 2 through itself`])
    expect(found.statements.map(({ text }) => JSON.parse(text).Effect)).toContain('Deny')

    const some = await principals({ search: tag, filter: 'delete', limit: '1' })
    expect([some.total, accessIn(some)]).toEqual([2, [`group ${tag}-devs: read delete`]])
    expect(some.counts).toEqual(found.counts)
    expect(accessIn(await principals({ search: tag, filter: 'none' }))).toEqual([`user ${nobody.accessKey}: `])
  })

  test('are root, which no policy limits, and anonymous requests by the bucket policy', async () => {
    const { user, bucket } = await given.userWithBucket()
    const everything = 'list read write delete settings'
    expect(accessIn(await principals({ limit: '2' }, user, bucket))).toEqual([`root : ${everything}`, 'anonymous : '])
    const json = { access: 'PUBLIC' }
    expect((await user.call('PUT', `/api/v1/buckets/${bucket}/set-policy`, { json })).status).toBe(204)
    const found = await principals({ filter: 'delete', limit: '2' }, user, bucket)
    expect(accessIn(found)[1]).toBe('anonymous : list read write delete')
    expect(reasons(found, '', 'delete')).toEqual([])
    const { delete: deletion } = found.outcomes[found.principals[1]?.outcome ?? 0] ?? {}
    const statement = found.statements[deletion?.statements[0] ?? -1]
    expect(found.policies[statement?.policy ?? -1]).toEqual({ kind: 'bucket', name: '' })
  })

  test('of a folder are those of that part, with policy variables filled', async () => {
    const home = await accounts.policy(allow(['s3:GetObject', 's3:PutObject'], `${bucket}/homes/\${aws:username}/*`), {
      ...allow(['s3:ListBucket'], bucket),
      Condition: { StringLike: { 's3:prefix': [`homes/\${aws:username}/*`] } },
    })
    const [one, other] = [await accounts.user(home), await accounts.user(home)]
    const folder = { prefix: `homes/${one.accessKey}/` }
    expect(accessIn(await principals({ ...folder, search: one.accessKey }))).toEqual([
      `user ${one.accessKey}: list read write`,
    ])
    expect(accessIn(await principals({ ...folder, search: other.accessKey }))).toEqual([`user ${other.accessKey}: `])
    expect(accessIn(await principals({ search: other.accessKey }))).toEqual([
      `user ${other.accessKey}: list? read? write?`,
    ])
  })

  test('that are disabled, or in a disabled group, have no access', async () => {
    const tag = uniqueName('tag')
    const disabled = await accounts.named(`${tag}-1`, 'readwrite')
    await accounts.setStatus(disabled, 'disabled')
    const member = await accounts.named(`${tag}-2`, 'readwrite')
    await accounts.namedGroup(`${tag}-group`, [member.accessKey], 'readonly')
    const disable = await root.call('PUT', `/api/v1/group?name=${tag}-group`, {
      json: { members: [member.accessKey], status: 'disabled' },
    })
    expect(disable.status).toBe(200)
    const found = await principals({ search: tag })
    expect(accessIn(found)).toEqual([`group ${tag}-group: group`, `user ${tag}-1: account`, `user ${tag}-2: group`])
    expect(found.principals[2]?.disabledGroup).toBe(`${tag}-group`)
  })

  test('need an existing bucket, and a folder', async () => {
    const responses = await Promise.all([
      list({}, root, uniqueName('none').toLowerCase()),
      list({}, root, 'No..bucket'),
      list({ prefix: 'folder' }),
      list({ limit: '10001' }),
    ])
    expect(responses.map(({ status, json }) => [status, (json as { code: string }).code])).toEqual([
      [404, 'NoSuchBucket'],
      [400, 'InvalidBucketName'],
      [400, 'InvalidInput'],
      [400, 'InvalidInput'],
    ])
  })
})

describe('A visitor', () => {
  test('who may not list users and groups sees its own access, and what is missing', async () => {
    const keys = await accounts.allowed(allow(['s3:GetObject'], `${bucket}/*`))
    const found = await principals({ filter: 'any' }, await given.signedIn(keys))
    expect(accessIn(found)).toEqual(['root : list read write delete settings', `user ${keys.accessKey}: read`])
    expect(found).toMatchObject({
      counts: { all: 3, none: 1 },
      unread: [{ source: { kind: 'bucket', attachedTo: bucket }, reason: 'denied', permission: 's3:GetBucketPolicy' }],
      unreadLists: [
        { list: 'users', reason: 'denied', permission: 'admin:ListUsers' },
        { list: 'groups', reason: 'denied', permission: 'admin:ListGroups' },
      ],
    })
  })

  test('who may list users only sees the names of the policies and groups that it may not read', async () => {
    const user = await accounts.user('readonly')
    const group = await accounts.group([user], 'writeonly')
    const lister = await given.signedIn(
      await accounts.allowed({ Effect: 'Allow', Action: ['admin:ListUsers'] }, allow(['s3:GetBucketPolicy'], bucket)),
    )
    const found = await principals({ search: user.accessKey }, lister)
    expect(accessIn(found)).toEqual([`user ${user.accessKey}:  incomplete`])
    expect(found.unread).toEqual(
      expect.arrayContaining([
        {
          source: { kind: 'identity', policy: 'readonly', attachedTo: '' },
          reason: 'denied',
          permission: 'admin:GetPolicy',
        },
        { source: { kind: 'group', policy: '', attachedTo: group }, reason: 'denied', permission: 'admin:GetGroup' },
      ]),
    )
    expect(found.unreadLists).toEqual([{ list: 'groups', reason: 'denied', permission: 'admin:ListGroups' }])
  })
})

testOn.minio('a policy that MinIO can’t return is named, and the others are read one by one', async () => {
  const name = uniqueName('policy')
  await accounts.putPolicy(name, {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', NotAction: ['s3:DeleteObject'], Resource: ['arn:aws:s3:::photos/*'] }],
  })
  const user = await accounts.user(name, 'readonly')
  try {
    const found = await principals({ search: user.accessKey })
    expect(accessIn(found)).toEqual([`user ${user.accessKey}: read incomplete`])
    expect(found.unread).toEqual([
      { source: { kind: 'identity', policy: name, attachedTo: '' }, reason: 'unreadable', permission: '' },
    ])
  } finally {
    // While it exists, every list of policies fails.
    await accounts.remove(user)
    await root.call('DELETE', `/api/v1/policy?name=${name}`)
  }
})

testOn.engine('a server without an admin API has anonymous access only', async () => {
  const storage = await startVersitygw()
  const server = await startConsole(storage.url)
  try {
    const user = visitor(server.url)
    expect((await user.signIn(storage.root)).status).toBe(201)
    expect((await user.call('POST', '/api/v1/buckets', { json: { name: 'photos' } })).status).toBe(201)
    const found = await principals({}, user, 'photos')
    expect(accessIn(found)).toEqual(['anonymous : '])
    expect(found.unreadLists).toEqual([
      { list: 'users', reason: 'notOffered', permission: '' },
      { list: 'groups', reason: 'notOffered', permission: '' },
    ])
  } finally {
    await server.stop()
    await storage.stop()
  }
})
