import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { QUICK } from './quick.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** What is worth compressing, and not rewritten per request (index.html is). */
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/

const BEST = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION }
/** A tenth larger, at a fiftieth of the time. */
const QUICKEST = { brotli: 5, gzip: 4 }

/** Writes `.br` and `.gz` beside each asset once at build, so that the server never compresses one. `below` names the folder of a build that shares its output folder. */
export function precompress(below = ''): Plugin {
  let folder = ''
  let level = BEST
  let isWritten = false
  return {
    name: 'cooperage-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir, below)
      if (config.mode === QUICK) level = QUICKEST
    },
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      // A build that failed comes here too, and its own error is the one to be told.
      if (!isWritten) return
      const files = (await readdir(folder, { recursive: true })).filter((file) => COMPRESSIBLE.test(file))
      await Promise.all(
        files.map(async (file) => {
          const path = join(folder, file)
          const bytes = await readFile(path)
          const [br, gz] = await Promise.all([
            brotli(bytes, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: level.brotli,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
              },
            }),
            gzipped(bytes, { level: level.gzip }),
          ])
          await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
        }),
      )
    },
  }
}
