/** What a change of versions does to each object: a rule over a listing of versions, without a storage server. */

import type { ListedVersion } from '@cooperage/wire'
import { sortedEntries } from '@cooperage/wire'
import { describing } from '../copy/describing.ts'

const DAY_MS = 86_400_000

/** Times are in milliseconds since the epoch. */
export type VersionGoal =
  | {
      kind: 'restore'
      at: number
      /** New versions replace the version `null`, because versioning isn't enabled everywhere. */
      isNullReplaced: boolean
    }
  | { kind: 'undelete'; since: number }
  | { kind: 'deleteNoncurrent'; days: number; bypass: boolean }

/** `before` is the state of the latest version, which the action replaces. */
export type VersionAction =
  /** A copy of the version becomes the latest. */
  | { kind: 'copy'; key: string; versionId: string; size: number; etag: string; before: string }
  /** The object gets a delete marker. */
  | { kind: 'mark'; key: string; before: string }
  /** The version or delete marker is deleted permanently. */
  | { kind: 'remove'; key: string; versionId: string; size: number; lastModified: number }
  /** A lock keeps the version, or the version `null` would be lost. */
  | { kind: 'refuse'; key: string; reason: 'locked' | 'lost' }
  /** Nothing is to do, or the object changed after the decision. */
  | { kind: 'leave'; key: string; reason: 'unchanged' | 'newer' }

/** A string that is equal as long as the version is the same: the version `null` can be replaced. */
export function stateOfVersion({ versionId, lastModified }: ListedVersion): string {
  return `${versionId} ${lastModified}`
}

type KeyRule = {
  /** The next older version of the key. */
  add(version: ListedVersion): VersionAction[]
  end(): VersionAction[]
}

/**
 * Plans the keys of a listing one after the other. Holds no more of a key than its decision needs: a few versions, or the
 * delete markers above the first version.
 */
export class VersionPlan {
  private readonly goal: VersionGoal
  private readonly asOf: number
  private rule: KeyRule | undefined
  /** The key whose versions are being added; undefined before the first. */
  key: string | undefined

  /** `asOf`: what changed later is left alone. */
  constructor(goal: VersionGoal, asOf: number) {
    this.goal = goal
    this.asOf = asOf
  }

  /** Takes versions in the order of a listing, each key's newest first; returns what is decided now. */
  add(version: ListedVersion): VersionAction[] {
    const before = version.key === this.key ? [] : this.end()
    this.key = version.key
    this.rule ??= ruleOf(this.goal, this.asOf, version.key)
    return [...before, ...this.rule.add(version)]
  }

  /** Completes the last key. */
  end(): VersionAction[] {
    const rest = this.rule?.end() ?? []
    this.rule = undefined
    this.key = undefined
    return rest
  }
}

function ruleOf(goal: VersionGoal, asOf: number, key: string): KeyRule {
  if (goal.kind === 'restore') return restoreRule(goal, asOf, key)
  if (goal.kind === 'undelete') return undeleteRule(goal.since, asOf, key)
  return noncurrentRule(goal, asOf)
}

function restoreRule(goal: { at: number; isNullReplaced: boolean }, asOf: number, key: string): KeyRule {
  let latest: ListedVersion | undefined
  let wanted: ListedVersion | undefined
  let hasNull = false
  const decided = (): VersionAction => {
    const wantsContent = wanted !== undefined && !wanted.isDeleteMarker
    const isMarked = latest === undefined || latest.isDeleteMarker
    const isSame = wantsContent ? latest !== undefined && isSameObject(latest, wanted) : isMarked
    if (isSame) return { kind: 'leave', key, reason: 'unchanged' }
    if (latest !== undefined && latest.lastModified > asOf) return { kind: 'leave', key, reason: 'newer' }
    if (goal.isNullReplaced && hasNull) return { kind: 'refuse', key, reason: 'lost' }
    const before = latest === undefined ? '' : stateOfVersion(latest)
    if (!wantsContent || wanted === undefined) return { kind: 'mark', key, before }
    const { versionId, size, etag } = wanted
    return { kind: 'copy', key, versionId, size, etag, before }
  }
  return {
    add(version) {
      latest ??= version
      if (version.lastModified <= goal.at) wanted ??= version
      hasNull ||= version.versionId === 'null' && !version.isDeleteMarker
      return []
    },
    end: () => [decided()],
  }
}

/** Whether a version looks the same as another to everyone who reads it: a copy of it, for example. */
function isSameObject(version: ListedVersion, other: ListedVersion | undefined): boolean {
  if (other === undefined || version.isDeleteMarker !== other.isDeleteMarker) return false
  if (version.versionId === other.versionId) return true
  const [ours, theirs] = [version.metadata?.headers, other.metadata?.headers]
  // Unknown metadata may differ.
  if (ours === undefined || theirs === undefined) return false
  if (version.etag !== other.etag || version.size !== other.size) return false
  return (
    pairsText(describing(ours)) === pairsText(describing(theirs)) &&
    pairsText(tagsOf(version)) === pairsText(tagsOf(other))
  )
}

function tagsOf({ metadata }: ListedVersion): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(metadata?.tags ?? ''))
}

function pairsText(pairs: Record<string, string>): string {
  return JSON.stringify(sortedEntries(pairs))
}

function undeleteRule(since: number, asOf: number, key: string): KeyRule {
  const markers: ListedVersion[] = []
  let hasVersion = false
  return {
    add(version) {
      if (hasVersion) return []
      if (version.isDeleteMarker) markers.push(version)
      else hasVersion = true
      return []
    },
    end() {
      const [latest] = markers
      // A delete marker without a version hides nothing.
      if (!hasVersion || latest === undefined || latest.lastModified <= since) {
        return [{ kind: 'leave', key, reason: 'unchanged' }]
      }
      if (latest.lastModified > asOf) return [{ kind: 'leave', key, reason: 'newer' }]
      // The newest last: if the work is interrupted, it still decides that the others are removed.
      return markers
        .toReversed()
        .map(({ versionId, lastModified }) => ({ kind: 'remove', key, versionId, size: 0, lastModified }))
    },
  }
}

/** As in lifecycle rules, a version is noncurrent since the next newer one was written. */
function noncurrentRule(goal: { days: number; bypass: boolean }, asOf: number): KeyRule {
  const before = asOf - goal.days * DAY_MS
  let newer: ListedVersion | undefined
  return {
    add(version) {
      const isOld = newer !== undefined && newer.lastModified < before
      newer = version
      if (!isOld) return []
      const { key, versionId, size, lastModified } = version
      if (isLocked(version, asOf, goal.bypass)) return [{ kind: 'refuse', key, reason: 'locked' }]
      return [{ kind: 'remove', key, versionId, size, lastModified }]
    },
    end: () => [],
  }
}

/** Only locks that the visitor may read; the storage server refuses to delete other locked versions. */
function isLocked({ metadata }: ListedVersion, now: number, bypass: boolean): boolean {
  const headers = metadata?.headers ?? {}
  if (headers['x-amz-object-lock-legal-hold']?.toUpperCase() === 'ON') return true
  const until = Date.parse(headers['x-amz-object-lock-retain-until-date'] ?? '')
  const mode = headers['x-amz-object-lock-mode']?.toUpperCase()
  return until > now && (mode === 'COMPLIANCE' || (mode === 'GOVERNANCE' && !bypass))
}
