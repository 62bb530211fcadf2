import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectDeclaredErrors, type StorageServer, startTarget, tempFolder, uniqueName } from '@cooperage/testkit'
import { afterAll, onTestFinished } from 'vitest'
import { type ServerSettings, startServer } from '../src/index.ts'
import type { AuditRecord } from '../src/shared/audit-trail.ts'
import { sessionCookieName } from '../src/shared/session/sealed-session.ts'
import { signedIn, type Visitor, visitor } from './visitor.ts'

export interface RunningConsole {
  url: string
  /** Its log so far. */
  log: string[]
  dataDir: string
  /** Stops it. Rejects if it responded with an error that the contract does not declare. */
  stop(): Promise<void>
}

export const TEST_SECRET = 'a secret that only the tests use'
/** The name of the session cookie of consoles with that secret. */
export const SESSION_COOKIE = sessionCookieName(TEST_SECRET)

/** Starts the console on a free port, in this process. */
export async function startConsole(
  storageUrl: string,
  settings: Partial<ServerSettings> = {},
): Promise<RunningConsole> {
  const folder = tempFolder('console')
  const log: string[] = []
  const dataDir = settings.dataDir ?? folder.path
  const server = await startServer({
    storageUrl: new URL(storageUrl),
    host: '127.0.0.1',
    port: 0,
    dataDir,
    secret: TEST_SECRET,
    webRoot: builtWeb(folder.path),
    log: (line) => log.push(line),
    ...settings,
  })
  return {
    url: server.url,
    log,
    dataDir,
    async stop() {
      await server.close()
      folder.remove()
      expectDeclaredErrors(log.join(''))
    },
  }
}

/** The same, stopped after the test. */
export async function consoleAt(...args: Parameters<typeof startConsole>): Promise<RunningConsole> {
  const server = await startConsole(...args)
  onTestFinished(server.stop)
  return server
}

/** A storage server and a console for it, shared by all tests of a file, and stopped after them. */
export async function withConsole(
  settings: Partial<ServerSettings> | ((storage: StorageServer) => Partial<ServerSettings>) = {},
  target: Parameters<typeof startTarget>[0] = {},
) {
  const storage = await startTarget(target)
  const { url, consoleToken, root } = storage
  const server = await startConsole(url, {
    ...(typeof settings === 'function' ? settings(storage) : settings),
    ...(consoleToken && { consoleToken }),
  })
  afterAll(async () => {
    await server.stop()
    await storage.stop()
  })
  const user = () => signedIn(server.url, root)
  return {
    storage,
    server,
    /** A visitor who hasn't signed in. */
    stranger: () => visitor(server.url),
    signedIn: (keys: Parameters<typeof signedIn>[1]) => signedIn(server.url, keys),
    /** A visitor who is signed in as the server's root. */
    user,
    /** A signed-in visitor with a new bucket. */
    async userWithBucket(): Promise<{ user: Visitor; bucket: string; objects: string }> {
      const one = await user()
      const bucket = uniqueName('bucket')
      const created = await one.call('POST', '/api/v1/buckets', { json: { name: bucket } })
      if (created.status !== 201) throw new Error(`no bucket: ${created.text}`)
      return { user: one, bucket, objects: `/api/v1/buckets/${bucket}/objects` }
    },
  }
}

/** The parts of a build that the server reads. */
export function builtWeb(folder: string): string {
  const root = join(folder, 'web')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html lang="en" dir="ltr" data-messages="./assets/messages-abc123"><base href="__COOPERAGE_BASE__"><meta name="csp-nonce" content="__COOPERAGE_NONCE__">' +
      '<!-- __COOPERAGE_PRELOADS__ --><script type="module" src="./assets/main-abc123.js"></script>',
  )
  const parts = {
    scripts: [
      ['^/buckets/[^/]+$', ['assets/first-abc123.js', 'assets/buckets-abc123.js']],
      ['', ['assets/first-abc123.js']],
    ],
    calls: [['^/browser/(?<bucket>[^/]+)/(?<rest>.*/)?$', ['/api/v1/$bucket/objects?prefix=$rest&limit=200']]],
  }
  writeFileSync(join(root, 'page-parts.json'), JSON.stringify(parts))
  mkdirSync(join(root, 'assets', 'messages-abc123'))
  const laterGerman = {
    serverPage: { downloadFile: 'Datei herunterladen', expiry: 'Bis {{time}}.', failed: 'Fehlgeschlagen' },
  }
  const german = { error: { NotFound: 'Hier ist nichts.' } }
  writeFileSync(join(root, 'assets', 'messages-abc123', 'de.rest.json'), JSON.stringify(laterGerman))
  writeFileSync(join(root, 'assets', 'messages-abc123', 'de.first.json'), JSON.stringify(german))
  mkdirSync(join(root, 'assets', 'preview-frame'))
  writeFileSync(join(root, 'assets', 'preview-frame', 'frame-abc123.js'), 'console.log("frame")')
  writeFileSync(
    join(root, 'preview-frame.html'),
    '<!doctype html><title>Preview</title><meta name="csp-nonce" content="__COOPERAGE_NONCE__">',
  )
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, '.env'), 'HIDDEN=1')
  const script = 'console.log("plain")'
  writeFileSync(join(root, 'assets', 'main-abc123.js'), script)
  writeFileSync(join(root, 'assets', 'main-abc123.js.br'), 'brotli bytes')
  // A quick build has no other.
  writeFileSync(join(root, 'assets', 'quick-abc123.js'), 'plain')
  writeFileSync(join(root, 'assets', 'quick-abc123.js.gz'), 'quick bytes')
  writeFileSync(join(root, 'assets', 'main-abc123.js.gz'), 'gzip bytes')
  return root
}

/** The records of a console's audit trail that are in its log. */
export function auditedIn({ log }: { log: readonly string[] }): AuditRecord[] {
  return log.flatMap((line) => (JSON.parse(line) as { audit?: AuditRecord }).audit ?? [])
}
