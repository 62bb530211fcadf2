import { writeListObjectsV2 } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { listPage, parseListQuery } from '../listing.ts'

/** Pages are told apart by a token that holds the last name given, so any page can be asked for again, also after a restart. */
export const listObjectsV2: S3Operation = async (call) => {
  const { bucket, query } = call
  const asked = parseListQuery(query)
  const startAfter = query.get('start-after') ?? ''
  const token = query.get('continuation-token')
  const after = token === null ? startAfter : readToken(token)
  const page = listPage(call, asked, after)
  return xmlAnswer(
    writeListObjectsV2(
      {
        bucket,
        prefix: asked.prefix,
        delimiter: asked.delimiter,
        startAfter,
        maxKeys: asked.maxKeys,
        ...page,
        ...(token === null ? {} : { continuationToken: token }),
        ...(page.next === undefined ? {} : { nextContinuationToken: Buffer.from(page.next).toString('base64') }),
      },
      { urlEncoded: asked.urlEncoded, withOwner: query.get('fetch-owner') === 'true' },
    ),
  )
}

function readToken(token: string): string {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(token) || token === '') {
    throw s3Error('InvalidArgument', 'The continuation token provided is incorrect')
  }
  return Buffer.from(token, 'base64').toString()
}
