import { writeListObjectsV1 } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { listPage, parseListQuery } from '../listing.ts'

/** The older listing, which continues after a marker instead of a token. */
export const listObjectsV1: S3Operation = async (call) => {
  const { bucket, query } = call
  // As in MinIO, only the newer listing has metadata.
  const request = { ...parseListQuery(query), withMetadata: false }
  const marker = query.get('marker') ?? ''
  const page = listPage(call, request, marker)
  return xmlResponse(
    writeListObjectsV1(
      {
        bucket,
        prefix: request.prefix,
        delimiter: request.delimiter,
        marker,
        maxKeys: request.maxKeys,
        ...page,
        ...(page.next === undefined ? {} : { nextMarker: page.next }),
      },
      { urlEncoded: request.urlEncoded },
    ),
  )
}
