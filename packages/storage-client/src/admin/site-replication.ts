import { type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { readText } from '../read-whole.ts'
import { parsed } from '../send.ts'
import { sealedBody } from './sealed-payload.ts'
import { sendAdmin, sendAdminForObject, sendAdminForText } from './send-admin.ts'

const PATH = '/minio/admin/v3'

async function read(client: StorageClient, call: string, query: Record<string, string> = {}): Promise<JsonObject> {
  return await sendAdminForObject(client, { method: 'GET', path: `${PATH}/${call}`, query })
}

interface PutOptions {
  isSealed?: boolean
  query?: Record<string, string>
  headersTimeoutMs?: number
}

async function put(
  client: StorageClient,
  call: string,
  document: unknown,
  { isSealed = false, query = {}, headersTimeoutMs = SLOW_MS }: PutOptions = {},
): Promise<JsonObject> {
  const body = JSON.stringify(document)
  const payload = isSealed ? await sealedBody(client, body) : { body }
  const path = `${PATH}/site-replication/${call}`
  return await sendAdminForObject(client, { method: 'PUT', path, query, ...payload, headersTimeoutMs })
}

/** A change is made on all sites before the server responds, and it tries those that are down several times. */
const SLOW_MS = 60_000
/** Sites are added only after their buckets, policies, users and groups were synchronized for the first time. */
const FIRST_SYNC_MS = 15 * 60_000

/** Nothing that servers count is negative, or has more digits than a count can have. */
const amountField = (fields: JsonObject, name: string) =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, numberField(fields, name)))

/** Milliseconds since the epoch; 0 for the year 1, with which servers say that there is no such time. */
function timeIn(fields: JsonObject, name: string): number {
  return Math.max(0, Date.parse(textField(fields, name)) || 0)
}

export interface PeerSite {
  name: string
  endpoint: string
  deploymentId: string
  isSync: boolean
  /** Bytes per second and bucket, 0 for no limit. */
  bandwidth: number
  replicatesExpiry: boolean
}

type NamedSite = Pick<PeerSite, 'name' | 'endpoint' | 'deploymentId'>

export interface SiteGroup {
  /** What the server itself is called; '' without site replication. */
  name: string
  sites: PeerSite[]
}

/** The sites that the server replicates with, and itself; needs admin:SiteReplicationInfo. @throws StorageError */
export async function siteGroup(client: StorageClient): Promise<SiteGroup> {
  const info = await read(client, 'site-replication/info')
  return { name: textField(info, 'name'), sites: listField(info, 'sites').map(toSite) }
}

function toSite(entry: unknown): PeerSite {
  const site = objectField(entry)
  return {
    name: textField(site, 'name'),
    endpoint: textField(site, 'endpoint'),
    deploymentId: textField(site, 'deploymentID'),
    isSync: site.sync === 'enable',
    bandwidth: amountField(objectField(site, 'defaultbandwidth'), 'bandwidthLimitPerBucket'),
    replicatesExpiry: site['replicate-ilm-expiry'] === true,
  }
}

/** The deployment ID of the server, '' if it has no site replication; needs admin:SiteReplicationInfo. @throws StorageError */
export async function ownDeploymentId(client: StorageClient): Promise<string> {
  return textField(await read(client, 'site-replication/metainfo'), 'DeploymentID')
}

export type SiteEntityKind = 'bucket' | 'policy' | 'user' | 'group'

/** By deployment ID: what a server says about a bucket, policy, user or group on each site. */
export type SiteFlags = Record<string, Record<string, boolean>>

export interface SiteComparison {
  /** By deployment ID; '' stands for sites that didn't answer. How many there are on any site. */
  totals: Record<string, Record<SiteEntityKind, number>>
  /** What isn't the same, by entity and name. */
  entities: Record<SiteEntityKind, Record<string, SiteFlags>>
  /** By deployment ID, without the server itself. Empty until something was replicated. */
  links: Record<string, SiteLinkStatus>
}

export interface SiteLinkStatus {
  isOnline: boolean
  /** Milliseconds since the epoch, 0 if never. */
  lastOnline: number
  downtimeMs: number
  latencyMs: number
  /** Operations on objects since the server was started, and their bytes. */
  replicated: number
  replicatedBytes: number
  failed: number
  failedBytes: number
  failedLastHour: number
}

/**
 * Has the server compare all sites; needs admin:SiteReplicationInfo. It waits for every site, however long one takes.
 * @throws StorageError
 */
export async function compareSites(client: StorageClient): Promise<SiteComparison> {
  const all = { buckets: 'true', policies: 'true', users: 'true', groups: 'true', metrics: 'true' }
  const status = await read(client, 'site-replication/status', all)
  const links = objectField(objectField(status, 'Metrics'), 'replMetrics')
  return {
    totals: mapped(objectField(status, 'StatsSummary'), toTotals),
    entities: entitiesIn(status),
    links: mapped(links, toLink),
  }
}

/** The same about one entity, also if it is the same on all sites. @throws StorageError */
export async function compareSiteEntity(client: StorageClient, kind: SiteEntityKind, name: string): Promise<SiteFlags> {
  const status = await read(client, 'site-replication/status', { entity: kind, entityvalue: name })
  const found = entitiesIn(status)[kind]
  return Object.hasOwn(found, name) ? (found[name] ?? {}) : {}
}

/** When the server itself last changed each part of an entity, in milliseconds since the epoch. @throws StorageError */
export async function siteEntityTimes(
  client: StorageClient,
  kind: SiteEntityKind,
  name: string,
): Promise<Record<string, number>> {
  const info = await read(client, 'site-replication/metainfo', { entity: kind, entityvalue: name })
  const times: Record<string, number> = {}
  for (const [map, field, part] of TIMES[kind]) {
    const entry = objectField(info, map)
    const time = Object.hasOwn(entry, name) ? timeIn(objectField(entry, name), field) : 0
    if (time > 0) times[part] = time
  }
  return times
}

/** Where the time of each part is, of each kind of entity. */
const TIMES: Readonly<Record<SiteEntityKind, readonly (readonly [map: string, field: string, part: string])[]>> = {
  bucket: [
    ['Buckets', 'bucketTimestamp', 'created'],
    ['Buckets', 'tagTimestamp', 'TagMismatch'],
    ['Buckets', 'versioningTimestamp', 'VersioningConfigMismatch'],
    ['Buckets', 'olockTimestamp', 'OLockConfigMismatch'],
    ['Buckets', 'policyTimestamp', 'PolicyMismatch'],
    ['Buckets', 'sseTimestamp', 'SSEConfigMismatch'],
    ['Buckets', 'replicationConfigTimestamp', 'ReplicationCfgMismatch'],
    ['Buckets', 'quotaTimestamp', 'QuotaCfgMismatch'],
    ['Buckets', 'corsTimestamp', 'CorsCfgMismatch'],
  ],
  policy: [['Policies', 'updatedAt', 'PolicyMismatch']],
  user: [
    ['UserInfoMap', 'updatedAt', 'UserInfoMismatch'],
    ['UserPolicies', 'updatedAt', 'PolicyMismatch'],
  ],
  group: [
    ['GroupDescMap', 'updatedAt', 'GroupDescMismatch'],
    ['GroupPolicies', 'updatedAt', 'PolicyMismatch'],
  ],
}

function mapped<T>(fields: JsonObject, to: (value: JsonObject) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(objectField(value))]))
}

function toTotals(summary: JsonObject): Record<SiteEntityKind, number> {
  return {
    bucket: amountField(summary, 'TotalBucketsCount'),
    policy: amountField(summary, 'TotalIAMPoliciesCount'),
    user: amountField(summary, 'TotalUsersCount'),
    group: amountField(summary, 'TotalGroupsCount'),
  }
}

const toFlags = (entry: JsonObject) => mapped(entry, onlyFlags)

function onlyFlags(fields: JsonObject): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, is]) => (typeof is === 'boolean' ? [[name, is]] : [])),
  )
}

function entitiesIn(status: JsonObject): SiteComparison['entities'] {
  return {
    bucket: mapped(objectField(status, 'BucketStats'), toFlags),
    policy: mapped(objectField(status, 'PolicyStats'), toFlags),
    user: mapped(objectField(status, 'UserStats'), toFlags),
    group: mapped(objectField(status, 'GroupStats'), toFlags),
  }
}

function toLink(link: JsonObject): SiteLinkStatus {
  const failed = objectField(link, 'failed')
  const totals = objectField(failed, 'totals')
  return {
    isOnline: link.isOnline === true,
    lastOnline: timeIn(link, 'lastOnline'),
    downtimeMs: amountField(link, 'totalDowntime') / 1e6,
    latencyMs: amountField(objectField(link, 'latency'), 'avg') / 1e6,
    replicated: amountField(link, 'replicatedCount'),
    replicatedBytes: amountField(link, 'replicatedSize'),
    failed: amountField(totals, 'count'),
    failedBytes: amountField(totals, 'bytes'),
    failedLastHour: amountField(objectField(failed, 'lastHour'), 'count'),
  }
}

/** A site and keys of an administrator there. */
export interface SiteWithKeys {
  name: string
  endpoint: string
  accessKey: string
  secretKey: string
}

/**
 * Has the server replicate with other sites. The list has all of them, with the server itself and those that it replicates with
 * already. Needs admin:SiteReplicationAdd.
 * @returns what went wrong although it wasn't refused, '' if nothing
 * @throws StorageError `XMinioSiteReplicationInvalidRequest`, `…PeerResp`, `…BackendIssue`, `…IAMConfigMismatch` and others
 */
export async function addSites(
  client: StorageClient,
  sites: readonly SiteWithKeys[],
  { replicatesExpiry = false } = {},
): Promise<{ isPartial: boolean; reason: string }> {
  // Servers call the one endpoint that they read "endpoints".
  const document = sites.map(({ endpoint, ...site }) => ({ ...site, endpoints: endpoint }))
  const query = { replicateILMExpiry: String(replicatesExpiry) }
  const status = await put(client, 'add', document, { isSealed: true, query, headersTimeoutMs: FIRST_SYNC_MS })
  const reason = textField(status, 'errorDetail') || textField(status, 'initialSyncErrorMessage')
  return { isPartial: status.success !== true, reason }
}

export interface SiteChange {
  endpoint?: string
  isSync?: boolean
  /** Bytes per second and bucket, 0 for no limit. */
  bandwidth?: number
}

/**
 * Changes where all sites reach one, or how the server replicates to it; needs admin:SiteReplicationAdd.
 * @returns whether some sites couldn't be told
 * @throws StorageError `XMinioSiteReplicationInvalidRequest`
 */
export async function editSite(
  client: StorageClient,
  { name, deploymentId }: Pick<PeerSite, 'name' | 'deploymentId'>,
  { endpoint, isSync, bandwidth }: SiteChange,
): Promise<{ isPartial: boolean }> {
  const document = {
    name,
    deploymentID: deploymentId,
    ...(endpoint !== undefined && { endpoint }),
    ...(isSync !== undefined && { sync: isSync ? 'enable' : 'disable' }),
    ...(bandwidth !== undefined && { defaultbandwidth: { bandwidthLimitPerBucket: bandwidth, set: true } }),
  }
  const status = await put(client, 'edit', document, { isSealed: true })
  return { isPartial: status.success !== true || /partially failed/i.test(textField(status, 'status')) }
}

/**
 * Removes sites by their names, without any all of them; needs admin:SiteReplicationRemove.
 * @returns what went wrong although it wasn't refused, '' if nothing
 * @throws StorageError `XMinioSiteReplicationConfigMissingError` for an unknown name, `XMinioSiteReplicationInvalidRequest`
 */
export async function removeSites(
  client: StorageClient,
  names: readonly string[],
): Promise<{ isPartial: boolean; reason: string }> {
  const status = await put(client, 'remove', names.length > 0 ? { sites: names } : { all: true })
  const reason = textField(status, 'errorDetail')
  return { isPartial: reason !== '', reason }
}

/** Of all servers, what a resync to one site is doing. */
const SITE_RESYNC = '16'

export interface ResyncStatus {
  deploymentId: string
  /** `Ongoing`, `Completed`, `Failed`, `Canceled`, `Pending`; '' if there was none. */
  status: string
  /** Milliseconds since the epoch, 0 if there was none. */
  startedAt: number
  updatedAt: number
  buckets: number
  failedBuckets: string[]
  replicated: number
  replicatedBytes: number
  failed: number
  failedBytes: number
  bucket: string
  object: string
  /** What remote targets that take part in it are marked with. */
  id: string
}

/** The last resync to each of these sites; needs admin:ServerInfo. @throws StorageError */
export async function siteResyncs(client: StorageClient, deploymentIds: readonly string[]): Promise<ResyncStatus[]> {
  return await inParallel(deploymentIds, async (deploymentId) => {
    const report = await read(client, 'metrics', { types: SITE_RESYNC, n: '1', 'by-depID': deploymentId })
    const resync = objectField(objectField(report, 'aggregated'), 'siteResync')
    return {
      deploymentId,
      status: textField(resync, 'resyncStatus'),
      startedAt: timeIn(resync, 'startTime'),
      updatedAt: timeIn(resync, 'lastUpdate'),
      buckets: amountField(resync, 'numBuckets'),
      failedBuckets: listField(resync, 'failedBuckets').filter((bucket) => typeof bucket === 'string'),
      replicated: amountField(resync, 'replicationCount'),
      replicatedBytes: amountField(resync, 'completedReplicationSize'),
      failed: amountField(resync, 'failedReplicationCount'),
      failedBytes: amountField(resync, 'failedReplicationSize'),
      bucket: textField(resync, 'bucket'),
      object: textField(resync, 'object'),
      id: textField(resync, 'resyncID'),
    }
  })
}

/** By deployment ID: the resyncs that buckets take part in. */
export type ResyncsOfTargets = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Which resyncs the remote targets of all buckets are marked with; '' for none. Canceling removes the marks and changes
 * nothing else: servers continue to report the resync as running. Needs admin:GetBucketTarget.
 * @throws StorageError
 */
export async function resyncsOfTargets(client: StorageClient): Promise<ResyncsOfTargets> {
  const query = { bucket: '', type: 'replication' }
  const text = await sendAdminForText(client, { method: 'GET', path: `${PATH}/list-remote-targets`, query })
  const targets: unknown = parsed(() => JSON.parse(text))
  const found = new Map<string, Set<string>>()
  for (const entry of Array.isArray(targets) ? targets : []) {
    const target = objectField(entry)
    const deploymentId = textField(target, 'deploymentID')
    const ids = found.get(deploymentId) ?? new Set()
    found.set(deploymentId, ids.add(textField(target, 'resetID')))
  }
  return found
}

/**
 * Starts to send all objects to a site; needs admin:SiteReplicationResync.
 * @returns buckets for which it couldn't be started
 * @throws StorageError `XMinioSiteReplicationInvalidRequest`, `InternalError` if no bucket could be started
 */
export async function startSiteResync(
  client: StorageClient,
  site: NamedSite,
): Promise<{ bucket: string; reason: string }[]> {
  const started = await resyncOperation(client, 'start', site)
  return listField(started, 'buckets').map((entry) => ({
    bucket: textField(objectField(entry), 'bucket'),
    reason: textField(objectField(entry), 'errorDetail'),
  }))
}

/** Needs admin:SiteReplicationResync. @throws StorageError `XMinioSiteReplicationInvalidRequest` if none is running */
export async function cancelSiteResync(client: StorageClient, site: NamedSite): Promise<void> {
  await resyncOperation(client, 'cancel', site)
}

/** Servers find the remote targets of a site by its endpoint, so its deployment ID alone isn't enough. */
function resyncOperation(client: StorageClient, operation: string, site: NamedSite): Promise<JsonObject> {
  const { name, endpoint, deploymentId } = site
  return put(client, 'resync/op', { name, endpoint, deploymentID: deploymentId }, { query: { operation } })
}

export interface SiteFacts {
  deploymentId: string
  /** '' if the server doesn't say. */
  version: string
  /** Milliseconds since the epoch by the clock of the server, to the second; undefined if it doesn't say. */
  clock: number | undefined
}

/** What a server is, and its clock; needs admin:ServerInfo. @throws StorageError */
export async function siteFacts(client: StorageClient): Promise<SiteFacts> {
  const response = await sendAdmin(client, { method: 'GET', path: `${PATH}/info` })
  const clock = Date.parse(String(response.headers.date))
  const text = await readText(response, client.signal)
  const info = objectField(parsed(() => JSON.parse(text)))
  const [server] = listField(info, 'servers')
  return {
    deploymentId: textField(info, 'deploymentID'),
    version: textField(objectField(server), 'version'),
    clock: Number.isNaN(clock) ? undefined : clock,
  }
}

/**
 * How the identity providers of a server are set up, as it says it, to be compared with others; needs admin:SiteReplicationAdd.
 * @throws StorageError
 */
export async function identitySettings(client: StorageClient): Promise<string> {
  return await sendAdminForText(client, { method: 'GET', path: `${PATH}/site-replication/peer/idp-settings` })
}
