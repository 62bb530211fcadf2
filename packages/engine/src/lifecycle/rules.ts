/**
 * Evaluates lifecycle rules for a version: when it expires, and by which rule. Pure functions without clock and store.
 * Behaviour that S3 doesn't document follows MinIO: a rule with days also removes a lone delete marker of that age, a rule
 * with a date doesn't; size filters ignore delete markers; delete markers count as newer versions to keep.
 */
import type { LifecycleConfiguration, LifecycleRule } from '@cooperage/wire'
import type { ObjectRecord, UploadRecord } from '../store/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** An enabled rule, prepared for evaluation. */
export interface ExpiryRule {
  id: string
  prefix: string
  tags: readonly { key: string; value: string }[]
  sizeAbove: number | undefined
  sizeBelow: number | undefined
  /** Expires the latest version after this many days. */
  days: number | undefined
  /** Expires the latest version at this time, in milliseconds since the epoch. */
  date: number | undefined
  /** Removes all versions with the latest. */
  removesAll: boolean
  /** Removes a delete marker without other versions. */
  removesLoneMarker: boolean
  /** Days after which a latest delete marker is removed with all versions. */
  markerDays: number | undefined
  /** Days after which noncurrent versions are removed, from when they were superseded; undefined to keep them. */
  noncurrentDays: number | undefined
  /** Number of noncurrent versions that are always kept. */
  keptNoncurrent: number
}

export type RuledVersion = Pick<
  ObjectRecord,
  'key' | 'versionId' | 'isLatest' | 'isDeleteMarker' | 'size' | 'lastModified' | 'tags'
>

export function expiryRules({ rules }: LifecycleConfiguration): ExpiryRule[] {
  return rules.filter((rule) => rule.status === 'Enabled' && isForObjects(rule)).map(expiryRule)
}

/** Transitions are ignored because there are no tiers. */
function isForObjects({ expiration, delMarkerExpiration, noncurrentVersionExpiration }: LifecycleRule): boolean {
  return [expiration, delMarkerExpiration, noncurrentVersionExpiration].some((action) => action !== undefined)
}

/** An enabled rule for incomplete multipart uploads. */
export interface AbortRule {
  id: string
  prefix: string
  /** Days after the initiation of the upload. */
  days: number
}

export function abortRules({ rules }: LifecycleConfiguration): AbortRule[] {
  return rules.flatMap(({ id, status, filter, prefix, abortIncompleteMultipartUpload: abort }) =>
    status === 'Enabled' && abort !== undefined
      ? [{ id, prefix: filter?.prefix ?? prefix ?? '', days: abort.daysAfterInitiation }]
      : [],
  )
}

function expiryRule(rule: LifecycleRule): ExpiryRule {
  const { id, filter, expiration, noncurrentVersionExpiration: noncurrent, delMarkerExpiration } = rule
  return {
    id,
    prefix: filter?.prefix ?? rule.prefix ?? '',
    tags: filter?.tags ?? [],
    sizeAbove: filter?.objectSizeGreaterThan,
    sizeBelow: filter?.objectSizeLessThan,
    days: expiration?.days,
    date: expiration?.date === undefined ? undefined : Date.parse(expiration.date),
    removesAll: expiration?.expiredObjectAllVersions === true,
    removesLoneMarker: expiration?.expiredObjectDeleteMarker === true,
    markerDays: delMarkerExpiration?.days,
    noncurrentDays: noncurrent && (noncurrent.noncurrentDays ?? 0),
    keptNoncurrent: noncurrent?.newerNoncurrentVersions ?? 0,
  }
}

function matchesRule(rule: ExpiryRule, { key, isDeleteMarker, size, tags }: RuledVersion): boolean {
  const { sizeAbove, sizeBelow } = rule
  if (!key.startsWith(rule.prefix)) return false
  if (!rule.tags.every(({ key, value }) => Object.hasOwn(tags, key) && tags[key] === value)) return false
  if (isDeleteMarker) return true
  return (sizeAbove === undefined || size > sizeAbove) && (sizeBelow === undefined || size < sizeBelow)
}

/** This many whole days later, rounded up to midnight UTC, as in S3 and MinIO. */
export function daysAfter(time: number, days: number): number {
  return days === 0 ? time : Math.floor((time + (days + 1) * DAY_MS) / DAY_MS) * DAY_MS
}

/** When an incomplete upload is aborted, in milliseconds since the epoch, and by which rule; undefined if by none. */
export function abortOf(
  rules: readonly AbortRule[],
  { key, startedAt }: Pick<UploadRecord, 'key' | 'startedAt'>,
): { at: number; ruleId: string } | undefined {
  return rules
    .filter(({ prefix }) => key.startsWith(prefix))
    .map(({ id, days }) => ({ at: daysAfter(startedAt, days), ruleId: id }))
    .reduce<{ at: number; ruleId: string } | undefined>(
      (first, next) => (first === undefined || next.at < first.at ? next : first),
      undefined,
    )
}

export interface Expiry {
  /** Milliseconds since the epoch. */
  at: number
  rule: ExpiryRule
}

/** When the latest version expires, by each matching rule. Empty for a delete marker. */
export function latestExpiries(rules: readonly ExpiryRule[], version: RuledVersion): Expiry[] {
  if (!version.isLatest || version.isDeleteMarker) return []
  return rules.flatMap((rule) => {
    const at = rule.date ?? (rule.days === undefined ? undefined : daysAfter(version.lastModified, rule.days))
    return at !== undefined && matchesRule(rule, version) ? [{ at, rule }] : []
  })
}

/**
 * When a noncurrent version expires. `supersededAt` is when the next newer version was created, `rank` the number of
 * noncurrent versions that are at least as new, including this one.
 */
export function noncurrentExpiries(
  rules: readonly ExpiryRule[],
  version: RuledVersion,
  { supersededAt, rank }: { supersededAt: number; rank: number },
): Expiry[] {
  return rules.flatMap((rule) => {
    if (rule.noncurrentDays === undefined || rank <= rule.keptNoncurrent || !matchesRule(rule, version)) return []
    return [{ at: daysAfter(supersededAt, rule.noncurrentDays), rule }]
  })
}

/** When a latest delete marker expires: alone, or with all versions of the key. */
export function markerExpiries(rules: readonly ExpiryRule[], marker: RuledVersion, isAlone: boolean): MarkerExpiry[] {
  return rules
    .filter((rule) => matchesRule(rule, marker))
    .flatMap((rule) => {
      const { lastModified } = marker
      const found: MarkerExpiry[] = []
      if (isAlone && rule.removesLoneMarker) found.push({ at: lastModified, rule, removesAll: false })
      if (isAlone && rule.days !== undefined) {
        found.push({ at: daysAfter(lastModified, rule.days), rule, removesAll: false })
      }
      if (rule.markerDays !== undefined) {
        found.push({ at: daysAfter(lastModified, rule.markerDays), rule, removesAll: true })
      }
      return found
    })
}

interface MarkerExpiry extends Expiry {
  removesAll: boolean
}

/** The earliest expiry; at the same time, the one that removes all versions. */
export function soonest(expiries: readonly Expiry[]): Expiry | undefined {
  return expiries.reduce<Expiry | undefined>((first, next) => {
    if (first === undefined || next.at < first.at) return next
    return next.at === first.at && next.rule.removesAll ? next : first
  }, undefined)
}
