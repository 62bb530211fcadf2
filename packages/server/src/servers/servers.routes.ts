import { AppError, listServers, permitCopies, type ServerLabel, taskOf } from '@cooperage/contract'
import { listObjectsPage } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { visitorOf } from '../shared/visitor.ts'

/** Which storage servers have consoles at this address. Only their names, for strangers too: each has its own session. */
export function serverListRoute(
  routes: Pick<RouteRegistry<object>, 'open'>,
  all: readonly Omit<ServerLabel, 'isHere'>[],
  here = '',
): void {
  const servers = all.map(({ name, title, color }) => ({ name, title, color, isHere: name === here }))
  routes.open(listServers, async () => ({ servers }))
}

export function serversRoutes({ routes, services }: Registry): void {
  const { server } = services.settings
  serverListRoute(routes, server?.all ?? [], server?.name)

  routes.withSession(permitCopies, async ({ body, session, storage, request }) => {
    if (services.others === undefined || server === undefined) throw new AppError('NoOtherServers')
    const bucket = validBucketName(body.bucket)
    const { prefix } = body
    const resource = `${bucket}/${prefix}`
    const account = await services.accounts.refresh(session, storage)
    const action = 's3:PutObject'
    if (account.hasPolicy && !accountPermissions(account).couldAllow([action], resource)) {
      throw new AppError('AccessDenied', { action, task: taskOf(action), resource })
    }
    const listing = { action: 's3:ListBucket', bucket, key: prefix }
    await withStorageErrors(listing, listObjectsPage(storage, bucket, { prefix, maxKeys: 1 }))
    const visitor = visitorOf(request)
    const storageOf = (signal: AbortSignal) => services.sessions.storage(session, visitor, signal)
    return { token: services.others.grant({ server: server.name, bucket, prefix, session, storageOf }) }
  })
}
