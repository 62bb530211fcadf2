import { liveAnswer } from '../../../http/answer.ts'
import { liveLines } from '../../../http/live-lines.ts'
import type { ConsoleEntry } from '../../../observe/console-log.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

const KEEP_ALIVE = { text: ' ', everyMs: 500 }
const DEFAULT_LIMIT = 10

/** The last entries of the log, then those to come. */
export const consoleLog: AdminOperation = async ({ engine, query }) => {
  const limit = query.get('limit') ?? ''
  if (!/^[+-]?\d*$/.test(limit)) throw adminError('InvalidRequest')
  const node = query.get('node') ?? ''
  const isMeant = node === '' || node.toLowerCase() === engine.endpoint.toLowerCase()
  return liveAnswer(
    liveLines({
      subscribe(receive) {
        if (!isMeant) return () => undefined
        const tell = (entry: ConsoleEntry) => receive(`${JSON.stringify(entry)}\n`)
        for (const entry of engine.consoleLog.last(limit === '' ? DEFAULT_LIMIT : Number(limit))) tell(entry)
        return engine.consoleLog.follow(tell)
      },
      keepAlive: KEEP_ALIVE,
    }),
  )
}
