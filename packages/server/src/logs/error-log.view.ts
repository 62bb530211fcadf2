import { watchErrorLog } from '@cooperage/contract'
import { consoleLog } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** Entries that a view begins with (spec object-browser-and-tools 7). */
const FIRST_ENTRIES = 100

export function errorLogView({ sockets }: Registry): void {
  // Each view has its own stream, since it starts with earlier entries.
  sockets.withSession(watchErrorLog, async function* ({ storage, signal }) {
    try {
      for await (const entry of consoleLog({ ...storage, signal }, { last: FIRST_ENTRIES })) {
        const { remoteHost, requestId, deploymentId, message, source, text, ...same } = entry
        yield {
          ...same,
          remotehost: remoteHost,
          requestID: requestId,
          deploymentid: deploymentId,
          error: { message, source },
          ConsoleMsg: text.trim(),
        }
      }
    } catch (error) {
      await withStorageErrors({ action: 'admin:ConsoleLog' }, Promise.reject(error))
    }
  })
}
