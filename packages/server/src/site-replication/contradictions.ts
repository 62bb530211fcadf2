import { MAX_SITES, type Site, type SiteContradiction, type SiteStatus } from '@cooperage/contract'
import type { PeerSite, SiteComparison, SiteGroup } from '@cooperage/storage-client'

/** Of each kind: that there is one matters, not how many. */
const MAX_OF_A_KIND = 8
/** Clocks of servers differ, but not by so much. */
const FUTURE_MS = 24 * 3_600_000

/** The sites that a storage server lists, each deployment once, and what can't be true of the list. */
export function listedSites({ name, sites: all }: SiteGroup): {
  items: Site[]
  left: number
  contradictions: SiteContradiction[]
} {
  const distinct = Map.groupBy(all, ({ deploymentId }) => deploymentId)
  const sites = [...distinct.values()].flatMap(([first]) => first ?? []).slice(0, MAX_SITES)
  const here = sites.find((site) => site.name === name)
  return {
    items: sites.map((site) => {
      const { replicatesExpiry: _, ...rest } = site
      return { ...rest, isHere: site === here }
    }),
    left: distinct.size - sites.length,
    contradictions: [
      ...shared('sameDeployment', all, ({ deploymentId }) => deploymentId),
      ...shared('sameName', all, (site) => site.name),
      ...shared('sameEndpoint', all, ({ endpoint }) => endpoint),
      ...of(
        'noDeployment',
        all.flatMap(({ deploymentId, name }) => (deploymentId === '' ? [[name]] : [])),
      ),
      ...of('noneHere', all.length > 0 && here === undefined ? [[name]] : []),
    ],
  }
}

/** What can't be true of a comparison. */
export function comparisonContradictions(
  sites: readonly Pick<Site, 'name' | 'deploymentId'>[],
  { totals, links }: SiteComparison,
  { sites: compared, silent, different }: Pick<SiteStatus, 'sites' | 'silent' | 'different'>,
  now: number,
): SiteContradiction[] {
  const listed = new Set(sites.map(({ deploymentId }) => deploymentId))
  const unlisted = new Set([...Object.keys(totals), ...Object.keys(links)].filter((id) => id !== '' && !listed.has(id)))
  const counts = compared.flatMap((site) => site.counts ?? [])
  const areCountsApart = (['bucket', 'policy', 'user', 'group'] as const).some(
    (entity) => different[entity] === 0 && new Set(counts.map((count) => count[entity])).size > 1,
  )
  return [
    ...of(
      'unlisted',
      [...unlisted].map((id) => [id]),
    ),
    ...of('notCounted', silent.length === 0 && areCountsApart ? [[]] : []),
    ...of(
      'future',
      sites.flatMap(({ deploymentId, name }) =>
        Object.hasOwn(links, deploymentId) && (links[deploymentId]?.lastOnline ?? 0) > now + FUTURE_MS ? [[name]] : [],
      ),
    ),
  ]
}

function of(kind: SiteContradiction['kind'], found: readonly string[][]): SiteContradiction[] {
  return found.slice(0, MAX_OF_A_KIND).map((sites) => ({ kind, sites }))
}

/** Sites that have the same of what each has of its own. What they don't say isn't the same. */
function shared(
  kind: SiteContradiction['kind'],
  sites: readonly PeerSite[],
  partOf: (site: PeerSite) => string,
): SiteContradiction[] {
  const groups = [...Map.groupBy(sites, partOf)].filter(([value, same]) => value !== '' && same.length > 1)
  return of(
    kind,
    groups.map(([, same]) => same.slice(0, MAX_OF_A_KIND).map(({ name }) => name)),
  )
}
