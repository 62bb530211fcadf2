import { AppError, addServer, changeServer, listAddedServers, listServerUses, removeServer } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { FastifyRequest } from 'fastify'
import type { AddedServers } from '../shared/added-servers.ts'
import type { Registry } from '../shared/feature.ts'
import { requirePermission } from '../shared/session/require-permission.ts'
import type { Session } from '../shared/session/sealed-session.ts'

/** As for alerts: who may change the settings of the server. */
const CHANGE = 'admin:ConfigUpdate'

interface Caller {
  request: FastifyRequest
  session: Session
  storage: StorageClient
}

/** The servers of the console, for administrators of the main one. */
export function addedServersRoutes({ routes, services }: Registry): void {
  const { others, settings } = services

  /** @throws AppError NoOtherServers, NotMainServer, AccessDenied */
  async function allowed(visit: Caller): Promise<AddedServers> {
    const added = others?.added
    if (added?.main === undefined) throw new AppError('NoOtherServers')
    if (added.main.name !== settings.server?.name) throw new AppError('NotMainServer', { server: added.main.title })
    await requirePermission(CHANGE, visit, services)
    return added
  }

  routes.withSession(listAddedServers, async (visit) => (await allowed(visit)).list())

  routes.withSession(addServer, async ({ body, ...visit }) => await (await allowed(visit)).add(body))

  routes.withSession(changeServer, async ({ params, body, ...visit }) => {
    return await (await allowed(visit)).change({ ...body, ...params })
  })

  routes.withSession(removeServer, async ({ params, ...visit }) => {
    await (await allowed(visit)).remove(params.name)
  })

  routes.withSession(listServerUses, async ({ params, ...visit }) => {
    const { storageUrl } = (await allowed(visit)).require(params.name)
    const isThere = ({ address }: { address: string }) => address === storageUrl.origin
    const writings = others?.writings().filter(({ from, to }) => isThere(from) || isThere(to)) ?? []
    return writings.map(({ kind, title }) => ({ kind, title }))
  })
}
