/**
 * No request may keep the console from serving others: whatever a visitor sends, the main thread works on it for at most 50 ms
 * of CPU time in one piece. Every call and live view of the contract gets the largest and most awkward input that it admits.
 */
import { join } from 'node:path'
import { createTenant, OPERATOR_FEATURES, type Route } from '@cooperage/contract'
import {
  type Measured,
  ROUTES,
  SOCKETS,
  startEngineProcess,
  startMeasured,
  startPlatformCluster,
  tempFolder,
} from '@cooperage/testkit'
import { expect, onTestFinished } from 'vitest'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'
import { requestsOf, viewsOf } from './requests.ts'
import { addNamespace, addServer, fillStorage, SENDER } from './state.ts'

export const isOfOperator = ({ id }: { id: string }) => OPERATOR_FEATURES.includes(id.split('.')[0] ?? '')
/** Where the console of one of several servers is. */
const ONE_OF_SEVERAL = '/servers/main'
/** What takes away what others need, adds much, or works through all objects, comes last: when they are gone. */
const removes = ({ id, method }: Route) =>
  method === 'DELETE' ||
  /delete|remove|revoke|empty|restart|changePassword|logout|signOut|objects\.change|jobs\.create|iamBackup\.import/i.test(
    id,
  )
const inOrder = (routes: readonly Route[]) =>
  routes.toSorted((one, other) => Number(removes(one)) - Number(removes(other)))

export const isOfObjects = ({ id }: { id: string }) => /^(objects|jobs)\./.test(id)

/** The requests to the console of a storage server that exceed the limit, of these calls and live views. */
export async function costsOfStorage(isMeasured: (one: { id: string }) => boolean): Promise<readonly string[]> {
  const storage = await startEngineProcess()
  onTestFinished(() => storage.stop())
  const measured = await startMeasuredConsole('storage', storage.url)
  const root = visitor(measured.started.url)
  expect((await root.signIn(storage.root)).status).toBe(201)
  await fillStorage(root)

  const signIn = (sender: Visitor) => sender.signIn(SENDER)
  await measureCalls(measured, inOrder(ROUTES.filter(isMeasured)), signIn)
  await measureViews(measured, SOCKETS.filter(isMeasured).flatMap(viewsOf), signIn)
  return measured.over
}

/** What only a console of several servers has. */
const BETWEEN_SERVERS = new Set(ROUTES.flatMap(({ id, errors }) => (errors.includes('NoOtherServers') ? [id] : [])))
export const isBetweenServers = ({ id }: { id: string }) => BETWEEN_SERVERS.has(id)

/** The same of a console that is one of several. */
export async function costsOfSeveralServers(): Promise<readonly string[]> {
  const storage = await startEngineProcess()
  onTestFinished(() => storage.stop())
  const measured = await startMeasuredConsole('servers', storage.url)
  const signIn = (sender: Visitor) => sender.call('POST', `${ONE_OF_SEVERAL}/api/v1/login`, { json: storage.root })
  const root = visitor(measured.started.url)
  expect((await signIn(root)).status).toBe(201)
  await addServer(root, ONE_OF_SEVERAL)
  await measureCalls(measured, inOrder(ROUTES.filter(isBetweenServers)), signIn, ONE_OF_SEVERAL)
  return measured.over
}

export const createsTenant = ({ id }: { id: string }) => id === createTenant.id

/** The same of the console of a cluster. `fill` adds to a cluster with a namespace. */
export async function costsOfCluster(
  isMeasured: (one: { id: string }) => boolean,
  fill: (administrator: Visitor) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const cluster = await startPlatformCluster()
  onTestFinished(() => cluster.stop())
  const measured = await startMeasuredConsole('operator', cluster.server.url.href)
  const signIn = (sender: Visitor) =>
    sender.call('POST', '/api/v1/login/operator', { json: { jwt: cluster.adminToken } })
  const administrator = visitor(measured.started.url)
  expect((await signIn(administrator)).status).toBe(201)
  await addNamespace(administrator)
  await fill(administrator)
  await measureCalls(measured, inOrder(ROUTES.filter(isMeasured)), signIn)
  await measureViews(measured, SOCKETS.filter(isMeasured).flatMap(viewsOf), signIn)
  return measured.over
}

export async function startMeasuredConsole(
  mode: 'storage' | 'servers' | 'operator',
  address: string,
  ...tenant: string[]
) {
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

/** Calls that the embedded engine refuses, for it doesn't have the feature: their refusals are measured too. */
const isOfOtherServers = ({ id }: Route) =>
  /^(batchJobs|garage|kms|pools|siteReplication|supportTools)\./.test(id) && !ON_ENGINE.has(id)
const ON_ENGINE = new Set(['kms.keyUses', 'pools.drives', 'supportTools.locks'])

export async function measureCalls(
  measured: Measured<{ url: string }>,
  routes: readonly Route[],
  signIn: SignIn,
  basePath = '',
): Promise<void> {
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
      if (at === 0 && cost.status >= 200 && cost.status < 300 && !isOfOtherServers(route)) reached++
    }
  }
  // Otherwise it would be refusals that are measured.
  expect(reached).toBeGreaterThan(routes.filter((route) => !isOfOtherServers(route)).length / 2)
}

export async function measureViews(
  measured: Measured<{ url: string }>,
  paths: string[],
  signIn: SignIn,
  basePath = '',
): Promise<void> {
  const sender = visitor(measured.started.url)
  expect((await signIn(sender)).status).toBe(201)
  for (const path of paths) {
    await measured.leastCost(path.slice(0, 60), async () => {
      try {
        await closeSocket(await openSocket(sender, basePath + path))
        return 101
      } catch (error) {
        const [, status] = /refused with (\d+)$/.exec(String(error)) ?? []
        if (status === undefined) throw error
        return Number(status)
      }
    })
  }
}
