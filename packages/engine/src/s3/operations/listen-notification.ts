import { expandEventName, unknownEvent, WireError } from '@cooperage/wire'
import { eventFilter } from '../../events/event-filter.ts'
import { liveLines } from '../../http/live-lines.ts'
import { liveResponse } from '../../http/response.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { checkPathSegments } from '../names.ts'
import { requireBucket } from '../target.ts'

const SPACE = { text: ' ', everyMs: 500 }

/**
 * MinIO's live stream of the events of one or all buckets: a JSON line for each event. In between it sends spaces, or with
 * `ping=n` a line without records every n seconds.
 */
export const listenNotification: S3Operation = async ({ engine, bucket, query }) => {
  const names = query.getAll('events')
  const prefix = singleValue(query, 'prefix')
  const suffix = singleValue(query, 'suffix')
  if (names.some((name) => expandEventName(name) === undefined)) throw unknownEvent()
  if (bucket !== '') requireBucket(engine, bucket)
  const filter = eventFilter(names, prefix, suffix)
  return liveResponse(
    liveLines({
      subscribe: (receive) =>
        engine.events.listen({
          bucket,
          ...filter,
          receive: (record) => receive(`${JSON.stringify({ Records: [record] })}\n`),
        }),
      keepAlive: keepAlive(query.get('ping') ?? ''),
    }),
  )
}

function singleValue(query: URLSearchParams, name: 'prefix' | 'suffix'): string {
  const values = query.getAll(name)
  if (values.length > 1) throw s3Error('InvalidArgument', `Cannot specify more than one ${name} rule in a filter.`)
  const [value = ''] = values
  checkPathSegments(value)
  if (Buffer.byteLength(value) > 1024 || value.includes('\\')) {
    throw s3Error('InvalidArgument', 'Size of filter rule value cannot exceed 1024 bytes in UTF-8 representation')
  }
  return value
}

function keepAlive(ping: string): { text: string; everyMs: number } {
  if (ping === '') return SPACE
  const seconds = Number(ping)
  if (!/^[+-]?\d+$/.test(ping)) throw invalidPing()
  return seconds < 1 ? SPACE : { text: '{"Records":null}\n', everyMs: seconds * 1000 }
}

/** MinIO uses this unrelated error. */
function invalidPing(): WireError {
  return new WireError(
    'AuthorizationQueryParametersError',
    400,
    'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
  )
}
