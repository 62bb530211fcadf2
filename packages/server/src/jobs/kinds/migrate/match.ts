/** A version, a delete marker or, without versions, an object, as listings have it. Short names: pages of it are stored. */
export interface Listed {
  /** '' without versions. */
  id: string
  size: number
  etag: string
  /** Milliseconds since the epoch. */
  time: number
  isMarker: boolean
}

/** Of each source version the index of its copy at the target, or -1; and what the target has besides. */
export interface Match {
  copies: number[]
  extras: number[]
}

/** Above that, the first possible copy is taken instead of the best choice of copies. */
export const MAX_PAIRS = 250_000
/** Listings and headers may have whole seconds. */
const PRECISION_MS = 1000

/**
 * Whether `copy` can be a copy of `source`: undefined if only the headers can tell, because an encrypted object has an ETag that
 * isn't the MD5 of its bytes.
 */
export function isCopy(source: Listed, copy: Listed): boolean | undefined {
  if (source.isMarker || copy.isMarker) return source.isMarker && copy.isMarker
  if (source.size !== copy.size) return false
  if (source.etag !== '' && source.etag === copy.etag) return true
  // A copy is made after its source, so an older object of the same size is another one.
  if (copy.time < source.time - PRECISION_MS) return false
  return isDigest(source.etag) && isDigest(copy.etag) ? undefined : true
}

/** Finds the copies of versions, both oldest first: as many as possible without changing their order. */
export function matchVersions(
  source: readonly Listed[],
  target: readonly Listed[],
  isSame: (source: number, target: number) => boolean,
): Match {
  const copies =
    source.length * target.length > MAX_PAIRS
      ? firstCopies(source.length, target.length, isSame)
      : mostCopies(source.length, target.length, isSame)
  const used = new Set(copies)
  return { copies, extras: [...target.keys()].filter((at) => !used.has(at)) }
}

type IsSame = (source: number, target: number) => boolean

function firstCopies(sources: number, targets: number, isSame: IsSame): number[] {
  let from = 0
  return Array.from({ length: sources }, (_, at) => {
    for (let candidate = from; candidate < targets; candidate++) {
      if (!isSame(at, candidate)) continue
      from = candidate + 1
      return candidate
    }
    return -1
  })
}

/** The longest common subsequence; of several, the one with the oldest versions, so that what is missing can be appended. */
function mostCopies(sources: number, targets: number, isSame: IsSame): number[] {
  const width = targets + 1
  const lengths = new Uint32Array((sources + 1) * width)
  const length = (s: number, t: number) => lengths[s * width + t] ?? 0
  for (let s = sources - 1; s >= 0; s--) {
    for (let t = targets - 1; t >= 0; t--) {
      lengths[s * width + t] = isSame(s, t) ? length(s + 1, t + 1) + 1 : Math.max(length(s + 1, t), length(s, t + 1))
    }
  }
  const copies = new Array<number>(sources).fill(-1)
  for (let s = 0, t = 0; s < sources && t < targets; ) {
    if (isSame(s, t)) copies[s++] = t++
    else if (length(s, t + 1) === length(s, t)) t++
    else s++
  }
  return copies
}

/** What a run does with a key. */
export type Work =
  /** The target has something newer that isn't a copy: it stays. */
  | { kind: 'newer' }
  /** Copies these versions in this order; those that are there already only if an earlier one was inserted. */
  | { kind: 'copy'; from: number }
  | { kind: 'nothing' }

/**
 * What is left to do. The latest version at the target has to be that of the source, and versions can only be appended: one that
 * is missing below others is appended together with these.
 */
export function workOf(source: readonly Listed[], target: readonly Listed[], { copies }: Match): Work {
  const [latest, latestThere] = [source.at(-1), target.at(-1)]
  if (latest === undefined) return { kind: 'nothing' }
  const isLatest = copies.at(-1) === target.length - 1
  if (latestThere !== undefined && !copies.includes(target.length - 1) && latestThere.time > latest.time) {
    return { kind: 'newer' }
  }
  const first = copies.indexOf(-1)
  if (first >= 0) return { kind: 'copy', from: first }
  return isLatest ? { kind: 'nothing' } : { kind: 'copy', from: source.length - 1 }
}

const CHECKSUM = /^x-amz-checksum-(?!type$)/

/**
 * Whether two objects have the same bytes, by a checksum in the headers of both; undefined without one. Only checksums of the
 * whole object are comparable however it was cut into parts.
 */
export function compareChecksums(here: Record<string, string>, there: Record<string, string>): boolean | undefined {
  for (const [name, value] of Object.entries(here)) {
    const other = there[name]
    if (!CHECKSUM.test(name) || other === undefined || value.includes('-') || other.includes('-')) continue
    return value === other
  }
  return undefined
}

export function isDigest(etag: string): boolean {
  return /^[0-9a-f]{32}$/.test(etag)
}
