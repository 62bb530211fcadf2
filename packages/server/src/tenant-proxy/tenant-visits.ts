import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { AppError, detailText, errorText, getTenantConsole } from '@cooperage/contract'
import { createKubeClient } from '@cooperage/kube-client'
import { revokeOwnTokens, type StorageClient, StorageError } from '@cooperage/storage-client'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { signIn } from '../session/index.ts'
import { type AuditOutcome, type AuditTrail, outcomeOf } from '../shared/audit-trail.ts'
import { knownError } from '../shared/error-responses.ts'
import { upgradeOf } from '../shared/live/upgrades.ts'
import { clusterError } from '../shared/operator/cluster-errors.ts'
import type { OperatorServices } from '../shared/operator/operator-feature.ts'
import { STORAGE_DEADLINE_MS } from '../shared/request-signal.ts'
import type { OperatorSession, Session } from '../shared/session/sealed-session.ts'
import { newSession, newSessionId } from '../shared/session/session-keeper.ts'
import type { OpenTenantConsole, TenantGate } from '../shared/tenant-console.ts'
import type { TenantName } from '../tenants/index.ts'
import { type OpenTenant, OpenTenants } from './open-tenants.ts'
import { recordedCall } from './strangers.ts'
import { tenantProblem } from './tenant-address.ts'
import { readTenantStorage, type TenantStorage, unreachable } from './tenant-storage.ts'

/** How long a permission check is valid. It is repeated even while only a live view is open. */
const TENANT_CHECK_MS = 15_000
/** Tenants that one account visits at the same time, in all its sessions; far above real use, limits memory. */
const MAX_VISITS_OF_ACCOUNT = 100
/** Of all accounts; more aren't admitted. */
const MAX_VISITS = 10_000
/** Transfers that began within a session may continue for this long after it. */
const KEYS_GRACE_SECONDS = 3_600
/** Keys that expire before the session are replaced this long before they expire. */
const RENEW_MS = 60_000
/** How long transfers continue after a visit has ended. In this time, live views send the reason. */
const CUT_MS = 2_000

/** A session of operator mode in one tenant. */
interface TenantVisit {
  readonly visitor: OperatorSession
  readonly place: TenantName
  /** The latest. */
  request: VisitRequest
  checkedUntil: number
  checking: Promise<Entered> | undefined
  entered: Entered | undefined
  /** Why it ended. */
  end: AppError | undefined
  /** One for each pending request; calling it aborts the response. */
  readonly open: Set<() => void>
}

type VisitRequest = Pick<FastifyRequest, 'ip' | 'id'>

interface Entered {
  tenant: OpenTenant
  keysIdentity: string
  /** With temporary root keys of the tenant, which never leave this process. */
  session: Session
}

interface Parts {
  services: OperatorServices
  stopping: AbortSignal
  openConsole: OpenTenantConsole
  secretFor: (purpose: string) => string
  auditTrail: AuditTrail
  log: FastifyBaseLogger
}

/**
 * Which sessions of operator mode visit the console of which tenant (decision 23). A visit has temporary keys of the tenant. The
 * server gets them with the root keys in the tenant's configuration, which it reads repeatedly with the visitor's own permissions
 * in the cluster: without these permissions the visit ends. The browser has only the cookie of operator mode.
 */
export class TenantVisits {
  readonly #services: OperatorServices
  readonly #tenants: OpenTenants
  readonly #auditTrail: AuditTrail
  readonly #log: FastifyBaseLogger
  readonly #checkMs: number
  readonly #timer: NodeJS.Timeout
  readonly #visits = new Map<string, TenantVisit>()
  readonly #passed = new WeakMap<
    IncomingMessage,
    { basePath: string; url: string; visit: TenantVisit; session: Session }
  >()

  constructor({ services, stopping, openConsole, secretFor, auditTrail, log }: Parts) {
    const { settings, now } = services
    this.#services = services
    this.#auditTrail = auditTrail
    this.#log = log
    this.#tenants = new OpenTenants({ settings, now, log, openConsole, secretFor, gate: this.#gate(stopping) })
    this.#checkMs = settings.tenantCheckMs ?? TENANT_CHECK_MS
    this.#timer = setInterval(() => this.#maintain(), this.#checkMs)
    this.#timer.unref()
  }

  /** Passes a request to the console of a tenant, which responds to it. @throws AppError if the visitor may not enter */
  async pass(
    request: FastifyRequest,
    reply: FastifyReply,
    { visitor, place, url }: { visitor: OperatorSession; place: TenantName; url: string },
  ): Promise<void> {
    const visit = this.#visitOf(visitor, place, request)
    const { tenant, session } = await this.#enter(visit)
    const { app } = await tenant.console()
    const basePath = `${request.basePath}api/proxy/${place.namespace}/${place.tenant}/`
    this.#passed.set(request.raw, { basePath, url, visit, session })
    keepOpen(visit, request.raw, reply)
    reply.hijack()
    app.routing(request.raw, reply.raw)
  }

  /** Records what a visitor without a session tried in the console of a tenant. */
  recordStranger(request: FastifyRequest, { place, url }: { place: TenantName; url: string }, error: unknown): void {
    const known = recordedCall(request.method, url)
    const failure = knownError(error)
    if (known === undefined || failure === undefined) return
    this.#auditTrail.record({
      ...known,
      account: '',
      address: request.ip,
      target: { ...place },
      request: null,
      ...outcomeOf(failure),
      requestId: request.id,
    })
  }

  /** The storage of a tenant, with the temporary keys of a visit. @throws AppError if the visitor may not enter */
  async storageOf(
    visitor: OperatorSession,
    place: TenantName,
    { request, signal }: { request: VisitRequest; signal: AbortSignal },
  ): Promise<StorageClient> {
    // Not aborted with this request, because others may be waiting for it.
    const entering = this.#enter(this.#visitOf(visitor, place, request))
    const { tenant, session } = await Promise.race([entering, aborted(signal, place)])
    return { endpoint: tenant.endpoint, credentials: keysOf(session), signal }
  }

  /** Ends all visits of a session that was signed out, and of those that it replaced. */
  signOut({ revokeType }: OperatorSession): void {
    for (const visit of this.#visits.values()) {
      if (visit.visitor.revokeType === revokeType) this.#end(visit, new AppError('SessionEnded'))
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#tenants.close()
  }

  #visitOf(visitor: OperatorSession, place: TenantName, request: VisitRequest): TenantVisit {
    const key = keyOf(visitor, place)
    const known = this.#visits.get(key)
    if (known !== undefined) {
      known.request = request
      // Last in the order, so that the first one is the least recently used.
      this.#visits.delete(key)
      this.#visits.set(key, known)
      return known
    }
    this.#makeRoom(visitor, place)
    const visit: TenantVisit = {
      visitor,
      place,
      request,
      checkedUntil: 0,
      checking: undefined,
      entered: undefined,
      end: undefined,
      open: new Set(),
    }
    this.#visits.set(key, visit)
    return visit
  }

  /** Only the own visits of an account make room for another one: nobody ends the visits of others. @throws AppError TenantUnreachable */
  #makeRoom({ account }: OperatorSession, place: TenantName): void {
    const visits = [...this.#visits.values()]
    const own = visits.filter(({ visitor }) => visitor.account === account)
    // Those that never got in are the least of a loss.
    const leastUsed = own.find(({ entered }) => entered === undefined) ?? own[0]
    if (own.length >= MAX_VISITS_OF_ACCOUNT && leastUsed !== undefined) {
      const reason = detailText('tenantClosed', { limit: MAX_VISITS_OF_ACCOUNT })
      this.#end(leastUsed, unreachable(leastUsed.place, reason))
    } else if (visits.length >= MAX_VISITS) {
      throw unreachable(place, detailText('tooManyTenants'))
    }
  }

  async #enter(visit: TenantVisit): Promise<Entered> {
    const { entered, checkedUntil, place } = visit
    const isChecked = entered !== undefined && checkedUntil > this.#services.now() && !entered.tenant.isClosed
    if (isChecked && (await this.#hasSameAddress(place, entered))) return entered
    visit.checking ??= this.#checkAudited(visit).finally(() => {
      visit.checking = undefined
    })
    return await visit.checking
  }

  /** A tenant of the embedded platform has another port after each start. */
  async #hasSameAddress({ namespace, tenant: name }: TenantName, { tenant }: Entered): Promise<boolean> {
    const { tenantUrl } = this.#services.settings
    return tenantUrl === undefined || (await tenantUrl(namespace, name))?.origin === tenant.url.origin
  }

  /** Records the sign-in: entering the tenant, and getting new keys of it. */
  async #checkAudited(visit: TenantVisit): Promise<Entered> {
    const before = visit.entered?.session
    const record = (outcome: AuditOutcome) => {
      const { visitor, place, request } = visit
      this.#auditTrail.record({
        kind: 'sign-in',
        call: getTenantConsole.id,
        account: visitor.account,
        address: request.ip,
        target: { ...place },
        request: null,
        ...outcome,
        requestId: request.id,
      })
    }
    try {
      const entered = await this.#check(visit)
      if (entered.session !== before) record({ outcome: 'done', status: 200, code: '' })
      return entered
    } catch (error) {
      const known = knownError(error) ?? new AppError('Internal', { requestId: visit.request.id })
      // During an outage, the visits that have keys are checked again and again.
      if (before === undefined || known.status < 500) record(outcomeOf(known))
      throw error
    }
  }

  async #check(visit: TenantVisit): Promise<Entered> {
    const { now } = this.#services
    const signal = AbortSignal.timeout(STORAGE_DEADLINE_MS)
    const storage = await this.#readStorage(visit, signal)
    const tenant = this.#openTenant(visit.place, storage)
    const { keysIdentity } = storage
    const session = hasUsableKeys(visit, keysIdentity, now())
      ? visit.entered.session
      : await this.#signIn(visit, tenant, { endpoint: tenant.endpoint, credentials: storage.root, signal })
    if (visit.end !== undefined) {
      this.#revoke(tenant, session, visit.place)
      throw visit.end
    }
    visit.entered = { tenant, keysIdentity, session }
    visit.checkedUntil = now() + this.#checkMs
    // Until the check after the next one, which follows this one late if the cluster is slow.
    tenant.allowMetrics(storage.root, Math.min(now() + 2 * this.#checkMs, visit.visitor.endsAt))
    return visit.entered
  }

  /** @throws AppError TenantUnreachable */
  #openTenant(place: TenantName, storage: TenantStorage): OpenTenant {
    try {
      return this.#tenants.of(place, storage)
    } catch (error) {
      throw isRefusedAddress(error) ? unreachable(place, errorText(error), error) : error
    }
  }

  /** @throws AppError, and ends the visit unless the cluster or the tenant is only unavailable */
  async #readStorage(visit: TenantVisit, signal: AbortSignal): Promise<TenantStorage> {
    const { cluster, settings } = this.#services
    const kube = createKubeClient({ endpoint: cluster, token: visit.visitor.token, signal })
    try {
      return await readTenantStorage(kube, visit.place, settings)
    } catch (error) {
      const known = clusterError(error)
      if (known instanceof AppError && known.status < 500) this.#end(visit, known)
      throw known
    }
  }

  async #signIn(
    { visitor, place }: TenantVisit,
    tenant: OpenTenant,
    root: StorageClient & { signal: AbortSignal },
  ): Promise<Session> {
    const { now } = this.#services
    const seconds = Math.ceil((visitor.endsAt - now()) / 1000)
    const id = newSessionId()
    try {
      const keys = await signIn(root, id, seconds + KEYS_GRACE_SECONDS)
      const names = { id, revokeType: id, account: visitor.account, way: 'clusterToken' } as const
      return newSession(names, keys, seconds, now())
    } catch (error) {
      if (isRefusedAddress(error)) throw unreachable(place, errorText(error), error)
      if (error instanceof AppError) throw new AppError('TenantKeysRefused', { ...place }, { cause: error })
      if (!(error instanceof StorageError)) throw error
      throw unreachable(place, await tenantProblem(tenant, error, root.signal), error)
    }
  }

  /** How the console of a tenant finds the visit that a request belongs to. */
  #gate(stopping: AbortSignal): TenantGate {
    const passed = (raw: IncomingMessage) => {
      const found = this.#passed.get(raw)
      if (found === undefined) throw new Error('The console of a tenant got a request that was not passed to it')
      return found
    }
    return {
      computations: this.#services.computations,
      metrics: this.#services.metrics,
      stopping,
      locate: passed,
      sessions: {
        refuseAmbiguous: () => undefined,
        isIn: () => true,
        of: async ({ raw }) => passed(raw).session,
        start: async () => {
          throw new Error('A session in the console of a tenant starts with a visit')
        },
        refuse: async () => undefined,
        // The tenant no longer accepts the keys: the next request signs in again.
        forget: ({ request }) => {
          const { visit, session } = passed(request.raw)
          if (visit.entered?.session === session) visit.entered = undefined
        },
      },
    }
  }

  #end(visit: TenantVisit, reason: AppError): void {
    if (visit.end !== undefined) return
    visit.end = reason
    const { visitor, place, entered, open } = visit
    this.#visits.delete(keyOf(visitor, place))
    if (entered === undefined) return
    const { tenant, session } = entered
    void tenant.openConsole?.then(
      ({ socketLimiter }) => socketLimiter.end(session, reason),
      () => undefined,
    )
    setTimeout(() => {
      for (const cut of open) cut()
    }, CUT_MS).unref()
    this.#revoke(tenant, session, place)
  }

  #revoke({ endpoint }: OpenTenant, session: Session, place: TenantName): void {
    const signal = AbortSignal.timeout(STORAGE_DEADLINE_MS)
    revokeOwnTokens({ endpoint, credentials: keysOf(session), signal }).catch((error: unknown) => {
      this.#log.warn({ err: error, ...place }, 'the keys of a visit were not revoked and are valid until they expire')
    })
  }

  /** Ends expired visits, repeats due checks, and closes unused tenants. */
  #maintain(): void {
    const now = this.#services.now()
    const used = new Set<OpenTenant>()
    for (const visit of this.#visits.values()) {
      const { visitor, open, entered, checkedUntil, place } = visit
      if (visitor.endsAt <= now) {
        this.#end(visit, new AppError('SessionEnded'))
        continue
      }
      if (open.size === 0) continue
      if (entered !== undefined) used.add(entered.tenant)
      if (checkedUntil > now) continue
      // A refusal has ended the visit; during an outage the next check decides.
      this.#enter(visit).catch((error: unknown) =>
        this.#log.info({ err: error, ...place }, 'a visit was not confirmed'),
      )
    }
    this.#tenants.closeUnused((tenant) => used.has(tenant))
  }
}

/** Whether the keys of a visit can still be used. */
function hasUsableKeys(
  visit: TenantVisit,
  keysIdentity: string,
  now: number,
): visit is TenantVisit & { entered: Entered } {
  const { entered, visitor } = visit
  if (entered === undefined || entered.keysIdentity !== keysIdentity) return false
  const { endsAt } = entered.session
  return endsAt >= visitor.endsAt || endsAt - now > RENEW_MS
}

function isRefusedAddress(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'RemoteAddressRefused'
}

/** Keeps the visit in use until the response or the live view is complete. */
function keepOpen({ open }: TenantVisit, raw: IncomingMessage, reply: FastifyReply): void {
  const upgrade = upgradeOf(raw)
  // Live views end on their own.
  const cut = upgrade === undefined ? () => void reply.raw.destroy() : () => undefined
  open.add(cut)
  const carrier = upgrade?.connection ?? reply.raw
  carrier.once('close', () => open.delete(cut))
}

function keysOf({ accessKey, secretKey, sessionToken }: Session): StorageClient['credentials'] {
  return { accessKey, secretKey, sessionToken }
}

async function aborted(signal: AbortSignal, place: TenantName): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw unreachable(place, detailText('noResponseInTime'), signal.reason)
}

function keyOf({ id }: OperatorSession, { namespace, tenant }: TenantName): string {
  return `${id} ${namespace}/${tenant}`
}
