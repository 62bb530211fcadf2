import { type CertificateFiles, writeCertificate } from './certificates.ts'
import { ROOT_KEYS } from './root-keys.ts'
import type { StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'

export interface EngineOptions {
  /** Kept after `stop` if given; otherwise a temporary folder that is removed with the engine. */
  dataDir?: string
  port?: number
  /** Seconds between updates of the keys of an LDAP directory's users. */
  directorySeconds?: number
  /** Serves HTTPS, with the first of `TEST_CERTIFICATES`. */
  tls?: boolean
  /** Whom it believes X-Forwarded headers. */
  trustedProxies?: readonly string[]
}

/** Starts the embedded engine in this process on a free port. */
export async function startTestEngine({
  dataDir,
  port = 0,
  tls = false,
  ...options
}: EngineOptions = {}): Promise<StorageServer> {
  // Loaded on demand: a run against real MinIO needs no engine.
  const { startEngine } = await import('@cooperage/engine')
  const { readConsoleToken } = await import('@cooperage/engine/console-token')
  const folder = dataDir === undefined ? tempFolder('engine') : undefined
  const path = dataDir ?? folder?.path ?? ''
  const root = ROOT_KEYS
  const files: CertificateFiles | undefined = tls ? writeCertificate(path) : undefined
  const engine = await startEngine({
    dataDir: path,
    host: '127.0.0.1',
    port,
    root,
    log: () => undefined,
    ...(files && { tls: files }),
    ...options,
  })
  return {
    kind: 'engine',
    url: engine.url,
    root,
    consoleToken: await readConsoleToken(path),
    async stop() {
      await engine.close()
      folder?.remove()
    },
  }
}
