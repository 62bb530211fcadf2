import type { runSpeedTest, SocketQuery } from '@cooperage/contract'

type Options = Pick<SocketQuery<typeof runSpeedTest>, 'kind' | 'seconds' | 'file_size'>

/** Enough for every test whose options don't say how long it takes. */
const USUAL_MS = 15 * 60_000
/** From one request at a time, MinIO has tuned itself to 512 in so many rounds of uploads and downloads. */
const ROUNDS = 18
/** A slow hard disk that four files are written to at the same time, in bytes per second. */
const SLOW_DRIVE = 20 * 1024 ** 2
/** Four files, which are written and then read. */
const PASSES = 8

/** When a test is ended that the storage server doesn't end, in milliseconds. */
export function longestMs({ kind, seconds = 0, file_size: fileSize }: Options): number {
  if (kind === 'object') return Math.max(USUAL_MS, ROUNDS * 2 * seconds * 1000)
  if (kind === 'drive') return Math.max(USUAL_MS, ((PASSES * (fileSize ?? 0)) / SLOW_DRIVE) * 1000)
  return USUAL_MS
}
