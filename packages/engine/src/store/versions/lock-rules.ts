/** Locks of versions: whether one may be removed, whether its lock may be changed, and which lock a new one has. */
import type { BucketRow, ObjectRow } from '../index/rows.ts'
import { type GovernanceBypass, type ObjectLock, type ObjectRecord, type Retention, StoreError } from '../store.ts'

/** @throws StoreError ObjectLocked, and whatever `bypass` throws, which is asked only where governance alone is in the way */
export function checkRemovable(record: ObjectRecord, now: number, bypass: GovernanceBypass | undefined): void {
  if (record.lock?.legalHold) throw locked(record)
  checkRetention(record, undefined, now, bypass)
}

/**
 * Whether a version may have this retention next: while it has one, that may be made longer, and otherwise only be bypassed.
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

/** @throws StoreError LockingOff when a lock is asked for in a bucket without locks */
export function checkLockable(bucket: string, { lock }: BucketRow, asked: ObjectLock | undefined): void {
  if (lock === undefined && asked !== undefined) throw lockingOff(bucket)
}

/**
 * The lock of a version that is made now: what was asked for, and the bucket's retention where none was.
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
  return new StoreError('LockingOff', `Objects of the bucket ${bucket} cannot be locked.`)
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
