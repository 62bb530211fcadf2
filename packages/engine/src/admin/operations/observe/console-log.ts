import { liveLines } from '../../../http/live-lines.ts'
import { liveResponse } from '../../../http/response.ts'
import type { ConsoleEntry } from '../../../observe/console-log.ts'
import type { AdminOperation } from '../../call.ts'

const KEEP_ALIVE = { text: ' ', everyMs: 500 }
const DEFAULT_LIMIT = 10

/** Streams the latest log entries and then new ones. */
export const consoleLog: AdminOperation = async ({ engine, query }) => {
  const limit = limitOf(query.get('limit') ?? '')
  const node = query.get('node') ?? ''
  const isThisNode = node === '' || node.toLowerCase() === engine.endpoint.toLowerCase()
  return liveResponse(
    liveLines({
      subscribe(receive) {
        if (!isThisNode) return () => undefined
        const send = (entry: ConsoleEntry) => receive(`${JSON.stringify(entry)}\n`)
        for (const entry of engine.consoleLog.last(limit)) send(entry)
        return engine.consoleLog.follow(send)
      },
      keepAlive: KEEP_ALIVE,
    }),
  )
}

/** An invalid number means the default and a negative one no limit, as in MinIO. */
function limitOf(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) return DEFAULT_LIMIT
  return Number(text) < 0 ? Number.POSITIVE_INFINITY : Number(text)
}
