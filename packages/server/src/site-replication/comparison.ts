import {
  SITE_ENTITIES,
  type Site,
  type SiteDifference,
  type SiteEntity,
  type SiteEntityDetails,
  type SiteEntityDifference,
  type SiteStatus,
} from '@cooperage/contract'
import type { SiteComparison, SiteFlags, SiteLinkStatus } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'

/** More are of no use to anyone: they have one cause. */
const MAX_DIFFERENCES = 1_000

/** What servers call that a part of an entity differs. */
const DIFFERENCES: Readonly<Record<SiteEntity, Readonly<Record<string, SiteDifference>>>> = {
  bucket: {
    TagMismatch: 'tags',
    VersioningConfigMismatch: 'versioning',
    OLockConfigMismatch: 'objectLock',
    PolicyMismatch: 'bucketPolicy',
    SSEConfigMismatch: 'encryption',
    ReplicationCfgMismatch: 'replication',
    QuotaCfgMismatch: 'quota',
    CorsCfgMismatch: 'cors',
  },
  policy: { PolicyMismatch: 'content' },
  user: { UserInfoMismatch: 'status', PolicyMismatch: 'policies' },
  group: { GroupDescMismatch: 'members', PolicyMismatch: 'policies' },
}

/** What servers call that a site has an entity. */
const THERE: Readonly<Record<SiteEntity, string>> = {
  bucket: 'HasBucket',
  policy: 'HasPolicy',
  user: 'HasUser',
  group: 'HasGroup',
}

/**
 * What a server found out about its sites. It marks a site that didn't answer by its absence, and everything as different then,
 * so nothing is reported as compared.
 */
export function comparison(
  sites: readonly Pick<Site, 'deploymentId'>[],
  { totals, entities, links }: SiteComparison,
): Omit<SiteStatus, 'contradictions'> {
  const silent = sites.flatMap(({ deploymentId }) => (Object.hasOwn(totals, deploymentId) ? [] : [deploymentId]))
  const isCompared = silent.length === 0
  const differences = isCompared
    ? SITE_ENTITIES.flatMap((entity) => differencesOf(entity, entities[entity], sites))
    : []
  /** Servers count what is on any site, and what a site has as the same although another lacks it. */
  const countsOf = (deploymentId: string) =>
    counted((entity) => {
      const all = totals[deploymentId]?.[entity] ?? 0
      const isMissing = (one: SiteEntityDifference) => one.entity === entity && one.missingOn.includes(deploymentId)
      return Math.max(0, all - differences.filter(isMissing).length)
    })
  return {
    sites: sites.map(({ deploymentId }) => ({
      deploymentId,
      counts: isCompared ? countsOf(deploymentId) : null,
      link: linkOf(Object.hasOwn(links, deploymentId) ? links[deploymentId] : undefined),
    })),
    silent,
    differences: differences.slice(0, MAX_DIFFERENCES),
    different: counted((entity) => differences.filter((one) => one.entity === entity).length),
    left: Math.max(0, differences.length - MAX_DIFFERENCES),
  }
}

function counted(count: (entity: SiteEntity) => number): SiteStatus['different'] {
  return { bucket: count('bucket'), policy: count('policy'), user: count('user'), group: count('group') }
}

function differencesOf(
  entity: SiteEntity,
  found: Readonly<Record<string, SiteFlags>>,
  sites: readonly Pick<Site, 'deploymentId'>[],
): SiteEntityDifference[] {
  return Object.entries(found)
    .map(([name, flags]) => ({
      entity,
      name,
      missingOn: sites.flatMap(({ deploymentId }) => (isThere(entity, flags, deploymentId) ? [] : [deploymentId])),
      differs: differsIn(entity, flags),
    }))
    .sort((a, b) => compareText(a.name, b.name))
}

function isThere(entity: SiteEntity, flags: SiteFlags, deploymentId: string): boolean {
  return Object.hasOwn(flags, deploymentId) && flags[deploymentId]?.[THERE[entity]] === true
}

function differsIn(entity: SiteEntity, flags: SiteFlags): SiteDifference[] {
  return Object.entries(DIFFERENCES[entity]).flatMap(([flag, difference]) =>
    Object.values(flags).some((ofSite) => ofSite[flag] === true) ? [difference] : [],
  )
}

/**
 * What a server found out about one entity. '' stands for sites that didn't answer, and marks everything as different.
 *
 * @param times of this server, by what it calls that a part differs
 */
export function compareEntity(
  entity: SiteEntity,
  flags: SiteFlags,
  times: Readonly<Record<string, number>>,
): SiteEntityDetails {
  const parts = DIFFERENCES[entity]
  const isCompared = !Object.hasOwn(flags, '')
  return {
    sites: Object.entries(flags)
      .filter(([deploymentId]) => deploymentId !== '')
      .map(([deploymentId, ofSite]) => ({
        deploymentId,
        isThere: isThere(entity, flags, deploymentId),
        isDeleted: ofSite.BucketMarkedDeleted === true,
      })),
    isCompared,
    differs: isCompared ? differsIn(entity, flags) : [],
    changedHere: Object.entries(times).flatMap(([flag, time]) => {
      const part = flag === 'created' ? flag : Object.hasOwn(parts, flag) ? parts[flag] : undefined
      return part === undefined ? [] : [{ part, at: new Date(time).toISOString() }]
    }),
  }
}

function linkOf(link: SiteLinkStatus | undefined): SiteStatus['sites'][number]['link'] {
  if (link === undefined) return null
  const { lastOnline, downtimeMs, ...rest } = link
  return {
    ...rest,
    lastOnline: lastOnline > 0 ? new Date(lastOnline).toISOString() : '',
    downtimeSeconds: Math.max(0, Math.round(downtimeMs / 1000)),
  }
}
