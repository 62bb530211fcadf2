/** The gallery of shared components, under the product's content security policy. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { GALLERY } from '../../scripts/workspace.mjs'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export interface GalleryServer {
  url: string
  stop(): void
}

/** Serves what was built before the journeys started. */
export async function startGallery(): Promise<GalleryServer> {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://gallery').pathname
    const file = join(GALLERY, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    if (!file.endsWith('index.html')) return response.writeHead(200, { 'content-type': type }).end(await readFile(file))
    const nonce = randomBytes(16).toString('base64')
    const page = (await readFile(file, 'utf8')).replace('__COOPERAGE_NONCE__', nonce)
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy(nonce) }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The same as the server's own. */
function policy(nonce: string): string {
  return (
    `default-src 'self'; style-src 'self' 'nonce-${nonce}'; object-src 'none'; ` +
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
  )
}
