import { writeListObjectsV2 } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { listPage, pageToken, parseListQuery, readPageToken } from '../listing.ts'

/** The continuation token holds the last name, so that any page can be requested again, even after a restart. */
export const listObjectsV2: S3Operation = async (call) => {
  const { bucket, query } = call
  const request = parseListQuery(query)
  const startAfter = query.get('start-after') ?? ''
  const token = query.get('continuation-token')
  const after = token === null ? startAfter : readPageToken(token)
  const page = listPage(call, request, after)
  return xmlResponse(
    writeListObjectsV2(
      {
        bucket,
        prefix: request.prefix,
        delimiter: request.delimiter,
        startAfter,
        maxKeys: request.maxKeys,
        ...page,
        ...(token === null ? {} : { continuationToken: token }),
        ...(page.next === undefined ? {} : { nextContinuationToken: pageToken(page.next) }),
      },
      { urlEncoded: request.urlEncoded, withOwner: query.get('fetch-owner') === 'true' },
    ),
  )
}
