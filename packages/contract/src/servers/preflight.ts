import { BUCKET_SETTINGS, type BucketFacts, type BucketSetting, type SettingFact } from './bucket-facts.ts'
import type { Taken } from './taken.ts'

/**
 * - `blocked`: the job would stop; choose differently first
 * - `lost`: the target won't have it
 * - `unknown`: only the run can tell
 * - `needs`: kept, if the target has what it needs
 * - `kept`: as it is
 */
export const OUTCOMES = ['blocked', 'lost', 'unknown', 'needs', 'kept'] as const
export type Outcome = (typeof OUTCOMES)[number]

export type FindingReason =
  | 'notListed'
  | 'nameTaken'
  | 'nameTwice'
  | 'bucketExists'
  | 'hasObjects'
  | 'notChosen'
  | 'unsupported'
  | 'unread'
  | 'noLockLater'
  | 'otherServers'
  | 'notKnown'
  | 'replaces'
  | 'names'
  | 'same'

/** What becomes of one thing. */
export interface Finding {
  what: BucketSetting | 'bucket'
  outcome: Outcome
  why: FindingReason
  /** What the target needs, or why it can't be read. */
  names: readonly string[]
  /** The reason for a page in another language. */
  text?: SettingFact['text']
  count: number
}

/** What becomes of a bucket and its settings at the target, what needs attention first. Decided before anything is written. */
export function preflight(source: BucketFacts, target: BucketFacts, taken: Taken): Finding[] {
  if (source.access !== 'own') return [{ what: 'bucket', outcome: 'blocked', why: 'notListed', names: [], count: 0 }]
  const findings = [...ofBucket(target), ...BUCKET_SETTINGS.flatMap((what) => ofSetting(what, source, target, taken))]
  return findings.sort((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome))
}

function ofBucket({ access, contents }: BucketFacts): Finding[] {
  const found = (outcome: Outcome, why: FindingReason): Finding[] => [
    { what: 'bucket', outcome, why, names: [], count: contents.objects },
  ]
  if (access === 'refused') return found('blocked', 'nameTaken')
  if (access === 'missing') return []
  return contents.objects + contents.noncurrent + contents.deleteMarkers > 0
    ? found('unknown', 'hasObjects')
    : found('kept', 'bucketExists')
}

function ofSetting(what: BucketSetting, source: BucketFacts, target: BucketFacts, taken: Taken): Finding[] {
  const { state, count, needs, reason, text } = source.settings[what]
  const there = target.settings[what]
  const found = (outcome: Outcome, why: FindingReason, names: readonly string[] = []): Finding[] => [
    { what, outcome, why, names, count },
  ]
  if (state === 'unread') {
    return isTaken(what, taken)
      ? found('lost', 'unread', [reason]).map((one) => ({ ...one, ...(text && { text }) }))
      : []
  }
  if (state !== 'set') return []
  if (what === 'replication') return found('lost', 'otherServers')
  if (!isTaken(what, taken)) return found('lost', 'notChosen')
  // The objects themselves depend on these two, so a run without them would lose more than a setting.
  const isOfObjects = what === 'versioning' || what === 'locking'
  if (there.state === 'unsupported') return found(isOfObjects ? 'blocked' : 'lost', 'unsupported')
  if (there.state === 'unknown' || there.state === 'unread') return found('unknown', 'notKnown')
  if (what === 'locking' && target.access === 'own' && there.state === 'none') return found('blocked', 'noLockLater')
  if (what === 'retention' && target.settings.locking.state === 'unsupported') return found('lost', 'unsupported')
  const replaced = there.state === 'set' && !isOfObjects ? found('unknown', 'replaces') : []
  if (needs.length > 0) return [...replaced, ...found('needs', 'names', needs)]
  return replaced.length > 0 ? replaced : found('kept', 'same')
}

function isTaken(what: BucketSetting, { settings, versions, locks }: Taken): boolean {
  if (what === 'versioning') return versions
  if (what === 'locking') return locks
  return settings && (what !== 'retention' || locks)
}
