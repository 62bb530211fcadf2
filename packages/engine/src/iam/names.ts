/** MinIO's rules for names and keys. Lengths are in bytes of UTF-8. */
import { iamError } from './errors.ts'

const MIN_ACCESS_KEY = 3
const MIN_SECRET_KEY = 8
/** Maximum lengths of generated keys and of requested service account keys. */
const MAX_ACCESS_KEY = 20
const MAX_SECRET_KEY = 40
/** MinIO uses names as folder names. */
const MAX_NAME = 255

const bytes = (text: string) => Buffer.byteLength(text)

export const hasOuterSpace = (name: string) => name.trim() !== name
const hasReserved = (name: string) => /[=,]/.test(name)

/** The names in a comma-separated list, without surrounding spaces and empty entries. */
export function splitNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** @throws WireError */
export function checkUserKeys(accessKey: string, secretKey: string): void {
  if (bytes(accessKey) < MIN_ACCESS_KEY) throw iamError('AccessKeyInvalid')
  if (hasReserved(accessKey)) throw iamError('AccessKeyReserved')
  checkSecretKey(secretKey)
  checkLength(accessKey)
}

/** @throws WireError */
export function checkSecretKey(secretKey: string): void {
  if (bytes(secretKey) < MIN_SECRET_KEY) throw iamError('SecretKeyInvalid')
}

/** @throws WireError */
export function checkServiceAccountKeys(accessKey: string, secretKey: string): void {
  if (bytes(accessKey) < MIN_ACCESS_KEY || bytes(accessKey) > MAX_ACCESS_KEY) throw iamError('AccessKeyInvalid')
  if (bytes(secretKey) < MIN_SECRET_KEY || bytes(secretKey) > MAX_SECRET_KEY) throw iamError('SecretKeyInvalid')
}

/** @throws WireError */
export function checkGroupName(group: string): void {
  if (hasReserved(group)) throw iamError('GroupNameReserved')
  if (group === '') throw iamError('InvalidArgument')
  checkLength(group)
}

/** @throws WireError */
export function checkPolicyName(policy: string): void {
  if (hasOuterSpace(policy)) throw iamError('NameInvalid')
  if (policy.includes(',')) throw iamError('PolicyNameInvalid')
  checkLength(policy)
}

function checkLength(name: string): void {
  if (name.split('/').some((part) => bytes(part) > MAX_NAME)) throw iamError('NameTooLong')
  if (bytes(name) > 4 * MAX_NAME) throw iamError('NameTooLong')
}
