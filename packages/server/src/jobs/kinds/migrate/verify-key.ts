import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError, failureWords, type ReportCounts, type ReportEntry } from '@cooperage/contract'
import {
  getObjectTags,
  putObjectLegalHold,
  putObjectRetention,
  putObjectTags,
  readObject,
} from '@cooperage/storage-client'
import type { Retention } from '@cooperage/wire'
import { describing, isSameText, isSmallSource, lockOf } from '../../../objects/index.ts'
import { withObjectErrors } from '../../../shared/object-errors.ts'
import { affectsAllObjects } from '../../../shared/storage-errors.ts'
import type { StepResult } from '../../job-kind.ts'
import { type Both, headOn, type KeyOnBoth, keyOnBoth, matchKey, onSide, type Side } from './both-sides.ts'
import { inTurn } from './copy-key.ts'
import { compareChecksums, type Listed, workOf } from './match.ts'

/** A key of either side. */
export interface VerifyStep {
  key: string
  /** Both sides as they were planned; absent for a key with very many versions. */
  source?: Listed[]
  target?: Listed[]
  /** Whether the bytes of its latest version are read on both sides, although the ETags are equal. */
  isSample: boolean
}

const MAX_LISTED = 1_000
/** Larger objects are compared by their ETags and checksums. */
const MAX_SAMPLE = 64 * 1024 ** 2

export function verifyStepOf({ key, source, target }: KeyOnBoth, isSample: boolean): VerifyStep {
  return source.length + target.length > MAX_LISTED ? { key, isSample } : { key, source, target, isSample }
}

type Head = Record<string, string>
/** A version and its copy. */
interface Pair {
  key: string
  source: Listed
  target: Listed
}

/**
 * Compares what both sides have of a key. Tags and locks can change at the source without a new version, so the target gets the
 * present ones first.
 */
export async function verifyKey(both: Both, step: VerifyStep, isRepeated: boolean): Promise<StepResult> {
  const { key, source, target, isSample } = step
  const now =
    isRepeated || source === undefined || target === undefined ? await keyOnBoth(both, key) : { key, source, target }
  const match = await matchKey(both, now)
  const isNewer = workOf(now.source, now.target, match).kind === 'newer'
  const report = new KeyReport(key)
  for (const [at, version] of now.source.entries()) {
    report.count(version.isMarker ? { deleteMarkers: 1 } : { versions: 1, bytes: version.size })
    const copy = now.target[match.copies[at] ?? -1]
    if (copy === undefined) {
      const isChanged = !both.mode.versions && now.target.length > 0
      report.differs(isNewer ? 'newer' : isChanged ? 'content' : 'missing', version)
    } else if (version.isMarker) report.count({ equal: 1 })
    else {
      const isRead = isSample && at === now.source.length - 1
      await comparePair(both, { key, source: version, target: copy }, isRead, report)
    }
  }
  const isPair = !both.mode.versions && now.source.length > 0
  if (!isPair) for (const at of match.extras) report.differs('extra', now.target[at])
  return { done: 0, bytes: 0, skipped: 0, failures: [], report: report.part() }
}

/** What is found about a key. */
class KeyReport {
  readonly #key: string
  readonly #counts: Partial<ReportCounts> = {}
  readonly #entries: ReportEntry[] = []

  constructor(key: string) {
    this.#key = key
  }

  count(counts: Partial<ReportCounts>): void {
    for (const [name, count] of Object.entries(counts) as [keyof ReportCounts, number][]) {
      this.#counts[name] = (this.#counts[name] ?? 0) + count
    }
  }

  differs(kind: ReportEntry['kind'], version: Listed | undefined, more: Partial<ReportEntry> = {}): void {
    this.count({ differences: 1 })
    this.#entries.push({ kind, name: this.#key, version: version?.id ?? '', item: '', reason: '', ...more })
  }

  part() {
    return { counts: this.#counts, entries: this.#entries }
  }
}

async function comparePair(both: Both, pair: Pair, isSample: boolean, report: KeyReport): Promise<void> {
  const { key, source, target } = pair
  try {
    const [here, there] = await Promise.all([headOn(both.source, key, source), headOn(both.target, key, target)])
    const found: [ReportEntry['kind'], Partial<ReportEntry>][] = []
    const content = await compareContent(both, pair, here, there, isSample)
    report.count(content.counts)
    if (!content.isSame) found.push(['content', {}])
    const changed = differingHeaders(here, there)
    if (changed.length > 0) found.push(['metadata', { item: changed.join(', ') }])
    const tags = await compareTags(both, pair, here, there)
    const lock = await compareLock(both, pair, here, there)
    if (tags === 'updated' || lock === 'updated') report.count({ updated: 1 })
    if (typeof tags === 'object') found.push(['tags', tags])
    if (typeof lock === 'object') found.push(['lock', lock])
    for (const [kind, more] of found) report.differs(kind, source, more)
    if (found.length === 0) report.count({ equal: 1 })
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    report.differs('unread', source, reasonOf(error))
  }
}

type Reason = Partial<Pick<ReportEntry, 'reason' | 'text'>>

function reasonOf(error: AppError): Reason {
  const { message: reason, text } = failureWords(error)
  return { reason, ...(text && { text }) }
}

/** By ETags or checksums; where these can't tell, and of samples, by the bytes. */
async function compareContent(
  both: Both,
  { key, source, target }: Pair,
  here: Head,
  there: Head,
  isSample: boolean,
): Promise<{ isSame: boolean; counts: Partial<ReportCounts> }> {
  const isEqual = source.etag !== '' && source.etag === target.etag
  const isKnown = isEqual || compareChecksums(here, there) === true
  if (isKnown && (!isSample || source.size > MAX_SAMPLE)) return { isSame: true, counts: { byEtag: 1 } }
  const reading = () => Promise.all([digestOf(both.source, key, source), digestOf(both.target, key, target)])
  const [one, other] = await (isSmallSource(source) ? reading() : inTurn(both.source.storage, reading))
  const counts = isKnown ? { byEtag: 1, sampled: 1, sampledBytes: source.size } : { byReading: 1 }
  return { isSame: one === other, counts }
}

async function digestOf(side: Side, key: string, { id }: Listed): Promise<string> {
  const { storage, bucket } = side
  const reading = { action: 's3:GetObject', bucket, key }
  const hash = createHash('sha256')
  const read = async () => {
    for await (const piece of (await readObject(storage, bucket, key, { versionId: id })).bytes) hash.update(piece)
  }
  await onSide(side, withObjectErrors(reading, read()))
  return hash.digest('hex')
}

/** Servers name these differently for an object that was stored without a type. */
const NO_TYPE = new Set([undefined, 'application/octet-stream', 'binary/octet-stream'])

function differingHeaders(here: Head, there: Head): string[] {
  const [one, other] = [describing(here), describing(there)]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return names.filter((name) => {
    if (name === 'content-type' && NO_TYPE.has(one[name]) && NO_TYPE.has(other[name])) return false
    const [value, copy] = [one[name], other[name]]
    return value === undefined || copy === undefined || !isSameText(copy, value)
  })
}

/** A reason is that of a difference. */
type Compared = 'same' | 'updated' | Reason

async function compareTags(both: Both, { key, source, target }: Pair, here: Head, there: Head): Promise<Compared> {
  const count = (head: Head) => Number(head['x-amz-tagging-count'] ?? 0)
  if (count(here) === 0 && count(there) === 0) return 'same'
  const [wanted, present] = await Promise.all([tagsOn(both.source, key, source), tagsOn(both.target, key, target)])
  if (isDeepStrictEqual(wanted, present)) return 'same'
  const { storage, bucket } = both.target
  const version = { versionId: target.id }
  const refused = await refusalOf(both.target, 's3:PutObjectTagging', key, () =>
    putObjectTags(storage, bucket, key, wanted, version),
  )
  if (refused !== undefined) return reasonOf(refused)
  return isDeepStrictEqual(await tagsOn(both.target, key, target), wanted) ? 'updated' : {}
}

async function tagsOn(side: Side, key: string, { id }: Listed): Promise<Record<string, string>> {
  const { storage, bucket } = side
  const reading = { action: 's3:GetObjectTagging', bucket, key, feature: 'tags of objects' as const }
  try {
    return await onSide(side, withObjectErrors(reading, getObjectTags(storage, bucket, key, { versionId: id })))
  } catch (error) {
    if (error instanceof AppError && error.code === 'NotInThisSetup') return {}
    throw error
  }
}

/**
 * The target may keep longer than the source: a lock can be extended, but not shortened. One that the source doesn't show is
 * never released, because that is also what someone sees who may not read locks.
 */
async function compareLock(both: Both, { key, target }: Pair, here: Head, there: Head): Promise<Compared> {
  const [wanted, present] = [lockOf(here), lockOf(there)]
  const retention = retentionOf(wanted)
  const isKept = isDeepStrictEqual(retention, retentionOf(present))
  const isHeld = wanted[HOLD] === present[HOLD]
  if (isKept && isHeld) return 'same'
  // The visitor left those of the source out. The target may have its own, by its default retention.
  if (!both.mode.locks) return Object.keys(present).length === 0 ? 'same' : {}
  const { storage, bucket } = both.target
  const version = { versionId: target.id }
  const isHeldHere = wanted[HOLD] === 'ON'
  if (!isKept && retention !== undefined) {
    const write = () => putObjectRetention(storage, bucket, key, retention, version)
    const refused = await refusalOf(both.target, 's3:PutObjectRetention', key, write)
    if (refused !== undefined) return reasonOf(refused)
  }
  if (!isHeld && isHeldHere) {
    const write = () => putObjectLegalHold(storage, bucket, key, true, version)
    const refused = await refusalOf(both.target, 's3:PutObjectLegalHold', key, write)
    if (refused !== undefined) return reasonOf(refused)
  }
  const isLeft = (!isKept && retention === undefined) || (!isHeld && !isHeldHere)
  return isLeft ? {} : 'updated'
}

const HOLD = 'x-amz-object-lock-legal-hold'

function retentionOf(lock: Head): Retention | undefined {
  const mode = lock['x-amz-object-lock-mode']
  if (mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE') return undefined
  return { mode, until: Date.parse(lock['x-amz-object-lock-retain-until-date'] ?? '') }
}

/** Why the target refuses it, which is a difference; undefined if it doesn't. */
async function refusalOf(
  side: Side,
  action: string,
  key: string,
  write: () => Promise<void>,
): Promise<AppError | undefined> {
  try {
    await onSide(side, withObjectErrors({ action, bucket: side.bucket, key }, write()))
    return undefined
  } catch (error) {
    const isRefused = error instanceof AppError && (!affectsAllObjects(error) || error.code === 'NoObjectLock')
    if (!isRefused) throw error
    return error
  }
}
