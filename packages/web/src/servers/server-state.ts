import {
  countAlerts,
  getServerInfo,
  getSession,
  getSiteReplication,
  listBuckets,
  listSyncs,
  type ServerInfo,
  type ServerLabel,
  type Session,
  SITE_REPLICATION_FEATURE,
  type Site,
  type Sync,
} from '@cooperage/contract'
import { translate } from '../messages/use-texts.ts'
import { siteReplicationPath, syncPath } from '../navigation/paths/pages.ts'
import { serverBase } from '../navigation/server-paths.ts'
import { ApiError, isSignedOut } from '../shared/api/api-error.ts'
import { callAt } from '../shared/api/call.ts'
import { formatCount } from '../shared/text/numbers.ts'

/** In the order in which they need attention. */
export const STATES = ['unreachable', 'degraded', 'attention', 'loading', 'online', 'signedOut'] as const
export type State = (typeof STATES)[number]

/** What the visitor may see of a server with the session there. */
export interface ServerState {
  state: State
  /** What is wrong, or ''. */
  problem: string
  session?: Session
  /** Undefined without permission, or if the server doesn't report it. */
  info?: ServerInfo | undefined
  /** The names of the buckets; undefined if the visitor may not list them. */
  buckets?: readonly string[] | undefined
  /** Those that it replicates with, and itself; none without site replication, or without permission to see it. */
  sites?: readonly Pick<Site, 'name' | 'deploymentId' | 'isHere'>[] | undefined
}

export interface ServerRow extends ServerLabel, ServerState {
  /** When the state was loaded, ISO 8601, or ''. */
  loadedAt: string
}

/** A server that takes longer counts as unreachable; each is asked by itself, so it delays no other one. */
const LATE_MS = 10_000
/** What only adds to the state is left out then. */
const EXTRAS_LATE_MS = 5_000

/** Asks the console of a server, in the visitor's session there. */
export async function loadServer(name: string, signal: AbortSignal): Promise<ServerState> {
  const late = AbortSignal.timeout(LATE_MS)
  const base = serverBase(name)
  const either = AbortSignal.any([signal, late])
  const unlessRefused = <T>(asking: Promise<T>) =>
    asking.catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 403) return undefined
      throw error
    })
  const extras = AbortSignal.any([signal, AbortSignal.timeout(EXTRAS_LATE_MS)])
  const unlessFailed = <T>(asking: Promise<T>) =>
    asking.catch((error: unknown) => {
      if (error instanceof ApiError ? isSignedOut(error) : signal.aborted || !extras.aborted) throw error
      return undefined
    })
  try {
    const session = await callAt(base, getSession, {}, either)
    const { pages, features } = session
    const hasSites = pages.includes(siteReplicationPath()) && features.includes(SITE_REPLICATION_FEATURE)
    const [info, list, syncs = [], alerts, replication] = await Promise.all([
      pages.includes('/dashboard') ? unlessRefused(callAt(base, getServerInfo, {}, either)) : undefined,
      unlessRefused(callAt(base, listBuckets, { query: { names_only: true } }, either)),
      pages.includes(syncPath())
        ? unlessRefused(callAt(base, listSyncs, { query: { everyone: false } }, either))
        : undefined,
      pages.includes('/alerts') ? unlessFailed(callAt(base, countAlerts, {}, extras)) : undefined,
      hasSites ? unlessFailed(callAt(base, getSiteReplication, {}, extras)) : undefined,
    ])
    const ofServer = info === undefined ? '' : problemOf(info)
    const others = [alertProblem(alerts?.firing ?? 0), syncProblem(syncs)].filter((text) => text !== '')
    const state = ofServer !== '' ? 'degraded' : others.length > 0 ? 'attention' : 'online'
    const problem = [ofServer, ...others].filter((text) => text !== '').join(' ')
    const buckets = list?.buckets.map((bucket) => bucket.name)
    return { state, problem, session, info, buckets, sites: replication?.items }
  } catch (error) {
    if (signal.aborted) throw error
    if (late.aborted) return { state: 'unreachable', problem: translate('servers:late', { seconds: LATE_MS / 1000 }) }
    if (!(error instanceof ApiError)) throw error
    if (isSignedOut(error)) return { state: 'signedOut', problem: '' }
    return { state: 'unreachable', problem: error.message }
  }
}

/** What is wrong with the servers and drives of a storage server. */
export function problemOf({ servers }: Pick<ServerInfo, 'servers'>): string {
  const offline = servers.filter(({ state }) => state !== 'online').length
  const { number, online } = drivesOf({ servers })
  return [
    offline > 0 && translate('servers:serversOffline', { count: offline, number: offline }),
    online < number && translate('servers:drivesOffline', { count: number - online, number: number - online }),
  ]
    .filter((text) => text !== false)
    .join(' ')
}

/** Whether syncs from a storage server need somebody to look. */
function syncProblem(syncs: readonly Pick<Sync, 'needs_attention'>[]): string {
  const count = syncs.filter(({ needs_attention: isFailing }) => isFailing).length
  return count === 0 ? '' : translate('servers:syncsFailing', { count, number: count })
}

function alertProblem(count: number): string {
  return count === 0 ? '' : translate('alerts:firing', { count, number: formatCount(count) })
}

/** What the list calls the other sites of a server: as its own rows are called, or by their names at the sites. */
export function otherSites({ sites = [] }: ServerRow, rows: readonly ServerRow[]): string[] {
  const titles = new Map(rows.map((row) => [ownDeployment(row), row.title]))
  return sites.flatMap(({ isHere, deploymentId, name }) => (isHere ? [] : [titles.get(deploymentId) ?? name]))
}

/** Titles of the servers that a server replicates with by its own account, but that say that they don't. */
export function notListedBy({ sites = [] }: ServerRow, rows: readonly ServerRow[]): string[] {
  const here = ownDeployment({ sites })
  const ids = new Set(sites.map(({ deploymentId }) => deploymentId))
  return rows.flatMap((row) => {
    const there = ownDeployment(row)
    if (here === undefined || there === undefined || there === here || !ids.has(there)) return []
    return row.sites?.some(({ deploymentId }) => deploymentId === here) ? [] : [row.title]
  })
}

function ownDeployment({ sites }: Pick<ServerRow, 'sites'>): string | undefined {
  return sites?.find(({ isHere }) => isHere)?.deploymentId
}

export function drivesOf({ servers }: Pick<ServerInfo, 'servers'>): { number: number; online: number } {
  const drives = servers.flatMap((one) => one.drives)
  return { number: drives.length, online: drives.filter(({ state }) => state === 'ok').length }
}

/** Those that need attention first, then by title. Sites that replicate with each other stay together, at the place of the first. */
export function byAttention(rows: readonly ServerRow[], compareTitles: (a: string, b: string) => number): ServerRow[] {
  const sorted = rows.toSorted(
    (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || compareTitles(a.title, b.title),
  )
  const groupOf = ({ name, sites = [] }: ServerRow) =>
    sites.length === 0 ? name : JSON.stringify(sites.map(({ deploymentId }) => deploymentId).sort())
  return [...Map.groupBy(sorted, groupOf).values()].flat()
}
