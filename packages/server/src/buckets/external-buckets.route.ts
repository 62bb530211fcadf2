import { AppError, listExternalBuckets, placeText, taskOf } from '@cooperage/contract'
import { listBuckets, StorageError } from '@cooperage/storage-client'
import { accountPermissions } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { guardForVisitors } from '../shared/outbound-guard.ts'
import { remoteAddress, remoteFailure } from '../shared/remote-server.ts'

/** Only for visitors who may create remote targets; for others the console must not be a way into its network. */
const ACTION = 'admin:SetBucketTarget'

/** The buckets of another storage server, listed by the console itself with the keys that the visitor entered. */
export function externalBucketsRoute({ routes, services }: Registry): void {
  const { accounts, settings } = services
  const guard = guardForVisitors(settings)

  routes.withSession(listExternalBuckets, async ({ body, session, storage, signal }) => {
    if (!accountPermissions(await accounts.of(session, storage)).couldAllow([ACTION])) {
      throw new AppError('AccessDenied', { action: ACTION, resource: placeText('server'), task: taskOf(ACTION) })
    }
    const url = remoteAddress(body.targetURL, body.useTLS)
    const endpoint = guard.endpoint(url, body.region === '' ? {} : { region: body.region })
    const credentials = { accessKey: body.accessKey, secretKey: body.secretKey }
    try {
      const found = await listBuckets({ endpoint, credentials, signal })
      const buckets = found.map(({ name }) => ({ name }))
      return { buckets, total: buckets.length }
    } catch (error) {
      throw error instanceof StorageError && error.kind !== 'aborted' ? remoteFailure(error, url.host) : error
    } finally {
      await endpoint.close()
    }
  })
}
