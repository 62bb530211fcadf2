/**
 * Transfers between the browser and the storage server, with URLs that the console signs with the keys of the session. Each URL
 * permits one request, until signing out revokes the keys, and for {@link DIRECT_URL_SECONDS} at most.
 */
import * as z from 'zod/mini'
import { bucketParams } from '../buckets/index.ts'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { objectKey, objectQuery } from './object-params.ts'
import { contentType, crc32c, etag, partNumber, uploadId } from './upload-parts.ts'

/** As long as the clocks of the console and the storage server may differ. */
export const DIRECT_URL_SECONDS = 15 * 60
/** Maximum number of uploads per call. */
export const DIRECT_UPLOADS_LIMIT = 100
/** Maximum number of downloads per call. */
export const DIRECT_DOWNLOADS_LIMIT = 100
/** The largest body of one request that S3 accepts. */
const MAX_BODY_BYTES = 5 * 1024 ** 3

/**
 * Why browsers can't reach the storage server, as far as the console knows; '' if it knows of no reason:
 * - `off`: the settings say so
 * - `loopback`: its address is that of the console's machine, where the visitor isn't
 * - `internal`: its name is one of a cluster or a container network
 * - `hosts`: it has a host name for each bucket, and the page may connect to one only
 * - `insecure`: the page is served over TLS, and it isn't
 * - `ipv6`: its address is one that no content security policy can name
 */
export const directObstacle = z.enum(['', 'off', 'loopback', 'internal', 'insecure', 'hosts', 'ipv6'])
export type DirectObstacle = z.infer<typeof directObstacle>

/**
 * `origin` and `probe` are '' if there is an obstacle. `probe` is a GET that any page which may send objects to this bucket can
 * read: status 200, or 403 if the visitor may not find out where the bucket is.
 */
export const findDirectWay = route('objects.directWay', 'GET /api/v1/buckets/:bucket/objects/direct', {
  summary: 'Returns where the browser can reach the storage server, and a signed request to try it.',
  params: bucketParams,
  response: z.object({ origin: z.string(), obstacle: directObstacle, probe: z.string() }),
  errors: BUCKET_ERRORS,
})

const ofBody = { name: objectKey, size: z.int().check(z.minimum(0), z.maximum(MAX_BODY_BYTES)), crc32c }

/** An object that is sent in one request, or a part of an upload. */
export const directUpload = z.union([
  z.strictObject({
    ...ofBody,
    content_type: contentType,
    /** Refused with 412 if there is an object of this name. */
    if_absent: z._default(z.boolean(), false),
  }),
  z.strictObject({ ...ofBody, upload_id: uploadId, part_number: partNumber }),
])

/** The headers of the request for an upload, all of which are signed; a part has no others than its checksum. */
export function directHeaders(upload: z.input<typeof directUpload>): Record<string, string> {
  const checksum = { 'x-amz-checksum-crc32c': upload.crc32c }
  if ('upload_id' in upload) return checksum
  const type = upload.content_type ?? 'application/octet-stream'
  return { 'content-type': type, ...(upload.if_absent && { 'if-none-match': '*' }), ...checksum }
}

/**
 * Signs a PUT for each upload. The URL fixes bucket, name, size, checksum, type and condition; the request must have exactly the
 * {@link directHeaders}. What all URLs have in common is written once: each is `origin`, its path in the order of the uploads, `&`
 * and `query`. A path is '' for a name that no URL can represent.
 */
export const signUploads = route('objects.signUploads', 'POST /api/v1/buckets/:bucket/objects/direct/uploads', {
  audit: 'none',
  summary: 'Signs URLs by which the browser uploads to the storage server directly.',
  params: bucketParams,
  body: z.strictObject({ uploads: z.array(directUpload).check(z.minLength(1), z.maxLength(DIRECT_UPLOADS_LIMIT)) }),
  response: z.object({ origin: z.string(), query: z.string(), paths: z.array(z.string()) }),
  errors: [...BUCKET_ERRORS, 'NoDirectWay'],
})

/**
 * What became of an object after the storage server had responded with this ETag:
 * - `stored`: it has this size and checksum; if the server keeps no checksums, this size and the ETag
 * - `different`: it has the ETag, but not the content
 * - `replaced`: another one has its name, since before or by now
 * - `missing`: there is none
 * - `unknown`: the visitor may not read it
 */
export const directState = z.enum(['stored', 'different', 'replaced', 'missing', 'unknown'])

/**
 * Compares objects with what was sent in one request each, in this order: for those whose checksum wasn't in the response to that
 * request, because the storage server doesn't know it or pages may not read it.
 */
export const confirmUploads = route('objects.confirmUploads', 'POST /api/v1/buckets/:bucket/objects/direct/confirm', {
  audit: 'none',
  summary: 'Compares objects that the browser uploaded directly with what it sent.',
  params: bucketParams,
  body: z.strictObject({
    uploads: z.array(z.strictObject({ ...ofBody, etag })).check(z.minLength(1), z.maxLength(DIRECT_UPLOADS_LIMIT)),
  }),
  response: z.object({ states: z.array(directState) }),
  errors: BUCKET_ERRORS,
})

/** The URL is for one GET, as an attachment of a type that no browser shows. Whether the object exists, the storage server says. */
export const signDownload = route('objects.signDownload', 'GET /api/v1/buckets/:bucket/objects/direct/download', {
  summary: 'Signs a URL by which the browser downloads an object from the storage server directly.',
  params: bucketParams,
  query: objectQuery,
  response: z.object({ url: z.string() }),
  errors: [...BUCKET_ERRORS, 'NoDirectWay'],
})

/** URLs like that of {@link signDownload}, in the order of the names; '' for a name that no URL can represent. */
export const signDownloads = route('objects.signDownloads', 'POST /api/v1/buckets/:bucket/objects/direct/downloads', {
  audit: 'none',
  summary: 'Signs URLs by which the browser downloads objects from the storage server directly.',
  params: bucketParams,
  body: z.strictObject({
    names: z.array(objectKey).check(z.minLength(1), z.maxLength(DIRECT_DOWNLOADS_LIMIT)),
  }),
  response: z.object({ urls: z.array(z.string()) }),
  errors: [...BUCKET_ERRORS, 'NoDirectWay'],
})
