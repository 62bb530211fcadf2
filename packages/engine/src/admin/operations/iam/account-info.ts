import { CANNED_POLICIES } from '@cooperage/wire'
import { jsonAnswer } from '../../../http/answer.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { BACKEND } from '../../single-drive.ts'
import { versionsHistogram } from '../../usage.ts'

/**
 * Who the caller is and which buckets it can use. `Policy` is that of the account: an inline session policy narrows
 * `Buckets`, but is not shown, as at MinIO.
 */
export const accountInfo: AdminOperation = async ({ engine: { store }, caller, allows }) => {
  const usages = new Map(store.usage().map((usage) => [usage.bucket, usage]))
  const buckets = store.listBuckets().flatMap(({ name, createdAt }) => {
    const access = accessTo(name, allows)
    if (!access.read && !access.write) return []
    const usage = usages.get(name)
    if (usage === undefined) return []
    return {
      name,
      size: usage.bytes,
      objects: usage.objects,
      objectHistogram: usage.sizeHistogram,
      objectsVersionsHistogram: versionsHistogram(usage),
      details: {
        versioning: false,
        versioningSuspended: false,
        locking: false,
        replication: false,
        tags: null,
        quota: { quota: 0, size: 0, rate: 0, requests: 0 },
      },
      prefixUsage: null,
      created: new Date(createdAt).toISOString(),
      access,
    }
  })
  return jsonAnswer({
    AccountName: caller.account,
    Server: BACKEND,
    Policy: CANNED_POLICIES.consoleAdmin,
    Buckets: buckets.length === 0 ? null : buckets,
  })
}

function accessTo(bucket: string, allows: AdminCall['allows']): { read: boolean; write: boolean } {
  return {
    read: allows('s3:ListBucket', bucket) || allows('s3:GetBucketLocation', bucket) || allows('s3:GetObject', bucket),
    write: allows('s3:PutObject', bucket),
  }
}
