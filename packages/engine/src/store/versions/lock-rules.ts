/** Object lock rules: whether a version can be removed, whether its lock can change, and which lock a new version gets. */
import type { BucketRow, ObjectRow } from '../index/rows.ts'
import { type GovernanceBypass, type ObjectLock, type ObjectRecord, type Retention, StoreError } from '../store.ts'

/** @throws StoreError ObjectLocked, and whatever `bypass` throws, which is called only if governance mode alone protects the version */
export function checkRemovable(record: ObjectRecord, now: number, bypass: GovernanceBypass | undefined): void {
  if (record.lock?.legalHold) throw locked(record)
  checkRetention(record, undefined, now, bypass)
}

/**
 * Checks a change of retention: an active one can be extended; any other change needs a governance bypass.
 * @throws StoreError ObjectLocked, and whatever `bypass` throws
 */
export function checkRetention(
  record: ObjectRecord,
  next: Retention | undefined,
  now: number,
  bypass: GovernanceBypass | undefined,
): void {
  const current = record.lock?.retention
  if (current === undefined || current.until <= now) return
  if (next !== undefined && next.mode === current.mode && next.until >= current.until) return
  if (current.mode === 'COMPLIANCE' || bypass === undefined) throw locked(record)
  bypass(record)
}

/** @throws StoreError LockingOff if a lock is requested in a bucket without object lock */
export function checkLockable(bucket: string, { lock }: BucketRow, asked: ObjectLock | undefined): void {
  if (lock === undefined && asked !== undefined) throw lockingOff(bucket)
}

/**
 * The lock of a new version: the requested one, with the bucket's default retention if none was requested.
 * @throws StoreError LockingOff
 */
export function lockOfNew(
  bucket: string,
  bucketRow: BucketRow,
  asked: ObjectLock | undefined,
  now: number,
): ObjectLock | undefined {
  checkLockable(bucket, bucketRow, asked)
  const defaultRetention = bucketRow.lock?.defaultRetention
  if (asked?.retention !== undefined || defaultRetention === undefined) return asked
  const { mode, unit, count } = defaultRetention
  return { ...asked, retention: { mode, until: after(now, unit, count) } }
}

export function withLock({ l: _, ...row }: ObjectRow, lock: ObjectLock | undefined): ObjectRow {
  return lock === undefined || Object.keys(lock).length === 0 ? row : { ...row, l: lock }
}

export function lockingOff(bucket: string): StoreError {
  return new StoreError('LockingOff', `The bucket ${bucket} has no object lock.`)
}

function after(time: number, unit: 'Days' | 'Years', count: number): number {
  const date = new Date(time)
  if (unit === 'Days') date.setUTCDate(date.getUTCDate() + count)
  else date.setUTCFullYear(date.getUTCFullYear() + count)
  return date.getTime()
}

function locked({ bucket, key, versionId }: ObjectRecord): StoreError {
  return new StoreError('ObjectLocked', `The version ${versionId} of ${bucket}/${key} is locked.`)
}
