import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NAMESPACES, PERSISTENT_VOLUME_CLAIMS, PODS, SECRETS, TENANTS } from '@cooperage/kube-client'
import { missingProgram, tempFolder, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { GI, payload, withOperator } from './running-operator.ts'

const given = await withOperator()

async function newNamespace(): Promise<string> {
  const { metadata } = await given.cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })
  return metadata.name
}

async function newTenant() {
  const namespace = await newNamespace()
  const user = await given.admin()
  const created = await user.call('POST', '/api/v1/tenants', { json: payload('photos', namespace) })
  expect([created.status, created.text]).toEqual([200, expect.any(String)])
  return { namespace, user, created, path: `/api/v1/namespaces/${namespace}/tenants/photos` }
}

const secretsIn = async (namespace: string) =>
  (await Array.fromAsync(given.cluster.admin.listAll(SECRETS, { namespace })))
    .map(({ metadata }) => metadata.name)
    .sort()

test('creates a tenant with secrets that belong to it, and returns its credentials once', async () => {
  const { namespace, user, created, path } = await newTenant()
  expect(created.json).toEqual({
    externalIDP: false,
    console: [{ access_key: 'consoleuser', secret_key: 'consolesecret' }],
  })
  const tenant = await given.cluster.admin.get(TENANTS, { namespace, name: 'photos' })
  expect(tenant.spec).toMatchObject({
    configuration: { name: 'photos-env-configuration' },
    users: [{ name: 'photos-user-0' }],
    requestAutoCert: true,
    exposeServices: { minio: true, console: true },
  })
  expect(tenant.metadata.annotations).toMatchObject({ 'prometheus.io/port': '9000' })
  const secret = await given.cluster.admin.get(SECRETS, { namespace, name: 'photos-env-configuration' })
  expect(secret.metadata.ownerReferences).toMatchObject([{ kind: 'Tenant', uid: tenant.metadata.uid }])
  const config = Buffer.from(secret.data?.['config.env'] ?? '', 'base64').toString()
  expect(config).toMatch(
    /^export MINIO_BROWSER="on"\nexport MINIO_ROOT_USER="\w{16}"\nexport MINIO_ROOT_PASSWORD="\w{32}"\nexport MINIO_STORAGE_CLASS_STANDARD="EC:2"\n$/,
  )

  const { json: list } = await user.get('/api/v1/tenants')
  const { tenants } = list as { tenants: { namespace: string }[] }
  expect(tenants.find((one) => one.namespace === namespace)).toMatchObject({
    name: 'photos',
    pool_count: 1,
    total_size: 4 * GI,
  })
  expect((await user.get(`/api/v1/namespaces/${namespace}/tenants`)).json).toMatchObject({ total: 1 })
  expect((await user.get(path)).json).toMatchObject({
    name: 'photos',
    image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
    minioTLS: true,
    consoleEnabled: true,
    idpAdEnabled: false,
    idpOicEnabled: false,
    unread: [],
    pools: [{ name: 'pool-0', servers: 4, volumes_per_server: 1 }],
  })
  expect((await user.get(`/api/v1/namespaces/nowhere/tenants`)).json).toEqual({ tenants: [], total: 0 })
  const second = await user.call('POST', '/api/v1/tenants', { json: payload('videos', namespace) })
  expect(second.outcome).toBe('409 NamespaceHasTenant')
})

test('a tenant that can’t be created leaves no objects behind, and deletes no existing ones', async () => {
  const namespace = await newNamespace()
  const user = await given.admin()
  const foreign = { metadata: { name: 'photos-user-0', namespace }, stringData: { kept: 'yes' } }
  await given.cluster.admin.create(SECRETS, foreign)
  const clash = await user.call('POST', '/api/v1/tenants', {
    json: { ...payload('photos', namespace), image_registry: { registry: 'r', username: 'u', password: 'p' } },
  })
  expect(clash.outcome).toBe('409 ClusterObjectExists')
  expect(await secretsIn(namespace)).toEqual(['photos-user-0'])

  const invalid = { ...payload('videos', namespace), image: 'videos' }
  expect((await user.call('POST', '/api/v1/tenants', { json: invalid })).outcome).toBe('400 InvalidTenant')
  const quoted = { ...payload('videos', namespace), secret_key: 'with "quotes"' }
  const broken = await user.call('POST', '/api/v1/tenants', { json: quoted })
  expect(broken.json).toMatchObject({ code: 'InvalidTenant', message: expect.stringContaining('MINIO_ROOT_PASSWORD') })
  const parity = { ...payload('videos', namespace), erasureCodingParity: 9 }
  const wrongParity = await user.call('POST', '/api/v1/tenants', { json: parity })
  expect(wrongParity.json).toMatchObject({ message: 'invalid Erasure Coding Value' })
  expect(await secretsIn(namespace)).toEqual(['photos-user-0'])

  const missing = await user.call('POST', '/api/v1/tenants', { json: payload('photos', 'no-such-namespace') })
  expect(missing.outcome).toBe('404 ClusterObjectMissing')
})

test('updates the image, expands with a pool, and refuses to overwrite a change by someone else', async () => {
  const { namespace, user, path } = await newTenant()
  const read = () => given.cluster.admin.get(TENANTS, { namespace, name: 'photos' })
  const image = 'quay.io/minio/minio:RELEASE.2026-01-01T00-00-00Z'
  const update = { image, console_image: '', enable_prometheus: false }
  const registry = { registry: 'quay.io', username: 'u', password: 'p' }
  expect((await user.call('PUT', path, { json: { ...update, image_registry: registry } })).status).toBe(201)
  expect((await read()).spec).toMatchObject({ image, imagePullSecret: { name: 'photos-regcred' } })
  expect((await read()).metadata.annotations?.['prometheus.io/port']).toBeUndefined()

  const pool = { ...payload('photos', namespace).pools[0], name: '' }
  expect((await user.call('POST', `${path}/pools`, { json: pool })).status).toBe(201)
  expect((await read()).spec.pools.map(({ name }) => name)).toEqual(['pool-0', 'pool-1'])
  const twice = await user.call('POST', `${path}/pools`, { json: { ...pool, name: 'pool-1' } })
  expect(twice.outcome).toBe('400 InvalidTenant')

  const { yaml } = (await user.get(`${path}/yaml`)).json as { yaml: string }
  expect(yaml).toMatch(/^apiVersion: minio.min.io\/v2\nkind: Tenant\n/)
  expect(yaml).not.toContain('managedFields')
  const saved = await user.call('PUT', `${path}/yaml`, { json: { yaml: yaml.replace(image, 'a/b:c') } })
  expect([saved.status, (await read()).spec.image]).toEqual([201, 'a/b:c'])
  expect((await user.call('PUT', `${path}/yaml`, { json: { yaml } })).outcome).toBe('409 ClusterConflict')
  const current = ((await user.get(`${path}/yaml`)).json as { yaml: string }).yaml
  // Only saving checks what someone else has changed.
  const check = async (text: string) => (await user.call('POST', `${path}/yaml/check`, { json: { yaml: text } })).json
  expect(await check(yaml)).toEqual({ findings: [] })
  const lineOf = (text: string) => current.split('\n').findIndex((line) => line.includes(text)) + 1
  expect(await check(current.replace('servers: 4', 'servers: four'))).toEqual({
    findings: [{ line: lineOf('servers: 4'), message: expect.stringContaining('must be of type integer') }],
  })
  expect((await read()).spec.image).toBe('a/b:c')
  const long = `${current}# ${'x'.repeat(512 * 1024)}\n`
  expect((await user.call('PUT', `${path}/yaml`, { json: { yaml: long } })).status).toBe(400)
  const large = current.replace('spec:\n', `# ${'x'.repeat(511 * 1024 - current.length)}\nspec:\n`)
  expect(await check(large)).toEqual({ findings: [] })
  for (const [wrong, reason] of [
    [current.replace('spec:\n', 'spec:\n  bogus: true\n'), 'unknown field "spec.bogus"'],
    [current.replace('servers: 4', 'servers: 5'), 'servers is immutable'],
    ['a: [b', 'This YAML'],
  ]) {
    const { json: checked } = await user.call('POST', `${path}/yaml/check`, { json: { yaml: wrong } })
    const { findings } = checked as { findings: { line: number; message: string }[] }
    expect(findings).toEqual([{ line: expect.any(Number), message: expect.any(String) }])
    const reply = await user.call('PUT', `${path}/yaml`, { json: { yaml: wrong } })
    expect(reply).toMatchObject({
      status: 400,
      json: { code: 'InvalidYaml', message: expect.stringContaining(reason ?? '') },
    })
  }
})

test('changes at the same time are all made', async () => {
  const { namespace, user, path } = await newTenant()
  const [pool] = payload('photos', namespace).pools
  const update = { image: 'a/b:c', console_image: '', enable_prometheus: false }
  const replies = await Promise.all([
    user.call('POST', `${path}/pools`, { json: { ...pool, name: 'one' } }),
    user.call('POST', `${path}/pools`, { json: { ...pool, name: 'two' } }),
    user.call('PUT', path, { json: update }),
    user.call('POST', `${path}/security`, { json: { autoCert: false } }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 204])
  const { spec } = await given.cluster.admin.get(TENANTS, { namespace, name: 'photos' })
  expect(spec).toMatchObject({ image: 'a/b:c', requestAutoCert: false })
  expect(new Set(spec.pools.map(({ name }) => name))).toEqual(new Set(['pool-0', 'one', 'two']))
})

test('YAML is saved although the tenant has changed since, except where both changed the same lines', async () => {
  const { namespace, user, path } = await newTenant()
  const place = { namespace, name: 'photos' }
  const read = () => given.cluster.admin.get(TENANTS, place)
  const yamlOf = async () => ((await user.get(`${path}/yaml`)).json as { yaml: string }).yaml
  const put = (json: object) => user.call('PUT', `${path}/yaml`, { json })
  const base = await yamlOf()
  const edited = base.replace('RELEASE.2025-09-07T16-13-09Z', 'mine')
  await given.cluster.admin.replace(
    TENANTS,
    { ...(await read()), status: { currentState: 'Restarting' } },
    { subresource: 'status' },
  )
  expect(await yamlOf()).not.toBe(base)
  await given.cluster.admin.patch(TENANTS, place, { metadata: { labels: { team: 'theirs' } } })
  expect((await put({ yaml: edited })).outcome).toBe('409 ClusterConflict')
  expect((await put({ yaml: edited, base })).status).toBe(201)
  expect(await read()).toMatchObject({
    metadata: { labels: { team: 'theirs' } },
    spec: { image: 'minio/minio:mine' },
  })

  const refused = await put({ yaml: base.replace('RELEASE.2025-09-07T16-13-09Z', 'other'), base })
  expect(refused.outcome).toBe('409 YamlConflict')
  const json = { yaml: base.replace('RELEASE.2025-09-07T16-13-09Z', 'other'), base }
  const merged = await user.call('POST', `${path}/yaml/merge`, { json })
  expect(merged.json).toMatchObject({ current: expect.stringContaining('team: theirs') })
  expect((merged.json as { parts: object[] }).parts).toContainEqual({
    edited: ['  image: minio/minio:other'],
    base: ['  image: minio/minio:RELEASE.2025-09-07T16-13-09Z'],
    current: ['  image: minio/minio:mine'],
  })
  expect((await put({ yaml: edited, base: '- a' })).outcome).toBe('400 InvalidYaml')
  expect((await user.call('POST', `${path}/yaml/merge`, { json: { yaml: edited, base: '- a' } })).outcome).toBe(
    '400 InvalidYaml',
  )
})

test('checks the nastiest YAML without delaying other requests', async () => {
  const { user, path } = await newTenant()
  const nasty = ']\n'.repeat(250_000)
  const before = process.threadCpuUsage()
  const reply = await user.call('POST', `${path}/yaml/check`, { json: { yaml: nasty } })
  // Depends on what the machine manages within the budget.
  expect([200, 422]).toContain(reply.status)
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
})

test('parses no YAML of a visitor who can’t change the tenant', async () => {
  const { namespace, path } = await newTenant()
  const rights = [{ namespace, groups: ['minio.min.io'], resources: ['tenants'], verbs: ['get'] }]
  const reader = await given.signedIn(await given.cluster.account(namespace, 'reader', rights))
  const nasty = ']\n'.repeat(250_000)
  for (const [method, call, json] of [
    ['POST', 'yaml/check', { yaml: nasty }],
    ['POST', 'yaml/merge', { yaml: nasty, base: nasty }],
    ['PUT', 'yaml', { yaml: nasty }],
  ] as const) {
    expect((await reader.call(method, `${path}/${call}`, { json })).outcome).toBe('403 AccessDenied')
  }
})

const withoutOpenSsl = missingProgram('openssl')
if (withoutOpenSsl !== undefined) console.warn(`!!!!  SKIPPED: the certificates of a tenant. ${withoutOpenSsl}`)

test.skipIf(withoutOpenSsl !== undefined)(
  'adds and removes certificates, and deletes no secret that the tenant doesn’t use',
  async () => {
    const { namespace, user, path } = await newTenant()
    const pair = certificate()
    const other = certificate()
    const save = (customCertificates: object, autoCert = true) =>
      user.call('POST', `${path}/security`, { json: { autoCert, customCertificates } })
    expect((await save({ minio: [{ crt: pair.crt, key: other.key }] })).outcome).toBe('400 InvalidCertificate')
    expect((await save({ minio: [pair], minioCAs: [other.crt] })).status).toBe(204)
    const read = async () =>
      (await user.get(`${path}/security`)).json as { customCertificates: { minio: { name: string }[] } }
    expect(await read()).toMatchObject({
      autoCert: true,
      customCertificates: {
        minio: [{ domains: ['photos.example.com', '10.0.0.9'], serialNumber: expect.stringMatching(/^[0-9A-F]+$/) }],
        minioCAs: [{ subject: 'photos', expiry: expect.stringMatching(/^\d{4}-/) }],
        console: [],
      },
    })
    const [known] = (await read()).customCertificates.minio
    const before = await secretsIn(namespace)
    const dropped = [known?.name ?? '', 'photos-env-configuration']
    expect((await save({ secretsToBeDeleted: dropped }, false)).status).toBe(204)
    expect(await read()).toMatchObject({ autoCert: false, customCertificates: { minio: [] } })
    expect(await secretsIn(namespace)).toEqual(before.filter((name) => name !== known?.name))
  },
)

test('lists pods with events and log, and deletes one by its tenant', async () => {
  const { namespace, user, path } = await newTenant()
  const pods = await waitUntil('pods', async () => {
    const { json } = await user.get(`${path}/pods`)
    const found = json as { name: string; containers: string[] }[]
    return found.length === 4 ? found : undefined
  })
  expect(pods[0]).toMatchObject({ name: 'photos-pool-0-0', restarts: 0, timeCreated: expect.any(Number) })
  expect(pods[0]?.containers[0]).toBe('minio')
  const pod = `${path}/pods/photos-pool-0-1`
  expect((await user.get(`${pod}/events`)).json).toEqual(
    expect.arrayContaining([expect.objectContaining({ namespace, event_type: 'Normal' })]),
  )
  const log = await user.get(`${pod}?container=sidecar`)
  expect([log.status, typeof log.json]).toEqual([200, 'string'])
  expect((await user.get(`${pod}?container=nope`)).outcome).toBe('400 NoPodLog')

  const foreign = { metadata: { name: 'foreign', namespace }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  await given.cluster.admin.create(PODS, foreign)
  expect((await user.call('DELETE', `${path}/pods/foreign`)).outcome).toBe('404 NoSuchPod')
  expect((await user.call('DELETE', pod)).status).toBe(204)
})

test('lists what a deletion keeps, and deletes volumes only on request', async () => {
  const { namespace, user, path } = await newTenant()
  await waitUntil('volume claims', async () => {
    const { pvcs } = (await user.get(`${path}/remains`)).json as { pvcs: string[] }
    return pvcs.length === 4 ? pvcs : undefined
  })
  const { pvcs } = (await user.get('/api/v1/list-pvcs')).json as { pvcs: { namespace: string }[] }
  expect(pvcs.filter((one) => one.namespace === namespace)).toHaveLength(4)
  expect((await user.call('DELETE', `${path}/remains`)).outcome).toBe('409 TenantExists')
  expect((await user.call('DELETE', path)).status).toBe(204)
  expect(await secretsIn(namespace)).toEqual([])
  expect((await user.get(`${path}/remains`)).json).toMatchObject({ pvcs: expect.arrayContaining([expect.any(String)]) })
  expect((await user.call('DELETE', path)).outcome).toBe('404 NoSuchTenant')
  expect((await user.call('DELETE', `${path}/remains`)).status).toBe(204)
  await waitUntil('no volume claims', async () => {
    const left = await given.cluster.admin.list(PERSISTENT_VOLUME_CLAIMS, { namespace })
    return left.items.length === 0 ? true : undefined
  })
})

test('handles the calls of the wizard', async () => {
  const user = await given.admin()
  expect((await user.get('/api/v1/operator')).json).toMatchObject({
    installed: true,
    logSearch: false,
    prometheus: false,
  })
  expect((await user.get('/api/v1/get-parity/4/4')).json).toEqual([
    'EC:8',
    'EC:7',
    'EC:6',
    'EC:5',
    'EC:4',
    'EC:3',
    'EC:2',
  ])
  expect((await user.get('/api/v1/get-parity/17/1')).outcome).toBe('400 NoParity')
  expect((await user.get('/api/v1/cluster/max-allocatable-memory?num_nodes=4')).json).toEqual({ max_memory: 32 * GI })
  expect(await user.get('/api/v1/cluster/max-allocatable-memory?num_nodes=2')).toMatchObject({
    status: 507,
    json: { message: 'at least 4 nodes are required for a tenant' },
  })
  expect((await user.get('/api/v1/nodes/labels')).json).toMatchObject({
    'kubernetes.io/hostname': expect.arrayContaining(['node-1', 'node-2']),
  })
  const name = uniqueName('team')
  const quota = `/api/v1/namespaces/${name}/resourcequotas/${name}-storagequota`
  expect((await user.get(quota)).outcome).toBe('404 NoSuchNamespace')
  expect((await user.call('POST', '/api/v1/namespace', { json: { name } })).status).toBe(201)
  expect((await user.call('POST', '/api/v1/namespace', { json: { name } })).status).toBe(409)
  expect((await user.get(quota)).json).toMatchObject({
    name: '',
    elements: expect.arrayContaining([
      { name: 'standard.storageclass.storage.k8s.io/requests.storage', hard: Number.MAX_SAFE_INTEGER, used: 0 },
    ]),
  })
})

test('lists drives and reports which couldn’t be formatted', async () => {
  const user = await given.admin()
  const { drives } = (await user.get('/api/v1/direct-csi/drives')).json as {
    drives: { drive: string; status: string }[]
  }
  expect(drives.map(({ drive }) => drive)).toEqual(drives.map(({ drive }) => drive).toSorted())
  expect(new Set(drives.map(({ status }) => status))).toEqual(new Set(['Ready', 'Available', 'Unavailable']))
  const wanted = ['node-1:/dev/vdb', 'node-1:/dev/vdc', 'node-1:/dev/vde', 'node-1:/dev/none']
  const { json } = await user.call('POST', '/api/v1/direct-csi/drives/format', {
    json: { drives: wanted, force: false },
  })
  const { formatIssuesList } = json as { formatIssuesList: { drive: string; error: string }[] }
  expect(formatIssuesList.map(({ drive }) => drive).sort()).toEqual(['/dev/none', '/dev/vdb', '/dev/vde'])
  expect(formatIssuesList).toContainEqual({
    node: 'node-1',
    drive: '/dev/vdb',
    error: 'Drive already owned and managed. Use force to overwrite',
  })
})

/** A self-signed certificate and its key, in base64. */
function certificate(): { crt: string; key: string } {
  const folder = tempFolder('certificate')
  const [key, crt] = ['key.pem', 'crt.pem'].map((name) => join(folder.path, name)) as [string, string]
  const names = 'subjectAltName=DNS:photos.example.com,IP:10.0.0.9'
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', [...request, '-subj', '/CN=photos', '-addext', names, '-keyout', key, '-out', crt], {
    stdio: 'ignore',
  })
  const pair = { crt: readFileSync(crt, 'base64'), key: readFileSync(key, 'base64') }
  folder.remove()
  return pair
}
