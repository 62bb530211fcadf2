/** The behavior of the real API server that operator mode relies on. Each case has its own namespace. */
import {
  EVENTS,
  type KubeClient,
  KubeError,
  NAMESPACES,
  PERSISTENT_VOLUME_CLAIMS,
  PODS,
  type Pod,
  RESOURCE_QUOTAS,
  SECRETS,
  type Secret,
  TENANTS,
  type Tenant,
  type WatchEvent,
} from '@cooperage/kube-client'
import { type Cluster, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const TENANTS_PATH = (namespace: string) => `/apis/minio.min.io/v2/namespaces/${namespace}/tenants`
const STANDARD = 'standard.storageclass.storage.k8s.io/requests.storage'

export function testKubernetes(name: string, generation: 'current' | '2021', start: () => Promise<Cluster>): void {
  describe(`${name}, tenants of ${generation}`, () => {
    let cluster: Cluster
    /** If pools are identified by name, the rule that their servers are immutable is checked only for valid values. */
    const unchecked =
      generation === 'current' ? [{ field: '', message: expect.stringContaining('rules were not checked') }] : []
    beforeAll(async () => {
      cluster = await start()
    }, 180_000)
    afterAll(async () => {
      await cluster?.stop()
    })

    async function newNamespace(): Promise<string> {
      const { metadata } = await cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName() } })
      return metadata.name
    }

    test('a valid token belongs to its account, and an invalid one is refused on every path', async () => {
      const namespace = await newNamespace()
      const token = await cluster.account(namespace, 'jane', [])
      const user = await cluster.clientOf(token).reviewSelf()
      expect(user.username).toBe(`system:serviceaccount:${namespace}:jane`)
      expect(user.groups).toEqual(expect.arrayContaining(['system:serviceaccounts', 'system:authenticated']))
      for (const path of ['/api', '/version', TENANTS_PATH(namespace)]) {
        const response = await cluster.send('GET', path, { token: `${token.slice(0, -8)}AAAAAAAA` })
        expect(response).toMatchObject({ status: 401, body: { reason: 'Unauthorized', message: 'Unauthorized' } })
      }
    })

    test('a request without a token is anonymous', async () => {
      const response = await cluster.send('GET', '/api', { token: '' })
      expect(response.status).toBe(403)
      expect(response.body).toMatchObject({
        message: 'forbidden: User "system:anonymous" cannot get path "/api"',
        reason: 'Forbidden',
      })
    })

    test('an account without permissions can read only the discovery documents of the API', async () => {
      const namespace = await newNamespace()
      const token = await cluster.account(namespace, 'nobody', [])
      const kube = cluster.clientOf(token)
      for (const path of ['/api', '/apis', '/version', '/openapi/v3/apis/minio.min.io/v2'])
        expect((await cluster.send('GET', path, { token })).status).toBe(200)
      await expect(kube.list(TENANTS)).rejects.toMatchObject({
        code: 'Forbidden',
        message: `tenants.minio.min.io is forbidden: User "system:serviceaccount:${namespace}:nobody" cannot list resource "tenants" in API group "minio.min.io" at the cluster scope`,
        denied: { verb: 'list', resource: 'tenants.minio.min.io' },
      })
      expect(await kube.reviewAccess({ verb: 'list', resource: TENANTS })).toBe(false)
    })

    test('an account with permissions in one namespace works there only', async () => {
      const [namespace, other] = [await newNamespace(), await newNamespace()]
      const rights = { namespace, groups: ['minio.min.io'], resources: ['tenants'], verbs: ['get', 'list', 'create'] }
      const kube = cluster.clientOf(await cluster.account(namespace, 'jane', [rights]))
      await kube.create(TENANTS, tenant(namespace))
      expect((await kube.list(TENANTS, { namespace })).items).toHaveLength(1)
      expect(await kube.reviewAccess({ verb: 'list', resource: TENANTS, namespace })).toBe(true)
      expect(await kube.reviewAccess({ verb: 'list', resource: TENANTS, namespace: other })).toBe(false)
      await expect(kube.list(TENANTS)).rejects.toMatchObject({ code: 'Forbidden' })
      await expect(kube.list(TENANTS, { namespace: other })).rejects.toMatchObject({
        denied: { verb: 'list', resource: 'tenants.minio.min.io', namespace: other },
      })
      await expect(kube.remove(TENANTS, { namespace, name: 't' })).rejects.toMatchObject({
        code: 'Forbidden',
        message: `tenants.minio.min.io "t" is forbidden: User "system:serviceaccount:${namespace}:jane" cannot delete resource "tenants" in API group "minio.min.io" in the namespace "${namespace}"`,
      })
    })

    test('reading pods and reading their logs are separate permissions', async () => {
      const namespace = await newNamespace()
      const rights = { namespace, groups: [''], resources: ['pods'], verbs: ['get', 'list'] }
      const kube = cluster.clientOf(await cluster.account(namespace, 'jane', [rights]))
      expect((await kube.list(PODS, { namespace })).items).toEqual([])
      await expect(kube.logs({ namespace, name: 'p' })).rejects.toMatchObject({
        denied: { verb: 'get', resource: 'pods/log', namespace },
      })
      expect(await kube.reviewAccess({ verb: 'get', resource: PODS, namespace, subresource: 'log' })).toBe(false)
    })

    test('a tenant is created once, with its own identity', async () => {
      const namespace = await newNamespace()
      const created = await cluster.admin.create(TENANTS, tenant(namespace))
      expect(created.metadata).toMatchObject({
        name: 't',
        namespace,
        generation: 1,
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        resourceVersion: expect.stringMatching(/^\d+$/),
        creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      })
      await expect(cluster.admin.create(TENANTS, tenant(namespace))).rejects.toMatchObject({
        code: 'AlreadyExists',
        status: 409,
        message: 'tenants.minio.min.io "t" already exists',
      })
    })

    test('distinguishes a missing object from a missing namespace', async () => {
      const namespace = await newNamespace()
      await expect(cluster.admin.get(TENANTS, { namespace, name: 'none' })).rejects.toMatchObject({
        code: 'NotFound',
        message: 'tenants.minio.min.io "none" not found',
      })
      await expect(cluster.admin.create(TENANTS, tenant('missing'))).rejects.toMatchObject({
        code: 'NotFound',
        message: 'namespaces "missing" not found',
      })
      expect((await cluster.admin.list(TENANTS, { namespace: 'missing' })).items).toEqual([])
    })

    test('a tenant without a specification, or with wrong values, is invalid field by field', async () => {
      const namespace = await newNamespace()
      const bare = { metadata: { name: 't', namespace }, spec: {} } as Tenant
      await expect(cluster.admin.create(TENANTS, bare)).rejects.toMatchObject({
        code: 'Invalid',
        status: 422,
        causes: [{ field: 'spec.pools', reason: 'FieldValueRequired', message: 'Required value' }, ...unchecked],
      })
      const wrong = tenant(namespace)
      Object.assign(wrong.spec.pools[0] ?? {}, { servers: 'four' })
      const failure = await cluster.admin.create(TENANTS, wrong).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'Invalid', causes: [{ field: 'spec.pools[0].servers' }, ...unchecked] })
      expect(String(failure)).toContain('must be of type integer: "string"')
      const named = { ...tenant(namespace), metadata: { name: 'Upper_Case', namespace } }
      await expect(cluster.admin.create(TENANTS, named)).rejects.toMatchObject({
        code: 'Invalid',
        causes: [{ field: 'metadata.name' }],
      })
    })

    test('fields that the operator does not support are dropped with a warning, or rejected in strict mode', async () => {
      const namespace = await newNamespace()
      const warnings: string[] = []
      const kube = cluster.clientOf(cluster.adminToken, warnings)
      const spec = { ...tenant(namespace).spec, bogus: 1, log: { audit: { diskCapacityGB: 5 } } }
      const created = await kube.create(TENANTS, { ...tenant(namespace), spec })
      const isOld = generation === '2021'
      expect(warnings).toEqual(
        isOld ? ['unknown field "spec.bogus"'] : ['unknown field "spec.bogus"', 'unknown field "spec.log"'],
      )
      expect(created.spec.log).toEqual(isOld ? { audit: { diskCapacityGB: 5 } } : undefined)
      const changed = { ...created, spec: { ...created.spec, bogus: 1 } }
      await expect(kube.replace(TENANTS, changed, { isStrict: true })).rejects.toMatchObject({
        code: 'BadRequest',
        status: 400,
        message:
          'Tenant in version "v2" cannot be handled as a Tenant: strict decoding error: unknown field "spec.bogus"',
      })
    })

    test('a change based on an outdated version is a conflict', async () => {
      const namespace = await newNamespace()
      const first = await cluster.admin.create(TENANTS, tenant(namespace))
      const place = { namespace, name: 't' }
      const second = await cluster.admin.patch(TENANTS, place, { spec: { image: 'minio/minio:NEW' } })
      expect(second.metadata.generation).toBe(2)
      const conflict = {
        code: 'Conflict',
        status: 409,
        message:
          'Operation cannot be fulfilled on tenants.minio.min.io "t": the object has been modified; please apply your changes to the latest version and try again',
      }
      await expect(cluster.admin.replace(TENANTS, first)).rejects.toMatchObject(conflict)
      const { resourceVersion = '' } = first.metadata
      const stale = { metadata: { resourceVersion }, spec: { image: 'minio/minio:OLD' } }
      await expect(cluster.admin.patch(TENANTS, place, stale)).rejects.toMatchObject(conflict)
      const replaced = await cluster.admin.replace(TENANTS, second)
      expect(replaced.metadata.resourceVersion).toBe(second.metadata.resourceVersion)
      const { resourceVersion: _version, ...unversioned } = second.metadata
      await expect(cluster.admin.replace(TENANTS, { ...second, metadata: unversioned })).rejects.toMatchObject({
        code: 'Invalid',
        causes: [{ field: 'metadata.resourceVersion' }],
      })
    })

    test('a merge patch changes the fields that it names, and null removes them', async () => {
      const namespace = await newNamespace()
      await cluster.admin.create(TENANTS, {
        ...tenant(namespace),
        spec: { ...tenant(namespace).spec, mountPath: '/x' },
      })
      const changed = await cluster.admin.patch(
        TENANTS,
        { namespace, name: 't' },
        { metadata: { labels: { team: 'a' } }, spec: { mountPath: null, image: 'minio/minio:NEW' } },
      )
      expect(changed.spec.mountPath).toBeUndefined()
      expect(changed.spec.image).toBe('minio/minio:NEW')
      expect(changed.spec.pools).toHaveLength(1)
      expect(changed.metadata.labels).toEqual({ team: 'a' })
      const path = `${TENANTS_PATH(namespace)}/t`
      const response = await cluster.send('PATCH', path, { body: {}, contentType: 'application/json' })
      expect(response).toMatchObject({ status: 415, body: { reason: 'UnsupportedMediaType' } })
    })

    if (generation === 'current') {
      test('pools are identified by name, and their servers are immutable', async () => {
        const namespace = await newNamespace()
        const created = await cluster.admin.create(TENANTS, tenant(namespace))
        const [pool] = created.spec.pools
        if (pool === undefined) throw new Error('the tenant has no pool')
        // Unlike a replacement, a patch isn't affected by an operator that writes the status at the same time.
        const setPools = (...pools: Tenant['spec']['pools']) =>
          cluster.admin.patch(TENANTS, { namespace, name: 't' }, { spec: { pools } })
        await expect(setPools({ ...pool, servers: 5 })).rejects.toMatchObject({
          code: 'Invalid',
          causes: [
            {
              field: 'spec.pools[0].servers',
              message: 'Invalid value: "integer": servers is immutable',
              reason: 'FieldValueInvalid',
            },
          ],
        })
        await expect(setPools(pool, pool)).rejects.toMatchObject({
          code: 'Invalid',
          causes: [{ field: 'spec.pools[1]', message: 'Duplicate value: {"name":"pool-0"}' }],
        })
        const { name: _name, ...unnamed } = pool
        await expect(setPools(pool, unnamed)).rejects.toMatchObject({
          causes: [{ field: 'spec.pools[1].name', message: 'Required value' }, ...unchecked],
        })
        const expanded = await setPools(pool, { ...pool, name: 'pool-1' })
        expect(expanded.spec.pools.map(({ name }) => name)).toEqual(['pool-0', 'pool-1'])
      })
    }

    test('the status is written through its own path only', async () => {
      const namespace = await newNamespace()
      const created = await cluster.admin.create(TENANTS, { ...tenant(namespace), status: { healthStatus: 'red' } })
      expect(created.status?.healthStatus).toBeUndefined()
      const place = { namespace, name: 't' }
      await cluster.admin.patch(TENANTS, place, { status: { healthStatus: 'red' } })
      expect((await cluster.admin.get(TENANTS, place)).status?.healthStatus).toBeUndefined()
      const status = { ...VALID_STATUS, healthMessage: 'written here' }
      const written = await cluster.admin.patch(TENANTS, { ...place, subresource: 'status' }, { spec: {}, status })
      expect(written.status?.healthMessage).toBe('written here')
      expect(written.metadata.generation).toBe(1)
    })

    test('a list has pages, and reports how many objects remain', async () => {
      const namespace = await newNamespace()
      for (let index = 0; index < 7; index++) await cluster.admin.create(SECRETS, secret(namespace, `s${index}`))
      const first = await cluster.admin.list(SECRETS, { namespace, limit: 3 })
      expect(first.items.map(({ metadata }) => metadata.name)).toEqual(['s0', 's1', 's2'])
      expect(first.metadata.remainingItemCount).toBe(4)
      const names: string[] = []
      for await (const { metadata } of cluster.admin.listAll(SECRETS, { namespace, limit: 3 }))
        names.push(metadata.name)
      expect(names).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6'])
      const response = await cluster.send('GET', `/api/v1/namespaces/${namespace}/secrets?limit=3&continue=nonsense`)
      expect(response.status).toBe(400)
    })

    test('lists are filtered by labels and fields', async () => {
      const namespace = await newNamespace()
      const label = (name: string, labels: Record<string, string>) => {
        const object = secret(namespace, name)
        return cluster.admin.create(SECRETS, { ...object, metadata: { ...object.metadata, labels } })
      }
      await label('a', { 'v1.min.io/tenant': 't', kind: 'user' })
      await label('b', { 'v1.min.io/tenant': 't' })
      await label('c', { 'v1.min.io/tenant': 'other' })
      const names = async (options: object) =>
        (await cluster.admin.list(SECRETS, { namespace, ...options })).items.map(({ metadata }) => metadata.name)
      expect(await names({ labelSelector: 'v1.min.io/tenant=t' })).toEqual(['a', 'b'])
      expect(await names({ labelSelector: 'v1.min.io/tenant in (t,other),!kind' })).toEqual(['b', 'c'])
      expect(await names({ labelSelector: 'v1.min.io/tenant!=t' })).toEqual(['c'])
      expect(await names({ labelSelector: 'kind' })).toEqual(['a'])
      expect(await names({ fieldSelector: 'metadata.name=b' })).toEqual(['b'])
      expect(await names({ fieldSelector: 'metadata.name!=b', labelSelector: 'v1.min.io/tenant' })).toEqual(['a', 'c'])
      await expect(names({ fieldSelector: 'spec.bogus=1' })).rejects.toMatchObject({ status: 400, code: 'BadRequest' })
    })

    test('a watch reports each change after the list, and with a selector the objects that start to match', async () => {
      const namespace = await newNamespace()
      const { metadata } = await cluster.admin.list(SECRETS, { namespace })
      const watching = watchUntil(cluster.admin, namespace, metadata.resourceVersion ?? '', 'v1.min.io/tenant=t', 4)
      const created = await cluster.admin.create(SECRETS, secret(namespace, 'a'))
      const place = { namespace, name: 'a' }
      await cluster.admin.patch(SECRETS, place, { metadata: { labels: { 'v1.min.io/tenant': 't' } } })
      await cluster.admin.patch(SECRETS, place, { metadata: { labels: { more: 'x' } } })
      await cluster.admin.patch(SECRETS, place, { metadata: { labels: { 'v1.min.io/tenant': null } } })
      await cluster.admin.patch(SECRETS, place, { metadata: { labels: { 'v1.min.io/tenant': 't' } } })
      await cluster.admin.remove(SECRETS, place)
      const events = await watching
      expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED', 'ADDED'])
      for (const { object } of events) expect(object.metadata.uid).toBe(created.metadata.uid)
      const versions = events.map(({ object }) => Number(object.metadata.resourceVersion))
      expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    })

    test('a watch expires when the server no longer has the changes, and then lists again', async () => {
      const namespace = await newNamespace()
      await cluster.admin.create(TENANTS, tenant(namespace))
      // The real API server has changes of tenants only since their resource was defined.
      cluster.forgetPast?.()
      await expect(cluster.admin.watch(TENANTS, '1', { namespace }).next()).rejects.toMatchObject({
        code: 'Expired',
        status: 410,
      })
      for await (const event of cluster.admin.follow(TENANTS, { namespace })) {
        expect(event).toMatchObject({ type: 'LISTED', objects: [{ metadata: { name: 't' } }] })
        break
      }
    })

    test('a secret is written as text and read in base64, and can’t be changed if it is immutable', async () => {
      const namespace = await newNamespace()
      const created = await cluster.admin.create(SECRETS, { ...secret(namespace, 's'), stringData: { key: 'wörth' } })
      expect(created).toMatchObject({ type: 'Opaque', data: { key: Buffer.from('wörth').toString('base64') } })
      expect(created.stringData).toBeUndefined()
      const place = { namespace, name: 's' }
      await cluster.admin.patch(SECRETS, place, { immutable: true })
      await expect(cluster.admin.patch(SECRETS, place, { stringData: { key: 'other' } })).rejects.toMatchObject({
        code: 'Invalid',
        status: 422,
        causes: [{ field: 'data' }],
      })
    })

    test('a deletion can require the object that was read', async () => {
      const namespace = await newNamespace()
      const created = await cluster.admin.create(SECRETS, secret(namespace, 's'))
      const place = { namespace, name: 's' }
      const uid = '00000000-0000-4000-8000-000000000000'
      await expect(cluster.admin.remove(SECRETS, place, { uid })).rejects.toMatchObject({ code: 'Conflict' })
      await cluster.admin.patch(SECRETS, place, { metadata: { labels: { a: 'b' } } })
      const { resourceVersion = '' } = created.metadata
      await expect(cluster.admin.remove(SECRETS, place, { resourceVersion })).rejects.toMatchObject({
        code: 'Conflict',
      })
      await cluster.admin.remove(SECRETS, place, { uid: created.metadata.uid ?? '' })
      await expect(cluster.admin.remove(SECRETS, place)).rejects.toMatchObject({
        code: 'NotFound',
        message: 'secrets "s" not found',
      })
    })

    test('a deleted tenant is deleted with only the objects that it owns', async () => {
      const namespace = await newNamespace()
      const owner = await cluster.admin.create(TENANTS, tenant(namespace))
      const reference = { apiVersion: 'minio.min.io/v2', kind: 'Tenant', name: 't', uid: owner.metadata.uid ?? '' }
      const owned = secret(namespace, 'owned')
      owned.metadata.ownerReferences = [reference]
      await cluster.admin.create(SECRETS, owned)
      await cluster.admin.create(SECRETS, secret(namespace, 'other'))
      await cluster.admin.remove(TENANTS, { namespace, name: 't' })
      await waitUntil('the owned secret is gone', () => isGone(cluster.admin, namespace, 'owned'))
      expect(await isGone(cluster.admin, namespace, 'other')).toBe(false)
    })

    test('an object with a finalizer is kept until the finalizer is removed', async () => {
      const namespace = await newNamespace()
      const kept = secret(namespace, 'kept')
      kept.metadata.finalizers = ['example.com/wait']
      await cluster.admin.create(SECRETS, kept)
      const place = { namespace, name: 'kept' }
      await cluster.admin.remove(SECRETS, place)
      expect((await cluster.admin.get(SECRETS, place)).metadata.deletionTimestamp).toBeDefined()
      await cluster.admin.patch(SECRETS, place, { metadata: { finalizers: null } })
      expect(await isGone(cluster.admin, namespace, 'kept')).toBe(true)
    })

    test('a quota counts the claims of its storage class, and rejects claims beyond it', async () => {
      const namespace = await newNamespace()
      const name = `${namespace}-storagequota`
      await cluster.admin.create(RESOURCE_QUOTAS, {
        metadata: { name, namespace },
        spec: { hard: { [STANDARD]: '2Gi' } },
      })
      await waitUntil('the quota is counted', async () => {
        const { status } = await cluster.admin.get(RESOURCE_QUOTAS, { namespace, name })
        return status?.used?.[STANDARD] === '0'
      })
      const claim = (claimName: string) =>
        cluster.admin.create(PERSISTENT_VOLUME_CLAIMS, {
          metadata: { name: claimName, namespace, labels: { 'v1.min.io/tenant': 't' } },
          spec: {
            accessModes: ['ReadWriteOnce'],
            storageClassName: 'standard',
            resources: { requests: { storage: '1536Mi' } },
          },
        })
      expect((await claim('a')).status?.phase).toBe('Pending')
      await waitUntil('the claim is counted', async () => {
        const { status } = await cluster.admin.get(RESOURCE_QUOTAS, { namespace, name })
        return ['1536Mi', '1610612736'].includes(status?.used?.[STANDARD] ?? '')
      })
      const refused = await claim('b').catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'Forbidden', denied: undefined })
      expect(String(refused)).toContain('exceeded quota')
    })

    test('logs are those of one container, which must be named if there are several', async () => {
      const namespace = await newNamespace()
      await createPod(cluster.admin, pod(namespace))
      await expect(cluster.admin.logs({ namespace, name: 'p' })).rejects.toMatchObject({
        code: 'BadRequest',
        message: 'a container name must be specified for pod p, choose one of: [minio sidecar]',
      })
      await expect(cluster.admin.logs({ namespace, name: 'p', container: 'nope' })).rejects.toMatchObject({
        code: 'BadRequest',
        message: 'container nope is not valid for pod p',
      })
      await expect(cluster.admin.logs({ namespace, name: 'none', container: 'minio' })).rejects.toMatchObject({
        code: 'NotFound',
        message: 'pods "none" not found',
      })
      await cluster.admin.remove(PODS, { namespace, name: 'p' }, { gracePeriodSeconds: 0 })
      await expect(cluster.admin.get(PODS, { namespace, name: 'p' })).rejects.toMatchObject({ code: 'NotFound' })
    })

    test('events are found by the identity of their object', async () => {
      const namespace = await newNamespace()
      for (const uid of ['u1', 'u2']) {
        await cluster.admin.create(EVENTS, {
          metadata: { name: `p.${uid}`, namespace },
          involvedObject: { kind: 'Pod', namespace, name: 'p', uid },
          type: 'Normal',
          reason: 'Started',
          message: `of ${uid}`,
          lastTimestamp: '2026-01-02T03:04:05Z',
        })
      }
      const { items } = await cluster.admin.list(EVENTS, { namespace, fieldSelector: 'involvedObject.uid=u2' })
      expect(items).toMatchObject([{ message: 'of u2', lastTimestamp: '2026-01-02T03:04:05Z' }])
    })

    test('a deleted namespace is deleted with its contents, and accepts no new ones in the meantime', async () => {
      const namespace = await newNamespace()
      const kept = secret(namespace, 'kept')
      kept.metadata.finalizers = ['example.com/wait']
      await cluster.admin.create(SECRETS, kept)
      await cluster.admin.create(TENANTS, tenant(namespace))
      await cluster.admin.remove(NAMESPACES, { name: namespace })
      expect((await cluster.admin.get(NAMESPACES, { name: namespace })).status?.phase).toBe('Terminating')
      await expect(cluster.admin.create(SECRETS, secret(namespace, 'new'))).rejects.toMatchObject({
        code: 'Forbidden',
        denied: undefined,
        message: `secrets "new" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
      })
      await waitUntil(
        'the tenant is gone',
        async () => (await cluster.admin.list(TENANTS, { namespace })).items.length === 0,
      )
      await cluster.admin.patch(SECRETS, { namespace, name: 'kept' }, { metadata: { finalizers: null } })
      await waitUntil('the namespace is gone', async () => {
        const found = await cluster.admin.get(NAMESPACES, { name: namespace }).catch((error: unknown) => error)
        return found instanceof KubeError && found.code === 'NotFound'
      })
    })

    test('rejects unreadable requests before anything else', async () => {
      const namespace = await newNamespace()
      const path = TENANTS_PATH(namespace)
      expect((await cluster.send('POST', path, { text: '{' })).status).toBe(400)
      expect((await cluster.send('POST', path, { body: { apiVersion: 'v1', kind: 'Pod' } })).status).toBe(400)
      const large = { ...tenant(namespace), status: { currentState: 'x'.repeat(4 << 20) } }
      expect((await cluster.send('POST', path, { body: large })).status).toBe(413)
      const foreign = { ...tenant('elsewhere'), apiVersion: 'minio.min.io/v2', kind: 'Tenant' }
      expect((await cluster.send('POST', path, { body: foreign })).status).toBe(400)
      expect((await cluster.send('GET', '/apis/nothing.example/v1/things')).status).toBe(404)
      expect((await cluster.send('PUT', `/api/v1/namespaces/${namespace}/secrets`, { body: {} })).status).toBe(405)
    })

    test('the schema shows which generation of tenants and drives is installed', async () => {
      const { tenants, drives } = await cluster.admin.capabilities()
      const isOld = generation === '2021'
      expect(tenants).toMatchObject({
        generation,
        log: isOld,
        prometheus: isOld,
        credsSecret: isOld,
        console: false,
        configuration: true,
        poolNameRequired: !isOld,
      })
      expect(drives.kind).toBe(isOld ? 'direct-csi' : 'directpv')
    })

    test('an account without permission to read definitions can read the schema too', async () => {
      const namespace = await newNamespace()
      const token = await cluster.account(namespace, 'nobody', [])
      cluster.endpoint.capabilities = undefined
      const { tenants } = await cluster.clientOf(token).capabilities()
      expect(tenants).toMatchObject({ generation, configuration: true, poolNameRequired: generation === 'current' })
      cluster.endpoint.capabilities = undefined
    })
  })
}

/** Required in the schema of 2021. */
const VALID_STATUS = {
  currentState: 'Initialized',
  availableReplicas: 0,
  revision: 0,
  syncVersion: '',
  certificates: {},
  pools: [],
}

function tenant(namespace: string): Tenant {
  return {
    metadata: { name: 't', namespace },
    spec: {
      image: 'minio/minio:RELEASE.2025-04-08T15-41-24Z',
      pools: [
        {
          name: 'pool-0',
          servers: 4,
          volumesPerServer: 1,
          volumeClaimTemplate: {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      ],
    },
  }
}

function secret(namespace: string, name: string): Secret {
  return { metadata: { name, namespace } }
}

function pod(namespace: string): Pod {
  return {
    metadata: { name: 'p', namespace },
    spec: {
      nodeName: 'a-node',
      automountServiceAccountToken: false,
      containers: [
        { name: 'minio', image: 'minio/minio' },
        { name: 'sidecar', image: 'minio/operator-sidecar' },
      ],
    },
  }
}

/** A new namespace gets its service account a moment later. Without it, the real API server admits no pod. */
async function createPod(kube: KubeClient, wanted: Pod): Promise<void> {
  await waitUntil('the pod is admitted', async () => (await kube.create(PODS, wanted)).metadata.uid)
}

async function isGone(kube: KubeClient, namespace: string, name: string): Promise<boolean> {
  const found = await kube.get(SECRETS, { namespace, name }).catch((error: unknown) => error)
  if (found instanceof Error && !(found instanceof KubeError && found.code === 'NotFound')) throw found
  return found instanceof KubeError
}

async function watchUntil(
  kube: KubeClient,
  namespace: string,
  resourceVersion: string,
  labelSelector: string,
  count: number,
): Promise<WatchEvent<Secret>[]> {
  const events: WatchEvent<Secret>[] = []
  for await (const event of kube.watch(SECRETS, resourceVersion, { namespace, labelSelector })) {
    events.push(event)
    if (events.length === count) break
  }
  return events
}
