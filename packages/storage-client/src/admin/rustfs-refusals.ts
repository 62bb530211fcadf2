import { StorageError } from '../storage-error.ts'

/**
 * MinIO's codes for refusals of RustFS 1.0.1, by its messages: its own codes are those of S3, the same for users, groups and
 * policies, and some refusals are internal errors.
 */
const BY_MESSAGE: readonly [message: RegExp, code: string][] = [
  [/^service account ('.*' does )?not exist$|^access key not exist$/s, 'XMinioInvalidIAMCredentials'],
  [/(^|: )((temp )?account|user) '.*' does not exist$|^(target )?user not (found|exist)$/s, 'XMinioAdminNoSuchUser'],
  [/(^|: )group '.*' does not exist$/s, 'XMinioAdminNoSuchGroup'],
  [/(^|: )policy does not exist$/, 'XMinioAdminNoSuchPolicy'],
  [/(^|: )policy in use$/, 'XMinioIAMPolicyInUse'],
  [/(^|: )group (is )?not empty$/, 'XMinioAdminGroupNotEmpty'],
  [/(^|: )action not allowed$/, 'XMinioIAMActionNotAllowed'],
  [/(^|: )invalid access key length$|^access key contains spaces$/, 'XMinioAdminInvalidAccessKey'],
  [/(^|: )invalid secret key length$/, 'XMinioAdminInvalidSecretKey'],
  [/ with the system access key$/, 'XMinioInvalidIAMCredentials'],
  [/^invalid service account policy: |^marshal policy failed: /, 'XMinioMalformedIAMPolicy'],
  [/^config target '.*' not found /s, 'XMinioConfigNotFoundError'],
]

const BY_CODE: Readonly<Record<string, string>> = {
  // Callers know from this code that a server doesn't have a call.
  NotImplemented: 'XMinioAdminVersionMismatch',
  TierConnectError: 'XMinioBackendDown',
  TierMissingCredentials: 'XMinioAdminTierMissingCredentials',
  TierNameAlreadyExist: 'XMinioAdminTierAlreadyExists',
  TierNameNotUppercase: 'XMinioAdminTierNameNotUpperCase',
  TierNotFound: 'XMinioAdminTierNotFound',
  TierVerificationFailed: 'XMinioAdminTierInsufficientPermissions',
  XRustFSAdminTierInvalidCredentials: 'XMinioAdminTierInvalidCredentials',
}

/** What an invalid document is called, by the call. */
const OF_DOCUMENTS: readonly [path: RegExp, code: string][] = [
  [/\/add-canned-policy$/, 'XMinioMalformedIAMPolicy'],
  [/\/[a-z-]+-config-kv$|\/config$/, 'XMinioConfigError'],
]

/** A refusal of an admin call of RustFS, with the code that MinIO has for it. */
export function asOfMinio(error: StorageError, path: string): StorageError {
  if (error.kind !== 'refused' || error.isGuess) return error
  const { code, status, message, server } = error
  const known = BY_CODE[code] ?? BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1]
  const isInvalid = code === 'InvalidRequest' || code === 'InvalidArgument'
  const ofMinio = known ?? (isInvalid ? OF_DOCUMENTS.find(([pattern]) => pattern.test(path))?.[1] : undefined)
  if (ofMinio === undefined) return error
  return new StorageError('refused', message, { code: ofMinio, status, server, cause: error })
}
