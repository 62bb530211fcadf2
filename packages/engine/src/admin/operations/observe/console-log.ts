import { liveLines } from '../../../http/live-lines.ts'
import { liveResponse } from '../../../http/response.ts'
import type { ConsoleEntry } from '../../../observe/console-log.ts'
import type { AdminOperation } from '../../call.ts'

const KEEP_ALIVE = { text: ' ', everyMs: 500 }
const DEFAULT_LIMIT = 10

/** The last entries of the log, then those to come. */
export const consoleLog: AdminOperation = async ({ engine, query }) => {
  const limit = limitOf(query.get('limit') ?? '')
  const node = query.get('node') ?? ''
  const isMeant = node === '' || node.toLowerCase() === engine.endpoint.toLowerCase()
  return liveResponse(
    liveLines({
      subscribe(receive) {
        if (!isMeant) return () => undefined
        const tell = (entry: ConsoleEntry) => receive(`${JSON.stringify(entry)}\n`)
        for (const entry of engine.consoleLog.last(limit)) tell(entry)
        return engine.consoleLog.follow(tell)
      },
      keepAlive: KEEP_ALIVE,
    }),
  )
}

/** What is no number means the default, and a negative one means everything, as at MinIO. */
function limitOf(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) return DEFAULT_LIMIT
  return Number(text) < 0 ? Number.POSITIVE_INFINITY : Number(text)
}
