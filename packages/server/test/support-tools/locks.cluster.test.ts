/** Support tools on a real MinIO of two nodes: only those list locks. */
import { request } from 'node:http'
import type { listLocks, RouteResponse } from '@cooperage/contract'
import { accountsOf, allow, type MinioCluster, send, startMinioCluster } from '@cooperage/testkit'
import { signRequest } from '@cooperage/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningConsole, startConsole } from '../running-console.ts'
import { signedIn, type Visitor } from '../visitor.ts'

const LOCKS = '/api/v1/admin/locks'
const UNLOCK = `${LOCKS}/force-unlock`

let cluster: MinioCluster
let server: RunningConsole
let root: Visitor

beforeAll(async () => {
  cluster = await startMinioCluster()
  server = await startConsole(cluster.storage.url)
  root = await signedIn(server.url, cluster.storage.root)
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await cluster?.storage.stop()
})

const locks = async (user = root) =>
  ((await user.get(LOCKS)).json as RouteResponse<typeof listLocks>).items.filter(({ resource }) =>
    resource.startsWith('photos/'),
  )

/** A download that reads nothing, so that the server keeps the object locked. */
function holdObject(key: string): { release: () => void } {
  const { url, root: credentials } = cluster.storage
  const target = new URL(`${url}/photos/${key}`)
  const payloadHash = 'UNSIGNED-PAYLOAD'
  const headers = signRequest({
    method: 'GET',
    url: target,
    credentials,
    region: 'us-east-1',
    service: 's3',
    payloadHash,
  })
  const download = request(target, { headers })
  download.on('response', (response) => response.pause())
  download.on('error', () => undefined)
  download.end()
  return { release: () => download.destroy() }
}

test('a lock is listed while its object is read, and released by force', async () => {
  const { url, root: credentials } = cluster.storage
  const put = (path: string, body: Buffer | string = '') => send({ url, credentials, method: 'PUT', path, body })
  await put('/photos')
  await put('/photos/large.bin', Buffer.alloc(48 * 1024 * 1024, 'x'))
  const download = holdObject('large.bin')
  await expect.poll(() => locks()).toHaveLength(1)
  const [lock] = await locks()
  const node = new URL(url).host
  expect(lock).toMatchObject({
    resource: 'photos/large.bin',
    type: 'read',
    isStale: false,
    owner: node,
    held: 1,
    quorum: 1,
  })
  expect(Date.parse(lock?.since ?? '')).toBeGreaterThan(0)

  const reader = await signedIn(server.url, await accountsOf(cluster.storage).allowed(allow(['admin:TopLocksInfo'])))
  expect(await locks(reader)).toHaveLength(1)
  const json = { resource: 'photos/large.bin' }
  expect(await reader.call('POST', UNLOCK, { json })).toMatchObject({ status: 403, json: { code: 'AccessDenied' } })
  expect((await root.call('POST', UNLOCK, { json })).status).toBe(204)
  expect(await locks()).toEqual([])
  download.release()
  const other = await signedIn(server.url, await accountsOf(cluster.storage).allowed(allow(['admin:Profiling'])))
  expect((await other.get(LOCKS)).status).toBe(403)
})

test('with a node gone, the others still list theirs', async () => {
  await cluster.stopOther()
  const reply = await root.get(LOCKS)
  expect(reply.status).toBe(200)
}, 60_000)
