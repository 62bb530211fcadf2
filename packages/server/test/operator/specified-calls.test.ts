/** The calls of the specification (operator-mode 7), word for word: method, path, payload, response. */
import { NAMESPACES, TENANTS } from '@cooperage/kube-client'
import { uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { GI, payload, withOperator } from './running-operator.ts'

const given = await withOperator()

/** The administrator of a cluster with a tenant `photos` in a namespace `ns`. */
async function userWithTenant() {
  const user = await given.admin()
  const { metadata } = await given.cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })
  const ns = metadata.name
  const created = await user.call('POST', '/api/v1/tenants', {
    json: { ...payload('photos', ns), image: '' },
  })
  return { user, ns, created, stored: () => given.cluster.admin.get(TENANTS, { namespace: ns, name: 'photos' }) }
}

test('POST /tenants returns the console credentials', async () => {
  const { created } = await userWithTenant()
  expect([created.status, created.json]).toMatchObject([
    200,
    { console: [{ access_key: 'consoleuser', secret_key: 'consolesecret' }] },
  ])
})

test('GET /session says that this is operator mode', async () => {
  const user = await given.admin()
  expect((await user.get('/api/v1/session')).json).toMatchObject({
    operator: true,
    status: 'ok',
    pages: expect.arrayContaining(['/tenants', '/storage/volumes', '/storage/drives', '/license']),
    features: expect.any(Array),
    distributedMode: expect.any(Boolean),
  })
})

test('the wizard requests memory, parity and quota', async () => {
  const { user, ns } = await userWithTenant()
  expect((await user.get('/api/v1/cluster/max-allocatable-memory?num_nodes=4')).json).toEqual({ max_memory: 32 * GI })
  expect((await user.get('/api/v1/get-parity/4/1')).json).toEqual(['EC:2'])
  expect((await user.get(`/api/v1/namespaces/${ns}/resourcequotas/${ns}-storagequota`)).json).toMatchObject({
    elements: expect.arrayContaining([{ name: expect.any(String), hard: expect.any(Number), used: 0 }]),
  })
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants`)).json).toMatchObject({ tenants: [{ name: 'photos' }] })
})

test('a tenant is described, updated, expanded and deleted', async () => {
  const { user, ns, stored } = await userWithTenant()
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants/photos`)).json).toMatchObject({
    image: '',
    console_image: '',
    pools: [{ name: 'pool-0', servers: 4, volumes_per_server: 1 }],
    total_size: 4 * GI,
    currentState: expect.any(String),
    endpoints: { minio: '', console: '' },
    exposed: { minio: true, console: true },
    status: { health_status: '', drives_offline: 0 },
    minioTLS: true,
    idpOicEnabled: false,
  })
  const registry = { registry: 'registry.example.com', username: 'u', password: 'p' }
  const update = { image: 'minio/minio:NEW', console_image: '', enable_prometheus: true, image_registry: registry }
  expect((await user.call('PUT', `/api/v1/namespaces/${ns}/tenants/photos`, { json: update })).status).toBe(201)
  expect((await stored()).spec.image).toBe('minio/minio:NEW')
  const pool = {
    name: 'pool-1',
    servers: 4,
    volumes_per_server: 1,
    volume_configuration: { size: GI, storage_class_name: 'standard', labels: null },
    affinity: null,
  }
  expect((await user.call('POST', `/api/v1/namespaces/${ns}/tenants/photos/pools`, { json: pool })).status).toBe(201)
  expect((await stored()).spec.pools.map(({ name }) => name)).toEqual(['pool-0', 'pool-1'])
  const usage = await user.get(`/api/v1/namespaces/${ns}/tenants/photos/usage`)
  // No operator has measured it.
  expect(usage).toMatchObject({ status: 503, json: { message: 'unable to get tenant usage' } })
  expect((await user.call('DELETE', `/api/v1/namespaces/${ns}/tenants/photos`)).status).toBe(204)
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants/photos`)).status).toBe(404)
})

test('a tenant is read and saved as YAML', async () => {
  const { user, ns, stored } = await userWithTenant()
  const { yaml } = (await user.get(`/api/v1/namespaces/${ns}/tenants/photos/yaml`)).json as { yaml: string }
  const json = { yaml: yaml.replace('mountPath: /export', 'mountPath: /data') }
  expect((await user.call('PUT', `/api/v1/namespaces/${ns}/tenants/photos/yaml`, { json })).status).toBe(201)
  expect((await stored()).spec.mountPath).toBe('/data')
})

test('pods are listed with their events and logs, and deleted', async () => {
  const { user, ns } = await userWithTenant()
  await waitUntil('pods', async () => {
    const { json } = await user.get(`/api/v1/namespaces/${ns}/tenants/photos/pods`)
    return (json as unknown[]).length === 4
  })
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants/photos/pods`)).json).toMatchObject([
    { name: 'photos-pool-0-0', status: expect.any(String), timeCreated: expect.any(Number), restarts: 0 },
    { name: 'photos-pool-0-1', podIP: expect.any(String), node: 'node-2' },
    {},
    {},
  ])
  const log = await user.get(`/api/v1/namespaces/${ns}/tenants/photos/pods/photos-pool-0-1`)
  expect([log.status, typeof log.json]).toEqual([200, 'string'])
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants/photos/pods/photos-pool-0-1/events`)).json).toMatchObject([
    { namespace: ns, last_seen: expect.any(Number), message: expect.any(String), event_type: 'Normal' },
    { reason: expect.any(String) },
  ])
  expect((await user.call('DELETE', `/api/v1/namespaces/${ns}/tenants/photos/pods/photos-pool-0-1`)).status).toBe(204)
})

test('certificates are read and saved', async () => {
  const { user, ns } = await userWithTenant()
  const none = { minio: [], minioCAs: [], console: [], consoleCAs: [] }
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants/photos/security`)).json).toEqual({
    autoCert: true,
    customCertificates: none,
  })
  const json = { autoCert: false, customCertificates: { secretsToBeDeleted: [], ...none } }
  expect((await user.call('POST', `/api/v1/namespaces/${ns}/tenants/photos/security`, { json })).status).toBe(204)
  expect((await user.get(`/api/v1/namespaces/${ns}/tenants/photos/security`)).json).toMatchObject({ autoCert: false })
})

test('the license is read, and attached to a tenant', async () => {
  const { user, ns } = await userWithTenant()
  const missing = { status: 404, json: { code: 'LicenseNotFound' } }
  expect(await user.get('/api/v1/subscription/info')).toMatchObject(missing)
  const attached = await user.call('POST', `/api/v1/subscription/namespaces/${ns}/tenants/photos/activate`, {
    json: {},
  })
  expect(attached).toMatchObject(missing)
})
