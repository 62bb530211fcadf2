/**
 * The process that reads a data folder for `checkFolder`: a damaged index can crash whoever reads it, and that is to be a
 * finding. Its argument is the folder; it tells what it finds on standard output.
 */

import { join } from 'node:path'
import { checkStore } from './check-store.ts'
import { listFiles } from './list-files.ts'
import type { CheckMessage } from './messages.ts'
import { openReadOnly } from './read-only-index.ts'
import { contentVerifier } from './verify-content.ts'

const ALIVE_EVERY_MS = 1_000

const say = (message: CheckMessage) => process.stdout.write(`${JSON.stringify(message)}\n`)

const [, , dataDir = ''] = process.argv
let toldAt = 0
try {
  const files = await listFiles(dataDir)
  const index = await openReadOnly(join(dataDir, 'index'))
  try {
    const summary = await checkStore(
      {
        index,
        files,
        verify: contentVerifier(dataDir, index),
        progress() {
          if (Date.now() - toldAt < ALIVE_EVERY_MS) return
          toldAt = Date.now()
          say({ alive: true })
        },
      },
      (finding) => say({ finding }),
    )
    say({ done: summary })
  } finally {
    await index.close()
  }
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) })
}
