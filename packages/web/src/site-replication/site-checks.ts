import type { SiteCheck } from '@cooperage/contract'

/** In the order in which they are listed: the ones that the storage server refuses, then the others. */
const NEEDED = ['keys', 'here', 'distinct', 'free', 'empty', 'identity'] as const
const ADVISED = ['mutual', 'versions', 'clocks'] as const
export type SiteObstacle = (typeof NEEDED)[number]
export type SiteCondition = SiteObstacle | (typeof ADVISED)[number]

export interface SiteFinding {
  condition: SiteCondition
  /** undefined: the console couldn't find out, because it didn't get what it asked a site for. */
  met: boolean | undefined
  /** Names of the sites that keep it from being met. */
  sites: string[]
}

/** Clocks that differ by more than this let an older change win over a newer one. */
const MAX_SECONDS_APART = 5

/**
 * What the console found out about the sites.
 * @param here deployment ID of its own storage server, '' if unknown
 * @param members deployment IDs of the sites that replicate already
 */
export function findingsOf(here: string, items: readonly SiteCheck[], members: ReadonlySet<string>): SiteFinding[] {
  const known = items.filter(({ failure }) => failure === '')
  const isComplete = known.length === items.length
  const newOnes = known.filter(({ deploymentId }) => !members.has(deploymentId))
  const finding = (condition: SiteCondition, bad: readonly SiteCheck[], isKnown = isComplete): SiteFinding => ({
    condition,
    met: bad.length > 0 ? false : isKnown ? true : undefined,
    sites: bad.map(({ name }) => name),
  })
  const ids = known.map(({ deploymentId }) => deploymentId)
  const isHere = ids.includes(here)
  const [first] = known
  return [
    finding(
      'keys',
      items.filter(({ areKeysRefused }) => areKeysRefused),
    ),
    { condition: 'here', met: here === '' || (!isHere && !isComplete) ? undefined : isHere, sites: [] },
    finding(
      'distinct',
      known.filter(({ deploymentId }, index) => ids.indexOf(deploymentId) !== index),
    ),
    finding(
      'free',
      newOnes.filter(({ group }) => group.some((id) => !members.has(id))),
    ),
    // Without knowing which one is here, the only one with buckets may be it.
    finding('empty', withBuckets(newOnes, here), isComplete && here !== ''),
    finding(
      'identity',
      known.filter(({ identity }) => identity !== first?.identity),
    ),
    ...(members.size === 0
      ? []
      : [
          finding(
            'mutual',
            known.filter((site) => notListedBy(site, members).length > 0),
          ),
        ]),
    finding(
      'versions',
      known.filter(({ version }) => version !== first?.version),
    ),
    finding(
      'clocks',
      known.filter(({ clockAheadSeconds }) => Math.abs(clockAheadSeconds ?? 0) > MAX_SECONDS_APART),
      isComplete && known.every(({ clockAheadSeconds }) => clockAheadSeconds !== null),
    ),
  ]
}

/** Deployment IDs of sites that replicate already, but that a site of theirs doesn't list. */
export function notListedBy({ deploymentId, group }: SiteCheck, members: ReadonlySet<string>): string[] {
  return members.has(deploymentId) ? [...members].filter((id) => !group.includes(id)) : []
}

/** New sites that have buckets although only the one of this console may. */
function withBuckets(newOnes: readonly SiteCheck[], here: string): SiteCheck[] {
  const filled = newOnes.filter(({ buckets }) => buckets > 0)
  if (here === '') return filled.length > 1 ? filled : []
  return filled.filter(({ deploymentId }) => deploymentId !== here)
}

/** What the storage server would refuse the sites for. */
export function obstacleOf(findings: readonly SiteFinding[]): SiteObstacle | undefined {
  return NEEDED.find((one) => findings.some(({ condition, met }) => condition === one && met === false))
}

/** Whether a text is the origin of a server: `https://host:9000`. */
export function isSiteEndpoint(text: string): boolean {
  const typed = text.trim()
  if (!/^https?:\/\/[^\s\\]+$/i.test(typed) || !URL.canParse(typed)) return false
  const { username, password, pathname, search, hash } = new URL(typed)
  return username === '' && password === '' && pathname === '/' && search === '' && hash === ''
}
