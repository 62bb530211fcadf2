/** State that makes requests expensive: policies, users, groups and objects. */
import { NAMESPACES, SECRETS, TENANTS } from '@cooperage/kube-client'
import { ACCOUNT_SECRET, awkwardPolicies, KIB, type PlatformCluster, tenantPayload } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import type { CallOptions, Visitor } from '../visitor.ts'

/** What a policy may have on MinIO and the engine. */
const POLICY_BYTES = 20 * KIB - 100
const OBJECTS = 1_000

/** Sends the requests; may do everything. */
export const SENDER = { accessKey: 'sender', secretKey: ACCOUNT_SECRET }

async function expectDone(visitor: Visitor, method: string, path: string, options: CallOptions): Promise<void> {
  const { status, text } = await visitor.call(method, path, options)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
}

/** `root` is signed in to the console of a storage server that has nothing. */
export async function fillStorage(root: Visitor): Promise<void> {
  const done = (method: string, path: string, json: object) => expectDone(root, method, `/api/v1${path}`, { json })
  await done('POST', '/buckets', { name: 'nasty' })
  const policies = awkwardPolicies(POLICY_BYTES, '').slice(0, 3)
  const names = policies.map((_, at) => (at === 0 ? 'nasty' : `nasty-${at}`))
  for (const [at, policy] of policies.entries()) await done('POST', '/policies', { name: names[at], policy })
  for (const accessKey of [SENDER.accessKey, 'nasty']) {
    await done('POST', '/users', { accessKey, secretKey: SENDER.secretKey })
    const attached = { entityType: 'user', entityName: accessKey, replaces: [] }
    await done('PUT', '/set-policy', { ...attached, policies: [...names, 'consoleAdmin'] })
  }
  await done('POST', '/groups', { group: 'nasty', members: ['nasty'] })
  const [policy = ''] = awkwardPolicies(POLICY_BYTES, '"Principal":"*",')
  await done('PUT', '/buckets/nasty/set-policy', { access: 'CUSTOM', definition: policy })
  const keys = ['nasty', ...Array.from({ length: OBJECTS }, (_, at) => `nasty/${at}`)]
  const form = keys.map((fileName) => ({ name: '1', fileName, content: 'x' }))
  await expectDone(root, 'POST', '/api/v1/buckets/nasty/objects/upload', { form })
}

/** The bucket and the other server that calls between servers name. `root` is signed in to the console below `base`. */
export async function addServer(root: Visitor, base: string): Promise<void> {
  const done = (path: string, json: object) => expectDone(root, 'POST', `${base}/api/v1${path}`, { json })
  await done('/buckets', { name: 'nasty' })
  await done('/servers/added', { name: 'nasty', title: 'Nasty', color: 'gray', url: 'http://127.0.0.1:9' })
}

/** The namespace that calls of operator mode name. `administrator` is signed in to the console of a cluster. */
export async function addNamespace(administrator: Visitor): Promise<void> {
  await expectDone(administrator, 'POST', '/api/v1/namespace', { json: { name: 'nasty' } })
}

/** The tenant that they name, in that namespace. */
export async function addTenantByForm(administrator: Visitor): Promise<void> {
  await expectDone(administrator, 'POST', '/api/v1/tenants', { json: tenantPayload('nasty', 'nasty') })
}

/** Where the console of the tenant is that `addTenant` adds. */
export const VISITED = '/api/proxy/visited/nasty'

/** A tenant whose storage has these root keys. */
export async function addTenant({ admin }: PlatformCluster, { accessKey, secretKey }: Credentials): Promise<void> {
  const namespace = 'visited'
  await admin.create(NAMESPACES, { metadata: { name: namespace } })
  const config = `export MINIO_ROOT_USER="${accessKey}"\nexport MINIO_ROOT_PASSWORD="${secretKey}"\n`
  await admin.create(SECRETS, { metadata: { name: 'nasty-env', namespace }, stringData: { 'config.env': config } })
  const volumeClaimTemplate = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  await admin.create(TENANTS, {
    metadata: { name: 'nasty', namespace },
    spec: {
      configuration: { name: 'nasty-env' },
      pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate }],
    },
  })
}
