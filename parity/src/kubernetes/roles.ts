/** The roles in `deploy/`, applied unchanged: they have exactly the permissions that the console uses. */
import { join } from 'node:path'
import { NAMESPACES, NODES, PERSISTENT_VOLUME_CLAIMS, PODS, SECRETS, TENANTS } from '@cooperage/kube-client'
import type { Generation } from '@cooperage/platform'
import {
  type Cluster,
  type ConsoleCall,
  type OperatorConsole,
  type Recorder,
  recordCalls,
  startOperatorConsole,
  tenantPayload,
  uniqueName,
  waitUntil,
} from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KUBERNETES, ROLES, type Rule, readManifests, rightsOf, rulesOf, withoutRight } from './manifests.ts'
import { PAIRS, REGISTRY } from './payloads.ts'
import { hasSucceeded, type Place, STEPS, type Step } from './role-steps.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const readRole = (name: string) => rulesOf(readManifests(join(ROLES, `${name}.yaml`))[0])
const ADMINISTRATOR = readRole('tenant-administrator')
const VIEWER = readRole('tenant-viewer')
const SIZING = readRole('tenant-sizing')
/** Pages watch them over sockets, to be notified of changes. */
const WATCHED = [
  'watch tenants.minio.min.io',
  'watch pods',
  'watch events',
  'watch persistentvolumeclaims',
  'watch directpvdrives.directpv.min.io',
  'watch directpvnodes.directpv.min.io',
  'watch directcsidrives.direct.csi.min.io',
]
/** Says which fields the operator has. Without it, the published schema does. */
const DEFINITION = 'get customresourcedefinitions.apiextensions.k8s.io'

export function testRoles(name: string, generation: Exclude<Generation, 'none'>, start: () => Promise<Cluster>): void {
  describe(`roles on ${name}, tenants of ${generation}`, () => {
    const steps = STEPS.filter(({ only = generation }) => only === generation)
    let cluster: Cluster
    let recorder: Recorder
    let operatorConsole: OperatorConsole
    let shared: Place

    beforeAll(async () => {
      cluster = await start()
      recorder = await recordCalls(cluster)
      // No tenant has an address here.
      const tenantUrl = async () => new URL('http://127.0.0.1:1')
      operatorConsole = await startOperatorConsole({ server: { url: recorder.url } }, { tenantUrl })
      shared = await newPlace()
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

    /** A tenant with pods and volumes. */
    async function newPlace(): Promise<Place> {
      const [namespace, empty] = [await newNamespace(), await newNamespace()]
      const admin = await operatorConsole.signIn(cluster.adminToken)
      const wanted = { ...tenantPayload('photos', namespace), image_registry: REGISTRY, tls: { minio: [PAIRS[0]] } }
      expect(await admin('POST', '/api/v1/tenants', wanted)).toMatchObject({ status: 200 })
      // Earlier consoles left theirs without an owner.
      const labels = { 'v1.min.io/tenant': 'photos' }
      await cluster.admin.create(SECRETS, { metadata: { name: 'photos-left', namespace, labels } })
      await waitUntil('the tenant has its pods', async () => {
        const { items } = await cluster.admin.list(PODS, { namespace })
        return items.length === 4
      })
      return { namespace, empty, tenant: `/api/v1/namespaces/${namespace}/tenants/photos` }
    }

    async function post(path: string, body: object): Promise<void> {
      expect(await cluster.send('POST', `${path}?fieldValidation=Strict`, { body })).toMatchObject({ status: 201 })
    }

    /** An account with these rights in the whole cluster. */
    async function accountWith(rules: readonly Rule[]): Promise<ConsoleCall> {
      const account = await newNamespace()
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: account }
      const subjects = [{ kind: 'ServiceAccount', name: account, namespace: account }]
      await post(`${RBAC}/clusterroles`, { metadata: { name: account }, rules })
      await post(`${RBAC}/clusterrolebindings`, { metadata: { name: account }, roleRef, subjects })
      const token = await cluster.account(account, account, [])
      const kube = cluster.clientOf(token)
      await waitUntil('the rights apply', async () => {
        const mayList = [PODS, NODES].map((resource) => kube.reviewAccess({ verb: 'list', resource }))
        return (await Promise.all(mayList)).includes(true)
      })
      return await operatorConsole.signIn(token)
    }

    async function run(step: Step, call: ConsoleCall) {
      const place = step.ends ? await newPlace() : shared
      recorder.calls.length = 0
      const reply = await step.run(call, place)
      const rights = new Set(recorder.calls.flatMap(({ right }) => right ?? []))
      rights.delete(DEFINITION)
      return { reply, rights }
    }

    test('an administrator of tenants can do exactly what the console does, and a missing permission is named', async () => {
      const call = await accountWith(ADMINISTRATOR)
      const lacking = new Map<string, ConsoleCall>()
      const asked = new Set([...WATCHED, DEFINITION])
      for (const step of steps) {
        for (const right of [...step.needs, ...(step.uses ?? [])]) {
          if (!lacking.has(right)) lacking.set(right, await accountWith(withoutRight(ADMINISTRATOR, right)))
          const { reply } = await run(step, lacking.get(right) as ConsoleCall)
          const about = `${step.what} without the right to ${right}`
          if (step.uses?.includes(right)) expect([about, hasSucceeded(step, reply)]).toEqual([about, true])
          else {
            expect([about, reply.status, reply.body]).toEqual([
              about,
              403,
              expect.objectContaining({ code: 'AccessDenied', message: expect.stringContaining(`(${right} on `) }),
            ])
          }
        }
        const { reply, rights } = await run(step, call)
        expect([step.what, reply.body, hasSucceeded(step, reply)]).toEqual([step.what, reply.body, true])
        expect([step.what, [...rights].sort()]).toEqual([step.what, [...step.needs, ...(step.uses ?? [])].sort()])
        for (const right of rights) asked.add(right)
      }
      const other = generation === 'current' ? '.direct.csi.min.io' : '.directpv.min.io'
      expect(
        rightsOf(ADMINISTRATOR)
          .filter((right) => !right.endsWith(other))
          .sort(),
      ).toEqual([...asked].filter((right) => !right.endsWith(other)).sort())
    }, 300_000)

    test('a tenant that can’t be created for lack of a permission leaves no objects behind', async () => {
      const namespace = await newNamespace()
      const call = await accountWith(withoutRight(ADMINISTRATOR, 'create tenants.minio.min.io'))
      expect(await call('POST', '/api/v1/tenants', tenantPayload('photos', namespace))).toMatchObject({ status: 403 })
      expect((await cluster.admin.list(SECRETS, { namespace })).items).toEqual([])
    })

    test('a viewer can read tenants and logs, but not read secrets or change anything', async () => {
      expect(
        rightsOf(VIEWER).filter((right) => !/^(get|list|watch) /.test(right) || right.endsWith(' secrets')),
      ).toEqual([])
      const call = await accountWith(VIEWER)
      for (const step of steps.filter(({ needs }) => needs.every((right) => rightsOf(VIEWER).includes(right)))) {
        const { reply } = await run(step, call)
        expect([step.what, hasSucceeded(step, reply)]).toEqual([step.what, true])
      }
      expect((await call('GET', shared.tenant)).body).toMatchObject({ unread: ['secrets'] })
    })

    test('a team limited to a namespace can manage its tenant, and cannot see others', async () => {
      const team = await newNamespace()
      const namespace = await newNamespace()
      for (const [role, rules] of [
        ['cooperage-tenant-administrator', ADMINISTRATOR],
        ['cooperage-tenant-sizing', SIZING],
      ] as const) {
        await post(`${RBAC}/clusterroles`, { metadata: { name: role }, rules })
      }
      for (const { metadata, kind, ...rest } of readManifests(
        join(KUBERNETES, 'examples', 'team-in-one-namespace.yaml'),
      )) {
        const place = metadata.namespace === undefined ? '' : `/namespaces/${team}`
        const subjects = [{ kind: 'ServiceAccount', name: 'jane', namespace: team }]
        const namespaced = metadata.namespace === undefined ? {} : { namespace: team }
        const body = { ...rest, kind, metadata: { ...metadata, ...namespaced }, subjects }
        await post(`${RBAC}${place}/${kind.toLowerCase()}s`, body)
      }
      const token = await cluster.account(team, 'jane', [])
      await waitUntil('the rights apply', () =>
        cluster.clientOf(token).reviewAccess({ verb: 'list', resource: TENANTS, namespace: team }),
      )
      const call = await operatorConsole.signIn(token)
      const tenant = `/api/v1/namespaces/${team}/tenants/photos`
      for (const [method, path, body] of [
        ['GET', `/api/v1/namespaces/${team}/resourcequotas/${team}-storagequota`],
        ['GET', '/api/v1/nodes/labels'],
        ['POST', '/api/v1/tenants', tenantPayload('photos', team)],
        ['GET', tenant],
      ] as const) {
        const reply = await call(method, path, body)
        expect([path, reply.body, reply.status]).toEqual([path, reply.body, 200])
      }
      expect((await call('GET', '/api/v1/tenants')).body).toMatchObject({ total: 1 })
      expect(await call('POST', '/api/v1/tenants', tenantPayload('photos', namespace))).toMatchObject({ status: 403 })
      expect(await call('GET', `/api/v1/namespaces/${namespace}/tenants`)).toMatchObject({ status: 403 })
      expect(await call('POST', '/api/v1/namespace', { name: uniqueName('team') })).toMatchObject({ status: 403 })
      expect(await call('DELETE', tenant, { delete_pvcs: true })).toMatchObject({ status: 204 })
      await waitUntil('nothing is left of the tenant', async () => {
        const claims = await cluster.admin.list(PERSISTENT_VOLUME_CLAIMS, { namespace: team })
        const secrets = await cluster.admin.list(SECRETS, { namespace: team })
        return claims.items.length === 0 && secrets.items.length === 0
      })
    })
  })
}
