/** The roles in `deploy/kubernetes/`, applied unchanged. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DIRECTPV_INIT_REQUESTS,
  DIRECTPV_NODES,
  NAMESPACES,
  NODES,
  PERSISTENT_VOLUME_CLAIMS,
  PODS,
  SECRETS,
  STORAGE_CLASSES,
  TENANTS,
} from '@cooperage/kube-client'
import { type Cluster, uniqueName } from '@cooperage/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'deploy', 'kubernetes')
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
const BINDINGS = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'

function readYaml(name: string): unknown {
  const document = parseDocument(readFileSync(join(FOLDER, name), 'utf8'))
  expect(document.errors).toEqual([])
  return document.toJS()
}

export function testRoles(name: string, start: () => Promise<Cluster>): void {
  describe(`roles on ${name}`, () => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await start()
      const { resources } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'))
      expect(resources.toSorted()).toEqual(
        readdirSync(FOLDER)
          .filter((each) => each !== 'kustomization.yaml')
          .toSorted(),
      )
      for (const each of resources) {
        const answer = await cluster.send('POST', `${ROLES}?fieldValidation=Strict`, { body: readYaml(each) })
        expect(answer).toMatchObject({ status: 201 })
      }
    }, 180_000)
    afterAll(async () => {
      await cluster?.stop()
    })

    /** The client of an account that has one of the roles. */
    async function accountWith(role: string) {
      const account = uniqueName('account')
      await cluster.admin.create(NAMESPACES, { metadata: { name: account } })
      const token = await cluster.account(account, account, [])
      const binding = await cluster.send('POST', BINDINGS, {
        body: {
          metadata: { name: account },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
          subjects: [{ kind: 'ServiceAccount', name: account, namespace: account }],
        },
      })
      expect(binding.status).toBe(201)
      return cluster.clientOf(token)
    }

    test('an administrator of tenants can do exactly what the console does', async () => {
      const kube = await accountWith('cooperage-tenant-administrator')
      const may = (verb: string, resource: Parameters<typeof kube.list>[0], subresource?: string) =>
        kube.reviewAccess({ verb, resource, subresource })
      for (const verb of ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'])
        expect([verb, await may(verb, TENANTS)]).toEqual([verb, true])
      for (const verb of ['get', 'list', 'create', 'patch', 'delete'])
        expect([verb, await may(verb, SECRETS)]).toEqual([verb, true])
      expect(await may('get', PODS, 'log')).toBe(true)
      expect(await may('delete', PODS)).toBe(true)
      expect(await may('create', NAMESPACES)).toBe(true)
      expect(await may('list', STORAGE_CLASSES)).toBe(true)
      expect(await may('patch', DIRECTPV_NODES)).toBe(true)
      expect(await may('create', DIRECTPV_INIT_REQUESTS)).toBe(true)

      for (const [verb, resource] of [
        ['create', PODS],
        ['delete', NAMESPACES],
        ['delete', NODES],
        ['create', PERSISTENT_VOLUME_CLAIMS],
        ['deletecollection', SECRETS],
        ['deletecollection', PERSISTENT_VOLUME_CLAIMS],
      ] as const)
        expect([verb, await may(verb, resource)]).toEqual([verb, false])
      expect(await may('create', PODS, 'exec')).toBe(false)
      expect((await kube.capabilities()).tenants?.generation).toBe('current')
      expect((await kube.list(TENANTS)).items).toEqual([])
    })

    test('a viewer can read tenants and logs, but not read secrets or change anything', async () => {
      const kube = await accountWith('cooperage-tenant-viewer')
      expect(await kube.reviewAccess({ verb: 'list', resource: TENANTS })).toBe(true)
      expect(await kube.reviewAccess({ verb: 'get', resource: PODS, subresource: 'log' })).toBe(true)
      expect(await kube.reviewAccess({ verb: 'list', resource: PERSISTENT_VOLUME_CLAIMS })).toBe(true)
      expect(await kube.reviewAccess({ verb: 'get', resource: SECRETS })).toBe(false)
      for (const verb of ['create', 'update', 'patch', 'delete'])
        expect([verb, await kube.reviewAccess({ verb, resource: TENANTS })]).toEqual([verb, false])
    })
  })
}
