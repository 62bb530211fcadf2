/** Changes the lock of a version in a separate commit, which sees the current lock. */

import type { GovernanceBypass, ObjectLock, ObjectRecord, Retention } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commitKey } from './commit-key.ts'
import { checkRetention, lockingOff, withLock } from './lock-rules.ts'
import { missing, requireVersion } from './objects.ts'
import { isObject, versionRecord } from './versions.ts'

interface VersionOf {
  bucket: string
  key: string
  /** Default: the latest version. */
  versionId: string | undefined
}

export function setRetention(
  context: StoreContext,
  version: VersionOf,
  retention: Retention | undefined,
  bypass: GovernanceBypass | undefined,
): Promise<ObjectRecord> {
  return changeLock(context, version, (record) => {
    checkRetention(record, retention, context.now(), bypass)
    const { retention: _, ...rest } = record.lock ?? {}
    return retention === undefined ? rest : { ...rest, retention }
  })
}

export function setLegalHold(context: StoreContext, version: VersionOf, legalHold: boolean): Promise<ObjectRecord> {
  return changeLock(context, version, ({ lock }) => ({ ...lock, legalHold }))
}

async function changeLock(
  context: StoreContext,
  { bucket, key, versionId }: VersionOf,
  change: (record: ObjectRecord) => ObjectLock,
): Promise<ObjectRecord> {
  return await commitKey(context, { bucket, key }, ({ writer, bucketRow, versions }) => {
    const version = requireVersion(writer, bucket, key, versionId)
    if (!isObject(version)) throw missing(bucket, key, versionId)
    if (bucketRow.lock === undefined) throw lockingOff(bucket)
    const isLatest = version.order === versions.latest?.order
    const lock = change(versionRecord(bucket, key, version, isLatest))
    return versionRecord(bucket, key, versions.replace(version, withLock(version.row, lock)), isLatest)
  })
}
