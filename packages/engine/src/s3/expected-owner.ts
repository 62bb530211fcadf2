import type { IncomingHttpHeaders } from 'node:http'
import { MINIO_OWNER } from '@cooperage/wire'
import { s3Error } from './errors.ts'

const HEADERS = ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner'] as const

/** All buckets belong to the owner in ListBuckets. @throws WireError AccessDenied */
export function checkExpectedOwner(headers: IncomingHttpHeaders): void {
  for (const name of HEADERS) {
    const expected = headers[name]
    if (expected && expected !== MINIO_OWNER.id) {
      throw s3Error('AccessDenied', `The bucket doesn't belong to the owner that ${name} expects.`)
    }
  }
}
