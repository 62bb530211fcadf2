import { existsSync } from 'node:fs'
import { ensureCommandBuilt, ensureGalleryBuilt } from '../../scripts/workspace.mjs'

/**
 * Fails immediately instead of in sixty journeys without a page, and builds the command and the gallery once if they are
 * stale: the workers would all do it within the time that a console has to start.
 */
export default function requireBuilds(): void {
  const index = new URL('../../packages/web/dist/index.html', import.meta.url)
  if (!existsSync(index)) throw new Error('The web application is not built: run "npm run build", then the journeys.')
  ensureCommandBuilt()
  ensureGalleryBuilt()
}
