/** The license of all tenants, kept in the cluster and attached to each of them. */
import { NAMESPACES, SECRETS } from '@cooperage/kube-client'
import { uniqueName } from '@cooperage/testkit'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { withOperator } from './running-operator.ts'

const vendor = await generateKeyPair('ES384')
const given = await withOperator({ licensePublicKey: await exportSPKI(vendor.publicKey) })
const claims = { sub: 'ada@example.com', org: 'Example Ltd', cap: 50, plan: 'ENTERPRISE', aid: 7 }
const key = await new SignJWT({ ...claims, exp: Date.parse('2100-01-01T00:00:00Z') / 1000 })
  .setProtectedHeader({ alg: 'ES384' })
  .sign(vendor.privateKey)
const PLACE = { namespace: 'default', name: 'subnet-license' }

async function newTenant(spec: object) {
  const namespace = uniqueName('team')
  await given.cluster.admin.create(NAMESPACES, { metadata: { name: namespace } })
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  const pools = [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate: claim }]
  const body = { metadata: { name: 'photos' }, spec: { pools, ...spec } }
  const path = `/apis/minio.min.io/v2/namespaces/${namespace}/tenants`
  expect(await given.cluster.send('POST', path, { body })).toMatchObject({ status: 201 })
  return { namespace, license: `/api/v1/subscription/namespaces/${namespace}/tenants/photos` }
}

test('a license is kept in a secret, attached to a tenant, and shown for it', async () => {
  const user = await given.admin()
  const { namespace, license } = await newTenant({ configuration: { name: 'settings' } })
  const content = { 'config.env': 'export MINIO_ROOT_USER="root"\n' }
  const settings = { metadata: { name: 'settings', namespace }, stringData: content }
  await given.cluster.admin.create(SECRETS, settings)
  expect((await user.get(license)).json).toMatchObject({ attached: false })
  // Consoles of 2021 made the secret immutable.
  const old = { metadata: PLACE, immutable: true, stringData: { CONSOLE_SUBNET_LICENSE: 'outdated' } }
  await given.cluster.admin.create(SECRETS, old)
  expect((await user.call('POST', `${license}/activate`)).status).toBeGreaterThanOrEqual(400)
  const validated = await user.call('POST', '/api/v1/subscription/validate', { json: { license: key } })
  expect([validated.status, validated.json]).toMatchObject([200, { organization: 'Example Ltd' }])
  expect((await user.get('/api/v1/subscription/info')).json).toMatchObject({ plan: 'ENTERPRISE', account_id: 7 })

  expect(await user.call('POST', `${license}/activate`)).toMatchObject({ status: 204 })
  // As the specified client sends it: JSON without content.
  const headers = { 'content-type': 'application/json' }
  expect(await user.call('POST', `${license}/activate`, { headers })).toMatchObject({ status: 204 })
  expect((await user.get(license)).json).toMatchObject({ attached: true, license: { email: 'ada@example.com' } })
  const { data } = await given.cluster.admin.get(SECRETS, { namespace, name: 'settings' })
  const config = Buffer.from(data?.['config.env'] ?? '', 'base64').toString()
  expect(config).toBe(`export MINIO_ROOT_USER="root"\nexport MINIO_SUBNET_LICENSE="${key}"\n`)
  await given.cluster.admin.remove(SECRETS, PLACE)
})

test('a tenant without its own settings has no place for a license', async () => {
  const user = await given.admin()
  const { license } = await newTenant({})
  await given.cluster.admin.create(SECRETS, { metadata: PLACE, stringData: { CONSOLE_SUBNET_LICENSE: key } })
  expect(await user.call('POST', `${license}/activate`)).toMatchObject({
    status: 404,
    json: { code: 'ClusterObjectMissing', message: expect.stringContaining('the configuration of this tenant') },
  })
  await given.cluster.admin.remove(SECRETS, PLACE)
})

test('without the permission to read secrets, the license of a tenant is unknown', async () => {
  const { namespace, license } = await newTenant({ configuration: { name: 'settings' } })
  const rights = [{ namespace, groups: ['minio.min.io'], resources: ['tenants'], verbs: ['get'] }]
  const viewer = await given.signedIn(await given.cluster.account(namespace, 'viewer', rights))
  expect(await viewer.get(license)).toMatchObject({
    status: 403,
    json: { message: `You don’t have permission to view secrets (get secrets on namespace ${namespace}).` },
  })
})
