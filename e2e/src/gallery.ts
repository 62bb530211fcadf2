/**
 * `test` for the shared components of the web application: each alone in the browser, without a console. The
 * gallery is built once for each worker and served under the product's content security policy.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tempFolder } from '@cooperage/testkit'
import { test as base } from '@playwright/test'
import { guardPages, type PageGuard } from './page-guard.ts'

const WEB = fileURLToPath(new URL('../../packages/web', import.meta.url))
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

interface OfWorker {
  /** Address of the gallery. */
  gallery: string
}

interface OfJourney {
  guard: PageGuard
  /** Shows one component, with its options: `rows=1000`. */
  open: (piece: string, query?: string) => Promise<void>
}

export const test = base.extend<OfJourney, OfWorker>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
    async ({}, use) => {
      const folder = tempFolder('gallery')
      await promisify(execFile)(
        process.execPath,
        [VITE, 'build', '-c', 'gallery/vite.config.ts', '--outDir', folder.path],
        { cwd: WEB },
      )
      const server = createServer(async ({ url = '/' }, response) => {
        const path = new URL(url, 'http://gallery').pathname
        const file = join(folder.path, path === '/' ? 'index.html' : path)
        if (!existsSync(file)) return response.writeHead(404).end()
        const type = TYPES[extname(file)] ?? 'application/octet-stream'
        if (!file.endsWith('index.html'))
          return response.writeHead(200, { 'content-type': type }).end(await readFile(file))
        const nonce = randomBytes(16).toString('base64')
        const page = (await readFile(file, 'utf8')).replace('__COOPERAGE_NONCE__', nonce)
        response.writeHead(200, { 'content-type': type, 'content-security-policy': policy(nonce) }).end(page)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('The gallery has no port')
      await use(`http://127.0.0.1:${address.port}`)
      server.closeAllConnections()
      server.close()
      folder.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  guard: [
    async ({ context }, use) => {
      const guard = guardPages(context)
      await use(guard)
      guard.check()
    },
    { auto: true },
  ],
  open: ({ page, gallery }, use) =>
    use(async (piece, query = '') => {
      await page.goto(`${gallery}/?${query}#${piece}`)
      await page.getByRole('heading', { level: 1, name: piece }).waitFor()
    }),
})

/** The same as the server's own. */
function policy(nonce: string): string {
  return (
    `default-src 'self'; style-src 'self' 'nonce-${nonce}'; object-src 'none'; ` +
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
  )
}

export { expect } from '@playwright/test'
