/**
 * What `npm run dev` runs: the console with its storage engine, from the sources, and before it Vite's development server,
 * which serves the page with hot reload and forwards calls and sockets to the console.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { readSettings, type Settings, StartError, startCooperage } from '@cooperage/cli'
import { pagePolicy } from '@cooperage/server/security-headers'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

const WEB = join(import.meta.dirname, '..', 'packages', 'web')

/**
 * Fills the placeholders of index.html and serves it under the product's own policy, so that what the policy forbids fails
 * in development too. Scripts need the nonce as well: Vite inlines one into the page.
 */
function developmentPage(nonce: string, storage: string): Plugin {
  const policy = `${pagePolicy(nonce, 'none', storage)}; script-src 'self' 'nonce-${nonce}'`
  return {
    name: 'cooperage-development-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('__COOPERAGE_BASE__', '/').replace('__COOPERAGE_NONCE__', nonce),
    },
    configureServer(server) {
      server.middlewares.use((_request, response, next) => {
        response.setHeader('content-security-policy', policy)
        // Without a referrer a browser names no origin for the form that downloads a selection.
        response.setHeader('referrer-policy', 'same-origin')
        next()
      })
    },
  }
}

/** Serves the page on `host` and `port` in front of the console at `consoleUrl`. @throws Error when the port is taken */
async function servePage({ host, port, ...settings }: Settings, consoleUrl: string): Promise<ViteDevServer> {
  const nonce = randomBytes(18).toString('base64')
  // Of the engine, only a developer on this machine.
  const { storagePublicUrl, storageUrl = new URL(`http://127.0.0.1:${settings.storagePort}`) } = settings
  const storage = storagePublicUrl ?? storageUrl
  // The visitor's Host stays: the console compares it with the Origin that the browser sends.
  const toConsole = { target: consoleUrl, changeOrigin: false, ws: true }
  const server = await createServer({
    root: WEB,
    plugins: [developmentPage(nonce, storage.origin)],
    html: { cspNonce: nonce },
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      // The preview frame is the one of the last build: a document without an origin can't load Vite's modules.
      proxy: {
        '^/api/': toConsole,
        '^/ws/': toConsole,
        '^/preview-frame$': toConsole,
        '^/assets/preview-frame/': toConsole,
      },
    },
  })
  return server.listen()
}

/** Runs both until the signal: the page has the console's port, the console behind it any. */
async function serveBoth(settings: Settings, signal: AbortSignal): Promise<void> {
  const early: string[] = []
  let print: (line: string) => void = (line) => early.push(line)
  const running = await startCooperage({
    settings: { ...settings, port: 0 },
    env: process.env,
    signal,
    print: (line) => print(line),
  })
  try {
    const page = await servePage(settings, running.url)
    print = console.log
    const address = page.httpServer?.address()
    const port = typeof address === 'object' ? address?.port : settings.port
    for (const line of early) print(line.replaceAll(`:${new URL(running.url).port}`, `:${port}`))
    if (!signal.aborted) await once(signal, 'abort')
    print('Ending …')
    await page.close()
  } finally {
    await running.close()
  }
}

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
// As the command does: what is written to the data folder is for its owner.
process.umask(0o077)

try {
  const { help, settings, notices } = readSettings(process.argv.slice(2), process.env)
  for (const notice of notices) console.error(notice)
  if (help) console.log('npm run dev has the settings of npm start. "npm start -- --help" lists them.')
  else await serveBoth(settings, ending.signal)
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
