import { NAMESPACES } from '@cooperage/kube-client'
import { uniqueName } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { auditedIn } from '../running-console.ts'
import { withOperator } from './running-operator.ts'

const clock = { skipped: 0 }
const log: string[] = []
const given = await withOperator({ now: () => Date.now() + clock.skipped, log: (line) => void log.push(line) })

async function newNamespace(): Promise<string> {
  const { metadata } = await given.cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })
  return metadata.name
}

const LIST_TENANTS = { groups: ['minio.min.io'], resources: ['tenants'], verbs: ['list', 'get'] }

test('signs in with a token that the cluster accepts, and offers no pages of a storage server', async () => {
  const stranger = given.stranger()
  expect((await stranger.get('/api/v1/login')).json).toMatchObject({ loginStrategy: 'service-account' })
  const refused = await stranger.call('POST', '/api/v1/login/operator', { json: { jwt: 'wrong' } })
  expect(refused).toMatchObject({ status: 401, json: { code: 'InvalidToken', detailedMessage: 'invalid Login' } })
  expect(await stranger.signIn({ accessKey: 'a', secretKey: 'b' })).toMatchObject({ status: 403 })
  expect((await stranger.get('/api/v1/tenants')).status).toBe(401)

  const user = await given.admin()
  expect([...user.cookies.values()].join()).not.toContain(given.cluster.adminToken.slice(0, 20))
  expect((await user.get('/api/v1/session')).json).toMatchObject({
    status: 'ok',
    operator: true,
    accountName: 'system:serviceaccount:cooperage:admin',
    way: 'clusterToken',
    pages: expect.arrayContaining(['/tenants', '/storage/drives', '/license']),
  })
  expect((await user.get('/api/v1/buckets')).status).toBe(404)
  expect((await user.call('POST', '/api/v1/logout', { json: {} })).status).toBe(200)
  expect((await user.get('/api/v1/session')).status).toBe(401)
})

test('a signed-out session stays refused, even with a copy of its cookie', async () => {
  const user = await given.admin()
  const twin = user.twin()
  await user.call('POST', '/api/v1/logout', { json: {} })
  expect((await twin.get('/api/v1/tenants')).outcome).toBe('401 SessionEnded')
})

test('a user of one namespace sees its tenants, and the missing permission for everything else', async () => {
  const namespace = await newNamespace()
  const token = await given.cluster.account(namespace, 'jane', [{ namespace, ...LIST_TENANTS }])
  const user = await given.signedIn(token)
  const { json: session } = await user.get('/api/v1/session')
  expect(session).toMatchObject({ pages: expect.arrayContaining(['/tenants']) })
  expect(session).not.toMatchObject({ pages: expect.arrayContaining(['/storage/drives']) })
  expect((await user.get('/api/v1/tenants')).json).toEqual({ tenants: [], total: 0 })
  expect((await user.get('/api/v1/namespaces/kube-system/tenants')).refusal).toBe(
    '403 AccessDenied: You don’t have permission to list tenants (list tenants.minio.min.io on namespace kube-system).',
  )
})

test('pages ask what a user may do, and a role of one namespace grants nothing of the cluster', async () => {
  const namespace = await newNamespace()
  const other = await newNamespace()
  const rights = [
    { namespace, ...LIST_TENANTS },
    { namespace, groups: ['minio.min.io', ''], resources: ['tenants', 'namespaces'], verbs: ['create', 'delete'] },
  ]
  const creator = await given.signedIn(await given.cluster.account(namespace, 'creator', rights))
  const viewer = await given.signedIn(await given.cluster.account(namespace, 'viewer', rights.slice(0, 1)))
  const answers = async (user: typeof creator) => {
    const places: [string, string][] = [
      ['create tenants.minio.min.io', ''],
      ['delete tenants.minio.min.io', namespace],
      ['delete tenants.minio.min.io', other],
      ['patch tenants.minio.min.io', namespace],
      ['create namespaces', ''],
      ['s3:ListBucket', ''],
    ]
    const actions = places.map(([action, bucket_name], id) => ({ id: String(id), action, bucket_name }))
    const { json } = await user.call('POST', '/api/v1/has-permission', { json: { actions } })
    return (json as { permissions: { id: string; can: boolean }[] }).permissions.map(({ can }) => can)
  }
  expect(await answers(creator)).toEqual([true, true, false, false, false, false])
  expect(await answers(viewer)).toEqual(Array(6).fill(false))
  expect(await answers(await given.admin())).toEqual([true, true, true, true, true, false])
  const pagesOf = async (user: typeof creator) =>
    ((await user.get('/api/v1/session')).json as { pages: string[] }).pages
  expect(await pagesOf(creator)).toContain('/tenants/add')
  expect(await pagesOf(viewer)).not.toContain('/tenants/add')
})

test('a user without permissions can sign in, and opens only the license page', async () => {
  const namespace = await newNamespace()
  const user = await given.signedIn(await given.cluster.account(namespace, 'nobody', []))
  expect((await user.get('/api/v1/session')).json).toMatchObject({ pages: ['/license'] })
  expect((await user.get('/api/v1/tenants')).status).toBe(403)
})

test('a session ends with its token', async () => {
  const namespace = await newNamespace()
  // Tokens of accounts are valid for an hour.
  const user = await given.signedIn(await given.cluster.account(namespace, 'jane', []))
  const { expiresAt } = (await user.get('/api/v1/session')).json as { expiresAt: string }
  const left = Date.parse(expiresAt) - Date.now()
  expect(left).toBeGreaterThan(3_500_000)
  expect(left).toBeLessThanOrEqual(3_600_000)
  clock.skipped = 3_600_000
  const reply = await user.get('/api/v1/session')
  clock.skipped = 0
  expect(reply.outcome).toBe('401 SessionEnded')
})

test('the audit trail has the sign-in, the refused one and the sign-out, without tokens', async () => {
  const namespace = await newNamespace()
  const jwt = await given.cluster.account(namespace, 'jane', [])
  const jane = given.stranger()
  const replies = [
    await jane.call('POST', '/api/v1/login/operator', { json: { jwt: 'not-a-token-of-the-cluster' } }),
    await jane.call('POST', '/api/v1/login/operator', { json: { jwt } }),
    await jane.call('POST', '/api/v1/logout', { json: {} }),
  ]
  const ids = replies.map(({ headers }) => headers['x-request-id'])
  const records = () => auditedIn({ log }).filter((one) => one.account !== '' && ids.includes(one.requestId))
  const account = `system:serviceaccount:${namespace}:jane`
  const own = [
    { kind: 'sign-in', call: 'session.loginOperator', account, request: null, outcome: 'done' },
    { kind: 'sign-out', call: 'session.logout', account, outcome: 'done' },
  ]
  await expect.poll(records).toMatchObject(own)
  // Another test of this file was refused before, within the same minute.
  const refused = auditedIn({ log }).filter(({ outcome }) => outcome === 'refused')
  expect(refused).toContainEqual(
    expect.objectContaining({ kind: 'sign-in', account: '', code: 'InvalidToken', request: null }),
  )
  for (const secret of [jwt, 'not-a-token-of-the-cluster']) expect(log.join('')).not.toContain(secret)
})
