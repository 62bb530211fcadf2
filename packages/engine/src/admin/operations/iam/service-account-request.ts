/** Shared parts of the calls that create and update service accounts. */
import type { RequestContext } from '@cooperage/wire/policy'
import { iamError } from '../../../iam/errors.ts'
import type { Iam } from '../../../iam/iam.ts'
import type { ServiceAccountRecord } from '../../../iam/records.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { type JsonBody, JsonBodyError, readJsonBody } from '../../json-body.ts'

const MAX_NAME = 32
const MAX_DESCRIPTION = 256

interface GivenFields {
  name: string
  description: string
  /** Milliseconds since the epoch; zero and negative values mean never. */
  expiresAt: number | undefined
}

/** @throws WireError XMinioAdminConfigBadJSON with the reason */
export async function readFields<Fields>(call: AdminCall, read: (body: JsonBody) => Fields): Promise<Fields> {
  const bytes = await call.encryptedBody()
  try {
    return read(readJsonBody(bytes))
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    const message = `JSON configuration provided is of incorrect format (${cause.message})`
    throw adminError('XMinioAdminConfigBadJSON', message, { cause })
  }
}

/** MinIO has one message for all invalid values. @throws WireError */
export function checkFields({ name, description, expiresAt }: GivenFields): void {
  const isValidName = name === '' || (name.length <= MAX_NAME && /^[A-Za-z][A-Za-z0-9_-]*$/.test(name))
  const isPast = expiresAt !== undefined && expiresAt > 0 && expiresAt < Date.now()
  if (!isValidName || Buffer.byteLength(description) > MAX_DESCRIPTION || isPast) throw iamError('NameInvalid')
}

/** Context for policy conditions on the lifetime of keys. */
export function durationContext(expiresAt: number | undefined): RequestContext {
  if (expiresAt === undefined || expiresAt <= 0) return {}
  return { 'svc:DurationSeconds': String(Math.floor((expiresAt - Date.now()) / 1000)) }
}

/** @throws WireError XMinioInvalidIAMCredentials for an unknown key, AccessDenied for the key of a user */
export function findServiceAccount(iam: Iam, accessKey: string): ServiceAccountRecord {
  const found = iam.serviceAccounts.get(accessKey)
  if (found !== undefined) return found
  if (iam.users.get(accessKey) === undefined) throw iamError('NoSuchServiceAccount')
  throw s3Error('AccessDenied', 'Access Denied. (Authentication failed, check your access credentials)')
}
