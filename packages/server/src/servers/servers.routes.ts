import { AppError, getBucketFacts, listServers, permitCopies, type ServerLabel, taskOf } from '@cooperage/contract'
import { listObjectsPage } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import { factsOf, validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { visitorOf } from '../shared/visitor.ts'

const CREATE = 's3:CreateBucket'

/** Which storage servers have consoles at this address. Only their names, for strangers too: each has its own session. */
export function serverListRoute(
  routes: Pick<RouteRegistry<object>, 'open'>,
  all: () => readonly Omit<ServerLabel, 'isHere'>[],
  here = '',
): void {
  routes.open(listServers, async () => {
    const servers = all().map(({ name, title, color }) => ({ name, title, color, isHere: name === here }))
    return { servers, main: servers[0]?.name ?? '' }
  })
}

export function serversRoutes({ routes, services }: Registry): void {
  const { server } = services.settings
  serverListRoute(routes, server?.all ?? (() => []), server?.name)

  routes.withSession(
    getBucketFacts,
    async ({ params, storage }) => {
      if (services.others === undefined) throw new AppError('NoOtherServers')
      return await factsOf({ storage, bucket: validBucketName(params.bucket) }, services.now)
    },
    { isLong: true },
  )

  routes.withSession(permitCopies, async ({ body, session, storage, request }) => {
    if (services.others === undefined || server === undefined) throw new AppError('NoOtherServers')
    const bucket = validBucketName(body.bucket)
    const { prefix, creates } = body
    const resource = `${bucket}/${prefix}`
    const account = await services.accounts.refresh(session, storage)
    const action = 's3:PutObject'
    if (account.hasPolicy && !accountPermissions(account).couldAllow([action], resource)) {
      throw new AppError('AccessDenied', { action, task: taskOf(action), resource })
    }
    const listing = { action: 's3:ListBucket', bucket, key: prefix }
    try {
      await withStorageErrors(listing, listObjectsPage(storage, bucket, { prefix, maxKeys: 1 }))
    } catch (error) {
      if (!creates || !(error instanceof AppError) || error.code !== 'NoSuchBucket') throw error
      if (account.hasPolicy && !accountPermissions(account).couldAllow([CREATE], bucket)) {
        throw new AppError('AccessDenied', { action: CREATE, task: taskOf(CREATE), resource: bucket })
      }
    }
    const visitor = visitorOf(request)
    const storageOf = (signal: AbortSignal) => services.sessions.storage(session, visitor, signal)
    return { token: services.others.grant({ server: server.name, bucket, prefix, creates, session, storageOf }) }
  })
}
