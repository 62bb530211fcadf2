import { parseDuration } from '../../../config/values.ts'
import { liveLines } from '../../../http/live-lines.ts'
import { liveResponse } from '../../../http/response.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

const KEEP_ALIVE = { text: ' ', everyMs: 1_000 }

/** Streams finished requests. Unsupported trace types yield no entries, as in MinIO. */
export const trace: AdminOperation = async ({ engine, query }) => {
  const isAll = query.get('all') === 'true'
  const filter = {
    s3: isAll || query.get('s3') === 'true',
    internal: isAll || query.get('internal') === 'true',
    onlyErrors: query.get('err') === 'true',
    thresholdMs: thresholdMs(query.get('threshold') ?? ''),
  }
  return liveResponse(
    liveLines({ subscribe: (receive) => engine.observer.trace({ filter, receive }), keepAlive: KEEP_ALIVE }),
  )
}

function thresholdMs(text: string): number {
  if (text === '') return 0
  try {
    return parseDuration(text)
  } catch (cause) {
    throw adminError('InvalidRequest', undefined, { cause })
  }
}
