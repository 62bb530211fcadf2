/** What differs between two listings, read at the same time in the order of their keys: neither is ever held as a whole. */
import type { ObjectDetails, ObjectEntry } from '@cooperage/contract'

export type Listed = Pick<ObjectEntry, 'name' | 'size' | 'etag'>
/** Pages of a listing, its names without the prefix. */
export type Pages = AsyncIterable<readonly Listed[]>

/**
 * - `missingThere`, `missingHere`
 * - `different`: in size, in a checksum, or in ETags that are MD5s
 * - `unknown`: of the same size, without a checksum that both have
 */
export const DIFFERENCES = ['missingThere', 'missingHere', 'different', 'unknown'] as const
export type DifferenceKind = (typeof DIFFERENCES)[number]

export interface Difference {
  kind: DifferenceKind
  /** Below both prefixes. */
  name: string
  here?: Listed
  there?: Listed
}

/** Both sides of an object with the same size and another ETag. */
type DetailsOf = (name: string) => Promise<[here: Facts, there: Facts]>
type Facts = Pick<ObjectDetails, 'etag' | 'checksums' | 'encryption'>

export interface Compared {
  equal: number
  differences: Difference[]
}

/** Differences to decide at the same time. */
const AT_ONCE = 8

/** Yields what it found after each page. @throws Error if a server doesn't list in the order of keys, and what reading throws */
export async function* compareListings(here: Pages, there: Pages, detailsOf: DetailsOf): AsyncGenerator<Compared> {
  const [a, b] = [new Side(here), new Side(there)]
  await Promise.all([a.fill(), b.fill()])
  while (a.first !== undefined || b.first !== undefined) {
    let equal = 0
    const differences: Difference[] = []
    const undecided: Difference[] = []
    while (a.isFilled && b.isFilled && (a.first !== undefined || b.first !== undefined)) {
      const order = a.first === undefined ? 1 : b.first === undefined ? -1 : compareKeys(a.first.name, b.first.name)
      const here = order <= 0 ? a.next() : undefined
      const there = order >= 0 ? b.next() : undefined
      const name = (here ?? there)?.name ?? ''
      if (here === undefined) differences.push({ kind: 'missingHere', name, ...(there && { there }) })
      else if (there === undefined) differences.push({ kind: 'missingThere', name, here })
      else if (here.size !== there.size) differences.push({ kind: 'different', name, here, there })
      else if (here.etag === there.etag && here.etag !== '') equal += 1
      else undecided.push({ kind: 'unknown', name, here, there })
    }
    for (let at = 0; at < undecided.length; at += AT_ONCE) {
      const some = undecided.slice(at, at + AT_ONCE)
      const decided = await Promise.all(some.map(async ({ name }) => sameness(...(await detailsOf(name)))))
      for (const [index, one] of some.entries()) {
        const kind = decided[index] ?? 'unknown'
        if (kind === 'equal') equal += 1
        else differences.push({ ...one, kind })
      }
    }
    yield { equal, differences: differences.sort((x, y) => compareKeys(x.name, y.name)) }
    await Promise.all([a.fill(), b.fill()])
  }
}

/** Decides about objects of the same size. */
export function sameness(here: Facts, there: Facts): 'equal' | 'different' | 'unknown' {
  for (const { algorithm, value, kind } of here.checksums) {
    const other = there.checksums.find((one) => one.algorithm === algorithm && one.kind === kind)
    // Those of parts depend on how the object was uploaded.
    if (other === undefined || (kind === 'COMPOSITE' && other.value !== value)) continue
    return other.value === value ? 'equal' : 'different'
  }
  if (here.etag === there.etag && here.etag !== '') return 'equal'
  return isMd5(here) && isMd5(there) ? 'different' : 'unknown'
}

/** ETags of encrypted objects may be anything. */
function isMd5({ etag, encryption }: Facts): boolean {
  return /^[0-9a-f]{32}$/.test(etag) && encryption.kind === ''
}

/** One of the listings, and where it is. */
class Side {
  readonly #pages: AsyncIterator<readonly Listed[]>
  #page: readonly Listed[] = []
  #at = 0
  #isOver = false
  #last: string | undefined

  constructor(pages: Pages) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** The next object; undefined at the end. Known only while `isFilled`. */
  get first(): Listed | undefined {
    return this.#page[this.#at]
  }

  get isFilled(): boolean {
    return this.#isOver || this.#at < this.#page.length
  }

  async fill(): Promise<void> {
    while (!this.isFilled) {
      const { done, value } = await this.#pages.next()
      if (done) this.#isOver = true
      else [this.#page, this.#at] = [value, 0]
    }
  }

  next(): Listed | undefined {
    const one = this.first
    if (one === undefined) return undefined
    if (this.#last !== undefined && compareKeys(this.#last, one.name) >= 0) throw new UnsortedListing()
    this.#last = one.name
    this.#at += 1
    return one
  }
}

/** A server that lists in another order can't be compared this way. */
export class UnsortedListing extends Error {
  override name = 'UnsortedListing'
}

/** The order of S3: by UTF-8 bytes, which is that of code points, and not that of strings in JavaScript. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue
    // Of two pairs that differ in their second half only, both first halves are equal.
    const [x = 0, y = 0] = [codePointAround(a, at), codePointAround(b, at)]
    return x - y
  }
  return a.length - b.length
}

function codePointAround(text: string, at: number): number | undefined {
  const unit = text.charCodeAt(at)
  return text.codePointAt(unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at)
}
