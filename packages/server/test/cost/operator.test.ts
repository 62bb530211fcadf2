import { fill, KIB, ROUTES, SOCKETS, startEngineProcess, startPlatformCluster } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type Visitor, visitor } from '../visitor.ts'
import {
  costsOfCluster,
  createsTenant,
  isOfOperator,
  measureCalls,
  measureViews,
  startMeasuredConsole,
} from './measured-console.ts'
import { viewsOf } from './requests.ts'
import { addTenant, addTenantByForm, VISITED } from './state.ts'

test('every call and live view of operator mode leaves others waiting for at most 50 ms', async () => {
  const isServed = (one: { id: string }) => isOfOperator(one) || one.id.startsWith('session.')
  expect(await costsOfCluster((one) => isServed(one) && !createsTenant(one), addTenantByForm)).toEqual([])
})

/**
 * The console of a tenant has the same handlers, and computes in the same threads. Only the way of a request there differs: one
 * call for each kind of body that it may have, and addresses.
 */
const THROUGH_TENANT = new Set([
  'session.get',
  'session.hasPermission',
  'objects.list',
  'objects.upload',
  'policies.check',
])
const AWKWARD_ADDRESSES = ['a/', 'a.', 'a-', '%2e%2e/', '../', '//', '%00', '?', ';=&']

test('calls and live views through the console of a tenant leave others waiting for at most 50 ms', async () => {
  const storage = await startEngineProcess()
  onTestFinished(() => storage.stop())
  const cluster = await startPlatformCluster()
  onTestFinished(() => cluster.stop())
  const measured = await startMeasuredConsole('operator', cluster.server.url.href, storage.url)
  await addTenant(cluster, storage.root)
  const signIn = (sender: Visitor) =>
    sender.call('POST', '/api/v1/login/operator', { json: { jwt: cluster.adminToken } })

  const routes = ROUTES.filter(({ id }) => THROUGH_TENANT.has(id))
  expect(routes).toHaveLength(THROUGH_TENANT.size)
  await measureCalls(measured, routes, signIn, VISITED)
  const views = SOCKETS.filter(({ id }) => id === 'session.watch').flatMap(viewsOf)
  await measureViews(measured, views, signIn, VISITED)
  const [stranger, user] = [visitor(measured.started.url), visitor(measured.started.url)]
  expect((await signIn(user)).status).toBe(201)
  for (const piece of AWKWARD_ADDRESSES) {
    for (const start of ['/api/proxy/', `${VISITED}/`, `${VISITED}/api/v1/buckets/`]) {
      for (const [sender, name] of [
        [stranger, 'a stranger'],
        [user, 'a user'],
      ] as const) {
        const path = start + fill(piece, 12 * KIB)
        const send = async () => (await sender.call('DELETE', path)).status
        await measured.leastCost(`${name} at ${start}${piece}`, send)
      }
    }
  }
  expect(measured.over).toEqual([])
})
