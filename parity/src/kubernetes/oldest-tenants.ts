/** Tenants of operators before 2021, on the real API server: with their own console, or written through version 1. */
import { NAMESPACES, SECRETS, TENANTS, type Tenant } from '@cooperage/kube-client'
import {
  type ConsoleCall,
  startOperatorConsole,
  startRealCluster,
  TENANT_POOL,
  TEST_CERTIFICATES,
  uniqueName,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REGISTRY } from './payloads.ts'

interface Definition {
  metadata: { name: string }
  spec: {
    versions: {
      name: string
      served: boolean
      storage: boolean
      schema: { openAPIV3Schema: { properties: { spec: { required?: string[]; properties: Record<string, object> } } } }
    }[]
  }
}

/** Adds what later operators dropped: `spec.console`, and version 1, which had zones instead of pools. */
function olderDefinitions(definitions: readonly object[]): object[] {
  return structuredClone(definitions as Definition[]).map((definition) => {
    if (definition.metadata.name !== 'tenants.minio.min.io') return definition
    const { versions } = definition.spec
    const second = versions.find(({ name }) => name === 'v2')
    if (second === undefined) throw new Error('The definition has no version 2')
    const isFree = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
    second.schema.openAPIV3Schema.properties.spec.properties.console = isFree
    if (versions.some(({ name }) => name === 'v1')) return definition
    const first = { ...structuredClone(second), name: 'v1', storage: false }
    const { spec } = first.schema.openAPIV3Schema.properties
    const { pools: _, ...properties } = spec.properties
    spec.properties = { ...properties, zones: { type: 'array', items: isFree } }
    spec.required = ['zones']
    versions.push(first)
    return definition
  })
}

export function testOldestTenants(definitions: readonly object[]): void {
  describe('tenants of the oldest operators', () => {
    let cluster: Awaited<ReturnType<typeof startRealCluster>>
    let operatorConsole: Awaited<ReturnType<typeof startOperatorConsole>>
    let call: ConsoleCall
    beforeAll(async () => {
      cluster = await startRealCluster('2021', olderDefinitions(definitions))
      operatorConsole = await startOperatorConsole(cluster)
      call = await operatorConsole.signIn(cluster.adminToken)
    }, 180_000)
    afterAll(async () => {
      await operatorConsole?.stop()
      await cluster?.stop()
    })

    const newNamespace = async () =>
      (await cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })).metadata.name

    test('a tenant with its own console shows its image and certificates, and gets another image', async () => {
      const namespace = await newNamespace()
      const path = `/api/v1/namespaces/${namespace}/tenants/photos`
      const [{ cert, key }] = TEST_CERTIFICATES
      await cluster.admin.create(SECRETS, {
        metadata: { name: 'photos-console-tls', namespace },
        stringData: { 'tls.crt': cert, 'tls.key': key },
      })
      const requests = { storage: '1Gi' }
      const volumeClaimTemplate = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests } } }
      const own = {
        image: 'minio/console:v0.8.3',
        replicas: 2,
        consoleSecret: { name: 'photos-console-secret' },
        externalCertSecret: { name: 'photos-console-tls', type: 'kubernetes.io/tls' },
      }
      await cluster.admin.create(TENANTS, {
        metadata: { name: 'photos', namespace },
        spec: {
          requestAutoCert: false,
          console: own,
          pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate }],
        },
      })
      expect((await call('GET', '/api/v1/operator')).body).toMatchObject({ installed: true, consoleImage: true })
      expect((await call('GET', path)).body).toMatchObject({
        console_image: own.image,
        consoleEnabled: true,
        minioTLS: false,
        consoleTLS: true,
      })
      expect((await call('GET', `${path}/security`)).body).toMatchObject({
        autoCert: false,
        customCertificates: {
          minio: [],
          console: [{ name: 'photos-console-tls', domains: ['localhost', '127.0.0.1'] }],
        },
      })
      // They are read-only: what would change them is refused by name instead of ignored.
      const pair = { crt: Buffer.from(cert).toString('base64'), key: Buffer.from(key).toString('base64') }
      for (const change of [
        { console: [pair] },
        { consoleCAs: [pair.crt] },
        { secretsToBeDeleted: ['photos-console-tls'] },
      ]) {
        expect(await call('POST', `${path}/security`, { autoCert: false, customCertificates: change })).toMatchObject({
          status: 400,
          body: { code: 'SeparateConsole' },
        })
      }
      const image = 'minio/console:v0.9.0'
      const update = { image: '', console_image: image, enable_prometheus: false, image_registry: REGISTRY }
      expect((await call('PUT', path, update)).status).toBeLessThan(300)
      const { spec } = await cluster.admin.get(TENANTS, { namespace, name: 'photos' })
      expect(spec.console).toEqual({ ...own, image })

      const { yaml } = (await call('GET', `${path}/yaml`)).body as { yaml: string }
      expect(
        (await call('PUT', `${path}/yaml`, { yaml: yaml.replace('replicas: 2', 'replicas: 3') })).status,
      ).toBeLessThan(300)
      expect((await cluster.admin.get(TENANTS, { namespace, name: 'photos' })).spec.console).toMatchObject({
        replicas: 3,
      })
    })

    test('a tenant written through version 1 is listed, described and deleted, with the pools that version 2 has', async () => {
      const namespace = await newNamespace()
      const path = `/api/v1/namespaces/${namespace}/tenants/old`
      const body = {
        apiVersion: 'minio.min.io/v1',
        kind: 'Tenant',
        metadata: { name: 'old', namespace },
        spec: { image: 'minio/minio:OLD', zones: [{ servers: 4, volumesPerServer: 1, volumeClaimTemplate: {} }] },
      }
      const tenants = `/apis/minio.min.io/v1/namespaces/${namespace}/tenants`
      expect(await cluster.send('POST', tenants, { body })).toMatchObject({ status: 201 })
      // Only the operator converts zones to pools, and it doesn't run.
      const stored: Partial<Tenant['spec']> = (await cluster.admin.get(TENANTS, { namespace, name: 'old' })).spec
      expect(stored.pools).toBeUndefined()
      const { tenants: listed } = (await call('GET', '/api/v1/tenants')).body as { tenants: object[] }
      expect(listed).toContainEqual(expect.objectContaining({ namespace, name: 'old', pool_count: 0, total_size: 0 }))
      expect(await call('GET', path)).toMatchObject({ status: 200, body: { image: 'minio/minio:OLD', pools: [] } })
      for (const part of ['pods', 'security', 'yaml', 'remains']) {
        expect([part, (await call('GET', `${path}/${part}`)).status]).toEqual([part, 200])
      }
      // The first change through version 2 needs pools, and the API server says so.
      expect(
        await call('PUT', path, { image: 'minio/minio:NEW', console_image: '', enable_prometheus: false }),
      ).toMatchObject({
        status: 422,
      })
      expect((await call('POST', `${path}/pools`, { ...TENANT_POOL, name: '' })).status).toBeLessThan(300)
      expect(await call('GET', path)).toMatchObject({ body: { pools: [{ servers: 4 }] } })
      expect((await call('DELETE', path)).status).toBe(204)
    })
  })
}
