import type { Session } from './sealed-session.ts'

const MAX_ENTRIES = 20_000

/**
 * The buckets that a session found not to be public, which is nearly all of them: the badges in the list would otherwise read
 * every bucket's policy again each time that the page is opened. Public buckets aren't remembered.
 */
export class ClosedBuckets {
  readonly #now: () => number
  /** When each check began, by session and bucket. */
  readonly #checkedAt = new Map<string, number>()
  /** When a bucket's policy was last changed in this console. */
  readonly #changedAt = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  has(session: Session, bucket: string, maxAgeMs: number): boolean {
    const at = this.#checkedAt.get(keyOf(session, bucket)) ?? 0
    return this.#now() - at < maxAgeMs && at > (this.#changedAt.get(bucket) ?? 0)
  }

  /** `startedAt`: when the check began, since the policy can change while it is read. */
  add(session: Session, bucket: string, startedAt: number): void {
    setNewest(this.#checkedAt, keyOf(session, bucket), startedAt)
  }

  /** To be called after a bucket's policy was changed, for every session. */
  forget(bucket: string): void {
    setNewest(this.#changedAt, bucket, this.#now())
  }
}

function setNewest(times: Map<string, number>, key: string, at: number): void {
  times.delete(key)
  times.set(key, at)
  const [oldest] = times.keys()
  if (times.size > MAX_ENTRIES && oldest !== undefined) times.delete(oldest)
}

/** A session's ID contains no space. */
function keyOf({ id }: Session, bucket: string): string {
  return `${id} ${bucket}`
}
