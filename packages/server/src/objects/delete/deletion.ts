import type { AppError } from '@cooperage/contract'
import { deleteObjects, type RefusedDeletion, type StorageClient, StorageError } from '@cooperage/storage-client'
import { MAX_DELETE_OBJECTS, type ObjectToDelete } from '@cooperage/wire'
import { objectFailureOf, toObjectError } from '../../shared/object-errors.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import { FailureList } from '../failure-list.ts'

/** Deleted by someone else in between, which counts as success. */
const DELETED = new Set(['NoSuchKey', 'NoSuchVersion'])

/** What is deleted and how, and the outcome. */
export class Deletion {
  readonly storage: StorageClient
  readonly bucket: string
  readonly allVersions: boolean
  readonly bypassGovernance: boolean
  deleted = 0
  readonly failures: FailureList
  /** The first error code of the failures, for a response that is a single error. */
  firstError: AppError | undefined

  constructor(
    storage: StorageClient,
    bucket: string,
    how: { allVersions: boolean; bypassGovernance: boolean },
    failures = new FailureList(),
  ) {
    this.storage = storage
    this.bucket = bucket
    this.allVersions = how.allVersions
    this.bypassGovernance = how.bypassGovernance
    this.failures = failures
  }

  async delete(objects: readonly ObjectToDelete[]): Promise<void> {
    const { storage, bucket, bypassGovernance } = this
    for (let at = 0; at < objects.length; at += MAX_DELETE_OBJECTS) {
      const batch = objects.slice(at, at + MAX_DELETE_OBJECTS)
      const subject = { action: 's3:DeleteObject', bucket }
      this.addVersions(
        bucket,
        batch.length,
        await withStorageErrors(subject, deleteObjects(storage, bucket, batch, { bypassGovernance })),
      )
    }
  }

  addVersions(bucket: string, requested: number, failures: readonly RefusedDeletion[]): void {
    const left = failures.filter(({ code }) => !DELETED.has(code))
    this.deleted += requested - left.length
    for (const { key, versionId, code, message, requestId } of left) {
      const action = versionId ? 's3:DeleteObjectVersion' : 's3:DeleteObject'
      const refusal = new StorageError('refused', message, { code, requestId })
      this.fail(key, toObjectError(refusal, { action, bucket, key }))
    }
  }

  fail(path: string, error: AppError): void {
    this.firstError ??= error
    this.failures.add(objectFailureOf(path, error))
  }

  response() {
    const { deleted, failures } = this
    return { deleted, failed: failures.failed, alsoFailed: failures.alsoFailed }
  }
}
