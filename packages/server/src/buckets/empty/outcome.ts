import { type AppError, type EmptyingFailure, NAMED_FAILURES } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import type { DeleteFailure } from '@cooperage/wire'
import { toObjectError } from '../../shared/object-errors.ts'

/** Deleted by somebody else meanwhile, which is as good. */
const GONE = new Set(['NoSuchKey', 'NoSuchVersion', 'NoSuchUpload'])

/** The outcome for one batch of a bucket. Its size is bounded however many deletions fail. */
export class EmptyingOutcome {
  deleted = 0
  uploads = 0
  readonly failed: EmptyingFailure[] = []
  alsoFailed = 0

  fail(failure: EmptyingFailure): void {
    if (this.failed.length < NAMED_FAILURES) this.failed.push(failure)
    else this.alsoFailed += 1
  }

  /** Of versions, `asked` of which were to be deleted. */
  addVersions(bucket: string, asked: number, failures: readonly DeleteFailure[]): void {
    const left = failures.filter(({ code }) => !GONE.has(code))
    this.deleted += asked - left.length
    for (const failure of left) {
      this.fail({
        path: failure.key,
        version: failure.versionId ?? '',
        message: versionRefusal(bucket, failure).message,
      })
    }
  }

  answer() {
    const { deleted, uploads, failed, alsoFailed } = this
    return { deleted, uploads, failed, alsoFailed }
  }

  /** Without the failures, where the next call comes to the same things once more. */
  answerOfGone() {
    return { ...this.answer(), failed: [], alsoFailed: 0 }
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof StorageError && GONE.has(error.code)
}

function versionRefusal(bucket: string, { key, code, message }: DeleteFailure): AppError {
  const refusal = new StorageError('refused', message, { code })
  return toObjectError(refusal, { action: 's3:DeleteObject', bucket, key })
}
