import { AppError, type ErrorCode, reasonText, type Text } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'

const FEATURE = 'tiers' as const

/** A tier's part of the body that an error is about: a name of the contract, or `keys` for its credentials. */
export type TierField = 'name' | 'endpoint' | 'bucket' | 'prefix' | 'keys' | ''

interface Meaning {
  code: ErrorCode
  field: TierField
  reason?: Text
  /** Whether the server's message has more details about the visitor's input. */
  hasDetail?: boolean
}

/** Codes of servers; those of the remote storage differ only in the message, except on servers of 2021. */
const CODES: Readonly<Record<string, Meaning>> = {
  XMinioAdminTierAlreadyExists: { code: 'TierExists', field: 'name' },
  XMinioAdminTierNameNotUpperCase: { code: 'InvalidTier', field: 'name', reason: reasonText('tierNotUpperCase') },
  XMinioAdminTierReserved: { code: 'InvalidTier', field: 'name', reason: reasonText('tierReserved') },
  XMinioAdminTierNotFound: { code: 'NoSuchTier', field: 'name' },
  XMinioAdminTierBucketNotFound: { code: 'TierBucketNotFound', field: 'bucket' },
  XMinioAdminTierInvalidCredentials: { code: 'TierCredentialsRefused', field: 'keys' },
  XMinioAdminTierMissingCredentials: { code: 'TierCredentialsRefused', field: 'keys' },
  XMinioAdminTierInvalidConfig: {
    code: 'InvalidTier',
    field: 'keys',
    reason: reasonText('unusableTier'),
  },
  XMinioAdminTierBackendInUse: { code: 'TierLocationInUse', field: 'prefix' },
  XMinioAdminTierBackendNotEmpty: { code: 'TierNotEmpty', field: '' },
  XMinioBackendDown: { code: 'TierUnreachable', field: 'endpoint', hasDetail: true },
  XMinioAdminTierInsufficientPermissions: { code: 'TierProbeFailed', field: 'keys', hasDetail: true },
}

/** What the response of the remote storage to the test object means, by the text that servers forward. */
const PROBES: readonly [words: RegExp, meaning: Meaning][] = [
  [/bucket not found|bucket name invalid|bucket does not exist/i, { code: 'TierBucketNotFound', field: 'bucket' }],
  [
    /access key id|signature we calculated|cannot fetch token|authentication ?failed|invalid_grant/i,
    { code: 'TierCredentialsRefused', field: 'keys' },
  ],
  [
    /dial tcp|no such host|connection refused|connection reset|http response to https client|tls:|x509:|timeout/i,
    { code: 'TierUnreachable', field: 'endpoint', hasDetail: true },
  ],
]

/** Runs a storage call about a tier, and names the field that an error is about. */
export async function withTierErrors<T>(action: string, tier: string, call: Promise<T>): Promise<T> {
  return await withStorageErrors({ action, feature: FEATURE }, explained(tier, call))
}

async function explained<T>(tier: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // The server waits for the remote storage, not for itself.
    if (error.kind === 'timeout') {
      throw new AppError('TierNoResponse', {}, { cause: error, refusal: { field: 'endpoint' } })
    }
    const meaning = meaningOf(error)
    if (meaning === undefined) throw error
    const { code, field, hasDetail = false } = meaning
    const options = { cause: error, refusal: { field }, ...(hasDetail && { detailedMessage: error.message }) }
    throw new AppError(code, { tier, reason: meaning.reason ?? '' }, options)
  }
}

function meaningOf({ code, message }: StorageError): Meaning | undefined {
  const known = CODES[code]
  if (known?.code !== 'TierProbeFailed') return known
  return PROBES.find(([words]) => words.test(message))?.[1] ?? known
}
