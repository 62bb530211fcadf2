import { AppError } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { type Subject, shortWords, withStorageErrors } from '../shared/storage-errors.ts'

export const LIST = 'admin:ListBatchJobs'
export const START = 'admin:StartBatchJob'
export const DESCRIBE = 'admin:DescribeBatchJob'
export const CANCEL = 'admin:CancelBatchJob'

const FEATURE = 'batch jobs'

/** Runs a storage call about a job, and says why it is refused. */
export async function withJobErrors<T>(action: string, call: Promise<T>): Promise<T> {
  return await withMeaning({ action, feature: FEATURE }, call, ({ code }) =>
    code === 'XMinioAdminNoSuchJob' ? ['NoSuchBatchJob', {}] : undefined,
  )
}

interface Started {
  /** Host of the other server; undefined for a job without one. */
  remote: string | undefined
  /** The key of a rotation. */
  key: string
}

/** Codes with which the other server refuses the keys of a job, and this one those of the visitor. */
const KEY_CODES = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'InvalidTokenId'])

/**
 * Runs the call that starts a job. The storage server passes on what the other one says, so a refused key may be either's.
 *
 * @param isSignedIn whether the visitor's own keys are still accepted
 */
export async function withStartErrors<T>(
  { remote, key }: Started,
  isSignedIn: () => Promise<boolean>,
  call: Promise<T>,
): Promise<T> {
  return await withMeaning({ action: START, feature: FEATURE }, call, async ({ code, message }) => {
    if (KEY_CODES.has(code)) {
      if (remote === undefined || !(await isSignedIn())) return undefined
      // This server refuses a call with the same words.
      return [code === 'AccessDenied' ? 'BatchJobDenied' : 'RemoteKeysRefused', { address: remote }]
    }
    if (code === 'kms:KeyNotFound') return ['NoSuchKmsKey', { key }]
    // Not that the server has no batch jobs.
    if (code === 'NotImplemented' && /KMS/.test(message)) return ['BatchJobRefused', { reason: reasonIn(message) }]
    if (code === 'NotImplemented' || code === 'XMinioAdminVersionMismatch') return undefined
    return ['BatchJobRefused', { reason: reasonIn(message) || code }]
  })
}

/** What a server has to say is in parentheses after a title, if it was unprepared for it. */
function reasonIn(message: string): string {
  const words = /: cause\((.*)\)\s*$/s.exec(message)?.[1] ?? message
  return shortWords(words).replace(/\.$/, '')
}

type Meaning =
  ConstructorParameters<typeof AppError> extends [infer Code, ...unknown[]]
    ? [code: Code, details: Record<string, string>] | undefined
    : never

async function withMeaning<T>(
  subject: Subject,
  call: Promise<T>,
  meaningOf: (cause: StorageError) => Meaning | Promise<Meaning>,
): Promise<T> {
  try {
    return await withStorageErrors(subject, call)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    const meaning = cause instanceof StorageError && cause.kind === 'refused' ? await meaningOf(cause) : undefined
    throw meaning === undefined ? error : new AppError(meaning[0], meaning[1], { cause })
  }
}
