import { PARTS_ABOVE_BYTES } from './part-sizes.ts'

/** Files up to this size share a request, which is no larger than this either; larger ones are sent in parts. */
const SHARED_BYTES = PARTS_ABOVE_BYTES
/** Maximum number of files per request: limits what one rejected or canceled file makes the others repeat. */
const SHARED_FILES = 16

interface Sendable {
  bucket: string
  prefix: string
  size: number
  isAlone: boolean
}

/**
 * The files of the next request: the first waiting file, and small ones after it for the same folder. Waiting files are spread
 * over the free requests.
 */
export function groupForRequest<T extends Sendable>(waiting: readonly T[], freeRequests: number): T[] {
  const [first] = waiting
  if (first === undefined || first.isAlone || first.size > SHARED_BYTES) return waiting.slice(0, 1)
  const atMost = Math.min(SHARED_FILES, Math.ceil(waiting.length / Math.max(1, freeRequests)))
  const group: T[] = []
  let bytes = 0
  for (const file of waiting) {
    const fits = !file.isAlone && file.bucket === first.bucket && file.prefix === first.prefix
    if (group.length === atMost || !fits || bytes + file.size > SHARED_BYTES) break
    group.push(file)
    bytes += file.size
  }
  return group
}
