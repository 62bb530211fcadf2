import { writeListObjectsV1 } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { listPage, parseListQuery } from '../listing.ts'

/** The older listing, which goes on behind the last name instead of a token. */
export const listObjectsV1: S3Operation = async ({ engine, bucket, query }) => {
  const asked = parseListQuery(query)
  const marker = query.get('marker') ?? ''
  const page = listPage(engine.store, bucket, asked, marker)
  return xmlAnswer(
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
