import { CANNED_POLICIES } from '@cooperage/wire/policy'
import { jsonResponse } from '../../../http/response.ts'
import { mergePolicies } from '../../../iam/policy-document.ts'
import type { Caller } from '../../../identity/caller.ts'
import { canUseBucket, ROOT_LISTING } from '../../../identity/permissions.ts'
import { policiesOf } from '../../../identity/role-policies.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'
import { BACKEND } from '../../single-drive.ts'
import { describeQuota } from '../buckets/bucket-quota.ts'

/**
 * Describes the caller's account and the accessible buckets. `Policy` is the policy of the account. The policy of a session or
 * service account narrows `Buckets` but isn't part of it, as in MinIO.
 */
export const accountInfo: AdminOperation = async ({ engine, caller, allows }) => {
  const { store } = engine
  const usages = new Map(store.usage().map((usage) => [usage.bucket, usage]))
  const buckets = store.listBuckets().flatMap(({ name, createdAt, versioning, lock }) => {
    const access = accessTo(name, allows)
    if (!access.read && !access.write) return []
    const usage = usages.get(name)
    if (usage === undefined) return []
    return {
      name,
      size: usage.bytes,
      objects: usage.objects,
      objectHistogram: usage.sizeHistogram,
      objectsVersionsHistogram: usage.versionsHistogram,
      details: {
        versioning: versioning === 'Enabled',
        versioningSuspended: versioning === 'Suspended',
        locking: lock !== undefined,
        replication: false,
        tags: null,
        quota: describeQuota(store, name),
      },
      prefixUsage: null,
      created: new Date(createdAt).toISOString(),
      access,
    }
  })
  return jsonResponse({
    AccountName: caller.account,
    Server: BACKEND,
    Policy: accountPolicy(engine, caller),
    Buckets: buckets.length === 0 ? null : buckets,
  })
}

function accountPolicy(engine: AdminServices, caller: Caller): object {
  if (caller.isRoot) return CANNED_POLICIES.consoleAdmin
  return mergePolicies(policiesOf(engine, caller).map(({ document }) => document))
}

function accessTo(bucket: string, allows: AdminCall['allows']): { read: boolean; write: boolean } {
  return { read: canUseBucket(allows, bucket), write: allows('s3:PutObject', bucket, '', ROOT_LISTING) }
}
