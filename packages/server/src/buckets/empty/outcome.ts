import { type EmptyingFailure, NAMED_FAILURES } from '@cooperage/contract'
import { type RefusedDeletion, StorageError } from '@cooperage/storage-client'
import { objectFailureOf, toObjectError } from '../../shared/object-errors.ts'

/** Deleted by someone else in between, which counts as success. */
const DELETED = new Set(['NoSuchKey', 'NoSuchVersion', 'NoSuchUpload'])

/** The outcome of one batch. Its size is bounded however many deletions fail. */
export class EmptyingOutcome {
  deleted = 0
  uploads = 0
  readonly failed: EmptyingFailure[] = []
  alsoFailed = 0

  fail(failure: EmptyingFailure): void {
    if (this.failed.length < NAMED_FAILURES) this.failed.push(failure)
    else this.alsoFailed += 1
  }

  /** Adds the outcome of `requested` deletions of versions. */
  addVersions(bucket: string, requested: number, failures: readonly RefusedDeletion[]): void {
    const left = failures.filter(({ code }) => !DELETED.has(code))
    this.deleted += requested - left.length
    for (const { key, versionId = '', code, message, requestId } of left) {
      const refusal = new StorageError('refused', message, { code, requestId })
      const error = toObjectError(refusal, { action: 's3:DeleteObject', bucket, key })
      this.fail({ ...objectFailureOf(key, error), version: versionId })
    }
  }

  response() {
    const { deleted, uploads, failed, alsoFailed } = this
    return { deleted, uploads, failed, alsoFailed }
  }

  /** Without the failures, if the next call meets the same ones again. */
  responseWithoutFailures() {
    return { ...this.response(), failed: [], alsoFailed: 0 }
  }
}

export function isAlreadyDeleted(error: unknown): boolean {
  return error instanceof StorageError && DELETED.has(error.code)
}
