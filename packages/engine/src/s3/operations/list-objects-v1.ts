import { writeListObjectsV1 } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { listPage, parseListQuery } from '../listing.ts'

/** The older listing, which goes on behind the last name instead of a token. */
export const listObjectsV1: S3Operation = async (call) => {
  const { bucket, query } = call
  // MinIO adds metadata to the newer listing only.
  const asked = { ...parseListQuery(query), withMetadata: false }
  const marker = query.get('marker') ?? ''
  const page = listPage(call, asked, marker)
  return xmlResponse(
    writeListObjectsV1(
      {
        bucket,
        prefix: asked.prefix,
        delimiter: asked.delimiter,
        marker,
        maxKeys: asked.maxKeys,
        ...page,
        ...(page.next === undefined ? {} : { nextMarker: page.next }),
      },
      { urlEncoded: asked.urlEncoded },
    ),
  )
}
