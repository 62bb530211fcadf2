import { copyObjects, type ExistingTarget } from '@cooperage/contract'
import type { JobFailure, JobPart } from '../../jobs/index.ts'
import { ApiError, isSignedOut, isUnreachable } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'

/** Objects of one part, and of those under way at once. */
const IN_PART = 24
const AT_ONCE = 6

/** Errors of the whole: going on with the next object would only meet them again. */
const OF_THE_WHOLE = new Set(['NoSuchBucket', 'StorageFull', 'StorageUnreachable', 'StorageTimeout'])

/** One object or one folder, which ends in a slash. */
export interface CopyUnit {
  source: string
  target: string
}

export interface CopyWish {
  bucket: string
  targetBucket: string
  units: readonly CopyUnit[]
  move: boolean
  existing: ExistingTarget
}

type CallCopy = (body: CopyUnit & { after: string }, signal: AbortSignal) => Promise<CopyAnswer>
interface CopyAnswer {
  copied: number
  skipped: number
  failed: readonly JobFailure[]
  alsoFailed: number
  next?: string | undefined
}

interface Pending extends CopyUnit {
  /** Where a folder goes on. */
  after: string
  /** What failed below a folder, to be tried again by itself. */
  failed: Pending[]
  /** Whether more failed than was named. */
  hasUnnamed: boolean
}

/**
 * The work of a job that copies or moves. It keeps what is left to do: what was done is not done again, neither after an
 * outage nor when what failed is tried once more.
 */
export class CopyWork {
  copied = 0
  skipped = 0
  private queue: Pending[]
  private failed: Pending[] = []
  /** Done in a part that an error of the whole ended, and so not told yet. */
  private untold = 0
  private readonly existing: ExistingTarget
  private readonly send: CallCopy

  constructor(wish: CopyWish, send: CallCopy = senderOf(wish)) {
    this.queue = wish.units.map(pending)
    this.existing = wish.existing
    this.send = send
  }

  readonly part = async (_after: string, signal: AbortSignal): Promise<JobPart> => {
    if (this.queue.length === 0) this.queue = this.failed.splice(0)
    const [first] = this.queue
    if (first === undefined) return { done: 0, failed: [], alsoFailed: 0, next: undefined }
    const told = isFolder(first) ? await this.folder(first, signal) : await this.objects(signal)
    const done = this.untold
    this.untold = 0
    return { done, ...told, next: this.queue.length > 0 ? 'more' : undefined }
  }

  private async folder(unit: Pending, signal: AbortSignal) {
    const { failed, alsoFailed, next } = this.counted(await this.send(unit, signal))
    const targetOf = (path: string) => unit.target + path.slice(unit.source.length)
    unit.failed.push(...failed.map(({ path }) => pending({ source: path, target: targetOf(path) })))
    unit.hasUnnamed ||= alsoFailed > 0
    if (next !== undefined) unit.after = next
    else this.endFolder(unit)
    return { failed, alsoFailed }
  }

  private endFolder(unit: Pending): void {
    this.queue.shift()
    // A second look at the whole finds those without a name, but would number once more what is kept beside others.
    const isWhole = unit.hasUnnamed && this.existing !== 'keep_both'
    this.failed.push(...(isWhole ? [pending(unit)] : unit.failed))
  }

  private async objects(signal: AbortSignal) {
    const end = this.queue.findIndex(isFolder)
    const waiting = this.queue.slice(0, Math.min(IN_PART, end < 0 ? IN_PART : end))
    const failed: JobFailure[] = []
    const worker = async () => {
      for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
        try {
          this.counted(await this.send(unit, signal))
        } catch (error) {
          if (!(error instanceof ApiError) || isOfTheWhole(error)) {
            waiting.length = 0
            throw error
          }
          failed.push({ path: unit.source, message: error.message })
          this.failed.push(unit)
        }
        this.queue.splice(this.queue.indexOf(unit), 1)
      }
    }
    // A numbered name that is free for one could be the own name of another.
    const workers = Array.from({ length: this.existing === 'keep_both' ? 1 : AT_ONCE }, worker)
    const ended = await Promise.allSettled(workers)
    const problem = ended.find((one) => one.status === 'rejected')
    if (problem === undefined) return { failed, alsoFailed: 0 }
    // They are told when they fail again.
    this.queue.push(...this.failed.splice(this.failed.length - failed.length))
    throw problem.reason
  }

  private counted(answer: CopyAnswer): CopyAnswer {
    this.copied += answer.copied
    this.skipped += answer.skipped
    this.untold += answer.copied
    return answer
  }
}

function senderOf({ bucket, targetBucket, move, existing }: CopyWish): CallCopy {
  return ({ source, target, after }, signal) => {
    const body = { source, target, after, target_bucket: targetBucket === bucket ? '' : targetBucket, move, existing }
    return call(copyObjects, { params: { bucket }, body }, signal)
  }
}

function pending({ source, target }: CopyUnit): Pending {
  return { source, target, after: '', failed: [], hasUnnamed: false }
}

const isFolder = ({ source }: CopyUnit) => source.endsWith('/')

function isOfTheWhole(error: ApiError): boolean {
  return isUnreachable(error) || isSignedOut(error) || OF_THE_WHOLE.has(error.code)
}
