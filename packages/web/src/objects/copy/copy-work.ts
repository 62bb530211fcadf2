import { type CopyFailure, copyObjects, type ExistingTarget } from '@cooperage/contract'
import { BY_USER, type JobBatch, type JobFailure, runInParallel } from '../../jobs/index.ts'
import { ApiError, isOfTheWhole } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'

/** Objects per step, and how many of them run concurrently. */
const IN_PART = 24
const AT_ONCE = 6
/** Longer than any call runs, unless it copies something very large. */
const STOP_MS = 10_000

/** One object, or one folder with its final slash. */
export interface CopyUnit {
  source: string
  target: string
}

export interface CopyRequest {
  bucket: string
  targetBucket: string
  units: readonly CopyUnit[]
  /** The version of a single object; the latest if absent. */
  versionId?: string
  move: boolean
  existing: ExistingTarget
}

type CallCopy = (body: CopyUnit & { after: string; sourceState: string }, signal: AbortSignal) => Promise<CopyResponse>
interface CopyResponse {
  copied: number
  skipped: number
  failed: readonly CopyFailure[]
  alsoFailed: number
  next?: string | undefined
}

interface Pending extends CopyUnit {
  /** Where a folder continues. */
  after: string
  /** The state of a source that is copied already, so that only its deletion is left; otherwise ''. */
  sourceState: string
  /** Failures below a folder, to be retried on their own. */
  failed: Pending[]
  /** Whether there were more failures than were listed. */
  hasUnnamed: boolean
}

/**
 * The work of a job that copies or moves. It keeps track of what is left, so that nothing is repeated, neither after an outage
 * nor when failures are retried. Stopping it lets the running call end, unless that takes long.
 */
export class CopyWork {
  copied = 0
  skipped = 0
  private queue: Pending[]
  private failed: Pending[] = []
  /** Done in a step that an error ended, and therefore not reported yet. */
  private unreported = 0
  private readonly existing: ExistingTarget
  private readonly send: CallCopy

  constructor(request: CopyRequest, send: CallCopy = senderOf(request)) {
    this.queue = request.units.map(pendingOf)
    this.existing = request.existing
    this.send = send
  }

  readonly part = async (_after: string, stopped: AbortSignal): Promise<JobBatch> => {
    if (this.queue.length === 0) this.queue = this.failed.splice(0)
    const [first] = this.queue
    if (first === undefined) return { done: 0, failed: [], alsoFailed: 0, next: undefined }
    // A call reports its progress only at its end.
    const controller = new AbortController()
    const onStop = () => setTimeout(() => controller.abort(), stopped.reason === BY_USER ? STOP_MS : 0)
    stopped.addEventListener('abort', onStop)
    try {
      const result = isFolder(first)
        ? await this.folder(first, controller.signal)
        : await this.objects(controller.signal, stopped)
      const done = this.unreported
      this.unreported = 0
      return { done, ...result, next: this.queue.length > 0 ? 'more' : undefined }
    } finally {
      stopped.removeEventListener('abort', onStop)
    }
  }

  private async folder(unit: Pending, signal: AbortSignal) {
    let response: CopyResponse
    try {
      response = this.count(await this.send(unit, signal))
    } catch (error) {
      if (!(error instanceof ApiError) || isOfTheWhole(error)) throw error
      // Others aren't affected, and what is done of it isn't repeated.
      this.queue.shift()
      this.failed.push(...unit.failed.splice(0), unit)
      return { failed: [{ path: unit.source, message: error.message }], alsoFailed: 0 }
    }
    const { failed, alsoFailed, next } = response
    unit.failed.push(...failed.map((failure) => again(unit, failure)))
    unit.hasUnnamed ||= alsoFailed > 0
    if (next !== undefined) unit.after = next
    else this.endFolder(unit)
    return { failed, alsoFailed }
  }

  private endFolder(unit: Pending): void {
    this.queue.shift()
    // Repeating the whole folder finds unlisted failures, but would number copies that are kept beside others again.
    const isWhole = unit.hasUnnamed && this.existing !== 'keep_both'
    this.failed.push(...(isWhole ? [pendingOf(unit)] : unit.failed))
  }

  private async objects(signal: AbortSignal, stopped: AbortSignal) {
    const end = this.queue.findIndex(isFolder)
    const units = this.queue.slice(0, Math.min(IN_PART, end < 0 ? IN_PART : end))
    const failed: JobFailure[] = []
    // A number that is free for one object could be part of the name of another.
    const atOnce = this.existing === 'keep_both' ? 1 : AT_ONCE
    try {
      await runInParallel(units, atOnce, stopped, async (unit) => {
        try {
          const response = this.count(await this.send(unit, signal))
          failed.push(...response.failed)
          for (const failure of response.failed) this.failed.push(again(unit, failure))
        } catch (error) {
          if (!(error instanceof ApiError) || isOfTheWhole(error)) throw error
          failed.push({ path: unit.source, message: error.message })
          this.failed.push(unit)
        }
        this.queue.splice(this.queue.indexOf(unit), 1)
      })
    } catch (error) {
      // They are reported again if they fail again.
      this.queue.push(...this.failed.splice(this.failed.length - failed.length))
      throw error
    }
    return { failed, alsoFailed: 0 }
  }

  private count(response: CopyResponse): CopyResponse {
    this.copied += response.copied
    this.skipped += response.skipped
    this.unreported += response.copied + response.skipped
    return response
  }
}

function senderOf({ bucket, targetBucket, versionId, move, existing }: CopyRequest): CallCopy {
  const request = {
    target_bucket: targetBucket === bucket ? '' : targetBucket,
    ...(versionId !== undefined && { version_id: versionId }),
    move,
    existing,
  }
  return ({ source, target, after, sourceState }, signal) => {
    const body = { ...request, source, target, after, source_state: sourceState }
    return call(copyObjects, { params: { bucket }, body }, signal)
  }
}

function pendingOf({ source, target }: CopyUnit): Pending {
  return { source, target, after: '', sourceState: '', failed: [], hasUnnamed: false }
}

/** The rest of a unit after a failure: an existing copy isn't created again. */
function again(unit: CopyUnit, { path, target, source_state: sourceState }: CopyFailure): Pending {
  const wanted = unit.target + path.slice(unit.source.length)
  return { ...pendingOf({ source: path, target: target || wanted }), sourceState }
}

/** A key with its own entry is also the placeholder of a folder that is already copied. */
const isFolder = ({ source, sourceState }: Pending) => source.endsWith('/') && sourceState === ''
