/**
 * Access control lists in requests. The owner of a bucket owns every object in it, and policies say who else may do what, so
 * a list is accepted when it changes nothing. That keeps clients working which always send one.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isOwnerAcl } from '@cooperage/wire'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { rejectDeleteMarker, requestedVersion } from './versions.ts'

const HEADER = 'x-amz-acl'
/** Canned lists that grant the owner full control and nobody else anything. */
const OWNER_ONLY: ReadonlySet<string> = new Set(['private', 'bucket-owner-full-control'])
const MAX_BODY_BYTES = 64 * 1024

/** @throws WireError AccessControlListNotSupported for any list but the owner's full control */
export function checkAclHeaders(headers: IncomingHttpHeaders): void {
  const canned = headers[HEADER]
  const isOther = canned && !OWNER_ONLY.has(String(canned).toLowerCase())
  if (isOther || Object.keys(headers).some((name) => name.startsWith('x-amz-grant-'))) {
    throw s3Error('AccessControlListNotSupported')
  }
}

/**
 * The list of a PutBucketAcl or PutObjectAcl: a header names it, or else the body has it.
 * @throws WireError AccessControlListNotSupported, MalformedXML
 */
export async function checkAcl({ headers, document }: Pick<S3Call, 'headers' | 'document'>): Promise<void> {
  checkAclHeaders(headers)
  const body = await document(MAX_BODY_BYTES)
  if (body === '' && headers[HEADER]) return
  if (!isOwnerAcl(body)) throw s3Error('AccessControlListNotSupported')
}

/**
 * The object whose list is meant exists. MinIO asks for a permission on the policy of its bucket, since lists of objects are
 * no actions of their own there.
 * @throws WireError AccessDenied, NoSuchKey, MethodNotAllowed for a delete marker that was named; StoreError
 */
export function requireObject({ engine, bucket, key, query, allows }: S3Call, permission: string): void {
  if (!allows(permission, bucket)) throw s3Error('AccessDenied')
  const versionId = requestedVersion(query)
  rejectDeleteMarker(engine.store.statObject(bucket, key, versionId), versionId)
}
