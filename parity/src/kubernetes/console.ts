/** Operator mode as its users call it, in front of an API server with an operator and drivers of either generation. */
import { NAMESPACES, PODS, RESOURCE_QUOTAS, SECRETS, SERVICES, TENANTS } from '@cooperage/kube-client'
import type { Generation } from '@cooperage/platform'
import {
  type Cluster,
  type ConsoleCall,
  type OperatorConsole,
  type Recorder,
  recordCalls,
  startOperatorConsole,
  TENANT_POOL,
  tenantPayload,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { AUTHORITY, GI, PAIRS, PAYLOADS, REGISTRY } from './payloads.ts'

export function testConsole(
  name: string,
  generation: Exclude<Generation, 'none'>,
  start: () => Promise<Cluster>,
): void {
  describe(`the console on ${name}, tenants of ${generation}`, () => {
    const isOld = generation === '2021'
    let cluster: Cluster
    let recorder: Recorder
    let operatorConsole: OperatorConsole
    let call: ConsoleCall

    beforeAll(async () => {
      cluster = await start()
      recorder = await recordCalls(cluster)
      operatorConsole = await startOperatorConsole({ server: { url: recorder.url } })
      call = await operatorConsole.signIn(cluster.adminToken)
    }, 180_000)
    afterAll(async () => {
      await operatorConsole?.stop()
      await recorder?.stop()
      await cluster?.stop()
    })

    async function newNamespace(): Promise<string> {
      const { metadata } = await cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })
      return metadata.name
    }

    /** The response of a call that has to succeed. */
    async function ok(method: string, path: string, json?: unknown): Promise<unknown> {
      const { status, body } = await call(method, path, json)
      expect([method, path, body, Math.floor(status / 100)]).toEqual([method, path, body, 2])
      return body
    }

    async function newTenant(parts: object = {}) {
      const namespace = await newNamespace()
      await ok('POST', '/api/v1/tenants', { ...tenantPayload('photos', namespace), ...parts })
      return { namespace, path: `/api/v1/namespaces/${namespace}/tenants/photos` }
    }

    const namesOfSecrets = async (namespace: string) =>
      (await Array.fromAsync(cluster.admin.listAll(SECRETS, { namespace }))).map(({ metadata }) => metadata.name)

    async function settingsOf(namespace: string): Promise<string> {
      const { data } = await cluster.admin.get(SECRETS, { namespace, name: 'photos-env-configuration' })
      return Buffer.from(data?.['config.env'] ?? '', 'base64').toString()
    }

    test.each(Object.entries(PAYLOADS))(
      'a tenant with %s has only fields that the operator supports',
      async (_, parts) => {
        recorder.calls.length = 0
        const { namespace } = await newTenant(parts)
        const created = recorder.calls.find(({ right }) => right === 'create tenants.minio.min.io')?.body
        const { metadata, ...rest } = created as { metadata: object }
        const again = { ...rest, metadata: { ...metadata, name: 'strict' } }
        const path = `/apis/minio.min.io/v2/namespaces/${namespace}/tenants?fieldValidation=Strict&dryRun=All`
        expect(await cluster.send('POST', path, { body: again })).toMatchObject({ status: 201 })
        const tenant = await cluster.admin.get(TENANTS, { namespace, name: 'photos' })
        for (const secret of await cluster.admin.list(SECRETS, { namespace }).then(({ items }) => items)) {
          expect(secret.metadata).toMatchObject({
            labels: { 'v1.min.io/tenant': 'photos' },
            ownerReferences: [{ kind: 'Tenant', uid: tenant.metadata.uid }],
          })
        }
      },
    )

    test('every page of the wizard reaches the tenant, its secrets and its servers', async () => {
      const { namespace } = await newTenant(PAYLOADS['every page of the wizard'])
      expect((await namesOfSecrets(namespace)).sort()).toEqual([
        'photos-ca-certificate-0',
        'photos-ca-certificate-1',
        'photos-env-configuration',
        'photos-regcred',
        ...(isOld ? ['photos-secret'] : []),
        'photos-secret-instance-external-certificates-0',
        'photos-secret-instance-external-certificates-1',
        'photos-secret-kes-client-cert',
        'photos-secret-kes-configuration',
        'photos-secret-kes-external-cert-0',
        'photos-secret-tenant-external-client-cert-0',
        'photos-user-0',
      ])
      const { spec } = await cluster.admin.get(TENANTS, { namespace, name: 'photos' })
      const type = 'kubernetes.io/tls'
      expect(spec).toMatchObject({
        configuration: { name: 'photos-env-configuration' },
        imagePullSecret: { name: 'photos-regcred' },
        exposeServices: { minio: true, console: true },
        requestAutoCert: true,
        users: [{ name: 'photos-user-0' }],
        externalCertSecret: [0, 1].map((index) => ({
          name: `photos-secret-instance-external-certificates-${index}`,
          type,
        })),
        externalCaCertSecret: [0, 1].map((index) => ({ name: `photos-ca-certificate-${index}`, type: 'Opaque' })),
        externalClientCertSecret: { name: 'photos-secret-tenant-external-client-cert-0', type },
        kes: {
          image: 'minio/kes:v0.16.1',
          replicas: 1,
          kesSecret: { name: 'photos-secret-kes-configuration' },
          clientCertSecret: { name: 'photos-secret-kes-client-cert' },
          externalCertSecret: { name: 'photos-secret-kes-external-cert-0', type },
        },
        pools: [
          {
            name: 'pool-0',
            servers: 4,
            volumesPerServer: 1,
            resources: { requests: { memory: String(2 * GI) } },
            affinity: { podAntiAffinity: expect.anything() },
          },
        ],
      })
      expect(spec.log).toEqual(
        isOld
          ? {
              image: 'minio/operator:v4.4.4',
              audit: { diskCapacityGB: 7 },
              db: {
                image: 'library/postgres:13',
                volumeClaimTemplate: {
                  metadata: { name: 'photos-log' },
                  spec: {
                    accessModes: ['ReadWriteOnce'],
                    resources: { requests: { storage: String(7 * GI) } },
                    storageClassName: 'standard',
                  },
                },
              },
            }
          : undefined,
      )
      expect(spec.prometheus).toEqual(
        isOld
          ? { image: 'quay.io/prometheus/prometheus:v2', diskCapacityGB: 6, storageClassName: 'standard' }
          : undefined,
      )
      expect(spec.credsSecret).toEqual(isOld ? { name: 'photos-secret' } : undefined)
      expect(await settingsOf(namespace)).toContain('export MINIO_STORAGE_CLASS_STANDARD="EC:2"\n')
      const kes = await cluster.admin.get(SECRETS, { namespace, name: 'photos-secret-kes-configuration' })
      const config = parse(Buffer.from(kes.data?.['server-config.yaml'] ?? '', 'base64').toString())
      // Its form is that of the image, whichever operator runs it.
      expect(Object.keys(config)).toEqual(expect.arrayContaining(['root', 'keys']))
      expect(config.keys.vault).toMatchObject({ approle: { id: 'role' }, status: { ping: '10s' } })
    })

    test('the details of a tenant are spelled as both generations of the page read them', async () => {
      const { path } = await newTenant(PAYLOADS['OpenID and AWS'])
      expect(await ok('GET', path)).toMatchObject({
        idpOicEnabled: true,
        idpOidcEnabled: true,
        idpAdEnabled: false,
        encryptionEnabled: true,
        logEnabled: isOld,
        monitoringEnabled: isOld,
        minioTLS: true,
        consoleTLS: true,
        consoleEnabled: true,
        enable_prometheus: true,
        console_image: '',
      })
      const directory = await newTenant(PAYLOADS['Active Directory and Gemalto'])
      expect(await ok('GET', directory.path)).toMatchObject({ idpAdEnabled: true, idpOicEnabled: false })
      expect(await settingsOf(directory.namespace)).not.toMatch(/USERNAME_FORMAT|GROUP_NAME_ATTRIBUTE/)
      expect(await ok('GET', '/api/v1/operator')).toMatchObject({
        installed: true,
        logSearch: isOld,
        prometheus: isOld,
        consoleImage: false,
      })
    })

    test('the addresses of a tenant are those of its load balancers', async () => {
      const { namespace, path } = await newTenant()
      const balance = async (service: string, ingress: object[]) =>
        waitUntil(`the service ${service} has an address`, () =>
          cluster.admin.patch(
            SERVICES,
            { namespace, name: service, subresource: 'status' },
            { status: { loadBalancer: { ingress } } },
          ),
        )
      await balance('minio', [{ ip: '192.0.2.1', hostname: 'minio.example.com' }])
      await balance('photos-console', [{ ip: '192.0.2.2' }])
      expect(await ok('GET', path)).toMatchObject({
        endpoints: { minio: 'https://minio.example.com', console: 'https://192.0.2.2:9443' },
      })
    })

    test('a tenant that someone else created is described by its own settings', async () => {
      const namespace = await newNamespace()
      await cluster.admin.create(TENANTS, {
        metadata: { name: 'photos', namespace },
        spec: {
          requestAutoCert: false,
          env: [{ name: 'MINIO_IDENTITY_LDAP_SERVER_ADDR', value: 'ldap:636' }],
          pools: [
            {
              name: 'pool-0',
              servers: 4,
              volumesPerServer: 1,
              volumeClaimTemplate: {
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
              },
            },
          ],
        },
      })
      expect(await ok('GET', `/api/v1/namespaces/${namespace}/tenants/photos`)).toMatchObject({
        idpAdEnabled: true,
        encryptionEnabled: false,
        minioTLS: false,
        consoleTLS: false,
        logEnabled: false,
        pools: [{ name: 'pool-0', servers: 4, volume_configuration: { size: GI, storage_class_name: '' } }],
      })
    })

    // On the platform, the first pod runs once it is needed.
    test('a tenant comes up, is expanded, changed as YAML and deleted', async () => {
      const { namespace, path } = await newTenant()
      const initialized = await waitUntil('the tenant is initialized', async () => {
        const { tenants } = (await ok('GET', '/api/v1/tenants')) as { tenants: Record<string, unknown>[] }
        return tenants.find((one) => one.namespace === namespace && one.currentState === 'Initialized')
      })
      expect(initialized).toMatchObject({ name: 'photos', pool_count: 1, instance_count: 4, total_size: 4 * GI })
      await ok('PUT', path, {
        image: 'minio/minio:NEW',
        console_image: '',
        enable_prometheus: false,
        image_registry: REGISTRY,
      })
      await ok('POST', `${path}/pools`, { ...TENANT_POOL, name: '' })
      const pods = await waitUntil('the pods of both pools run', async () => {
        const found = (await ok('GET', `${path}/pods`)) as { name: string; status: string }[]
        return found.length === 8 && found.slice(1).every(({ status }) => status === 'Running') && found
      })
      expect(pods.map((pod) => pod.name)).toContain('photos-pool-1-3')
      expect(await ok('GET', path)).toMatchObject({
        image: 'minio/minio:NEW',
        enable_prometheus: false,
        pools: [{ name: 'pool-0' }, { name: 'pool-1', state: 'PoolInitialized' }],
      })

      const { yaml } = (await ok('GET', `${path}/yaml`)) as { yaml: string }
      await ok('PUT', `${path}/yaml`, { yaml: yaml.replace('minio/minio:NEW', 'minio/minio:NEWER') })
      expect(await call('PUT', `${path}/yaml`, { yaml })).toMatchObject({
        status: 409,
        body: { code: 'ClusterConflict' },
      })
      const current = ((await ok('GET', `${path}/yaml`)) as { yaml: string }).yaml
      const refusals: [string, string][] = [
        [current.replace('spec:\n', 'spec:\n  bogus: true\n'), 'unknown field "spec.bogus"'],
        // In 2021 pools had no names by which they could be compared.
        ...(isOld ? [] : [[current.replace('servers: 4', 'servers: 5'), 'servers is immutable'] as [string, string]]),
      ]
      for (const [wrong, reason] of refusals) {
        expect(await call('PUT', `${path}/yaml`, { yaml: wrong })).toMatchObject({
          status: 400,
          body: { code: 'InvalidYaml', message: expect.stringContaining(reason) },
        })
      }

      expect(await ok('GET', `${path}/remains`)).toMatchObject({ pvcs: { length: 8 } })
      await ok('DELETE', path)
      await waitUntil('the pods are gone', async () => ((await ok('GET', `${path}/pods`)) as unknown[]).length === 0)
      expect(await ok('GET', `${path}/remains`)).toMatchObject({ pvcs: { length: 8 }, secrets: [] })
      await ok('DELETE', path, { delete_pvcs: true })
      await waitUntil('the volumes are gone', async () => {
        const { pvcs } = (await ok('GET', `${path}/remains`)) as { pvcs: string[] }
        return pvcs.length === 0
      })
      await ok('POST', '/api/v1/tenants', tenantPayload('photos', namespace))
    })

    test('pods have logs and events, and come back when they are deleted', async () => {
      const { namespace, path } = await newTenant()
      const pods = () => ok('GET', `${path}/pods`) as Promise<{ name: string; status: string; timeCreated: number }[]>
      await waitUntil('the pods run', async () => {
        const [, ...others] = await pods()
        return others.length === 3 && others.every(({ status }) => status === 'Running')
      })
      const pod = `${path}/pods/photos-pool-0-1`
      expect(await pods()).toContainEqual(
        expect.objectContaining({ name: 'photos-pool-0-1', node: 'node-2', containers: ['minio', 'sidecar'] }),
      )
      expect(await ok('GET', `${pod}?container=sidecar`)).toEqual(expect.stringMatching(/sidecar|simulated/))
      expect(await call('GET', `${pod}?container=nope`)).toMatchObject({
        status: 400,
        body: { code: 'NoPodLog', message: expect.stringContaining('container nope is not valid for pod') },
      })
      expect(await ok('GET', `${pod}/events`)).toEqual(expect.any(Array))
      const uid = async () => (await cluster.admin.get(PODS, { namespace, name: 'photos-pool-0-1' })).metadata.uid
      const before = await uid()
      await ok('DELETE', pod)
      await waitUntil('another pod has its name', async () => (await uid()) !== before)
      expect(await call('GET', `${path}/pods/none`)).toMatchObject({ status: 404, body: { code: 'NoSuchPod' } })
    })

    test('certificates are added, listed and removed', async () => {
      const { namespace, path } = await newTenant()
      const save = (customCertificates: object) =>
        ok('POST', `${path}/security`, { autoCert: true, customCertificates })
      const read = async () =>
        (await ok('GET', `${path}/security`)) as {
          customCertificates: Record<'minio' | 'minioCAs' | 'console' | 'consoleCAs', { name: string }[]>
        }
      await save({ minio: [PAIRS[0]], minioCAs: [AUTHORITY], console: [PAIRS[1]] })
      const { customCertificates } = await read()
      // Servers of both generations run the console themselves.
      expect(customCertificates).toMatchObject({ minio: { length: 2 }, minioCAs: { length: 1 }, console: [] })
      expect(customCertificates.minio[0]).toMatchObject({ domains: ['localhost', '127.0.0.1'] })
      await save({ secretsToBeDeleted: customCertificates.minio.map((one) => one.name) })
      expect((await read()).customCertificates).toMatchObject({ minio: [], minioCAs: { length: 1 } })
      const names = await namesOfSecrets(namespace)
      for (const one of customCertificates.minio) expect(names).not.toContain(one.name)
    })

    test('the wizard gets what the cluster supports', async () => {
      expect(await ok('GET', '/api/v1/cluster/max-allocatable-memory?num_nodes=4')).toEqual({ max_memory: 32 * GI })
      expect(await ok('GET', '/api/v1/nodes/labels')).toMatchObject({
        'kubernetes.io/hostname': expect.arrayContaining(['node-1']),
      })
      const namespace = await newNamespace()
      const standard = 'standard.storageclass.storage.k8s.io/requests.storage'
      const name = `${namespace}-storagequota`
      const quota = () => ok('GET', `/api/v1/namespaces/${namespace}/resourcequotas/${name}`)
      expect(await quota()).toMatchObject({
        elements: expect.arrayContaining([{ name: standard, hard: Number.MAX_SAFE_INTEGER, used: 0 }]),
      })
      const hard = { [standard]: '2Ti', 'requests.memory': '1Gi' }
      await cluster.admin.create(RESOURCE_QUOTAS, { metadata: { name, namespace }, spec: { hard } })
      await waitUntil(
        'the quota is counted',
        async () => ((await quota()) as { elements: object[] }).elements.length > 0,
      )
      expect(await quota()).toEqual({ name, elements: [{ name: standard, hard: 2 * 1024 * GI, used: 0 }] })
    })

    test('drives are listed and formatted, and those that can’t be are named', async () => {
      const { manager, drives } = (await ok('GET', '/api/v1/direct-csi/drives')) as {
        manager: string
        drives: { drive: string; node: string; status: string }[]
      }
      expect(manager).toBe(isOld ? 'direct-csi' : 'directpv')
      const status = (drive: string) => drives.find((one) => one.node === 'node-1' && one.drive === drive)?.status
      expect([status('/dev/vdb'), status('/dev/vda')]).toEqual(['Ready', isOld ? 'Unavailable*' : 'Unavailable'])
      const wanted = ['node-1:/dev/vdc', 'node-1:/dev/vda', 'node-1:/dev/vdb', 'node-1:/dev/none']
      const { formatIssuesList } = (await ok('POST', '/api/v1/direct-csi/drives/format', {
        drives: [...wanted, ...(isOld ? [] : ['node-1:/dev/vde'])],
        force: false,
      })) as { formatIssuesList: { drive: string; error: string }[] }
      const errors = Object.fromEntries(formatIssuesList.map(({ drive, error }) => [drive, error]))
      expect(errors).toEqual({
        '/dev/vda': isOld ? 'Status is unavailable' : 'device init not permitted; Mounted',
        '/dev/vdb': 'Drive already owned and managed. Use force to overwrite',
        '/dev/none': isOld ? 'Drive not found' : 'device not found',
        ...(isOld ? {} : { '/dev/vde': expect.stringContaining('cannot write to /dev/vde') }),
      })
    })

    test('existing objects are not replaced, and missing ones are named', async () => {
      const namespace = await newNamespace()
      await cluster.admin.create(SECRETS, { metadata: { name: 'photos-user-0', namespace } })
      const wanted = { ...tenantPayload('photos', namespace), image_registry: REGISTRY }
      expect(await call('POST', '/api/v1/tenants', wanted)).toMatchObject({
        status: 409,
        body: { code: 'ClusterObjectExists', detailedMessage: 'secrets "photos-user-0" already exists' },
      })
      expect(await namesOfSecrets(namespace)).toEqual(['photos-user-0'])
      expect(await call('POST', '/api/v1/tenants', tenantPayload('photos', 'no-such-namespace'))).toMatchObject({
        status: 404,
        body: { code: 'ClusterObjectMissing', message: expect.stringContaining('no-such-namespace') },
      })
      expect(await call('POST', '/api/v1/namespace', { name: namespace })).toMatchObject({
        status: 409,
        body: { code: 'ClusterObjectExists' },
      })
      const path = `/api/v1/namespaces/${namespace}/tenants/photos`
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 'NoSuchTenant' } })
      const second = await newTenant()
      expect(await call('POST', '/api/v1/tenants', tenantPayload('videos', second.namespace))).toMatchObject({
        status: 409,
        body: { code: 'NamespaceHasTenant' },
      })
    })
  })
}
