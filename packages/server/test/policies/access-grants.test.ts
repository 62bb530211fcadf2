/** Access to a place that is granted without writing a policy: what is written, who has it, and how it is revoked. */
import type { previewAccessGrants, RouteResponse, StoredGrant } from '@cooperage/contract'
import { accountsOf, allow, uniqueName } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = await withConsole()

interface Keys {
  accessKey: string
  secretKey: string
}
type Preview = NonNullable<RouteResponse<typeof previewAccessGrants>>

const root = await given.user()
const accounts = accountsOf(given.storage)
const bucket = uniqueName('bucket')
expect((await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)

const PATH = '/api/v1/access-grants'
const grant = (access: string, prefix = 'team/', until = '') => ({
  ...{ bucket, prefix, isObject: false, access, actions: [] as string[], until },
})
const toUser = ({ accessKey }: Pick<Keys, 'accessKey'>) => ({ entityType: 'user', entityName: accessKey })

async function preview(body: object): Promise<Preview> {
  const { status, json, text } = await root.call('POST', `${PATH}/preview`, { json: body })
  expect([status, text]).toEqual([200, expect.any(String)])
  return json as Preview
}

async function save(body: object): Promise<void> {
  const { before } = await preview(body)
  const { status, text } = await root.call('PUT', PATH, { json: { ...body, previous: before } })
  expect([status, text]).toEqual([204, ''])
}

async function grantsAt(prefix = ''): Promise<StoredGrant[]> {
  const { json } = await root.get(`${PATH}?${new URLSearchParams({ bucket, prefix })}`)
  return (json as { grants: StoredGrant[] }).grants
}

async function mayUpload(keys: Keys, name: string): Promise<number> {
  const user = given.stranger()
  expect((await user.signIn(keys)).status).toBe(201)
  const form = [{ name: '3', fileName: name, content: 'abc' }]
  return (await user.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, { form })).status
}

describe('A grant', () => {
  test('gives a user without policies access to a folder, and nothing else', async () => {
    const user = await accounts.named(uniqueName('anna'))
    const change = { ...toUser(user), grants: [grant('readWrite')] }
    const { policy, before, after, change: shown, others } = await preview(change)
    expect([policy, before, others]).toEqual([`access-of-user-${user.accessKey}`, '', []])
    expect(JSON.parse(after).Statement).toHaveLength(2)
    expect(shown.gained.resources).toContainEqual(
      expect.objectContaining({ resource: `${bucket}/team/*`, kinds: ['read', 'write', 'delete'] }),
    )
    await save(change)
    expect(await mayUpload(user, 'team/a.txt')).toBe(200)
    expect(await mayUpload(user, 'other.txt')).toBe(403)
    expect(await grantsAt('team/')).toContainEqual({
      ...grant('readWrite'),
      ...toUser(user),
      number: 1,
      isAttached: true,
    })
  })

  test('is replaced, keeps what else the user has, and is gone when it is revoked', async () => {
    const other = await accounts.policy(allow(['s3:GetObject'], `${bucket}/own/*`))
    const user = await accounts.named(uniqueName('bob'), other)
    await save({ ...toUser(user), grants: [grant('read')] })
    await save({ ...toUser(user), grants: [grant('upload', 'in/')] })
    await save({ ...toUser(user), grants: [grant('readWrite')], removes: [1] })
    const own = (await grantsAt()).filter(({ entityName }) => entityName === user.accessKey)
    expect(own.map(({ access, prefix, number }) => [access, prefix, number])).toEqual([
      ['upload', 'in/', 2],
      ['readWrite', 'team/', 3],
    ])
    await save({ ...toUser(user), grants: [], removes: [2, 3] })
    const { json } = await root.get(`/api/v1/user?name=${user.accessKey}`)
    expect(json).toMatchObject({ policy: [other] })
    const gone = await root.get(`/api/v1/policy?name=access-of-user-${user.accessKey}`)
    expect(gone.json).toMatchObject({ code: 'NoSuchPolicy' })
  })

  test('is listed for the user or group that has it, in all buckets or in one', async () => {
    const user = await accounts.named(uniqueName('ivy'))
    const group = await accounts.group([user])
    const second = { ...grant('upload', 'in/', '2099-01-01T00:00:00Z'), bucket: uniqueName('other') }
    await save({ ...toUser(user), grants: [grant('read'), second] })
    await save({ entityType: 'group', entityName: group, grants: [grant('manage', '')] })
    const grantsOf = async (query: Record<string, string>) => {
      const { json } = await root.get(`${PATH}?${new URLSearchParams(query)}`)
      return (json as { grants: StoredGrant[] }).grants
    }
    expect(await grantsOf(toUser(user))).toEqual([
      { ...grant('read'), ...toUser(user), number: 1, isAttached: true },
      { ...second, ...toUser(user), number: 2, isAttached: true },
    ])
    const ofGroup = { entityType: 'group', entityName: group }
    expect(await grantsOf(ofGroup)).toMatchObject([{ access: 'manage', entityName: group }])
    expect(await grantsOf({ ...toUser(user), bucket })).toMatchObject([{ access: 'read' }])
    expect(await grantsOf({ ...ofGroup, entityName: user.accessKey }), 'a group of the same name').toEqual([])
    expect((await grantsOf({ bucket })).map(({ entityName }) => entityName)).toEqual(
      expect.arrayContaining([user.accessKey, group]),
    )
    expect((await root.get(PATH)).json, 'of nobody, in no bucket').toMatchObject({ code: 'InvalidInput' })
  })

  test('is listed with others as people count', async () => {
    const name = uniqueName('eve')
    for (const number of [10, 9]) {
      const user = await accounts.named(`${name}-${number}`)
      await save({ ...toUser(user), grants: [grant('read')] })
    }
    const names = (await grantsAt()).map(({ entityName }) => entityName)
    expect(names.filter((one) => one.startsWith(name))).toEqual([`${name}-9`, `${name}-10`])
  })

  test('of a policy that was detached goes alone, and what else is in the policy has no effect again', async () => {
    const other = await accounts.policy(allow(['s3:GetObject'], `${bucket}/own/*`))
    const user = await accounts.named(uniqueName('kim'), other)
    await save({ ...toUser(user), grants: ['a/', 'b/', 'c/'].map((prefix) => grant('read', prefix)) })
    const name = `access-of-user-${user.accessKey}`
    const { json } = await root.get(`/api/v1/policy?name=${name}`)
    const document = JSON.parse((json as { policy: string }).policy)
    document.Statement.push(allow(['s3:PutObject'], `${bucket}/by-hand/*`))
    await root.call('POST', '/api/v1/policies', { json: { name, policy: JSON.stringify(document) } })
    await root.call('PUT', `/api/v1/set-policy/${other}`, {
      json: { entityName: user.accessKey, entityType: 'user' },
    })
    const revoked = { ...toUser(user), grants: [], removes: [1] }
    const { change, dropped } = await preview(revoked)
    expect([change.gained.resources, dropped]).toEqual([[], 0])
    await save(revoked)
    expect((await root.get(`/api/v1/user?name=${user.accessKey}`)).json).toMatchObject({ policy: [other] })
    const own = async () => (await grantsAt()).filter(({ entityName }) => entityName === user.accessKey)
    expect(await own()).toMatchObject([
      { prefix: 'b/', isAttached: false },
      { prefix: 'c/', isAttached: false },
    ])
    // The policy is attached with it.
    const changed = { ...toUser(user), grants: [grant('upload', 'b/')], removes: [2] }
    expect((await preview(changed)).dropped).toBe(1)
    await save(changed)
    expect(await own()).toMatchObject([{ prefix: 'b/', isAttached: true }])
  })

  test('isn’t for a name with a comma, which no list of policies can have', async () => {
    const ofLdap = toUser({ accessKey: `uid=${uniqueName('leo')},dc=example` })
    const json = { ...ofLdap, grants: [grant('read')], isNew: true }
    expect((await root.call('POST', `${PATH}/preview`, { json })).json).toMatchObject({ code: 'InvalidPolicyName' })
  })

  test('of a group names its members, and gives them access', async () => {
    const user = await accounts.named(uniqueName('carla'))
    const group = await accounts.group([user])
    const change = { entityType: 'group', entityName: group, grants: [grant('upload')] }
    expect((await preview(change)).members).toEqual([user.accessKey])
    await save(change)
    expect(await mayUpload(user, 'team/c.txt')).toBe(200)
  })

  test('isn’t written if the policy was changed meanwhile, for a user that doesn’t exist, or for an end in the past', async () => {
    const user = await accounts.named(uniqueName('dora'))
    const put = async (body: object) => (await root.call('PUT', PATH, { json: { previous: '', ...body } })).json
    await save({ ...toUser(user), grants: [grant('read')] })
    const more = { ...toUser(user), grants: [grant('read', 'b/')] }
    expect(await put(more)).toMatchObject({ code: 'PolicyChanged' })
    const nobody = { ...toUser({ accessKey: uniqueName('nobody') }), grants: [grant('read')] }
    expect(await put(nobody)).toMatchObject({ code: 'NoSuchUser' })
    const expired = { ...more, grants: [grant('read', '', '2020-01-01T00:00:00Z')] }
    expect(await put(expired)).toMatchObject({ code: 'InvalidInput' })
    expect(await put({ ...more, grants: [grant('read', 'a*/')] })).toMatchObject({ code: 'InvalidInput' })
    expect(await put({ ...more, grants: [{ ...grant('read'), bucket: '../x' }] })).toMatchObject({
      code: 'InvalidBucketName',
    })
  })

  test('isn’t revoked with a policy that others have been attached to', async () => {
    const [user, other] = [await accounts.named(uniqueName('emil')), await accounts.named(uniqueName('fred'))]
    await save({ ...toUser(user), grants: [grant('read')] })
    const policy = `access-of-user-${user.accessKey}`
    await root.call('PUT', `/api/v1/set-policy/${policy}`, {
      json: { entityName: other.accessKey, entityType: 'user' },
    })
    const revoked = { ...toUser(user), grants: [], removes: [1] }
    const { before, others } = await preview(revoked)
    expect(others).toEqual([other.accessKey])
    const { json } = await root.call('PUT', PATH, { json: { ...revoked, previous: before } })
    expect(json).toMatchObject({ code: 'PolicyInUse' })
  })

  test('of a deleted user isn’t revived for a new one of that name', async () => {
    const user = await accounts.named(uniqueName('gone'))
    await save({ ...toUser(user), grants: [grant('manage', '')] })
    await accounts.remove(user)
    const again = await accounts.named(user.accessKey)
    await save({ ...toUser(again), grants: [grant('upload', 'in/')] })
    const own = (await grantsAt()).filter(({ entityName }) => entityName === again.accessKey)
    expect(own.map(({ access, prefix }) => [access, prefix])).toEqual([['upload', 'in/']])
    expect(await mayUpload(again, 'other.txt')).toBe(403)
  })

  test('can be prepared for a user that doesn’t exist yet', async () => {
    const body = { ...toUser({ accessKey: uniqueName('new') }), grants: [grant('manage', '')], isNew: true }
    const { change, after } = await preview(body)
    expect(JSON.parse(after).Statement).toHaveLength(1)
    expect(change.gained.resources.map(({ resource }) => resource)).toEqual(expect.arrayContaining([`${bucket}/*`]))
  })

  test('of chosen actions has these and no more, and is recognized again', async () => {
    const user = await accounts.named(uniqueName('gina'))
    const custom = { ...grant('custom'), actions: ['s3:PutObject', 's3:GetObjectTagging'] }
    await save({ ...toUser(user), grants: [custom] })
    expect(await mayUpload(user, 'team/g.txt')).toBe(200)
    const own = (await grantsAt()).filter(({ entityName }) => entityName === user.accessKey)
    expect(own).toMatchObject([{ access: 'custom', actions: ['s3:GetObjectTagging', 's3:PutObject'] }])
    for (const actions of [[], ['s3:PutBucketPolicy'], ['admin:*'], ['s3:*']]) {
      const { json } = await root.call('POST', `${PATH}/preview`, {
        json: { ...toUser(user), grants: [{ ...custom, actions }] },
      })
      expect([actions, json]).toEqual([actions, expect.objectContaining({ code: 'InvalidInput' })])
    }
  })

  test('can be for several folders and objects at once, and one of an object isn’t for others', async () => {
    const user = await accounts.named(uniqueName('hugo'))
    const object = { ...grant('readWrite', 'one.txt'), isObject: true }
    await save({ ...toUser(user), grants: [grant('upload', 'in/'), object] })
    expect(await mayUpload(user, 'in/h.txt')).toBe(200)
    expect(await mayUpload(user, 'one.txt')).toBe(200)
    expect(await mayUpload(user, 'one.txt.bak')).toBe(403)
    const own = (await grantsAt()).filter(({ entityName }) => entityName === user.accessKey)
    expect(own.map(({ prefix, isObject }) => [prefix, isObject])).toEqual([
      ['in/', false],
      ['one.txt', true],
    ])
  })

  test('of a new access key is in the policy of the key, and the key is deleted with it', async () => {
    const toKey = { entityType: 'accessKey', entityName: 'new' }
    const { after, policy, change: shown } = await preview({ ...toKey, grants: [grant('upload')], isNew: true })
    expect([policy, shown.gained.resources[0]?.resource]).toEqual(['', `${bucket}/team/*`])
    const { json } = await root.call('POST', '/api/v1/service-accounts', { json: { policy: after } })
    const { accessKey } = json as Keys
    expect(await grantsAt('team/')).toContainEqual({
      ...grant('upload'),
      ...{ entityType: 'accessKey', entityName: accessKey, number: 1, isAttached: true },
    })
    const change = { entityType: 'accessKey', entityName: accessKey, grants: [grant('read')], removes: [1] }
    await save(change)
    const kept = await root.get(`/api/v1/access-keys/${accessKey}`)
    expect((kept.json as { policy: string }).policy).toContain('s3:GetObject')
    await save({ ...change, grants: [], removes: [2] })
    expect((await root.get(`/api/v1/access-keys/${accessKey}`)).json).toMatchObject({ code: 'NoSuchServiceAccount' })
  })

  test('isn’t added to an access key without a policy, which it would restrict', async () => {
    const { json } = await root.call('POST', '/api/v1/service-accounts', { json: {} })
    const { accessKey } = json as Keys
    const body = { entityType: 'accessKey', entityName: accessKey, grants: [grant('read')] }
    const { json: refused } = await root.call('POST', `${PATH}/preview`, { json: body })
    expect(refused).toMatchObject({ code: 'NoSuchServiceAccount' })
    await root.call('DELETE', `/api/v1/service-accounts/${accessKey}`)
  })
})
