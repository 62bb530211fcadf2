import {
  AppError,
  addSites,
  cancelSiteResync,
  editSite,
  getSiteEntity,
  getSiteReplication,
  getSiteStatus,
  listSiteResyncs,
  type RESYNC_STATES,
  reachSites,
  removeSites,
  type Site,
  startSiteResync,
} from '@cooperage/contract'
import {
  addSites as add,
  cancelSiteResync as cancelResync,
  compareSiteEntity,
  compareSites,
  editSite as edit,
  exchangeFailure,
  type ResyncStatus,
  type ResyncsOfTargets,
  removeSites as remove,
  resyncsOfTargets,
  type StorageClient,
  siteEntityTimes,
  siteGroup,
  siteResyncs,
  startSiteResync as startResync,
} from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { guardForVisitors, type OutboundGuard } from '../shared/outbound-guard.ts'
import { remoteAddress } from '../shared/remote-server.ts'
import { shortWords } from '../shared/storage-errors.ts'
import { compareEntity, comparison } from './comparison.ts'
import { comparisonContradictions, listedSites } from './contradictions.ts'
import { ADD, REMOVE, RESYNC, VIEW, withComparisonErrors, withSiteErrors } from './site-errors.ts'

/** A change is made on all sites before the server responds. */
const ON_ALL_SITES = { isLong: true } as const
/** Sites that are asked at the same time whether they respond. */
const PARALLEL = 8
const REACH_MS = 4_000

const NOTHING_TO_COMPARE = comparison([], {
  totals: {},
  entities: { bucket: {}, policy: {}, user: {}, group: {} },
  links: {},
})

export function siteReplicationRoutes({ routes, services: { settings, now } }: Registry): void {
  const guard = guardForVisitors(settings)

  routes.withSession(getSiteReplication, async ({ storage }) => {
    const group = await withSiteErrors(VIEW, siteGroup(storage))
    return { ...listedSites(group), replicatesExpiry: group.sites.some(({ replicatesExpiry }) => replicatesExpiry) }
  })

  routes.withSession(getSiteStatus, async ({ storage }) => {
    const sites = await listed(storage)
    if (sites.length === 0) return { ...NOTHING_TO_COMPARE, contradictions: [] }
    const found = await withComparisonErrors(compareSites(storage))
    const status = comparison(sites, found)
    return { ...status, contradictions: comparisonContradictions(sites, found, status, now()) }
  })

  routes.withSession(getSiteEntity, async ({ query: { entity, name }, storage }) => {
    const [flags, times] = await Promise.all([
      withComparisonErrors(compareSiteEntity(storage, entity, name)),
      withSiteErrors(VIEW, siteEntityTimes(storage, entity, name)),
    ])
    return compareEntity(entity, flags, times)
  })

  routes.withSession(reachSites, async ({ storage, signal }) => {
    const others = await otherSites(storage)
    const items = new Map(others.map(({ deploymentId }) => [deploymentId, 'unchecked' as 'unchecked' | Reached]))
    await inParallel(others, PARALLEL, async ({ deploymentId, endpoint }) => {
      items.set(deploymentId, await reach(guard, endpoint, signal))
    })
    return { items: [...items].map(([deploymentId, state]) => ({ deploymentId, state })) }
  })

  routes.withSession(
    addSites,
    async ({ body: { sites, replicatesExpiry }, storage }) => {
      const typed = sites.map((site) => ({ ...site, endpoint: remoteAddress(site.endpoint).origin }))
      const { isPartial, reason } = await withSiteErrors(ADD, add(storage, typed, { replicatesExpiry }))
      return { isPartial, reason: shortWords(reason) }
    },
    ON_ALL_SITES,
  )

  routes.withSession(
    editSite,
    async ({ params: { deploymentId }, body: { endpoint, isSync, bandwidth }, storage }) => {
      const site = await siteOf(storage, deploymentId)
      const change = {
        ...(endpoint !== undefined && { endpoint: remoteAddress(endpoint).origin }),
        ...(isSync !== undefined && { isSync }),
        ...(bandwidth !== undefined && { bandwidth }),
      }
      return await withSiteErrors(ADD, edit(storage, site, change))
    },
    ON_ALL_SITES,
  )

  routes.withSession(
    removeSites,
    async ({ body: { names }, storage }) => {
      const { isPartial, reason } = await withSiteErrors(REMOVE, remove(storage, names))
      return { isPartial, reason: shortWords(reason) }
    },
    ON_ALL_SITES,
  )

  routes.withSession(listSiteResyncs, async ({ storage }) => {
    const others = (await otherSites(storage)).map(({ deploymentId }) => deploymentId)
    const resyncs = await withSiteErrors('admin:ServerInfo', siteResyncs(storage, others))
    const wereSent = resyncs.some(({ status }) => STATES_TO_DOUBT.has(status))
    const marks = wereSent ? await marksOf(storage) : new Map()
    return { items: resyncs.map((resync) => toResync(resync, marks.get(resync.deploymentId))) }
  })

  routes.withSession(
    startSiteResync,
    async ({ body: { deploymentId }, storage }) => {
      const failures = await withSiteErrors(RESYNC, startResync(storage, await siteOf(storage, deploymentId)))
      return { failures: failures.map(({ bucket, reason }) => ({ bucket, reason: shortWords(reason) })) }
    },
    ON_ALL_SITES,
  )

  routes.withSession(
    cancelSiteResync,
    async ({ query: { deploymentId }, storage }) => {
      await withSiteErrors(RESYNC, cancelResync(storage, await siteOf(storage, deploymentId)))
    },
    ON_ALL_SITES,
  )
}

async function listed(storage: StorageClient): Promise<Site[]> {
  return listedSites(await withSiteErrors(VIEW, siteGroup(storage))).items
}

async function otherSites(storage: StorageClient): Promise<Site[]> {
  return (await listed(storage)).filter(({ isHere }) => !isHere)
}

/** @throws AppError NoSiteReplication, NoSuchSite */
async function siteOf(storage: StorageClient, deploymentId: string): Promise<Site> {
  const sites = await listed(storage)
  if (sites.length === 0) throw new AppError('NoSiteReplication')
  const site = sites.find((one) => one.deploymentId === deploymentId)
  if (site === undefined) throw new AppError('NoSuchSite')
  return site
}

type Reached = 'online' | 'offline'

/** Whether a site says that it lives. Its address comes from the storage server, so the guard decides whether it is asked. */
async function reach(guard: OutboundGuard, endpoint: string, signal: AbortSignal): Promise<Reached | 'unchecked'> {
  let address: ReturnType<OutboundGuard['endpoint']> | undefined
  try {
    address = guard.endpoint(remoteAddress(endpoint))
    const { statusCode, body } = await address.request({
      method: 'GET',
      path: '/minio/health/live',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]),
    })
    body.on('error', () => {}).destroy()
    return statusCode === 200 ? 'online' : 'offline'
  } catch (error) {
    return exchangeFailure(error, signal) instanceof AppError ? 'unchecked' : 'offline'
  } finally {
    await address?.close()
  }
}

/** By the names that servers give them. */
const STATES: Readonly<Record<string, (typeof RESYNC_STATES)[number]>> = {
  '': 'none',
  Pending: 'running',
  Ongoing: 'running',
  Completed: 'complete',
  Failed: 'failed',
  Canceled: 'canceled',
}

/** In which servers leave a resync that was canceled. */
const STATES_TO_DOUBT: ReadonlySet<string> = new Set(['Pending', 'Ongoing', 'Completed'])

/** Nothing is known of them without the permission, and nothing else depends on them. */
async function marksOf(storage: StorageClient): Promise<ResyncsOfTargets> {
  try {
    return await withSiteErrors('admin:GetBucketTarget', resyncsOfTargets(storage))
  } catch (error) {
    if (error instanceof AppError && error.code !== 'SessionEnded') return new Map()
    throw error
  }
}

const isoTime = (time: number) => (time > 0 ? new Date(time).toISOString() : '')

function toResync({ id, status, startedAt, updatedAt, ...resync }: ResyncStatus, marks?: ReadonlySet<string>) {
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined
  return {
    ...resync,
    state: state ?? ('unknown' as const),
    startedAt: isoTime(startedAt),
    updatedAt: isoTime(updatedAt),
    wasCanceled: STATES_TO_DOUBT.has(status) && id !== '' && marks !== undefined && !marks.has(id),
  }
}
