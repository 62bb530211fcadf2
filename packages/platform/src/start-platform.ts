/** Starts the platform: objects from disk, controllers over them, and the API on loopback. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Issuer, Issuers } from './access/issuers.ts'
import { Tokens } from './access/tokens.ts'
import { Discovery } from './api/discovery.ts'
import { podLogs } from './api/pod-logs.ts'
import { handleRequest, type Platform } from './api/request-handler.ts'
import { fillTokenSecrets } from './controllers/account-tokens.ts'
import { reconcileDrives } from './controllers/drives.ts'
import { collectGarbage } from './controllers/garbage.ts'
import { expireEvents, reconcileNamespaces } from './controllers/namespaces.ts'
import { reconcilePods } from './controllers/pods.ts'
import { countQuotas } from './controllers/quotas.ts'
import { type StartTenant, TenantController } from './controllers/tenants.ts'
import { Registry } from './registry/registry.ts'
import { EVENTS, type Generation, resourceTypes } from './resources.ts'
import { ADMIN, seed } from './seed.ts'
import { ObjectStore } from './store/object-store.ts'

export interface PlatformOptions {
  /** Created if it is missing. */
  folder: string
  /** 0 for any free port. */
  port?: number
  generation?: Generation
  /** Identity providers whose users the API accepts, beside service accounts. */
  issuers?: readonly Issuer[]
  /** Starts the process of a tenant. Without it, tenants are objects only. */
  startTenant?: StartTenant
  /** How often the health and usage of the processes are checked, in milliseconds. Default: 3 s. */
  inspectEveryMs?: number
  /** When a tenant that was started on demand stops unless it is needed, in milliseconds. Default: 15 minutes. */
  stopUnusedAfterMs?: number
  /** Called with failures that no response can report, such as those of controllers. */
  log?: (line: string) => void
}

export interface RunningPlatform {
  /** The API on loopback, plain HTTP. */
  url: URL
  /** A token of the administrator, valid for `ADMIN_TOKEN_HOURS`. */
  adminToken(): Promise<string>
  /** The address of a tenant's storage, which is started if it isn't running. Undefined if the tenant doesn't exist. */
  tenantUrl(namespace: string, name: string): Promise<URL | undefined>
  /** Discards past changes, so that watches from earlier versions expire. */
  compact(): void
  close(): Promise<void>
}

export const ADMIN_TOKEN_HOURS = 24 * 30

export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { folder, port = 0, generation = 'current', issuers = [], startTenant, log = () => undefined } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = new ObjectStore(join(folder, 'objects'))
  const registry = new Registry(store)
  const types = resourceTypes(generation)
  const tokens = new Tokens(await loadSecret(join(folder, 'token-secret')), store)
  const onError = (what: string, error: unknown) => log(`${what}: ${error instanceof Error ? error.message : error}`)

  seed(registry, generation)
  const tenants = new TenantController({
    registry,
    folder: join(folder, 'tenants'),
    startTenant,
    inspectEveryMs: options.inspectEveryMs,
    stopUnusedAfterMs: options.stopUnusedAfterMs,
    onError,
  })
  const stops = [
    collectGarbage(registry, types),
    reconcileNamespaces(registry, types, onError),
    countQuotas(registry),
    fillTokenSecrets(registry, tokens, onError),
    reconcileDrives(registry, generation),
    reconcilePods(registry, tenants, onError),
    expireEvents(registry, EVENTS),
  ]
  tenants.start()

  const platform: Platform = {
    registry,
    types,
    tokens,
    issuers: new Issuers(issuers),
    discovery: new Discovery(types),
    logs: podLogs(tenants),
  }
  const server = createServer((request, response) => {
    handleRequest(platform, request, response).catch((error: unknown) => {
      onError(`${request.method} ${request.url?.split('?')[0]}`, error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async adminToken() {
      const account = registry.get(ADMIN.type, ADMIN.namespace, ADMIN.name)
      return await tokens.issue(ADMIN.namespace, ADMIN.name, account.metadata.uid, ADMIN_TOKEN_HOURS * 3_600)
    },
    tenantUrl: (namespace, name) => tenants.urlOf(namespace, name),
    compact: () => store.compact(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const stop of stops.toReversed()) await stop()
      await tenants.close()
      await store.close()
    },
  }
}

/** The key that signs the tokens, created at the first start. */
async function loadSecret(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const secret = randomBytes(32)
    await writeFile(path, secret, { mode: 0o600 })
    return secret
  }
}
