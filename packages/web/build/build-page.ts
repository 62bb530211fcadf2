/** Builds the page and its preview frame into `packages/web/dist`, with `--quick` as in quick.ts. */
import { join } from 'node:path'
import process from 'node:process'
import { build } from 'vite'
import { QUICK } from './quick.ts'

const root = join(import.meta.dirname, '..')
const mode = process.argv.includes('--quick') ? QUICK : 'production'
// In one process, because loading Vite takes as long as building the frame; in this order, because the page empties the folder.
for (const config of ['vite.config.ts', 'preview-frame.vite.config.ts']) {
  await build({ root, configFile: join(root, config), mode })
}
