import { AppError } from '@cooperage/contract'
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
}

const SENTENCES: Record<string, (pair: ReplicationPair) => string> = {
  ReplicationSourceNotVersionedError: ({ origin }) =>
    `The bucket ${origin} isn’t versioned. Turn on versioning, then try again.`,
  RemoteTargetNotVersionedError: ({ destination, host }) =>
    `The bucket ${destination} at ${host} isn’t versioned. Turn on versioning there, then try again.`,
  XMinioAdminRemoteTargetNotFoundError: noSuchDestination,
  RemoteDestinationNotFoundError: noSuchDestination,
  XMinioAdminRemoteIdenticalToSource: ({ origin }) =>
    `The bucket ${origin} can’t be replicated to itself. Choose another bucket or another server.`,
  XMinioAdminBucketRemoteAlreadyExists: ({ origin, host }) =>
    `The bucket ${origin} is replicated to ${host} already, to another bucket or with other keys, and each server can be a target only once. Use the same bucket and keys, or delete those rules first.`,
  XMinioAdminReplicationBandwidthLimitError: () =>
    'The bandwidth is too low. Allow at least 100 MB (100,000,000 bytes) per second, or 0 for no limit.',
  ReplicationDestinationMissingLockError: ({ origin, destination, host }) =>
    `Object locking is on for the bucket ${origin}, but not for ${destination} at ${host}. Choose a bucket that was created with object locking.`,
}

function noSuchDestination({ destination, host }: ReplicationPair): string {
  return `The bucket ${destination} doesn’t exist at ${host}, or these keys may not see it. Create it there with versioning, or choose another.`
}

/** The server connects before it creates a target, and reports the reason only as text. */
function connectionMessage({ host, destination }: ReplicationPair, words: string): string {
  if (/signature|access key|credential.*expired|InvalidAccessKey/i.test(withoutIntroduction(words))) {
    return `The storage server at ${host} refused these keys. Check them and try again.`
  }
  if (/HTTP response to HTTPS|tls:|x509|certificate/i.test(words)) {
    return `The storage server could not establish a TLS connection to ${host}. Check that it uses TLS and that its certificate is trusted.`
  }
  if (/HTTP request to an HTTPS/i.test(words)) return `${host} requires TLS. Turn on TLS for this target.`
  if (/denied/i.test(withoutIntroduction(words))) {
    return `These keys may not replicate to the bucket ${destination} at ${host}. Ask its administrator for access.`
  }
  return `The storage server could not reach ${host}. Check the address, the port, the keys and whether it uses TLS.`
}

/** The first line mentions offline servers and credentials whatever the cause. */
function withoutIntroduction(words: string): string {
  return words.slice(words.indexOf('\n') + 1)
}

/** Why a pair was not set up, and what to do. Undefined for a bug, which must surface as one. */
export function pairErrorMessage(error: unknown, pair: ReplicationPair): string | undefined {
  if (error instanceof PairError) return error.message
  const known = error instanceof AppError ? error : error instanceof StorageError ? toAppError(error) : undefined
  if (known === undefined) return undefined
  const cause = error instanceof StorageError ? error : known.cause
  if (cause instanceof StorageError) {
    if (cause.kind === 'timeout') {
      return `This took too long and was canceled: the storage server may be unable to reach ${pair.host}. Check the address and that the server responds, then try again.`
    }
    const sentence = SENTENCES[cause.code]
    if (sentence !== undefined) return sentence(pair)
    if (cause.code === 'XMinioAdminReplicationRemoteConnectionError') return connectionMessage(pair, cause.message)
  }
  if (known.detailedMessage === '') return known.message
  return `${known.message} ${known.detailedMessage.replace(/[^.!?]$/, '$&.')}`
}
