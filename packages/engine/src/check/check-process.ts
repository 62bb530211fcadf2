/**
 * The process that reads a data folder for `checkFolder`, because a damaged index can crash its reader, which counts as a
 * finding. Its arguments are the folder and an empty temporary folder. It writes its findings to standard output.
 */

import { join } from 'node:path'
import { openDataFile } from '../store/files/data-folder.ts'
import { checkFormat } from '../store/files/data-format.ts'
import { realFiles } from '../store/files/real-files.ts'
import { checkStore } from './check-store.ts'
import type { CheckMessage } from './finding.ts'
import { listFiles } from './list-files.ts'
import { openReadOnly } from './read-only-index.ts'

const ALIVE_EVERY_MS = 1_000

const say = (message: CheckMessage) => process.stdout.write(`${JSON.stringify(message)}\n`)

const [, , dataDir = '', temporary = ''] = process.argv
const dataFiles = realFiles(dataDir)
let toldAt = 0
try {
  await checkFormat(dataFiles, dataDir)
  const files = await listFiles(dataDir)
  const index = await openReadOnly(join(dataDir, 'index'), temporary)
  try {
    const summary = await checkStore(
      {
        index,
        files,
        open: (id) => openDataFile(dataFiles, id),
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
  const reason = error instanceof Error ? error.message : String(error)
  if (isOfLmdb(error)) say({ brokeOff: reason })
  else say({ failed: reason })
}

/** LMDB's own error numbers for damaged databases, all below those of operating systems. */
function isOfLmdb(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && error.code < -30_000
}
