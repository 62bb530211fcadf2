import { existsSync } from 'node:fs'

/** Says at once what would otherwise be sixty journeys that find no page. */
export default function requireWebBuild(): void {
  const index = new URL('../../packages/web/dist/index.html', import.meta.url)
  if (!existsSync(index)) throw new Error('The web application is not built: run "npm run build", then the journeys.')
}
