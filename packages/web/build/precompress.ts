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

/** The level of gzip in a quick build: a quarter larger than with brotli, at a fiftieth of the time. */
const QUICK_GZIP = 4

/**
 * Writes `.br` and `.gz` beside each asset once at build, so that the server never compresses one. A quick build has only `.gz`,
 * which browsers also accept without TLS. `below` names the folder of a build that shares its output folder.
 */
export function precompress(below = ''): Plugin {
  let folder = ''
  let isQuick = false
  let isWritten = false
  return {
    name: 'cooperage-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir, below)
      isQuick = config.mode === QUICK
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
          const level = isQuick ? QUICK_GZIP : constants.Z_BEST_COMPRESSION
          await writeFile(`${path}.gz`, await gzipped(bytes, { level }))
          if (isQuick) return
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          await writeFile(`${path}.br`, await brotli(bytes, { params }))
        }),
      )
    },
  }
}
