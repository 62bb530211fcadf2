/**
 * No request may keep the console from serving others: whatever a visitor sends, the main thread works on it for at most 50 ms
 * of CPU time in one piece. Every call and live view of the contract gets the largest and most awkward input that it admits.
 */
import { join } from 'node:path'
import { OPERATOR_FEATURES, type Route } from '@cooperage/contract'
import {
  type Cost,
  fill,
  KIB,
  LONGEST_PIECE_MS,
  type Measured,
  ROUTES,
  SOCKETS,
  startEngineProcess,
  startMeasured,
  startPlatformCluster,
  tempFolder,
} from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'
import { requestsOf, viewsOf } from './requests.ts'
import { addTenant, fillCluster, fillStorage, SENDER, VISITED } from './state.ts'

const isOfOperator = ({ id }: { id: string }) => OPERATOR_FEATURES.includes(id.split('.')[0] ?? '')
/** What takes away what others need, adds much, or works through all objects, comes last: when they are gone. */
const removes = ({ id, method }: Route) =>
  method === 'DELETE' ||
  /delete|remove|revoke|empty|restart|changePassword|logout|signOut|objects\.change|jobs\.create|iamBackup\.import/i.test(
    id,
  )
const inOrder = (routes: readonly Route[]) =>
  routes.toSorted((one, other) => Number(removes(one)) - Number(removes(other)))

const isOfStorage = (one: { id: string }) => !isOfOperator(one)
const isOfObjects = ({ id }: { id: string }) => /^(objects|jobs)\./.test(id)

test.each([
  ['objects and jobs', isOfObjects],
  ['all else of a storage server', (one: { id: string }) => isOfStorage(one) && !isOfObjects(one)],
])(
  'every call and live view of %s leaves others waiting for at most 50 ms',
  { timeout: 600_000 },
  async (_, isMeasured) => {
    const storage = await startEngineProcess()
    onTestFinished(() => storage.stop())
    const measured = await startMeasuredConsole('storage', storage.url)
    const root = visitor(measured.started.url)
    expect((await root.signIn(storage.root)).status).toBe(201)
    await fillStorage(root)

    const signIn = (sender: Visitor) => sender.signIn(SENDER)
    const over = [
      ...(await costs(measured, inOrder(ROUTES.filter(isMeasured)), signIn)),
      ...(await viewCosts(measured, SOCKETS.filter(isMeasured).flatMap(viewsOf), signIn)),
    ]
    expect(over).toEqual([])
  },
)

test('every call and live view of operator mode leaves others waiting for at most 50 ms', {
  timeout: 600_000,
}, async () => {
  const cluster = await startPlatformCluster()
  onTestFinished(() => cluster.stop())
  const measured = await startMeasuredConsole('operator', cluster.server.url.href)
  const signIn = (sender: Visitor) =>
    sender.call('POST', '/api/v1/login/operator', { json: { jwt: cluster.adminToken } })
  const administrator = visitor(measured.started.url)
  expect((await signIn(administrator)).status).toBe(201)
  await fillCluster(administrator)

  const isServed = (one: { id: string }) => isOfOperator(one) || one.id.startsWith('session.')
  const over = [
    ...(await costs(measured, inOrder(ROUTES.filter(isServed)), signIn)),
    ...(await viewCosts(measured, SOCKETS.filter(isServed).flatMap(viewsOf), signIn)),
  ]
  expect(over).toEqual([])
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

test('calls and live views through the console of a tenant leave others waiting for at most 50 ms', {
  timeout: 600_000,
}, async () => {
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
  const over = [
    ...(await costs(measured, routes, signIn, VISITED)),
    ...(await viewCosts(
      measured,
      SOCKETS.filter(({ id }) => id === 'session.watch').flatMap(viewsOf),
      signIn,
      VISITED,
    )),
  ]
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
        const cost = await measured.leastCost(`${name} at ${start}${piece}`, send)
        if (cost.ms > LONGEST_PIECE_MS) over.push(cost)
      }
    }
  }
  expect(over).toEqual([])
})

async function startMeasuredConsole(mode: 'storage' | 'operator', address: string, ...tenant: string[]) {
  const folder = tempFolder('cost')
  const file = join(import.meta.dirname, 'console-process.ts')
  const measured = await startMeasured<{ url: string }>(file, [mode, address, folder.path, ...tenant])
  onTestFinished(async () => {
    await measured.stop()
    folder.remove()
  })
  return measured
}

type SignIn = (sender: Visitor) => Promise<Reply>

/** The requests that exceed the limit. */
async function costs(
  measured: Measured<{ url: string }>,
  routes: readonly Route[],
  signIn: SignIn,
  basePath = '',
): Promise<Cost[]> {
  const over: Cost[] = []
  let reached = 0
  for (const route of routes) {
    // Calls may end the session, and some end all sessions of their user.
    const sender = visitor(measured.started.url)
    expect((await signIn(sender)).status).toBe(201)
    for (const [at, { method, path, options }] of (await requestsOf(route)).entries()) {
      const cost = await measured.leastCost(
        `${route.id}, input ${at + 1}`,
        async () => (await sender.call(method, basePath + path, options)).status,
      )
      if (at === 0 && cost.status >= 200 && cost.status < 300) reached++
      if (cost.ms > LONGEST_PIECE_MS) over.push(cost)
    }
  }
  // Otherwise it would be refusals that are measured.
  expect(reached).toBeGreaterThan(routes.length / 2)
  return over
}

async function viewCosts(
  measured: Measured<{ url: string }>,
  paths: string[],
  signIn: SignIn,
  basePath = '',
): Promise<Cost[]> {
  const over: Cost[] = []
  const sender = visitor(measured.started.url)
  expect((await signIn(sender)).status).toBe(201)
  for (const path of paths) {
    const cost = await measured.leastCost(path.slice(0, 60), async () => {
      try {
        await closeSocket(await openSocket(sender, basePath + path))
        return 101
      } catch (error) {
        const [, status] = /refused with (\d+)$/.exec(String(error)) ?? []
        if (status === undefined) throw error
        return Number(status)
      }
    })
    if (cost.ms > LONGEST_PIECE_MS) over.push(cost)
  }
  return over
}
