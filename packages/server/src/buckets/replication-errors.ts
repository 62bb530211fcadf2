import { AppError, bothTexts, detailText, errorText, type FailureText } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { toAppError } from '../shared/storage-errors.ts'

/** The source and destination of replication, for error messages. */
export interface ReplicationPair {
  origin: string
  destination: string
  /** `host:port` of the other server. */
  host: string
}

/** A failure with its own message for the visitor. */
export class PairError extends Error {
  override name = 'PairError'
  readonly text: FailureText

  constructor(text: FailureText, options?: ErrorOptions) {
    super(text.text, options)
    this.text = text
  }
}

const SENTENCES = {
  ReplicationSourceNotVersionedError: 'pairNotVersioned',
  RemoteTargetNotVersionedError: 'pairRemoteNotVersioned',
  XMinioAdminRemoteTargetNotFoundError: 'pairNoDestination',
  RemoteDestinationNotFoundError: 'pairNoDestination',
  XMinioAdminRemoteIdenticalToSource: 'pairItself',
  XMinioAdminBucketRemoteAlreadyExists: 'pairExists',
  XMinioAdminReplicationBandwidthLimitError: 'pairBandwidth',
  ReplicationDestinationMissingLockError: 'pairNoLock',
} as const

/** The server connects before it creates a target, and reports the reason only as text. */
function connectionProblem(words: string) {
  if (/signature|access key|credential.*expired|InvalidAccessKey/i.test(withoutIntroduction(words))) {
    return 'pairKeysRefused'
  }
  if (/HTTP response to HTTPS|tls:|x509|certificate/i.test(words)) return 'pairTls'
  if (/HTTP request to an HTTPS/i.test(words)) return 'pairNeedsTls'
  return /denied/i.test(withoutIntroduction(words)) ? 'pairDenied' : 'pairUnreachable'
}

/** The first line mentions offline servers and credentials whatever the cause. */
function withoutIntroduction(words: string): string {
  return words.slice(words.indexOf('\n') + 1)
}

/** Why a server can't replicate to a target that was set up, and what to do; undefined for a reason without a sentence. */
export function targetProblem({ code, message }: StorageError, pair: ReplicationPair): FailureText | undefined {
  const { origin, destination, host } = pair
  const sentence = (name: Parameters<typeof detailText>[0]) => detailText(name, { origin, destination, host })
  // A server that can't reach the target also reports its bucket as missing, and the cause only in the words.
  if (CONNECTION.test(message)) return sentence(connectionProblem(message))
  if (code in SENTENCES) return sentence(SENTENCES[code as keyof typeof SENTENCES])
  if (code === 'XMinioAdminReplicationRemoteConnectionError' || REFUSED.test(message)) {
    return sentence(connectionProblem(message))
  }
  return undefined
}

const CONNECTION =
  /dial tcp|connection re(fused|set)|no such host|i\/o timeout|deadline exceeded|tls:|x509|\bEOF\b|HTTPS? (client|response|request)/i
const REFUSED = /access ?denied|permissions missing|signature|access key/i

/** Why a pair was not set up, and what to do. Undefined for a bug, which must surface as one. */
export function pairProblem(error: unknown, { origin, destination, host }: ReplicationPair): FailureText | undefined {
  if (error instanceof PairError) return error.text
  const known = error instanceof AppError ? error : error instanceof StorageError ? toAppError(error) : undefined
  if (known === undefined) return undefined
  const cause = error instanceof StorageError ? error : known.cause
  const sentence = (name: Parameters<typeof detailText>[0]) => detailText(name, { origin, destination, host })
  if (cause instanceof StorageError) {
    if (cause.kind === 'timeout') return sentence('pairTimeout')
    const { code } = cause
    if (code in SENTENCES) return sentence(SENTENCES[code as keyof typeof SENTENCES])
    if (code === 'XMinioAdminReplicationRemoteConnectionError') return sentence(connectionProblem(cause.message))
  }
  const { detail, detailedMessage } = known
  if (detailedMessage === '') return errorText(known)
  return bothTexts(errorText(known), detail ?? detailedMessage.replace(/[^.!?]$/, '$&.'))
}
