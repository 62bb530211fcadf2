/**
 * Access control lists. The bucket owner owns every object, and policies grant access to others. Many applications send a
 * canned ACL with every upload, so there it is ignored, as in MinIO, unless a setting refuses it. PutBucketAcl and
 * PutObjectAcl accept only an ACL that changes nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isOwnerAcl } from '@cooperage/wire'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import { rejectDeleteMarker, requestedVersion } from './versions.ts'

const HEADER = 'x-amz-acl'
/** Canned ACLs that grant access to the owner only. */
const OWNER_ONLY: ReadonlySet<string> = new Set(['private', 'bucket-owner-full-control'])
const MAX_BODY_BYTES = 64 * 1024

/** What happens to an ACL in the headers of an upload or of CreateBucket that grants access to others. */
export const CANNED_ACLS = ['ignore', 'refuse'] as const
export type CannedAcls = (typeof CANNED_ACLS)[number]

/** @throws WireError AccessControlListNotSupported for every ACL except the owner's full control */
export function checkAclHeaders(headers: IncomingHttpHeaders): void {
  const canned = headers[HEADER]
  const isOther = canned && !OWNER_ONLY.has(String(canned).toLowerCase())
  if (isOther || Object.keys(headers).some((name) => name.startsWith('x-amz-grant-'))) {
    throw s3Error('AccessControlListNotSupported')
  }
}

/**
 * Checks the ACL of PutBucketAcl or PutObjectAcl, which is in a header or in the body.
 * @throws WireError AccessControlListNotSupported, MalformedXML
 */
export async function checkAcl({ headers, document }: Pick<S3Call, 'headers' | 'document'>): Promise<void> {
  checkAclHeaders(headers)
  const body = await document(MAX_BODY_BYTES)
  if (body === '' && headers[HEADER]) return
  if (!isOwnerAcl(body)) throw s3Error('AccessControlListNotSupported')
}

/**
 * Checks that the object of the ACL exists. The permission is one on the bucket policy, because MinIO has no actions for
 * object ACLs.
 * @throws WireError AccessDenied, NoSuchKey, MethodNotAllowed for a requested delete marker; StoreError
 */
export function requireObject({ engine, bucket, key, query, allows }: S3Call, permission: string): void {
  if (!allows(permission, bucket)) throw s3Error('AccessDenied')
  const versionId = requestedVersion(query)
  rejectDeleteMarker(engine.store.statObject(bucket, key, versionId), versionId)
}
