import { getReplication } from '@cooperage/contract'
import { getBucketReplication } from '@cooperage/storage-client'
import type { RouteRegistry } from '../shared/register-route.ts'
import { setting } from './setting.ts'
import { usableBucketName } from './usable-bucket-name.ts'

export function replicationRoutes(routes: RouteRegistry): void {
  routes.withSession(getReplication, async ({ params, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const subject = { action: 's3:GetReplicationConfiguration', bucket, feature: 'replication' }
    const found = await setting(subject, getBucketReplication(storage, bucket))
    const rules = found.map(({ destinationBucket, tags, ...rule }) => ({
      ...rule,
      destination: { bucket: destinationBucket },
      tags: new URLSearchParams(tags).toString(),
    }))
    return { rules }
  })
}
