/** Pages are notified of changes in the cluster by a watch with the rights of their visitor. */
import { NAMESPACES, TENANTS } from '@cooperage/kube-client'
import { uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import { payload, withOperator } from './running-operator.ts'

const given = await withOperator()

const TENANTS_OF = (namespace: string, verbs: string[]) => ({
  namespace,
  groups: ['minio.min.io'],
  resources: ['tenants'],
  verbs,
})

async function newNamespace(): Promise<string> {
  const { metadata } = await given.cluster.admin.create(NAMESPACES, { metadata: { name: uniqueName('team') } })
  return metadata.name
}

const create = (namespace: string) =>
  given.cluster.admin.create(TENANTS, {
    metadata: { name: 'photos', namespace },
    spec: {
      pools: [
        {
          name: 'pool-0',
          servers: 1,
          volumesPerServer: 1,
          volumeClaimTemplate: { spec: { resources: { requests: { storage: '1Gi' } } } },
        },
      ],
    },
  })

const messages = (count: number, socket: { messages: unknown[] }) =>
  waitUntil('messages', async () => (socket.messages.length >= count ? socket.messages.length : undefined))

test('reports changes in the cluster, and to later tabs that it is watched', async () => {
  const [admin, namespace] = [await given.admin(), await newNamespace()]
  const tabs = [await openSocket(admin, '/ws/cluster?resource=tenants')]
  await tabs[0]?.until('changed')
  tabs.push(await openSocket(admin, '/ws/cluster?resource=tenants'))
  const pods = await openSocket(admin, `/ws/cluster?resource=pods&namespace=${namespace}`)
  const volumes = await openSocket(admin, '/ws/cluster?resource=volumes')
  const events = await openSocket(admin, `/ws/cluster?resource=events&namespace=${namespace}`)
  const drives = await openSocket(admin, '/ws/cluster?resource=drives')
  const all = [...tabs, pods, volumes, events, drives]
  for (const one of all) await one.until('changed')
  const seen = all.map((one) => one.messages.length)
  expect((await admin.call('POST', '/api/v1/tenants', { json: payload('photos', namespace) })).status).toBe(200)
  const format = { drives: ['node-1:/dev/vdc'], force: false }
  expect((await admin.call('POST', '/api/v1/direct-csi/drives/format', { json: format })).status).toBe(200)
  for (const [index, one] of all.entries()) await messages((seen[index] ?? 0) + 1, one)
  for (const one of all) await closeSocket(one)
})

test('continues after the changes that it missed are no longer available', async () => {
  const [admin, namespace] = [await given.admin(), await newNamespace()]
  const tab = await openSocket(admin, `/ws/cluster?resource=tenants&namespace=${namespace}`)
  await tab.until('changed')
  await given.proxy.fail('stopped')
  await create(namespace)
  given.cluster.platform.compact()
  await given.proxy.fail('none')
  await messages(2, tab)
  await closeSocket(tab)
})

test('reports an outage of the API server, so that the page notices it', async () => {
  const [admin, namespace] = [await given.admin(), await newNamespace()]
  const tab = await openSocket(admin, `/ws/cluster?resource=tenants&namespace=${namespace}`)
  await tab.until('changed')
  const before = tab.messages.length
  await given.proxy.fail('stopped')
  await messages(before + 1, tab)
  await given.proxy.fail('none')
  await closeSocket(tab)
})

test('watches only the namespaces of a user who may not watch all', async () => {
  const [namespace, other] = [await newNamespace(), await newNamespace()]
  const rights = [TENANTS_OF(namespace, ['list', 'get', 'watch'])]
  const jane = await given.signedIn(await given.cluster.account(namespace, 'jane', rights))
  const tab = await openSocket(jane, '/ws/cluster?resource=tenants')
  await tab.until('changed')
  const refused = await openSocket(jane, `/ws/cluster?resource=tenants&namespace=${other}`)
  expect(await refused.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  await create(other)
  await create(namespace)
  await messages(2, tab)
  await closeSocket(tab)
})

test('a user who may list but not watch gets a notice, and so does one without permissions', async () => {
  const namespace = await newNamespace()
  for (const [name, verbs] of [
    ['lister', ['list', 'get']],
    ['nobody', []],
  ] as const) {
    const token = await given.cluster.account(namespace, name, [TENANTS_OF(namespace, [...verbs])])
    const tab = await openSocket(await given.signedIn(token), '/ws/cluster?resource=tenants')
    expect(await tab.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  }
})
