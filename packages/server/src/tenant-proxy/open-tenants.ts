import { type DiagnosisOptions, metricsToken, StorageEndpoint } from '@cooperage/storage-client'
import type { FastifyBaseLogger } from 'fastify'
import { OutboundGuard } from '../shared/outbound-guard.ts'
import type { OperatorSettings, ServerSettings } from '../shared/settings.ts'
import type { OpenTenantConsole, TenantConsole, TenantGate } from '../shared/tenant-console.ts'
import type { TenantName } from '../tenants/index.ts'
import {
  limitTenantFolders,
  type OpenFolder,
  removeOldTenantFolders,
  removeTenantFolder,
  tenantFolder,
} from './tenant-folders.ts'
import type { TenantStorage } from './tenant-storage.ts'

/** A tenant that is unused for this long is closed. The next visit opens it again. */
const IDLE_MS = 10 * 60_000
/** How many unused tenants stay open. Each uses 2 to 6 MB (measured); opening one takes 10 to 50 ms. */
const MAX_OPEN = 20

/** A tenant's storage, and its console from the first request on. */
export class OpenTenant {
  readonly identity: string
  readonly url: URL
  /** Name of its folder. */
  readonly folder: string
  readonly endpoint: StorageEndpoint
  /** How the address is connected to. */
  readonly trust: DiagnosisOptions
  readonly #open: (endpoint: StorageEndpoint) => Promise<TenantConsole>
  #console: Promise<TenantConsole> | undefined
  usedAt = 0
  isClosed = false
  #metricsToken: { text: string; endsAt: number } | undefined

  /** @throws AppError RemoteAddressRefused */
  constructor(
    { identity, url, ca, folder }: TenantStorage,
    guard: OutboundGuard,
    open: (endpoint: StorageEndpoint) => Promise<TenantConsole>,
  ) {
    this.identity = identity
    this.url = url
    this.folder = folder
    const { checkHost, lookup } = guard.sockets()
    checkHost(url.hostname.replace(/^\[|\]$/g, ''))
    this.trust = { lookup, ca }
    this.endpoint = new StorageEndpoint({ url, lookup, ...(ca !== undefined && { ca }) })
    this.#open = open
  }

  console(): Promise<TenantConsole> {
    this.#console ??= this.#open(this.endpoint).catch((error: unknown) => {
      // The next request tries again.
      this.#console = undefined
      throw error
    })
    return this.#console
  }

  /** The console, if a request has opened it. */
  get openConsole(): Promise<TenantConsole> | undefined {
    return this.#console
  }

  /** Lets its console read metrics until a time in milliseconds. */
  allowMetrics(root: TenantStorage['root'], endsAt: number): void {
    this.#metricsToken = { text: metricsToken(root, endsAt), endsAt }
  }

  /** Undefined while it has no visitors. */
  metricsTokenAt(now: number): string | undefined {
    return this.#metricsToken !== undefined && this.#metricsToken.endsAt > now ? this.#metricsToken.text : undefined
  }

  async close(): Promise<void> {
    this.isClosed = true
    await (await this.#console)?.app.close()
    await this.endpoint.close()
  }
}

interface Parts {
  settings: OperatorSettings
  openConsole: OpenTenantConsole
  gate: TenantGate
  secretFor: (purpose: string) => string
  now: () => number
  log: FastifyBaseLogger
}

/** The tenants that are or were recently visited. */
export class OpenTenants {
  readonly #parts: Parts
  readonly #tenants = new Map<string, OpenTenant>()
  #limiting: Promise<void> | undefined
  /** Folders that are being deleted. */
  readonly #removals = new Map<string, Promise<void>>()
  /** Users of a cluster control what the names in it resolve to. Only the administrator's own setting may lead to this machine. */
  readonly #guard: OutboundGuard

  constructor(parts: Parts) {
    this.#parts = parts
    const { settings, now, log } = parts
    const { tenantUrl, resolve } = settings
    // Services of a cluster may be in 100.64.0.0/10. COOPERAGE_OUTBOUND_ALLOW isn't about them: Kubernetes names their addresses.
    const allowsLoopback = tenantUrl !== undefined
    this.#guard = new OutboundGuard({ allowsLoopback, allowsShared: true, ...(resolve && { resolve }) })
    removeOldTenantFolders(settings.dataDir, now()).catch((error: unknown) =>
      log.warn({ err: error }, 'old metrics of tenants were not deleted'),
    )
  }

  /** Opened again if the name now belongs to another tenant, or if its address or certificates changed. */
  of(place: TenantName, storage: TenantStorage): OpenTenant {
    const key = keyOf(place)
    const known = this.#tenants.get(key)
    const tenant = known?.identity === storage.identity ? known : this.#open(place, storage)
    tenant.usedAt = this.#parts.now()
    if (tenant === known) return tenant
    if (known !== undefined) this.#close(known)
    this.#tenants.set(key, tenant)
    return tenant
  }

  /** Closes those that were unused for a while, and the least recently used of too many. Limits what all of them keep. */
  closeUnused(isInUse: (tenant: OpenTenant) => boolean): void {
    const unused = [...this.#tenants].filter(([, tenant]) => !isInUse(tenant))
    unused.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const tooMany = this.#tenants.size - MAX_OPEN
    for (const [index, [key, tenant]] of unused.entries()) {
      if (index >= tooMany && tenant.usedAt + IDLE_MS > this.#parts.now()) continue
      this.#tenants.delete(key)
      this.#close(tenant)
    }
    this.#limiting ??= this.#limitFolders(isInUse).finally(() => {
      this.#limiting = undefined
    })
  }

  async #limitFolders(isInUse: (tenant: OpenTenant) => boolean): Promise<void> {
    try {
      const open = [...this.#tenants].map(([key, tenant]): [string, OpenFolder] => [
        tenant.folder,
        { isInUse: isInUse(tenant), usedAt: tenant.usedAt, remove: () => this.#remove(key, tenant) },
      ])
      await limitTenantFolders(this.#parts.settings.dataDir, new Map(open), this.#parts.settings.maxTenantsBytes)
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'metrics of tenants were not deleted')
    }
  }

  /** Closes a tenant and deletes its folder, which a visit may need again meanwhile. */
  async #remove(key: string, tenant: OpenTenant): Promise<void> {
    const { folder } = tenant
    if (this.#tenants.get(key) === tenant) this.#tenants.delete(key)
    const removal = tenant.close().then(() => removeTenantFolder(this.#parts.settings.dataDir, folder))
    this.#removals.set(folder, removal)
    await removal.finally(() => this.#removals.delete(folder))
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#tenants.values()].map((tenant) => tenant.close()))
  }

  #open(place: TenantName, storage: TenantStorage): OpenTenant {
    const { settings, openConsole, gate, secretFor, now } = this.#parts
    // It has no port, so it needs no certificate, and it has no sign-in.
    const { tls: _tls, login: _login, openId: _openId, resolve: _resolve, ...ofConsole } = settings
    const ofTenant: ServerSettings = {
      ...ofConsole,
      secret: secretFor(`console of tenant ${storage.uid}`),
      tenant: place,
      dataDir: tenantFolder(settings.dataDir, storage.folder),
      metrics: {
        scrapeToken: async () => tenant.metricsTokenAt(now()),
        ...(settings.tenantScrapeSeconds !== undefined && { scrapeSeconds: settings.tenantScrapeSeconds }),
      },
      storageUrl: storage.url,
      ...(storage.publicUrl !== undefined && { storagePublicUrl: storage.publicUrl }),
    }
    const tenant: OpenTenant = new OpenTenant(storage, this.#guard, async (endpoint) => {
      // Whether it was deleted doesn't matter to the console, which creates it.
      await this.#removals.get(storage.folder)?.catch(() => undefined)
      return await openConsole(ofTenant, gate, endpoint)
    })
    return tenant
  }

  #close(tenant: OpenTenant): void {
    tenant.close().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'a tenant was not closed'))
  }
}

function keyOf({ namespace, tenant }: TenantName): string {
  return `${namespace}/${tenant}`
}
