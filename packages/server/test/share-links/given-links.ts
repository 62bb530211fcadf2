import { once } from 'node:events'
import { connect } from 'node:net'
import type { createShareLink, RouteBody, RouteResponse } from '@cooperage/contract'
import { waitUntil } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { fastify } from 'fastify'
import { linkTables } from '../../src/share-links/link-tables.ts'
import { openShareLinks } from '../../src/share-links/links.ts'
import { consoleStoreFile, openConsoleStore } from '../../src/shared/console-store/open-store.ts'
import { createSealer } from '../../src/shared/session/sealer.ts'
import type { WatchedStorage } from '../jobs/watched-storage.ts'
import { type RunningConsole, TEST_SECRET } from '../running-console.ts'
import { type Reply, type Visitor, visitor } from '../visitor.ts'

export type Created = RouteResponse<typeof createShareLink>
type Wanted = Partial<RouteBody<typeof createShareLink>>

export const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()

export function create(user: Visitor, wanted: Wanted): Promise<Reply> {
  return user.call('POST', '/api/v1/share-links', { json: { kind: 'download', expiry: inDays(30), ...wanted } })
}

export async function created(user: Visitor, wanted: Wanted): Promise<Created> {
  const reply = await create(user, wanted)
  if (reply.status !== 201) throw new Error(`no link: ${reply.text}`)
  return reply.json as Created
}

export async function listed(user: Visitor, of = 'me'): Promise<Created['link'][]> {
  return (await user.get(`/api/v1/share-links?of=${of}`)).json as Created['link'][]
}

export function revoke(user: Visitor, ...links: Created[]): Promise<Reply> {
  return user.call('POST', '/api/v1/share-links/revoke', { json: { ids: links.map(({ link }) => link.id) } })
}

/** A browser without an account that has the link. */
export function recipient({ url }: { url: string }) {
  const one = visitor(url)
  const view = (address: string, headers: Record<string, string> = {}) => one.get(`/${address}`, { headers })
  const open = (address: string, headers: Record<string, string> = {}) => view(`${address}?download`, headers)
  const head = (address: string, headers: Record<string, string> = {}) =>
    one.call('HEAD', `/${address}?download`, { headers })
  const send = (address: string, name: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    one.call('POST', `/${address}/files?name=${encodeURIComponent(name)}`, {
      body,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    })
  const unlock = (address: string, password: string, headers: Record<string, string> = {}) =>
    one.call('POST', `/${address}`, { form: [{ name: 'password', content: password }], headers })
  return { view, open, head, send, unlock, cookies: one.cookies }
}

/**
 * Sends a file and resets the connection once the storage server has stored it; returns when the console has closed its
 * connection to the storage server. With `isBegun`, the last byte isn't sent, and the connection is reset once that holds.
 */
export async function sendAndReset(
  server: RunningConsole,
  storage: WatchedStorage,
  { address, size, isBegun }: { address: string; size: number; isBegun?: () => Promise<boolean> },
): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {
    // It resets the connection itself.
  })
  const over = Promise.withResolvers<void>()
  storage.onResponse = async (request) => {
    if (request.method !== 'PUT' || !request.url?.includes('reset')) return
    const left = once(request.socket, 'close')
    socket.resetAndDestroy()
    await left
    over.resolve()
  }
  await once(socket, 'connect')
  socket.write(
    `POST /${address}/files?name=reset HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.url}\r\nContent-Type: application/octet-stream\r\n` +
      `Content-Length: ${size}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(isBegun === undefined ? size : size - 1))
  if (isBegun !== undefined) {
    await waitUntil('the bytes were sent', async () => socket.writableLength === 0 && (await isBegun()))
    socket.resetAndDestroy()
    over.resolve()
  }
  await over.promise
}

/** The keys behind a link, which only the console can open. */
export async function keysBehind(dataDir: string, { link }: Created): Promise<Credentials> {
  const { log } = fastify()
  const store = openConsoleStore(consoleStoreFile(dataDir), log)
  try {
    const tables = linkTables({ store, sharedStore: store }, log)
    const links = openShareLinks(tables, {
      sealerFor: (purpose, schema) => createSealer(TEST_SECRET, purpose, schema),
      now: Date.now,
    })
    const [stored] = await links.withIds([link.id])
    const keys = stored && (await links.keysOf(stored))
    if (keys === undefined) throw new Error('no keys')
    return keys
  } finally {
    await store.close()
  }
}
