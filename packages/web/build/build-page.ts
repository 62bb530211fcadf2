/**
 * Builds the page and its preview frame into `packages/web/dist`, with `--quick` as in quick.ts. `--packages <file>` lists the
 * third-party packages in them there, for their licences.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { bundledPackages, type PackagePath, writePackages } from '../../../scripts/release/bundled-packages.ts'
import { QUICK } from './quick.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { quick: { type: 'boolean' }, packages: { type: 'string' } } })
const mode = values.quick ? QUICK : 'production'
const found = new Set<PackagePath>()
const list = () => [bundledPackages(found)]
// In one process, because loading Vite takes as long as building the frame; in this order, because the page empties the folder.
for (const config of ['vite.config.ts', 'preview-frame.vite.config.ts']) {
  await build({ root, configFile: join(root, config), mode, plugins: list(), worker: { plugins: list } })
}
if (values.packages !== undefined) writePackages(values.packages, found)
